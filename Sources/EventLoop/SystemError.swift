internal import Glibc

/// A system call that failed, and why.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The call's name.
  package let call: String
  /// The value of `errno`.
  package let code: Int32

  package init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  package var description: String {
    guard let reason = strerror(code) else { return "\(call): error \(code)" }
    return "\(call): \(String(cString: reason))"
  }
}
