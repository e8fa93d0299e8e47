package import BusWire
import NotificationModel

/// A call of `org.freedesktop.Notifications.Notify` as it came, before it is judged or repaired (Desktop
/// Notifications Specification, "org.freedesktop.Notifications.Notify").
package struct NotifyCall: Hashable, Sendable {
  /// A button: the app's key for it, and the label that people read.
  package struct Button: Hashable, Sendable {
    package var key: String
    package var label: String
    package init(key: String, label: String) {
      self.key = key
      self.label = label
    }
  }

  package var appName: String
  /// `replaces_id`: the number of the notification that this one replaces; 0 for a new one.
  package var replaces: UInt32
  package var icon: String
  package var summary: String
  package var body: String
  package var buttons: [Button]
  package var hints: NotifyHints
  /// In milliseconds; -1 leaves the expiry to the server, 0 means never.
  package var expireTimeout: Int32

  package init(
    appName: String, replaces: UInt32 = 0, icon: String = "", summary: String, body: String = "",
    buttons: [Button] = [], hints: NotifyHints = NotifyHints(), expireTimeout: Int32 = -1
  ) {
    self.appName = appName
    self.replaces = replaces
    self.icon = icon
    self.summary = summary
    self.body = body
    self.buttons = buttons
    self.hints = hints
    self.expireTimeout = expireTimeout
  }
}

/// The hints that Bellhop understands; each is `nil` where it was missing or had a wrong type.
package struct NotifyHints: Hashable, Sendable {
  package var urgency: UInt8?
  package var category: String?
  package var desktopEntry: String?
  package var imageData: RawImage?
  package var imagePath: String?
  /// `icon_data`, which older versions of the specification had.
  package var iconData: RawImage?
  package var soundName: String?
  package var soundFile: String?
  package var suppressesSound = false
  package var isTransient = false
  package var isResident = false
  /// Progress from 0 to 100; numbers outside of that are kept unchanged.
  package var value: Int64?
  /// `x-canonical-private-synchronous`, `synchronous`, `private-synchronous` or `x-dunst-stack-tag`: a notification with
  /// the same tag replaces the earlier one.
  package var tag: String?
  /// Whether the tag came by one of the first three names, which scripts use for volume and brightness.
  package var isTagSynchronous = false
  package var replyPlaceholder: String?
  package var replyButton: String?
  /// The hints to forward to the server unchanged, understood by Bellhop or not.
  package var handedOn = HandedOnHints()

  package init() {}
}

/// A picture as encoded in the call: "(iiibiiay)".
package struct RawImage: Hashable, Sendable {
  package var width: Int32
  package var height: Int32
  package var rowStride: Int32
  package var hasAlpha: Bool
  package var bitsPerSample: Int32
  package var channels: Int32
  /// A part of the call's own memory where that is most of it; empty where the picture is too large or was left out.
  package var bytes: ArraySlice<UInt8>
  /// The size in the call, in bytes.
  package var byteCount: Int

  package init(
    width: Int32, height: Int32, rowStride: Int32, hasAlpha: Bool, bitsPerSample: Int32, channels: Int32,
    bytes: ArraySlice<UInt8>, byteCount: Int? = nil
  ) {
    self.width = width
    self.height = height
    self.rowStride = rowStride
    self.hasAlpha = hasAlpha
    self.bitsPerSample = bitsPerSample
    self.channels = channels
    self.bytes = bytes
    self.byteCount = byteCount ?? bytes.count
  }

  var isLeftOut: Bool { bytes.isEmpty && byteCount > 0 }
}

// Invariant: reading copies no more of a message than the limits let through, plus a few bytes. A longer text loses its
// end here; the few bytes too many make the later cut to the limit happen, which notes a repair.

extension NotifyCall {
  static let signature = Array("susssasa{sv}i".utf8)
  /// More than are kept (`Limits.desktopActions`), so that `explain` can tell how many a call had.
  private static let mostButtons = 64

  /// Reads the arguments of a call of `Notify`. Throws where their signature is not the method's, or their encoding is
  /// broken.
  package init(_ message: Message) throws(WireFault) {
    guard message.hasEnds, message.header.signature == Self.signature else { throw .arguments }
    var reader = message.arguments()
    let appName = try reader.text()
    let replaces = try reader.uint32()
    let icon = try reader.text()
    let (summary, body) = (try reader.text(upTo: RequestText.bytes), try reader.text(upTo: RequestText.bytes))
    var buttons: [Button] = []
    try reader.elements(alignedTo: 4) { (reader) throws(WireFault) in
      let key = try reader.text()
      // A key without a label makes no button.
      guard !reader.isAtEnd, buttons.count < Self.mostButtons else { return }
      buttons.append(Button(key: key, label: try reader.text()))
    }
    var hints = NotifyHints()
    try reader.elements(alignedTo: 8) { (reader) throws(WireFault) in
      try reader.align(to: 8)
      let name = try reader.text()
      try reader.variant { (type, reader) throws(WireFault) in
        try hints.read(name, type, &reader)
      }
    }
    self.init(
      appName: appName, replaces: replaces, icon: icon, summary: summary, body: body, buttons: buttons,
      hints: hints, expireTimeout: Int32(bitPattern: try reader.uint32()))
  }
}

extension NotifyHints {
  private static let stackTag = "x-dunst-stack-tag"
  static let tagNames: Set = [
    "x-canonical-private-synchronous", "synchronous", "private-synchronous", stackTag,
  ]
  private static let pictureSignature = "(iiibiiay)"

