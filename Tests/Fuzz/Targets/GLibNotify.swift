import BusWire
import CNotify
import NotificationModel
import TestSupport

@testable import Front

/// The arguments of a call of `Notify` as GDBus reads them (g_dbus_message_new_from_blob), of a message in which every text
/// is within the reader's limits.
///
/// GLib reads more than Bellhop, such as an element that ends behind its array, and refuses more, such as texts that are
/// not UTF-8.
struct GLibNotify {
  /// The reader's limit of most texts.
  static let mostBytes = 3 * Limits.pathBytes
  private static let mostHints = 32

  private let arguments: [GLibValue]

  /// Nil for a call that GLib does not read, or reads leniently: that one it writes otherwise.
  init?(_ bytes: [UInt8]) {
    var bytes = bytes
    guard bytes.count <= Self.mostBytes,
      let message = g_dbus_message_new_from_blob(
        &bytes, gsize(bytes.count), G_DBUS_CAPABILITY_FLAGS_NONE, nil)
    else { return nil }
    defer { g_object_unref(gpointer(message)) }
    var size = gsize(0)
    guard let again = g_dbus_message_to_blob(message, &size, G_DBUS_CAPABILITY_FLAGS_NONE, nil) else {
      return nil
    }
    defer { g_free(again) }
    guard let body = g_dbus_message_get_body(message) else { return nil }
    let bodyBytes = Int(g_variant_get_size(body))
    guard
      UnsafeBufferPointer(start: again, count: Int(size)).suffix(bodyBytes).elementsEqual(
        bytes.suffix(bodyBytes))
    else { return nil }
    arguments = GLibValue(g_variant_ref(body)).children
    guard arguments.count == 8 else { return nil }
  }

  /// Bellhop reads the same arguments.
  func check(_ call: NotifyCall) throws {
    let texts = [0, 2, 3, 4].map { arguments[$0].text }
    for (read, text) in zip([call.appName, call.icon, call.summary, call.body], texts) {
      try require(read.utf8.elementsEqual((text ?? "").utf8), "GLib reads another text: \(text ?? "none")")
    }
    try require(
      arguments[1].integer == Int64(call.replaces) && arguments[7].integer == Int64(call.expireTimeout),
      "GLib reads another number")
    let words = arguments[5].children.map { $0.text ?? "" }
    let buttons = stride(from: 0, to: words.count - 1, by: 2).map {
      NotifyCall.Button(key: words[$0], label: words[$0 + 1])
    }
    try require(call.buttons == Array(buttons.prefix(64)), "GLib reads other buttons: \(buttons)")
    let hints = arguments[6].children.map(\.children).map { (name: $0[0].text ?? "", value: $0[1].content) }
    let expected = Self.understood(hints)
    // Numbers that are none are unequal to themselves.
    var understood = call.hints
    understood.handedOn = HandedOnHints()
    try require(understood == expected, "GLib reads other hints: \(expected)")
    try check(call.hints.handedOn.values, against: hints)
  }

  // MARK: Hints

  private typealias Hint = (name: String, value: GLibValue)

  private static let pictureType = "(iiibiiay)"

  /// Of hints with one name the last of a basic type counts.
  private static func understood(_ hints: [Hint]) -> NotifyHints {
    var last: [String: GLibValue] = [:]
    for (name, value) in hints where value.isBasic { last[name] = value }
    var expected = NotifyHints()
    expected.urgency = last["urgency"]?.integer.flatMap { UInt8(exactly: $0) }
    expected.category = last["category"]?.text
    expected.desktopEntry = last["desktop-entry"]?.text
    expected.soundName = last["sound-name"]?.text
    expected.soundFile = last["sound-file"]?.text
    expected.suppressesSound = last["suppress-sound"]?.truth ?? false
    expected.isTransient = last["transient"]?.truth ?? false
    expected.isResident = last["resident"]?.truth ?? false
    expected.value = last["value"]?.integer
    expected.replyPlaceholder = last["x-kde-reply-placeholder-text"]?.text
    expected.replyButton = last["x-kde-reply-submit-button-text"]?.text
    expected.imagePath =
      hints.last { ["image-path", "image_path"].contains($0.name) && $0.value.isBasic }?.value.text
    let tags = hints.filter { tagNames.contains($0.name) && $0.value.text?.isEmpty == false }
    expected.tag = tags.last?.value.text
    expected.isTagSynchronous = tags.contains { $0.name != "x-dunst-stack-tag" }
    let pictures = hints.filter { $0.value.type == pictureType }
    let images = pictures.filter { ["image-data", "image_data"].contains($0.name) }.map(\.value.picture)
    expected.imageData = images.first { !$0.bytes.isEmpty } ?? images.last
    expected.iconData = pictures.last { $0.name == "icon_data" }?.value.picture
    return expected
  }

