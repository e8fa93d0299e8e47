import Glibc
import TestSupport

/// The inputs of a target that the tree keeps: a line each, in which a byte that cannot be printed is `\xNN` and a backslash
/// is two.
struct Corpus {
  private static let directory = "Tests/Fuzz/Corpus"

  let inputs: [[UInt8]]

  /// Nil without a file, or with a line that is no input.
  init?(of target: FuzzTarget) {
    guard let text = PackageFiles.contents(of: "\(Self.directory)/\(target.name).txt") else { return nil }
    var inputs: [[UInt8]] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      guard let input = Self.bytes(written: line) else { return nil }
      inputs.append(input)
    }
    self.inputs = inputs
  }

  /// The inputs in a directory, as the fuzzer writes them: a file each. The shortest come first.
  init(directory: String) throws {
    let listing = shell("ls \(quoted(directory))")
    guard listing.status == 0 else { throw Violation("\(directory) is not read") }
    inputs = try listing.output.split(separator: "\n").map { try readFile("\(directory)/\($0)") }
      .sorted { $0.count != $1.count ? $0.count < $1.count : $0.lexicographicallyPrecedes($1) }
  }

  func write(to directory: String) throws {
    for (number, input) in inputs.enumerated() {
      try writeFile(input, to: "\(directory)/kept-\(number)")
    }
  }

  func keep(for target: FuzzTarget) throws {
    let text = inputs.map { Self.written($0) + "\n" }.joined()
    try writeFile(Array(text.utf8), to: "\(PackageFiles.root)/\(Self.directory)/\(target.name).txt")
  }

  static func written(_ input: [UInt8]) -> String {
    input.reduce(into: "") { text, byte in
      switch byte {
      case UInt8(ascii: "\\"): text += "\\\\"
      case 0x20..<0x7F: text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
  }

  static func bytes(written text: some StringProtocol) -> [UInt8]? {
    var (rest, bytes) = (Array(text.utf8)[...], [UInt8]())
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "\\"): bytes.append(byte)
      case UInt8(ascii: "x"):
        guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
        else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      default: return nil
      }
    }
    return bytes
  }
}

func writeFile(_ bytes: [UInt8], to path: String) throws {
  guard let stream = fopen(path, "w") else {
    throw Violation("\(path): \(String(cString: strerror(errno)))")
  }
  defer { fclose(stream) }
  guard fwrite(bytes, 1, bytes.count, stream) == bytes.count else {
    throw Violation("\(path) is not written")
  }
}
