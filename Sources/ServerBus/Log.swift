import Glibc

/// Who has to act: somebody now, somebody some day, nobody. No line holds anything of a message.
enum Level: Int {
  case error = 3
  case warning = 4
  case info = 6
}

/// To standard error; with the level in the form that the journal reads, when it listens (sd-daemon(3)).
func log(_ level: Level, _ text: String) {
  let prefix = getenv("JOURNAL_STREAM") == nil ? "bellhop-bus: " : "<\(level.rawValue)>"
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { "\(prefix)\($0)\n" }
  let bytes = Array(lines.joined().utf8)
  _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// Why the program cannot run, and the status it exits with.
struct StartFault: Error {
  let reason: String
  let status: Int32

  init(_ reason: String, status: Int32 = 1) {
    self.reason = reason
    self.status = status
  }
}
