/// Why the daemon cannot run, and the status it exits with.
struct StartFault: Error {
  let reason: String
  let status: Int32

  init(_ reason: String, status: Int32 = 1) {
    self.reason = reason
    self.status = status
  }

  /// EX_CONFIG of sysexits.h: what is there is for a newer version.
  static let tooNew: Int32 = 78
}
