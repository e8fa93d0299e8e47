import BusWire

/// Identifies the notification that a call of `Notify` updates. A later call with the same key makes the earlier one
/// stale.
enum UpdateKey: Hashable {
  /// The notification with this number.
  case number(UInt32)
  /// The notification with this tag, of the same connection.
  case tag([UInt8])

  /// `nil` where the call posts a new notification. A number counts before a tag.
  init?(number: UInt32, tag: [UInt8]?) {
    if number != 0 {
      self = .number(number)
    } else if let tag {
      self = .tag(tag)
    } else {
      return nil
    }
  }
}

/// The number, tag and desktop entry of a call of `Notify`. Texts are skipped by their lengths, so that reading an
/// outline always costs less than the bus spends on delivering the call.
struct NotifyOutline {
  /// `replaces_id`; 0 for a new notification.
  let number: UInt32
  private var tag: [UInt8]?
  private(set) var desktopEntry: [UInt8]?

  /// The notification that the call updates; `nil` where it posts a new one.
  var updateKey: UpdateKey? { UpdateKey(number: number, tag: tag) }

  /// The most hints that are read; no app sends as many.
  private static let mostHints = 64
  /// The most bytes of a tag or a desktop entry; a longer one is ignored.
  private static let mostBytes = 1_024

  /// `nil` where the arguments are not of the method's types. Hints that cannot be read, or come after the first
  /// `mostHints`, are ignored.
  init?(_ message: Message) {
    guard message.hasEnds, message.header.signature == NotifyCall.signature else { return nil }
    var reader = message.arguments()
    do throws(WireFault) {
      try reader.skipText()
      number = try reader.uint32()
      for _ in 0..<3 { try reader.skipText() }
      try reader.advance(Int(try reader.uint32()))
    } catch {
      return nil
    }
    try? readHints(&reader)
  }

  private mutating func readHints(_ reader: inout WireReader) throws(WireFault) {
    let length = Int(try reader.uint32())
    try reader.align(to: 8)
    var hints = try reader.part(length)
    for _ in 0..<Self.mostHints where !hints.isAtEnd {
      try hints.align(to: 8)
      let name = hints.slice(try hints.string())
      var text: [UInt8]?
      try hints.variant { (type, hints) throws(WireFault) in
        guard type.isType(UInt8(ascii: "s")) else { return try type.skip(&hints) }
        let range = try hints.skipText()
        text = (1...Self.mostBytes).contains(range.count) ? Array(hints.slice(range)) : nil
      }
      guard let text else { continue }
      if NotifyHints.tagNames.contains(where: { name.elementsEqual($0.utf8) }) { tag = text }
      if name.elementsEqual("desktop-entry".utf8) { desktopEntry = text }
    }
  }
}
