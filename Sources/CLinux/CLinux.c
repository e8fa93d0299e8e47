#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77 // Debian 12's headers are older than the kernels it may run on.
#endif

int clinux_accept(int socket) { return accept4(socket, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC); }

int clinux_peer_credentials(int socket, struct clinux_credentials *credentials) {
  struct ucred found;
  socklen_t size = sizeof found;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &found, &size) < 0)
    return -1;
  if (size != sizeof found) {
    errno = EPROTO;
    return -1;
  }
  credentials->pid = found.pid;
  credentials->uid = found.uid;
  credentials->gid = found.gid;
  return 0;
}

int clinux_peer_pidfd(int socket) {
  int descriptor = -1;
  socklen_t size = sizeof descriptor;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERPIDFD, &descriptor, &size) < 0)
    return -1;
  return descriptor;
}

int clinux_open_path(const char *path) {
  struct open_how how = {.flags = O_PATH | O_NOFOLLOW | O_CLOEXEC, .resolve = RESOLVE_NO_MAGICLINKS};
  long descriptor = syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
  // Older than Linux 5.6, or forbidden by a container that does not know the call.
  if (descriptor < 0 && (errno == ENOSYS || errno == EPERM))
    return open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  return (int)descriptor;
}

int clinux_flock(int descriptor, int operation) { return flock(descriptor, operation); }

int clinux_fill_standard_descriptors(void) {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
    if (fcntl(descriptor, F_GETFD) >= 0)
      continue;
    // The lowest that is free, hence this one.
    if (open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
      return -1;
  }
  return 0;
}

int clinux_ignore_signal(int signal) {
  // The kernel's own structure: the handler, then flags, a trampoline and a mask of 64 bits, all empty.
  struct {
    void (*handler)(int);
    unsigned long rest[3];
  } ignored = {.handler = SIG_IGN};
  return (int)syscall(SYS_rt_sigaction, signal, &ignored, NULL, sizeof(uint64_t));
}

int clinux_forbid_core_dumps(void) { return prctl(PR_SET_DUMPABLE, 0); }
