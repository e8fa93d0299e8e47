/// What is wrong with a configuration file, and where.
package struct ConfigurationFault: Error, Hashable, Sendable, CustomStringConvertible {
  package let file: String
  /// Counted from 1; 0 where the file as a whole is at fault.
  package let line: Int
  package let reason: String

  package init(file: String, line: Int, reason: String) {
    self.file = file
    self.line = line
    self.reason = reason
  }

  /// `file:line: reason`, as compilers write it and editors follow it.
  package var description: String { line > 0 ? "\(file):\(line): \(reason)" : "\(file): \(reason)" }
}
