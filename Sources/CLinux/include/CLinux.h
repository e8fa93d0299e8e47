// The parts of Linux that Swift does not import: calls that Glibc's overlay leaves out, and macros.
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

// recvmsg without waiting, with passed descriptors, closed on exec. `count`: how many fit; on return, how many came. -1
// and errno as recvmsg; EMSGSIZE when more came than fit, and then all are closed.
long clinux_receive(int socket, void *bytes, size_t size, int *descriptors, int *count);

// sendmsg without waiting and without SIGPIPE, passing these descriptors; -1 and errno as sendmsg.
long clinux_send(int socket, const void *bytes, size_t size, const int *descriptors, int count);

// The most descriptors that one call passes (SCM_MAX_FD of the kernel).
enum { clinux_most_descriptors = 253 };

// Opens a path for its status, not its content (O_PATH). Follows neither a link at the path's end nor the magic links of
// the proc file system; -1 and errno as openat2.
int clinux_open_path(const char *path);

// The same for a path from a mount point on: -1 and EXDEV if it leads to another mount, which is not looked at, and always
// if the kernel cannot tell (before Linux 5.6, or in a container that forbids openat2).
int clinux_open_path_within(const char *mount, const char *path);

// Which file it is, by any of its names.
struct clinux_file_identity {
  uint64_t device;
  uint64_t number;
};

// The file of a path, by what the kernel knows of it, so that no file system is waited for (statx with
// AT_STATX_DONT_SYNC; Glibc's module leaves statx out). Follows links; -1 and errno as statx.
int clinux_identify(int directory, const char *path, struct clinux_file_identity *identity);

// Renames within a directory, never over an existing file (renameat2 with RENAME_NOREPLACE); -1 and errno as renameat2.
int clinux_rename_new(int directory, const char *name, const char *other);

// Limits a file to its owner and one more user by an access control list (acl(5)); `owners` and `users` are their
// permission bits. -1 and errno as fsetxattr; EOPNOTSUPP if the file system has no such lists.
int clinux_share_with(int file, uint16_t owners, uint32_t user, uint16_t users);

// Names the calling thread for the system's tools (PR_SET_NAME); at most 15 bytes of the name count.
void clinux_name_thread(const char *name);

// flock: in Swift the function hides behind the structure of the same name.
int clinux_flock(int descriptor, int operation);

// Opens /dev/null for each closed standard descriptor, so that no file or socket gets its number. 0 is opened for writing
// and 1 and 2 for reading, so that their usual use still fails. -1 and errno as open.
int clinux_fill_standard_descriptors(void);

// Ignores a signal, also 32 and 33, which glibc reserves and which end the process when another process sends them; -1
// and errno as sigaction.
int clinux_ignore_signal(int signal);

// Sets the bytes of free memory that the C library keeps at most; by default it keeps as many as the largest block that
// was ever freed (mallopt).
void clinux_keep_free_memory(int bytes);

// Makes all threads share one heap, instead of a half-empty one for each (mallopt).
void clinux_share_heap(void);

// Returns free heap memory to the system, and drops the pages of the program and its libraries that equal their files.
// The system caches those pages while it has room, so a page that is used comes back at once.
void clinux_give_back_memory(void);

// PR_SET_DUMPABLE off: no core dump of this process under any core_pattern, because its memory holds private text.
int clinux_forbid_core_dumps(void);

// From now on a signal that ends the process, also a crash, writes these bytes (at most 256) to standard output, restores
// the present modes of standard input's terminal, and leaves no core dump; NULL undoes this.
void clinux_restore_terminal_at_signal(const char *bytes, size_t size);

#endif
