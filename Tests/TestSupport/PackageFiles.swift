import Glibc

/// The files of the package's checkout.
package enum PackageFiles {
  /// Three directories above this file.
  package static let root: String = {
    #filePath.split(separator: "/").dropLast(3).reduce(into: "") { $0 += "/\($1)" }
  }()

  /// The directory of the test program and of the package's programs.
  package static let products: String = {
    let resolved = realpath("/proc/self/exe", nil)
    defer { free(resolved) }
    let path = resolved.map { String(cString: $0) } ?? ""
    return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }()

  /// The paths of files with this suffix below this directory, relative to the root, sorted.
  package static func paths(below directory: String, suffix: String, in root: String = root) -> [String] {
    shell(
      "cd \(quoted(root)) && find \(quoted(directory)) -type f -name \(quoted("*" + suffix)) | LC_ALL=C sort"
    )
    .output.split(separator: "\n").map(String.init)
  }

  /// Nil without such a file.
  package static func contents(of path: String, in root: String = root) -> String? {
    guard let stream = fopen("\(root)/\(path)", "r") else { return nil }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&chunk, 1, chunk.count, stream)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }
}
