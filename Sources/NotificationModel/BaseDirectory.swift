/// What a variable of the environment says of a directory, as the XDG Base Directory Specification has it: an
/// absolute path. An empty or a relative one counts as not set.
package func baseDirectory(_ value: String?) -> String? {
  value.flatMap { $0.hasPrefix("/") ? $0 : nil }
}
