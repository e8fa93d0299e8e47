import Glibc

/// Kills the processes of the tests when the tests themselves end, in any way.
///
/// It is a process of its own that knows them all, and reads until the tests' end of the pipe is closed. A
/// parent-death signal would not do: it is sent when the *thread* that started a child ends, and the threads of a pool
/// come and go.
final class Reaper: Sendable {
  static let shared = Reaper()

  private static let script = """
    all= directories=
    while read -r sign pid; do
      [ "$sign" = d ] && { directories="$directories $pid"; continue; }
      rest=
      for one in $all; do [ "$one" = "$pid" ] || rest="$rest $one"; done
      [ "$sign" = + ] && rest="$rest $pid"
      all=$rest
    done
    [ -z "$all" ] || kill -KILL $all
    [ -z "$directories" ] || rm -rf $directories
    """

  private let input: Int32

  private init() {
    let (reader, writer) = closedOnExec()
    input = writer
    _ = spawned(
      ["/usr/bin/setsid", "/bin/sh", "-c", Self.script], environment: nil, input: reader, output: 2)
    close(reader)
  }

  func add(_ pid: pid_t) { tell("+ \(pid)\n") }
  func add(directory: String) { tell("d \(directory)\n") }
  func remove(_ pid: pid_t) { tell("- \(pid)\n") }

  private func tell(_ line: String) {
    let bytes = Array(line.utf8)
    _ = Glibc.send(input, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }
}

/// Two connected descriptors that no other child inherits. Glibc's module has no `pipe2`; a socket pair does the same.
func closedOnExec() -> (reader: Int32, writer: Int32) {
  var ends: [Int32] = [-1, -1]
  socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
  return (ends[0], ends[1])
}

/// Starts a program with these as its standard input and output; returns the child's id, or nil. `environment`:
/// `NAME=value`, or nil for the tests' own.
func spawned(_ arguments: [String], environment: [String]?, input: Int32, output: Int32) -> pid_t? {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_adddup2(&actions, input, 0)
  posix_spawn_file_actions_adddup2(&actions, output, 1)
  posix_spawn_file_actions_adddup2(&actions, output, 2)
  // A pool's threads block most signals, and a child would inherit the mask.
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var none = sigset_t()
  sigemptyset(&none)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
  var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
  defer { for text in argv { free(text) } }
  var envp: [UnsafeMutablePointer<CChar>?] = (environment ?? []).map { strdup($0) } + [nil]
  defer { for text in envp { free(text) } }
  var pid: pid_t = 0
  let status =
    environment == nil
    ? posix_spawn(&pid, arguments[0], &actions, &attributes, &argv, environ)
    : posix_spawn(&pid, arguments[0], &actions, &attributes, &argv, &envp)
  return status == 0 ? pid : nil
}
