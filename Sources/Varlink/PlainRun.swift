/// The bytes up to the first that does not stand for itself in a string of JSON: a control character, a quotation mark
/// or a backslash. Most strings are one such run, which eight bytes at a time cross in a fifth of the instructions.
struct PlainRun {
  private(set) var count = 0
  private(set) var isASCII = true

  init(of bytes: UnsafeBufferPointer<UInt8>) {
    let raw = UnsafeRawBufferPointer(bytes)
    var above: UInt64 = 0
    while bytes.count - count >= 8 {
      let eight = raw.loadUnaligned(fromByteOffset: count, as: UInt64.self)
      guard !Self.hasSpecial(eight) else { break }
      above |= eight
      count += 8
    }
    while count < bytes.count, !Self.isSpecial(bytes[count]) {
      above |= UInt64(bytes[count])
      count += 1
    }
    isASCII = above & Self.highBits == 0
  }

  static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Whether one of the eight is special. A subtraction borrows into a byte's highest bit, where none was, exactly if
  /// the byte is below what is taken away (Warren, Hacker's Delight, 6-1); bytes that equal another become 0 first.
  private static func hasSpecial(_ eight: UInt64) -> Bool {
    let quotes = eight ^ ones &* UInt64(UInt8(ascii: "\""))
    let slashes = eight ^ ones &* UInt64(UInt8(ascii: "\\"))
    let found =
      (eight &- ones &* 0x20) & ~eight | (quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes
    return found & highBits != 0
  }
}
