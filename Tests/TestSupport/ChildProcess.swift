package import Glibc
import Locks

/// A program started by a test. It is killed when this object is released, and when the tests end.
package final class ChildProcess: Sendable {
  package struct CannotStart: Error {
    package let program: String
  }

  package let pid: pid_t
  /// Its standard output and standard error.
  package let outputPath: String
  private let input: Int32
  private let ended = Mutex<Int32?>(nil)

  /// `arguments[0]` is the program's path. `environment` adds variables to the tests' own, or removes those that are
  /// nil.
  package init(_ arguments: [String], environment: [String: String?] = [:]) throws {
    outputPath = try TemporaryDirectory.shared.file("output")
    let output = open(outputPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    let (reader, writer) = closedOnExec()
    defer {
      close(reader)
      close(output)
    }
    var all: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let parts = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      all[String(parts[0])] = parts.count == 2 ? String(parts[1]) : ""
      next += 1
    }
    for (name, value) in environment { all[name] = value }
    guard
      let pid = spawned(
        arguments, environment: all.map { "\($0.key)=\($0.value)" }, input: reader, output: output)
    else {
      close(writer)
      throw CannotStart(program: arguments.first ?? "")
    }
    self.pid = pid
    input = writer
    Reaper.shared.add(pid)
  }

  deinit {
    kill()
    close(input)
  }

  /// Writes a line to its standard input.
  package func send(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = Glibc.send(input, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  package func output() -> String {
    (try? readFile(outputPath)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Whether it has not ended.
  package var isRunning: Bool { exitStatus == nil }

  /// The exit status as a shell counts it: 128 and the signal's number after a signal. Nil while it runs.
  package var exitStatus: Int32? {
    ended.withLock { ended in
      if ended == nil { ended = reap(flags: WNOHANG) }
      return ended
    }
  }

  package func signal(_ number: Int32) {
    ended.withLock { if $0 == nil { _ = Glibc.kill(pid, number) } }
  }

  /// Waits until it has ended.
  @discardableResult
  package func exit(within timeout: Duration = testTimeout) async throws -> Int32 {
    try await eventually("the end of process \(pid)", within: timeout) { exitStatus }
  }

  /// Kills it (SIGKILL).
  package func kill() {
    ended.withLock { ended in
      guard ended == nil else { return }
      _ = Glibc.kill(pid, SIGKILL)
      ended = reap(flags: 0)
    }
  }

  private func reap(flags: Int32) -> Int32? {
    var status: Int32 = 0
    guard waitpid(pid, &status, flags) == pid else { return nil }
    Reaper.shared.remove(pid)
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }
}
