import Glibc

/// The log of a program that runs in the background: lines to standard error, where a service manager's journal reads
/// them. No line holds private text.
package struct ProgramLog: Sendable {
  /// Who has to act: somebody now, somebody some day, nobody. By their numbers in syslog(3).
  package enum Level: Int, Sendable {
    case error = 3
    case warning = 4
    case info = 6
  }

  private let program: String

  package init(program: String) { self.program = program }

  /// With the level in the form that the journal reads, when it listens (sd-daemon(3)); with the program's name otherwise.
  package func callAsFunction(_ level: Level, _ text: String) {
    let prefix = getenv("JOURNAL_STREAM") == nil ? "\(program): " : "<\(level.rawValue)>"
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { "\(prefix)\($0)\n" }
    let bytes = Array(lines.joined().utf8)
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
