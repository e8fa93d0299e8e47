import Glibc

/// A directory of its own, mode 0700, removed with everything in it when nobody holds it any more.
public final class TemporaryDirectory: Sendable {
  public let path: String

  public init() {
    var template = Array("/tmp/bellhop-test-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? ""
    precondition(!path.isEmpty, "no temporary directory can be made")
  }

  deinit { _ = shell("chmod -R u+w \(quoted(path)); rm -rf \(quoted(path))") }

  /// Writes a file, and makes the directories above it.
  public func write(_ name: String, _ bytes: some Sequence<UInt8>) {
    let file = "\(path)/\(name)"
    _ = shell("mkdir -p \(quoted(String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)])))")
    let all = Array(bytes)
    guard let stream = fopen(file, "w") else { return }
    fwrite(all, 1, all.count, stream)
    fclose(stream)
  }
}