  fileprivate mutating func read(
    _ name: String, _ type: Signature, _ reader: inout WireReader
  ) throws(WireFault) {
    if type.text == Self.pictureSignature {
      let picture = try Self.picture(&reader)
      switch name {
      case "image-data", "image_data": if imageData?.bytes.isEmpty ?? true { imageData = picture }
      case "icon_data": iconData = picture
      default: break
      }
      return
    }
    let (beginning, start) = (reader, reader.position)
    try type.skip(&reader)
    var copy = beginning
    if let value = try? Self.value(type, &copy) { set(name, to: value) }
    handedOn.add(name, type, beginning, bytes: reader.position - start)
  }

  private mutating func set(_ name: String, to value: BasicHint) {
    switch name {
    case "urgency": urgency = value.integer.flatMap { UInt8(exactly: $0) }
    case "category": category = value.string
    case "desktop-entry": desktopEntry = value.string
    case "image-path", "image_path": imagePath = value.string
    case "sound-name": soundName = value.string
    case "sound-file": soundFile = value.string
    case "suppress-sound": suppressesSound = value.truth ?? false
    case "transient": isTransient = value.truth ?? false
    case "resident": isResident = value.truth ?? false
    case "value": self.value = value.integer
    case _ where Self.tagNames.contains(name):
      guard let text = value.string, !text.isEmpty else { return }
      tag = text
      isTagSynchronous = isTagSynchronous || name != Self.stackTag
    case "x-kde-reply-placeholder-text": replyPlaceholder = value.string
    case "x-kde-reply-submit-button-text": replyButton = value.string
    default: break
    }
  }

  /// `nil`, without reading, where the value is not of a basic type.
  private static func value(_ type: Signature, _ reader: inout WireReader) throws(WireFault) -> BasicHint? {
    switch type.text {
    case "s": .string(try reader.text())
    case "b": .flag(try reader.uint32() != 0)
    case "y": .integer(Int64(try reader.byte()))
    case "n": .integer(Int64(Int16(bitPattern: try reader.uint16())))
    case "q": .integer(Int64(try reader.uint16()))
    case "i": .integer(Int64(Int32(bitPattern: try reader.uint32())))
    case "u": .integer(Int64(try reader.uint32()))
    case "x": .integer(Int64(bitPattern: try reader.uint64()))
    case "t": .integer(Int64(clamping: try reader.uint64()))
    case "d": .number(Double(bitPattern: try reader.uint64()))
    default: nil
    }
  }

  /// Leaves out the bytes of a picture that is too large.
  private static func picture(_ reader: inout WireReader) throws(WireFault) -> RawImage {
    try reader.align(to: 8)
    func number() throws(WireFault) -> Int32 { Int32(bitPattern: try reader.uint32()) }
    let (width, height, rowStride) = (try number(), try number(), try number())
    let hasAlpha = try reader.uint32() != 0
    let (bits, channels) = (try number(), try number())
    let range = try reader.advance(Int(try reader.uint32()))
    let isTooLarge = range.count > PictureData.bytes || !reader.isHere(range)
    // What waits is counted by the picture, so one that is a small part of its message does not keep the rest.
    let slice = isTooLarge ? [] : reader.slice(range)
    let bytes = slice.count < reader.messageBytes / 2 ? ArraySlice(Array(slice)) : slice
    return RawImage(
      width: width, height: height, rowStride: rowStride, hasAlpha: hasAlpha, bitsPerSample: bits,
      channels: channels, bytes: bytes, byteCount: range.count)
  }
}

/// A hint of a basic type.
private enum BasicHint {
  case string(String)
  case integer(Int64)
  case flag(Bool)
  case number(Double)

  var string: String? { if case .string(let text) = self { text } else { nil } }

  var integer: Int64? {
    switch self {
    case .integer(let number): number
    case .number(let number): Int64(exactly: number.rounded())
    case .flag, .string: nil
    }
  }

  private static let truths = ["true": true, "1": true, "false": false, "0": false]

  /// Accepts numbers and words because users of notify-send write int:transient:1. `nil` where the value is neither
  /// true nor false.
  var truth: Bool? {
    switch self {
    case .flag(let flag): flag
    case .integer(let number): number != 0
    case .number(let number): number != 0
    case .string(let text): Self.truths[text]
    }
  }
}

extension WireReader {
  /// The longest accepted text besides summary and body: a path with every byte escaped.
  private static let mostTextBytes = 3 * Limits.pathBytes

  /// Reads a text of any bytes; invalid UTF-8 is replaced. Reads up to five bytes more than `most`: one to show that
  /// the text is too long, and four because its last character may be cut in the middle.
  fileprivate mutating func text(upTo most: Int = mostTextBytes) throws(WireFault) -> String {
    String(decoding: slice(try string()).prefix(most + 5), as: UTF8.self)
  }

  /// Reads an array's elements in order, and stops behind the array. Of an array that was not received whole, reads the
  /// elements before the gap.
  fileprivate mutating func elements(
    alignedTo size: Int, _ element: (inout WireReader) throws(WireFault) -> Void
  ) throws(WireFault) {
    let length = Int(try uint32())
    try align(to: size)
    var inner = try part(length)
    do throws(WireFault) {
      while !inner.isAtEnd { try element(&inner) }
    } catch {
      guard hasGap else { throw error }
    }
  }
}
