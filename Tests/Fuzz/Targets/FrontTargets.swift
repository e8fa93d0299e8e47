import BusWire
import CNotify
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
  // GLib reads more, such as an element that ends behind its array, and refuses more, such as texts that are not UTF-8.
  if let known = GLibNotify(notify.bytes, bodyBytes: bytes.count) {
    try require(known.agrees(with: call), "GLib reads other arguments")
  }
  try require(outline?.number == call.replaces, "the outline has another number")
  let shadow = try? NotifyCall(message, pictures: false)
  try require(
    shadow != nil && shadow?.hints.handedOn == call.hints.handedOn, "pictures change the other hints")
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
  try require(
    call.summary.utf8.elementsEqual(text(3).utf8.prefix(call.summary.utf8.count)), "another summary is read")
  try checkOutline(message, call, words)
  try PostCheck(call: call, poster: stance.poster(of: call), isSandboxed: stance.chance()).check()
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

/// The arguments as GDBus reads them (g_dbus_message_new_from_blob).
private struct GLibNotify {
  private let texts: [String]
  private let replaces: UInt32
  private let buttonWords: Int
  private let timeout: Int32

  init?(_ bytes: [UInt8], bodyBytes: Int) {
    var bytes = bytes
    guard
      let message = g_dbus_message_new_from_blob(
        &bytes, gsize(bytes.count), G_DBUS_CAPABILITY_FLAGS_NONE, nil)
    else { return nil }
    defer { g_object_unref(gpointer(message)) }
    // What GLib reads leniently it writes otherwise.
    var size = gsize(0)
    guard let again = g_dbus_message_to_blob(message, &size, G_DBUS_CAPABILITY_FLAGS_NONE, nil) else {
      return nil
    }
    defer { g_free(again) }
    guard
      UnsafeBufferPointer(start: again, count: Int(size)).suffix(bodyBytes).elementsEqual(
        bytes.suffix(bodyBytes))
    else { return nil }
    guard let body = g_dbus_message_get_body(message), g_variant_n_children(body) == 8 else { return nil }
    func child(_ index: gsize) -> OpaquePointer? { g_variant_get_child_value(body, index) }
    let children = (0..<8).compactMap { child(gsize($0)) }
    defer { for child in children { g_variant_unref(child) } }
    texts = [0, 2, 3, 4].map { String(cString: g_variant_get_string(children[$0], nil)) }
    replaces = g_variant_get_uint32(children[1])
    buttonWords = Int(g_variant_n_children(children[5]))
    timeout = g_variant_get_int32(children[7])
  }

  func agrees(with call: NotifyCall) -> Bool {
    let read = [call.appName, call.icon, call.summary, call.body]
    return call.replaces == replaces && call.expireTimeout == timeout
      && call.buttons.count == min(64, buttonWords / 2)
      && zip(texts, read).allSatisfy {
        $1.utf8.elementsEqual($0.utf8.prefix($1.utf8.count)) || $0.utf8.count > 12_000
      }
  }
}
