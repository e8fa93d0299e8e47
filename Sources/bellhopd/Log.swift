import Glibc

/// Who has to act: somebody now, somebody some day, nobody. No line holds private text.
enum Level: Int {
  case error = 3
  case warning = 4
  case info = 6
}

/// To standard error; with the level in the form that the journal reads, when it listens (sd-daemon(3)).
func log(_ level: Level, _ text: String) {
  let prefix = getenv("JOURNAL_STREAM") == nil ? "bellhopd: " : "<\(level.rawValue)>"
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { "\(prefix)\($0)\n" }
  let bytes = Array(lines.joined().utf8)
  _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