  private static let tagNames: Set = [
    "x-canonical-private-synchronous", "synchronous", "private-synchronous", "x-dunst-stack-tag",
  ]
  /// What the server is told in another way, or not at all.
  private static let heldBack = tagNames.union([
    "urgency", "transient", "sound-name", "sound-file", "suppress-sound", "image-data", "image_data",
    "image-path",
    "image_path", "icon_data", "x-gnome-privacy-scope", "sender-pid", "x-shell-sender-pid", "x-shell-sender",
  ])

  /// All other hints go on with the value that came last.
  private func check(_ handedOn: [String: BusValue], against hints: [Hint]) throws {
    var last: [String: GLibValue] = [:]
    for (name, value) in hints where !Self.heldBack.contains(name) && value.type != Self.pictureType {
      last[name] = value
    }
    for (name, hint) in handedOn {
      guard let value = last[name] else { throw Violation("the hint \(name) was not given") }
      try require(hint.signature == value.type, "the hint \(name) has another type")
      try require(!value.isClean || value.isEqual(to: hint), "GLib reads another hint \(name): \(hint)")
    }
    guard last.count <= Self.mostHints else { return }
    for (name, value) in last where (1...255).contains(name.utf8.count) && name.utf8.allSatisfy(Self.isPlain)
    {
      try require(!value.canGoOn || handedOn[name] != nil, "the hint \(name) is left out")
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }
}

/// A value that GLib has read.
private final class GLibValue {
  private let value: OpaquePointer

  /// The reference is this object's from now on.
  init(_ value: OpaquePointer) { self.value = value }

  deinit { g_variant_unref(value) }

  var type: String { String(cString: g_variant_get_type_string(value)) }

  var children: [GLibValue] {
    guard g_variant_is_container(value) != 0 else { return [] }
    return (0..<g_variant_n_children(value)).map { GLibValue(g_variant_get_child_value(value, $0)) }
  }

  /// The value in a variant.
  var content: GLibValue { GLibValue(g_variant_get_variant(value)) }

  /// Of a type whose value is a number, a truth value or a text.
  var isBasic: Bool { ["y", "b", "n", "q", "i", "u", "x", "t", "d", "s"].contains(type) }

  var text: String? { type == "s" ? String(cString: g_variant_get_string(value, nil)) : nil }

  var integer: Int64? {
    switch type {
    case "y": Int64(g_variant_get_byte(value))
    case "n": Int64(g_variant_get_int16(value))
    case "q": Int64(g_variant_get_uint16(value))
    case "i": Int64(g_variant_get_int32(value))
    case "u": Int64(g_variant_get_uint32(value))
    case "x": Int64(g_variant_get_int64(value))
    case "t": Int64(clamping: g_variant_get_uint64(value))
    case "d": Int64(exactly: g_variant_get_double(value).rounded())
    default: nil
    }
  }

  var truth: Bool? {
    switch type {
    case "b": g_variant_get_boolean(value) != 0
    case "d": g_variant_get_double(value) != 0
    case "s": ["true": true, "1": true, "false": false, "0": false][text]
    default: integer.map { $0 != 0 }
    }
  }

  /// Of a picture.
  var picture: RawImage {
    let parts = children
    let numbers = parts.prefix(6).map { Int32(truncatingIfNeeded: $0.integer ?? 0) }
    return RawImage(
      width: numbers[0], height: numbers[1], rowStride: numbers[2], hasAlpha: parts[3].truth == true,
      bitsPerSample: numbers[4], channels: numbers[5],
      bytes: parts[6].children.map { UInt8(truncatingIfNeeded: $0.integer ?? 0) }[...])
  }

  /// Whether it means something outside of its message, which a descriptor does not, and is not nested too deeply.
  var canGoOn: Bool { canGoOn(depth: 0) }

  private func canGoOn(depth: Int) -> Bool {
    depth <= 16 && type != "h" && children.allSatisfy { $0.canGoOn(depth: depth + 1) }
  }

  /// Whether no text in it has characters that are left out.
  var isClean: Bool {
    text.map { HandedOnText($0).changes.isEmpty } ?? children.allSatisfy(\.isClean)
  }

  func isEqual(to hint: BusValue) -> Bool { isSame(hint, value) }
}
