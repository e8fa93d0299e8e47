#include "CLinux.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/openat2.h>
#include <linux/posix_acl.h>
#include <linux/posix_acl_xattr.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <termios.h>
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

int clinux_open_process(int32_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int clinux_identify(int directory, const char *path, struct clinux_file_identity *identity) {
  struct statx status;
  if (statx(directory, path, AT_STATX_DONT_SYNC, STATX_INO, &status) != 0) return -1;
  identity->device = (uint64_t)status.stx_dev_major << 32 | status.stx_dev_minor;
  identity->number = status.stx_ino;
  return 0;
}

int clinux_rename_new(int directory, const char *name, const char *other) {
  return renameat2(directory, name, directory, other, RENAME_NOREPLACE);
}

static struct posix_acl_xattr_entry acl_entry(uint16_t tag, uint16_t permissions, uint32_t user) {
  return (struct posix_acl_xattr_entry){
      .e_tag = htole16(tag), .e_perm = htole16(permissions), .e_id = htole32(user)};
}

int clinux_share_with(int file, uint16_t owners, uint32_t user, uint16_t users) {
  // In the order that the kernel requires. The mask limits the entries for users and groups.
  struct {
    struct posix_acl_xattr_header header;
    struct posix_acl_xattr_entry entries[5];
  } list = {
      .header = {.a_version = htole32(POSIX_ACL_XATTR_VERSION)},
      .entries = {acl_entry(ACL_USER_OBJ, owners, ACL_UNDEFINED_ID), acl_entry(ACL_USER, users, user),
                  acl_entry(ACL_GROUP_OBJ, 0, ACL_UNDEFINED_ID), acl_entry(ACL_MASK, users, ACL_UNDEFINED_ID),
                  acl_entry(ACL_OTHER, 0, ACL_UNDEFINED_ID)}};
  return fsetxattr(file, "system.posix_acl_access", &list, sizeof list, 0);
}

// Room for the descriptors of one call, aligned as the CMSG macros require.
union descriptors {
  char bytes[CMSG_SPACE(sizeof(int) * clinux_most_descriptors)];
  struct cmsghdr align;
};

long clinux_receive(int socket, void *bytes, size_t size, int *descriptors, int *count) {
  union descriptors control;
  struct iovec data = {.iov_base = bytes, .iov_len = size};
  struct msghdr message = {
      .msg_iov = &data, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  int room = *count;
  *count = 0;
  ssize_t received = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (received < 0)
    return -1;
  int excess = (message.msg_flags & MSG_CTRUNC) != 0;
  for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS)
      continue;
    size_t passed = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < passed; index++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(part) + index * sizeof descriptor, sizeof descriptor);
      if (*count < room && !excess) {
        descriptors[(*count)++] = descriptor;
      } else {
        close(descriptor);
        excess = 1;
      }
    }
  }
  if (!excess)
    return received;
  while (*count > 0)
    close(descriptors[--*count]);
  errno = EMSGSIZE;
  return -1;
}

long clinux_send(int socket, const void *bytes, size_t size, const int *descriptors, int count) {
  union descriptors control;
  struct iovec data = {.iov_base = (void *)bytes, .iov_len = size};
  struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1};
  if (count < 0 || count > clinux_most_descriptors) {
    errno = EINVAL;
    return -1;
  }
  if (count > 0) {
    size_t length = sizeof(int) * (size_t)count;
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(length);
    struct cmsghdr *part = CMSG_FIRSTHDR(&message);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(length);
    memcpy(CMSG_DATA(part), descriptors, length);
  }
  return sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

static int open_path(int directory, const char *path, uint64_t resolve) {
  struct open_how how = {.flags = O_PATH | O_NOFOLLOW | O_CLOEXEC, .resolve = RESOLVE_NO_MAGICLINKS | resolve};
  return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}

// Older than Linux 5.6, or forbidden by a container that does not know the call.
static int openat2_is_missing(void) { return errno == ENOSYS || errno == EPERM; }

int clinux_open_path(const char *path) {
  int descriptor = open_path(AT_FDCWD, path, 0);
  return descriptor < 0 && openat2_is_missing() ? open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC) : descriptor;
}

int clinux_open_path_within(const char *mount, const char *path) {
  int directory = open(mount, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0)
    return -1;
  int descriptor = open_path(directory, path, RESOLVE_NO_XDEV);
  int code = descriptor < 0 && openat2_is_missing() ? EXDEV : errno;
  close(directory);
  errno = code;
  return descriptor;
}

int clinux_flock(int descriptor, int operation) { return flock(descriptor, operation); }

int clinux_fill_standard_descriptors(void) {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
    if (fcntl(descriptor, F_GETFD) >= 0)
      continue;
    // open returns the lowest free number, which is this one.
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

void clinux_keep_free_memory(int bytes) {
  mallopt(M_MMAP_THRESHOLD, bytes);
  mallopt(M_TRIM_THRESHOLD, bytes);
}

void clinux_share_heap(void) { mallopt(M_ARENA_MAX, 1); }

// Segments that are not writable equal their file, so a dropped page comes back unchanged. Data that is written only at
// the start (RELRO: addresses of other libraries) lies in a writable segment, which is skipped.
static int let_go(struct dl_phdr_info *object, size_t size, void *unused) {
  (void)size;
  (void)unused;
  // The kernel's vDSO has no file.
  if (object->dlpi_addr == getauxval(AT_SYSINFO_EHDR))
    return 0;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || part->p_flags & PF_W)
      continue;
    uintptr_t begin = (object->dlpi_addr + part->p_vaddr) & ~(page - 1);
    uintptr_t end = object->dlpi_addr + part->p_vaddr + part->p_memsz;
    madvise((void *)begin, end - begin, MADV_DONTNEED);
  }
  return 0;
}

void clinux_give_back_memory(void) {
  malloc_trim(0);
  dl_iterate_phdr(let_go, NULL);
}

void clinux_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

int clinux_forbid_core_dumps(void) { return prctl(PR_SET_DUMPABLE, 0); }

static struct {
  struct termios modes;
  char bytes[256];
  size_t size;
} terminal;

static void restore_terminal(int number) {
  if (terminal.size > 0) {
    ssize_t written = write(STDOUT_FILENO, terminal.bytes, terminal.size);
    (void)written;
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal.modes);
  }
  prctl(PR_SET_DUMPABLE, 0);
  // SA_RESETHAND has removed the handler, so this signal ends the process as usual.
  raise(number);
}

// Whether a signal's default action ends the process.
static int is_end(int number) {
  static const int others[] = {SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (others[i] == number)
      return 0;
  return 1;
}

void clinux_restore_terminal_at_signal(const char *bytes, size_t size) {
  int isArmed = bytes != NULL && size <= sizeof terminal.bytes && tcgetattr(STDIN_FILENO, &terminal.modes) == 0;
  if (isArmed)
    memcpy(terminal.bytes, bytes, size);
  terminal.size = isArmed ? size : 0;
  struct sigaction action = {.sa_handler = bytes == NULL ? SIG_DFL : restore_terminal,
                             .sa_flags = (int)SA_RESETHAND};
  for (int number = 1; number <= SIGRTMAX; number++) {
    struct sigaction former;
    // An ignored signal ends nothing, and sigaction fails for SIGKILL and SIGSTOP, which cannot be caught.
    if (is_end(number) && sigaction(number, NULL, &former) == 0 && former.sa_handler != SIG_IGN)
      sigaction(number, &action, NULL);
  }
}
