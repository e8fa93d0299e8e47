import Glibc

/// What the first hundred bytes of a database say of it (https://www.sqlite.org/fileformat.html §1.3), read
/// without SQLite: opening a database already leaves traces beside it.
enum FileHeader: Equatable {
  /// There is none, or nothing was ever written to it.
  case empty
  /// No database of SQLite, or one of another program.
  case foreign
  case ours(version: Int)
  /// The first transaction may be in the log yet: only SQLite can tell.
  case unmarked

  private static let size = 100
  private static let magic = Array("SQLite format 3\0".utf8)
  private static let versionOffset = 60
  private static let applicationOffset = 68

  init(_ file: Int32) throws(OpeningFault) {
    var bytes = [UInt8](repeating: 0, count: Self.size)
    let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
    guard count >= 0 else { throw OpeningFault(StateDirectory.database, errno) }
    self.init(bytes.prefix(count))
  }

  init(_ bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty else {
      self = .empty
      return
    }
    guard bytes.count == Self.size, bytes.starts(with: Self.magic) else {
      self = .foreign
      return
    }
    switch Self.number(bytes, at: Self.applicationOffset) {
    case Schema.applicationID: self = .ours(version: Int(Self.number(bytes, at: Self.versionOffset)))
    case 0: self = .unmarked
    default: self = .foreign
    }
  }

  /// Four bytes, the highest first.
  private static func number(_ bytes: ArraySlice<UInt8>, at offset: Int) -> Int32 {
    let word = bytes.dropFirst(offset).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return Int32(bitPattern: word)
  }
}
