import BusWire
import Front
import NotificationModel
import TestSupport

/// Calls with arbitrary values, as no real client makes them.
enum AnyCall {
  private static let scalars: [Unicode.Scalar] = [
    "a", "Z", "0", ".", "_", "-", " ", "\n", "\r", "\t", "\0", "<", ">", "&", ";", "/", "%", "é", "微", "🙂",
    "\u{200B}",
    "\u{200D}", "\u{202E}", "\u{301}", "\u{2028}", "\u{85}", "\u{FEFF}", "\u{E0041}", "\u{FFFE}", "\u{1B}",
    "=", "\\", "\u{202A}", "\u{202C}", "\u{2067}", "\u{2069}", "\u{1F3F4}", "\u{E0067}", "\u{E007F}",
  ]

  private static let markup = [
    "<b>", "</b>", "<a href=x>", "<img src='http://x/'>", "<img src='/a.png'/>", "<IMG SRC=", "<img", ">",
    "&amp;",
    "&hellip;", "&#x202E;", "&#x2067;", "&", "text",
  ]

  static func text(upTo most: Int, using generator: inout SeededGenerator) -> String {
    let few = Int.random(in: 1...4, using: &generator)
    let chosen = (0..<few).map { _ in scalars.randomElement(using: &generator) ?? "a" }
    let count = Bool.random(using: &generator) ? Int.random(in: 0...most, using: &generator) : few
    let picked = (0..<count).map { _ in chosen.randomElement(using: &generator) ?? "a" }
    return String(String.UnicodeScalarView(picked))
  }

  private static func body(using generator: inout SeededGenerator) -> String {
    let parts = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
      (markup.randomElement(using: &generator) ?? "") + text(upTo: 1_000, using: &generator)
    }
    return parts.joined()
  }

  private static func maybe<Value>(
    _ generator: inout SeededGenerator, _ value: (inout SeededGenerator) -> Value
  ) -> Value? {
    Bool.random(using: &generator) ? value(&generator) : nil
  }

  private static func picture(_ generator: inout SeededGenerator) -> RawImage {
    let numbers: [Int32] = [0, 1, 2, 3, 4, 8, 12, 16, 512, 513, -1, .min, .max]
    func number() -> Int32 { numbers.randomElement(using: &generator) ?? 0 }
    return RawImage(
      width: number(), height: number(), rowStride: number(), hasAlpha: .random(using: &generator),
      bitsPerSample: 8,
      channels: number(), bytes: ArraySlice(repeating: 7, count: .random(in: 0...200, using: &generator)))
  }

  static func make(using generator: inout SeededGenerator) -> NotifyCall {
    var hints = NotifyHints()
    hints.urgency = maybe(&generator) { .random(in: 0...4, using: &$0) }
    hints.category = maybe(&generator) {
      ["im.received", "call.incoming", "alarm.x", text(upTo: 300, using: &$0)].randomElement(using: &$0) ?? ""
    }
    hints.imageData = maybe(&generator, picture)
    hints.imagePath = maybe(&generator) { "file:///" + text(upTo: 5_000, using: &$0) }
    hints.iconData = maybe(&generator, picture)
    hints.soundName = maybe(&generator) { text(upTo: 300, using: &$0) }
    hints.soundFile = maybe(&generator) { "/" + text(upTo: 5_000, using: &$0) }
    hints.suppressesSound = .random(using: &generator)
    hints.isTransient = .random(using: &generator)
    hints.isResident = .random(using: &generator)
    hints.value = maybe(&generator) { [0, 50, 100, 101, -1, .min, .max].randomElement(using: &$0) ?? 0 }
    hints.tag = maybe(&generator) { text(upTo: 600, using: &$0) }
    hints.replyPlaceholder = maybe(&generator) { text(upTo: 3_000, using: &$0) }
    hints.replyButton = maybe(&generator) { text(upTo: 900, using: &$0) }
    let others = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
      // No text on the bus has a NUL.
      text(upTo: 1_500, using: &generator).filter { $0 != "\0" }
    }
    hints.handedOn = HandedOnHints { hints in
      for (index, other) in others.enumerated() { hints.add("x-kde-\(index)", text: other) }
    }
    let keys = ["default", "inline-reply", "settings", text(upTo: 5_000, using: &generator)]
    let buttons = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
      NotifyCall.Button(
        key: keys.randomElement(using: &generator) ?? "", label: text(upTo: 900, using: &generator))
    }
    return NotifyCall(
      appName: text(upTo: 3_000, using: &generator), replaces: .random(in: 0 ... .max, using: &generator),
      icon: text(upTo: 5_000, using: &generator), summary: text(upTo: 3_000, using: &generator),
      body: body(using: &generator), buttons: buttons, hints: hints,
      expireTimeout: .random(in: .min ... .max, using: &generator))
  }
}

extension HandedOnHints {
  /// As they are read from a call.
  init(_ hints: (inout WrittenValues) -> Void) {
    var (framer, rest) = (Framer(.bus), WrittenMessage.notify("one", hints: hints).bytes[...])
    guard case .message(let message)? = try? framer.next(&rest, wantsBody: { _ in true }),
      let call = try? NotifyCall(message)
    else { preconditionFailure("a call is written that is none") }
    self = call.hints.handedOn
  }
}

extension WrittenValues {
  mutating func add(_ name: String, text: String) { add(name, "s") { $0.add(text) } }
  mutating func add(_ name: String, flag: Bool) { add(name, "b") { $0.add(number: flag ? 1 : 0) } }
  mutating func add(_ name: String, number: UInt32) { add(name, "i") { $0.add(number: number) } }

  mutating func add(_ name: String, _ type: String, eightBytes: UInt64) {
    add(name, type) { values in
      values.pad(to: 8)
      for shift in stride(from: 0, to: 64, by: 8) {
        values.add(byte: UInt8(truncatingIfNeeded: eightBytes >> UInt64(shift)))
      }
    }
  }
}
