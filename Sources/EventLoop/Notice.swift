internal import Glibc

/// inotify(7): four numbers, and a name that is filled up with zeros.
struct Notice {
  private static let headerSize = 16

  let name: ArraySlice<UInt8>
  let mask: UInt32
  var hasLost: Bool { mask & UInt32(IN_Q_OVERFLOW) != 0 }

  /// Takes the next one out of what was read.
  init?(_ bytes: inout ArraySlice<UInt8>) {
    guard bytes.count >= Self.headerSize else { return nil }
    let (mask, length) = bytes.withUnsafeBytes {
      (
        $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
        $0.loadUnaligned(fromByteOffset: 12, as: UInt32.self)
      )
    }
    self.mask = mask
    let after = bytes.dropFirst(Self.headerSize)
    name = after.prefix(Int(length)).prefix { $0 != 0 }
    bytes = after.dropFirst(Int(length))
  }
}

extension Notice {
  /// Everything that a descriptor has to tell now.
  static func forEach(_ descriptor: Int32, _ body: (Notice) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
      var rest = buffer[..<count]
      while let notice = Notice(&rest) { body(notice) }
    }
  }
}
