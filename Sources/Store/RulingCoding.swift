import NotificationModel

/// Decisions that are read and written only as a whole, in one column, in the texts of `ActionCoding`: guideline, effect
/// and key, the length of what the reason speaks of in two bytes, low byte first, and that (`ArgumentCoding`).
enum RulingCoding {
  /// `nil` where there are none.
  static func bytes(_ rulings: [Ruling]) -> [UInt8]? {
    guard !rulings.isEmpty else { return nil }
    var bytes: [UInt8] = []
    for ruling in rulings {
      for text in [ruling.guideline, ruling.effect, ruling.reason.key] { bytes.append(text: text) }
      let arguments = ArgumentCoding.bytes(ruling.reason.arguments) ?? []
      let length = UInt16(clamping: arguments.count)
      bytes.append(UInt8(truncatingIfNeeded: length))
      bytes.append(UInt8(truncatingIfNeeded: length >> 8))
      bytes.append(contentsOf: arguments.prefix(Int(length)))
    }
    return bytes
  }

  static func rulings(_ bytes: [UInt8]) throws(SQLiteFault) -> [Ruling] {
    var rest = bytes[...]
    var rulings: [Ruling] = []
    while !rest.isEmpty {
      guard let guideline = try rest.text(), let effect = try rest.text(), let key = try rest.text() else {
        throw SQLiteFault.damagedRow
      }
      let length = Int(try rest.byte()) | Int(try rest.byte()) << 8
      guard rest.count >= length else { throw SQLiteFault.damagedRow }
      let arguments = try ArgumentCoding.arguments(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
      rulings.append(
        Ruling(guideline: guideline, effect: effect, reason: Reason(key: key, arguments: arguments)))
    }
    return rulings
  }
}
