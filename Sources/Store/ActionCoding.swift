import NotificationModel

/// Actions in one column: they are read and written only as a whole, and never searched, so rows of their
/// own would cost every post up to four inserts and every lookup a second query. Own bytes rather than JSON,
/// because the store must not depend on the protocol.
///
/// A list is the number of its actions in one byte; an action is one byte of flags and its texts; a text is
/// two bytes of length plus one, low byte first, and its UTF-8. Length 0 means there is none.
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
    var bytes = [UInt8(clamping: kept.count)]
    for action in kept {
      var flags: Flags = []
      if action.destructive { flags.insert(.destructive) }
      if action.authenticationRequired { flags.insert(.authenticationRequired) }
      if action.foreground { flags.insert(.foreground) }
      if action.input != nil { flags.insert(.input) }
      bytes.append(flags.rawValue)
      for text in [
        action.id.text, action.title, action.icon, action.input?.placeholder, action.input?.button,
      ] {
        append(text, to: &bytes)
      }
    }
    return bytes
  }

  private static func append(_ text: String?, to bytes: inout [UInt8]) {
    let kept = text?.utf8.prefix(Int(UInt16.max) - 1)
    let length = kept.map { UInt16(clamping: $0.count) + 1 } ?? 0
    bytes.append(UInt8(truncatingIfNeeded: length))
    bytes.append(UInt8(truncatingIfNeeded: length >> 8))
    if let kept { bytes.append(contentsOf: kept) }
  }

  static func actions(_ bytes: [UInt8]) throws(SQLiteFault) -> [Action] {
    var rest = bytes[...]
    var actions: [Action] = []
    for _ in 0..<(try byte(&rest)) {
      let flags = Flags(rawValue: try byte(&rest))
      guard let id = try text(&rest).flatMap(ItemID.init), let title = try text(&rest) else {
        throw SQLiteFault.damagedRow
      }
      let icon = try text(&rest)
      let input = TextInput(placeholder: try text(&rest), button: try text(&rest))
      actions.append(
        Action(
          id: id, title: title, icon: icon, destructive: flags.contains(.destructive),
          authenticationRequired: flags.contains(.authenticationRequired),
          foreground: flags.contains(.foreground), input: flags.contains(.input) ? input : nil))
    }
    guard rest.isEmpty else { throw SQLiteFault.damagedRow }
    return actions
  }

  private static func byte(_ rest: inout ArraySlice<UInt8>) throws(SQLiteFault) -> UInt8 {
    guard let byte = rest.popFirst() else { throw SQLiteFault.damagedRow }
    return byte
  }

  private static func text(_ rest: inout ArraySlice<UInt8>) throws(SQLiteFault) -> String? {
    let length = Int(try byte(&rest)) | Int(try byte(&rest)) << 8
    guard length > 0 else { return nil }
    guard rest.count >= length - 1 else { throw SQLiteFault.damagedRow }
    defer { rest = rest.dropFirst(length - 1) }
    return String(decoding: rest.prefix(length - 1), as: UTF8.self)
  }
}
