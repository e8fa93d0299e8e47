import NotificationModel

/// What two posts without identifier and sender must have in common to be the same thing, as 64 bits of
/// FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv). Stored, hence never to be changed without a migration.
/// Equal fingerprints only narrow the search: the fields themselves are compared byte by byte.
struct Fingerprint {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  init(of request: NotificationRequest) {
    add(request.thread?.text)
    add(request.category?.text)
    add(request.title)
    add(request.subtitle)
    add(request.body)
    add(request.image)
  }

  /// Absence has a mark of its own, and a length stands before each text, so that no field runs into another.
  private mutating func add(_ text: String?) {
    guard var text else { return add(byte: 0) }
    add(byte: 1)
    var length = UInt64(text.utf8.count)
    for _ in 0..<8 {
      add(byte: UInt8(truncatingIfNeeded: length))
      length >>= 8
    }
    text.withUTF8 { bytes in
      for byte in bytes { add(byte: byte) }
    }
  }

  private mutating func add(byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }
}
