// What Swift cannot reach of Linux by itself: calls that Glibc's overlay leaves out, and macros.
#ifndef BELLHOP_CLINUX_H
#define BELLHOP_CLINUX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

// `struct ucred` needs _GNU_SOURCE, which must not be defined in a header that Swift imports: `fd_set` would
// then differ between modules.
struct clinux_credentials {
  int32_t pid;
  uint32_t uid;
  uint32_t gid;
};

// accept4 with SOCK_NONBLOCK and SOCK_CLOEXEC; -1 and errno as accept4.
int clinux_accept(int socket);

// SO_PEERCRED; -1 and errno as getsockopt, EPROTO when the kernel returns another size.
int clinux_peer_credentials(int socket, struct clinux_credentials *credentials);

// SO_PEERPIDFD (Linux 6.5): a descriptor of the peer's process; -1 and ENOPROTOOPT on older kernels.
int clinux_peer_pidfd(int socket);

// A descriptor of that process (pidfd_open, Linux 5.3), closed on exec; -1 and errno as the call.
int clinux_open_process(int32_t pid);

// recvmsg without waiting, with the descriptors that come along, closed on exec: `count` is how many fit, and then how
// many came. -1 and errno as recvmsg, EMSGSIZE when more came than fit; those are closed.
long clinux_receive(int socket, void *bytes, size_t size, int *descriptors, int *count);

// sendmsg without waiting and without a signal, with these descriptors; -1 and errno as sendmsg.
long clinux_send(int socket, const void *bytes, size_t size, const int *descriptors, int count);

// The most descriptors that one call passes (SCM_MAX_FD of the kernel).
enum { clinux_most_descriptors = 253 };

// Opens a path to be looked at and not to be read (O_PATH), following neither a link at its end nor the proc file
// system's links that are no paths; -1 and errno as openat2.
int clinux_open_path(const char *path);

// Gives a name that nothing has yet in that directory (renameat2 with RENAME_NOREPLACE); -1 and errno as the call.
int clinux_rename_new(int directory, const char *name, const char *other);

// Makes a file its owner's alone, and lets one user beside do so much with it, by an access control list (acl(5)); both as
// the bits of a mode. -1 and errno as fsetxattr, EOPNOTSUPP where the file system keeps no such lists.
int clinux_share_with(int file, uint16_t owners, uint32_t user, uint16_t users);

// Names the calling thread for the system's tools (PR_SET_NAME), by 15 bytes of the text at most.
void clinux_name_thread(const char *name);

// flock: in Swift the function hides behind the structure of the same name.
int clinux_flock(int descriptor, int operation);

// Opens /dev/null for each of the standard descriptors that is closed, the other way round, so that reading 0 and
// writing to 1 or 2 still fail: no file or socket may get their numbers. -1 and errno as open.
int clinux_fill_standard_descriptors(void);

// Ignores a signal, also one of those that glibc keeps for itself and that end a process when somebody else sends
// them (32 and 33); -1 and errno as sigaction.
int clinux_ignore_signal(int signal);

// How many bytes of freed memory the C library keeps at most, instead of as many as the largest piece that was ever
// freed (mallopt).
void clinux_keep_free_memory(int bytes);

// One heap for all threads, in place of one for each that is half empty (mallopt).
void clinux_share_heap(void);

// Gives back what of the heap is free, and lets go of the pages that hold the program and its libraries as their files
// do: the system keeps them as long as it has room, and what is used is there again at once.
void clinux_give_back_memory(void);

// PR_SET_DUMPABLE off: no core of this process, whatever the system's pattern says; its memory holds private text.
int clinux_forbid_core_dumps(void);

// From here on a signal that ends the process, a crash among them, writes these bytes (at most 256) to standard output,
// gives standard input's terminal the modes that it has now, and leaves no core; NULL takes that back.
void clinux_restore_terminal_at_signal(const char *bytes, size_t size);

#endif
