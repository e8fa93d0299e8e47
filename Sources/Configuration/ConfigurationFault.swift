/// What is wrong with a configuration file, and where.
public struct ConfigurationFault: Error, Hashable, Sendable, CustomStringConvertible {
  public let file: String
  /// Counted from 1; 0 where the file as a whole is at fault.
  public let line: Int
  public let reason: String

  public init(file: String, line: Int, reason: String) {
    self.file = file
    self.line = line
    self.reason = reason
  }

  /// `file:line: reason`, as compilers write it and editors follow it.
  public var description: String { line > 0 ? "\(file):\(line): \(reason)" : "\(file): \(reason)" }
}
