import Glibc

extension TemporaryDirectory {
  /// Writes a file below it, and makes the directories above the file.
  package func write(_ name: String, _ bytes: some Sequence<UInt8>) {
    let file = "\(path)/\(name)"
    let all = Array(bytes)
    _ = shell("mkdir -p \(quoted(String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)])))")
    guard let stream = fopen(file, "w") else { return }
    fwrite(all, 1, all.count, stream)
    fclose(stream)
  }
}
