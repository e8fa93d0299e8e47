/// The version of the daemon and of the command line, which are released together.
package enum Version {
  package static let current = "0.1.0"
  /// When that was made, as manual pages say it.
  package static let date = "2026-11-23"
}
