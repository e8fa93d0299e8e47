import Glibc

/// The log of a program that runs in the background: lines to standard error, where a service manager's journal reads
/// them. No line holds private text.
package struct ProgramLog: Sendable {
  /// Levels by the action that they call for: at once, at some time, not at all. The numbers are those of syslog(3).
  package enum Level: Int, Sendable {
    case error = 3
    case warning = 4
    case info = 6
  }

  private let program: String

  package init(program: String) { self.program = program }

  /// Writes a line: with the level in the form of sd-daemon(3) if standard error is the journal, otherwise with the
  /// program's name.
  package func callAsFunction(_ level: Level, _ text: String) {
    let prefix = getenv("JOURNAL_STREAM") == nil ? "\(program): " : "<\(level.rawValue)>"
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { "\(prefix)\($0)\n" }
    let bytes = Array(lines.joined().utf8)
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// The reason why the program cannot run, and its exit status.
package struct StartFault: Error {
  package let reason: String
  package let status: Int32

  package init(_ reason: String, status: Int32 = 1) {
    self.reason = reason
    self.status = status
  }

  /// EX_CONFIG of sysexits.h: the database belongs to a newer version.
  package static let tooNew: Int32 = 78
}

/// The absolute form of a path on the command line, relative to the directory that the program was started in.
package func absolutePath(_ path: String) throws(StartFault) -> String {
  guard !path.hasPrefix("/") else { return path }
  guard let here = getcwd(nil, 0) else { throw StartFault("the working directory is gone") }
  defer { free(here) }
  return "\(String(cString: here))/\(path)"
}

/// Prints the answer to an option such as `--version`; throws if standard output cannot be written.
package func tell(_ text: String) throws(StartFault) {
  print(text)
  guard fflush(nil) == 0 else { throw StartFault("standard output: \(String(cString: strerror(errno)))") }
}
