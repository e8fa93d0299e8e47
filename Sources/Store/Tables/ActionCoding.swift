import NotificationModel

/// Actions in one column: they are read and written only as a whole, and never searched, so rows of their
/// own would cost every post up to four inserts and every lookup a second query. Own bytes rather than JSON,
/// because the store must not depend on the protocol.
///
/// A list is the number of its actions in one byte; an action is one byte of flags and its texts; a text is
/// two bytes of length plus one, low byte first, and its UTF-8. Length 0 means no text.
enum ActionCoding {
  private struct Flags: OptionSet {
    let rawValue: UInt8
    static let destructive = Flags(rawValue: 1)
    static let authenticationRequired = Flags(rawValue: 2)
    static let foreground = Flags(rawValue: 4)
    static let input = Flags(rawValue: 8)
  }

  /// Texts are at most `Limits.messageBytes` long and actions come in one message, hence at most 255 of them
  /// are kept; no request has that many.
  static func bytes(_ actions: [Action]) -> [UInt8] {
    let kept = actions.prefix(Int(UInt8.max))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1 + kept.count * 48)
    bytes.append(UInt8(clamping: kept.count))
    for action in kept {
      var flags: Flags = []
      if action.destructive { flags.insert(.destructive) }
      if action.authenticationRequired { flags.insert(.authenticationRequired) }
      if action.foreground { flags.insert(.foreground) }
      if action.input != nil { flags.insert(.input) }
      bytes.append(flags.rawValue)
      bytes.append(text: action.id.text)
      bytes.append(text: action.title)
      bytes.append(text: action.icon)
      bytes.append(text: action.input?.placeholder)
      bytes.append(text: action.input?.button)
    }
    return bytes
  }

  static func actions(_ bytes: [UInt8]) throws(SQLiteFault) -> [Action] {
    var rest = bytes[...]
    var actions: [Action] = []
    for _ in 0..<(try rest.byte()) {
      let flags = Flags(rawValue: try rest.byte())
      guard let id = try rest.text().flatMap(ItemID.init), let title = try rest.text() else {
        throw SQLiteFault.damagedRow
      }
      let icon = try rest.text()
      let input = TextInput(placeholder: try rest.text(), button: try rest.text())
      actions.append(
        Action(
          id: id, title: title, icon: icon, destructive: flags.contains(.destructive),
          authenticationRequired: flags.contains(.authenticationRequired),
          foreground: flags.contains(.foreground), input: flags.contains(.input) ? input : nil))
    }
    guard rest.isEmpty else { throw SQLiteFault.damagedRow }
    return actions
  }
}

extension [UInt8] {
  mutating func append(text: String?) {
    guard var text else { return append(length: 0) }
    text.withUTF8 { text in
      let kept = UnsafeBufferPointer(rebasing: text.prefix(Int(UInt16.max) - 1))
      append(length: UInt16(kept.count) + 1)
      append(contentsOf: kept)
    }
  }

  private mutating func append(length: UInt16) {
    append(UInt8(truncatingIfNeeded: length))
    append(UInt8(truncatingIfNeeded: length >> 8))
  }
}

extension ArraySlice<UInt8> {
  mutating func byte() throws(SQLiteFault) -> UInt8 {
    guard let byte = popFirst() else { throw SQLiteFault.damagedRow }
    return byte
  }

  mutating func text() throws(SQLiteFault) -> String? {
    let length = Int(try byte()) | Int(try byte()) << 8
    guard length > 0 else { return nil }
    guard count >= length - 1 else { throw SQLiteFault.damagedRow }
    defer { self = dropFirst(length - 1) }
    return String(decoding: prefix(length - 1), as: UTF8.self)
  }
}
