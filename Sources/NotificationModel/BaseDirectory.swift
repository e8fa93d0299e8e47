/// What a variable of the environment says of a directory, as the XDG Base Directory Specification has it: an
/// absolute path. An empty or a relative one counts as not set.
package func baseDirectory(_ value: String?) -> String? {
  value.flatMap { $0.hasPrefix("/") ? $0 : nil }
}

/// A file of the daemon's below the person's runtime directory: `$XDG_RUNTIME_DIR`, or what stands for it.
package struct RuntimeFile: Hashable, Sendable {
  package let directory: String
  package let name: String

  /// The socket for apps, which a sandbox may be given with its directory.
  package static let notifications = RuntimeFile(directory: "bellhop", name: "notifications.sock")
  /// The socket for the person's tools.
  package static let control = RuntimeFile(directory: "bellhop-control", name: "control.sock")
  /// A note of the banners that are shown in passing.
  package static let passing = RuntimeFile(directory: control.directory, name: "passing")

  package func path(in runtime: String) -> String { "\(runtime)/\(directory)/\(name)" }
}
