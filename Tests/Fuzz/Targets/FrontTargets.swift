import BusWire
import Delivery
import Guidelines
import NotificationModel
import TestSupport

@testable import Front
@testable import Sink

/// Calls of the desktop's own interface: as bytes, and by their fields.
let frontTargets: [FuzzTarget] = [
  FuzzTarget(
    name: "notify", parsers: ["Front/NotifyCall.swift", "Front/NotifyOutline.swift"], check: checkNotifyBody),
  FuzzTarget(
    name: "notify-fields",
    parsers: [
      "FrontPost", "Poster", "Repair", "RequestText", "RequestPicture", "RequestActions", "HandedOnHints",
      "CallKind",
    ].map { "Front/\($0).swift" }, check: checkNotifyFields),
]

/// The input is the body of a call of `Notify`.
@Sendable private func checkNotifyBody(_ bytes: [UInt8]) throws {
  let notify = WrittenMessage.call(
    "Notify", to: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
    interface: "org.freedesktop.Notifications"
  ).with("susssasa{sv}i") { body in for byte in bytes { body.add(byte: byte) } }
  // The framer refuses a body that ends too early.
  guard let message = try? message(notify.bytes), let call = try? NotifyCall(message) else { return }
  let outline = NotifyOutline(message)
  try GLibNotify(notify.bytes)?.check(call)
  try require(outline?.number == call.replaces, "the outline has another number")
  try PostCheck(call: call, poster: Poster(desktopEntry: call.hints.desktopEntry, appName: call.appName))
    .check()
}

/// The input is the fields of a call, each ended by a NUL: how the caller stands, the app's name, the icon, the summary
/// and the body. Then buttons (`+KEY=LABEL`) and hints (`TNAME=VALUE`, where T is the D-Bus type, and `pNAME=NUMBERS` is
/// a picture). `*` before a field is the field a hundred times.
@Sendable private func checkNotifyFields(_ bytes: [UInt8]) throws {
  let fields = bytes.split(separator: 0, omittingEmptySubsequences: false).prefix(61).map { field in
    field.first == UInt8(ascii: "*")
      ? Array(repeatElement(field.dropFirst(), count: 100).joined()) : Array(field)
  }
  func text(_ index: Int) -> String {
    String(decoding: index < fields.count ? fields[index] : [], as: UTF8.self)
  }
  var stance = FuzzBytes(fields[0])
  let words = fields.dropFirst(5).compactMap(FieldWord.init)
  let (replaces, isUrgent, timeout) = (stance.byte(), stance.byte(), stance.byte())
  let notify = WrittenMessage.call(
    "Notify", to: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
    interface: "org.freedesktop.Notifications"
  ).with("susssasa{sv}i") { body in
    body.add(text(1))
    body.add(number: UInt32(replaces))
    for index in 2...4 { body.add(text(index)) }
    body.addArray(alignedTo: 4) { buttons in
      for case .button(let key, let label) in words { for text in [key, label] { buttons.add(text) } }
    }
    body.addArray(alignedTo: 8) { hints in
      if isUrgent & 1 == 1 { hints.add("urgency", "y") { $0.add(byte: isUrgent >> 1) } }
      for case .hint(let hint) in words { hint.write(&hints) }
    }
    body.add(number: timeout & 1 == 1 ? UInt32(timeout) * 100 : .max)
  }
  let message = try message(notify.bytes)
  let call = try NotifyCall(message)
  try checkTexts(call, (1...4).map(text), words)
  try GLibNotify(notify.bytes)?.check(call)
  try checkOutline(message, call, words)
  try PostCheck(call: call, poster: stance.poster(of: call), isSandboxed: stance.chance()).check()
}

/// Every text is read whole up to the limit of its kind.
private func checkTexts(_ call: NotifyCall, _ texts: [String], _ words: [FieldWord]) throws {
  func check(_ read: String, _ text: String, upTo limit: Int = GLibNotify.mostBytes) throws {
    let most = text.utf8.count <= limit ? .max : limit
    try require(read.utf8.prefix(most).elementsEqual(text.utf8.prefix(most)), "another text is read")
  }
  try check(call.appName, texts[0])
  try check(call.icon, texts[1])
  try check(call.summary, texts[2], upTo: RequestText.bytes)
  try check(call.body, texts[3], upTo: RequestText.bytes)
  let buttons = words.compactMap { if case .button(let key, let label) = $0 { (key, label) } else { nil } }
  try require(call.buttons.count == buttons.count, "there are \(call.buttons.count) buttons")
  for (button, (key, label)) in zip(call.buttons, buttons) {
    try check(button.key, key)
    try check(button.label, label)
  }
}

