import Glibc

/// Python under another file name, since a script is known by the name of its interpreter.
package enum NamedPython {
  package static let usual = "/usr/bin/python3"

  /// A copy, which the kernel knows by this name. A link would be known by its target.
  package static func path(called name: String) throws -> String {
    let path = "\(try TemporaryDirectory.shared.file("named-python"))-\(name)"
    mkdir(path, 0o755)
    let copy = "\(path)/\(name)"
    guard shell("cp -L \(usual) \(quoted(copy))").status == 0 else {
      throw TimedOut(description: "no \(copy)")
    }
    return copy
  }

  /// The name of the file that a process runs.
  package static func program(of process: Int32) -> String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/\(process)/exe", &path, path.count)
    guard count > 0 else { return nil }
    let text = String(decoding: path[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.split(separator: "/").last.map(String.init)
  }
}
