/// Why the program cannot run, and the status it exits with.
package struct StartFault: Error {
  package let reason: String
  package let status: Int32

  package init(_ reason: String, status: Int32 = 1) {
    self.reason = reason
    self.status = status
  }

  /// EX_CONFIG of sysexits.h: what is there is for a newer version.
  package static let tooNew: Int32 = 78
}
