import Glibc

/// What the first bytes of a log say of it (https://www.sqlite.org/fileformat.html §4.1). SQLite takes a log whose
/// header is not whole for an empty one, and writes over it.
enum LogHeader {
  private static let size = 32
  /// Of the checksums' two byte orders; the last bit says which.
  private static let magic: UInt32 = 0x377F_0682

  /// Whether a log that is not empty has a header that SQLite believes.
  static func isWhole(_ file: Int32) throws(OpeningFault) -> Bool {
    var bytes = [UInt8](repeating: 0, count: size)
    let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
    guard count >= 0 else { throw OpeningFault(StateDirectory.log, errno) }
    return isWhole(bytes.prefix(count))
  }

  static func isWhole(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count == size else { return false }
    func word(_ index: Int, bigEndian: Bool = true) -> UInt32 {
      let four = bytes.dropFirst(4 * index).prefix(4)
      return (bigEndian ? Array(four) : four.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
    }
    guard word(0) & ~1 == magic else { return false }
    var sum: (UInt32, UInt32) = (0, 0)
    for index in stride(from: 0, to: 6, by: 2) {
      sum.0 &+= word(index, bigEndian: word(0) & 1 == 1) &+ sum.1
      sum.1 &+= word(index + 1, bigEndian: word(0) & 1 == 1) &+ sum.0
    }
    return sum == (word(6), word(7))
  }
}
