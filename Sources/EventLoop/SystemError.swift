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

  /// Whether the process or the system has run out of what the call needs: the same call may succeed later.
  package var isForNow: Bool { [EMFILE, ENFILE, ENOMEM].contains(code) }

  package var description: String {
    guard let reason = strerror(code) else { return "\(call): error \(code)" }
    return "\(call): \(String(cString: reason))"
  }
}