/// The outline names the notification by which a call is known to be stale: it must not confuse two.
private func checkOutline(_ message: Message, _ call: NotifyCall, _ words: [FieldWord]) throws {
  guard let outline = NotifyOutline(message) else { throw Violation("a call has no outline") }
  let texts = words.compactMap { if case .hint(let hint) = $0, hint.type == "s" { hint } else { nil } }
  guard texts.allSatisfy({ $0.value.utf8.count <= 1_024 }) else { return }
  try require(
    outline.updateKey == UpdateKey(number: call.replaces, tag: call.hints.tag.map { Array($0.utf8) }),
    "the outline has another tag")
}

private func message(_ bytes: [UInt8]) throws -> Message {
  var (framer, rest) = (Framer(.bus), bytes[...])
  guard case .message(let message)? = try framer.next(&rest, wantsBody: { _ in true }) else {
    throw Violation("a message is not read")
  }
  return message
}

/// A button or a hint of the fields.
private enum FieldWord {
  struct Hint {
    let type: String
    let name: String
    let value: String

    func write(_ hints: inout WrittenValues) {
      let numbers = value.split(separator: ",", omittingEmptySubsequences: false).map { Int64($0) ?? 0 }
      let number = UInt64(bitPattern: numbers.first ?? 0)
      switch type {
      case "s": hints.add(name, type) { $0.add(value) }
      case "o": hints.add(name, type) { $0.add(value) }
      case "g": hints.add(name, type) { $0.add(signature: String(value.prefix(40))) }
      case "y": hints.add(name, type) { $0.add(byte: UInt8(truncatingIfNeeded: number)) }
      case "b": hints.add(name, type) { $0.add(number: UInt32(number & 1)) }
      case "i", "u": hints.add(name, type) { $0.add(number: UInt32(truncatingIfNeeded: number)) }
      case "x", "t", "d": hints.add(name, type) { $0.add(eightBytes: number) }
      case "as":
        hints.add(name, type) { list in
          list.addArray(alignedTo: 4) { texts in
            for text in value.split(separator: ",") { texts.add(String(text)) }
          }
        }
      default: writePicture(numbers, &hints)
      }
    }

    /// Width, height, bytes in a row, an alpha channel, bits in a sample, channels, and how many bytes there are.
    private func writePicture(_ numbers: [Int64], _ hints: inout WrittenValues) {
      let numbers = numbers + Array(repeating: 0, count: max(0, 7 - numbers.count))
      hints.add(name, "(iiibiiay)") { picture in
        picture.pad(to: 8)
        for number in numbers.prefix(6) { picture.add(number: UInt32(truncatingIfNeeded: number)) }
        let count = max(0, min(numbers[6], 5_000))
        picture.addArray(alignedTo: 1) { bytes in
          for index in 0..<count { bytes.add(byte: UInt8(index & 0xFF)) }
        }
      }
    }
  }

  case button(key: String, label: String)
  case hint(Hint)

  init?(_ field: [UInt8]) {
    guard let code = field.first else { return nil }
    let parts = field.dropFirst().split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
    )
    .map { String(decoding: $0, as: UTF8.self) }
    let value = parts.count == 2 ? parts[1] : ""
    switch code {
    case UInt8(ascii: "+"): self = .button(key: parts[0], label: value)
    case UInt8(ascii: "a"): self = .hint(Hint(type: "as", name: parts[0], value: value))
    default: self = .hint(Hint(type: String(Unicode.Scalar(code)), name: parts[0], value: value))
    }
  }
}

extension WrittenValues {
  fileprivate mutating func add(eightBytes number: UInt64) {
    pad(to: 8)
    for shift in stride(from: 0, to: 64, by: 8) {
      add(byte: UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }
}

extension FuzzBytes {
  fileprivate mutating func poster(of call: NotifyCall) -> Poster {
    let apps = ["org.mozilla.firefox", "com.example.Mail", "org.gnome.Terminal", "com.example.Other"]
      .compactMap { AppID($0) }
    return Poster(
      sandbox: chance() ? one(of: apps) : nil, isForwarder: chance(), desktopEntry: call.hints.desktopEntry,
      appName: call.appName, scope: chance() ? [one(of: apps)] : [],
      program: chance() ? one(of: ["/opt/mail/mail", "/usr/bin/settings", "/usr/bin/unknown"]) : nil,
      isOwnCommand: chance(), isUnverified: chance())
  }
}
