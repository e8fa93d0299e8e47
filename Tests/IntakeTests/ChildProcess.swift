import EventLoop
import Glibc
import Testing

/// A program that a test runs; killed when the test lets go of it.
final class ChildProcess {
  private let pid: pid_t
  private let output: FileDescriptor
  private var status: Int32?

  /// Standard output and standard error are kept together.
  init(_ program: String, _ arguments: [String]) throws {
    var ends: [Int32] = [0, 0]
    try systemCall("pipe2") { pipe(&ends) }
    output = FileDescriptor(owning: ends[0])
    let input = FileDescriptor(owning: ends[1])
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.raw, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, input.raw, STDERR_FILENO)
    posix_spawn_file_actions_addclose(&actions, input.raw)
    var argv: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for argument in argv { free(argument) } }
    var pid: pid_t = 0
    let code = posix_spawnp(&pid, program, &actions, nil, &argv, environ)
    guard code == 0 else { throw SystemError(call: "posix_spawnp \(program)", code: code) }
    self.pid = pid
  }

  /// Waits for the end, for at most this long: the exit status, `nil` when it was killed or did not end.
  func finish(within seconds: Int64) -> (status: Int32?, output: String) {
    let deadline = EventLoop.now().uptime + seconds * 1_000
    var collected: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var wait = pollfd(fd: output.raw, events: Int16(POLLIN), revents: 0)
      let patience = max(deadline - EventLoop.now().uptime, 0)
      guard poll(&wait, 1, Int32(clamping: patience)) > 0 else {
        kill(pid, SIGKILL)
        break
      }
      let count = read(output.raw, &buffer, buffer.count)
      guard count > 0 else { break }
      collected += buffer[..<count]
    }
    return (reap(), String(decoding: collected, as: UTF8.self))
  }

  private func reap() -> Int32? {
    var raw: Int32 = 0
    if status == nil, waitpid(pid, &raw, 0) == pid { status = raw }
    guard let status, status & 0x7f == 0 else { return nil }
    return (status >> 8) & 0xff
  }

  func terminate() { kill(pid, SIGTERM) }

  deinit {
    guard status == nil else { return }
    kill(pid, SIGKILL)
    _ = reap()
  }
}
