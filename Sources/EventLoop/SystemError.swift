internal import Glibc

/// A system call that failed, and why.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The call's name.
  public let call: String
  /// The value of `errno`.
  public let code: Int32

  public init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  public var description: String {
    guard let reason = strerror(code) else { return "\(call): error \(code)" }
    return "\(call): \(String(cString: reason))"
  }
}
