import BusWire
import Guidelines
package import NotificationModel

/// Hints of any name and type, on their way to the server as they came: without control characters, and within bounds.
package struct HandedOnHints: Hashable, Sendable {
  /// More than any program sends.
  package static let most = 32
  /// Of their names and values together, as they stand in the call.
  package static let bytes = 16_384
  private static let nameBytes = 255

  /// The names that are held back, each with its reason; all others go on.
  private static let heldBack: [String: Why] = [
    "urgency": .decided, "transient": .decided,
    "sound-name": .decided, "sound-file": .decided, "suppress-sound": .decided,
    "image-data": .copied, "image_data": .copied, "image-path": .copied, "image_path": .copied,
    "icon_data": .copied,
    "x-canonical-private-synchronous": .tag, "synchronous": .tag, "private-synchronous": .tag,
    "x-dunst-stack-tag": .tag,
    "sender-pid": .sender, "x-shell-sender-pid": .sender, "x-shell-sender": .sender,
  ]

  private enum Why {
    /// A guideline decides, and the server is told by the same hint what it has decided.
    case decided
    /// A picture is checked and copied, and the server is given the copy.
    case copied
    /// What has the same tag has the same number, by which the earlier one's place is taken. By the tag too, a server might
    /// take what another app has on screen.
    case tag
    /// Servers ask the bus who that is, and GNOME Shell does not answer where it is not who calls.
    case sender
  }

  package static func areHeldBack(_ name: String) -> Bool { heldBack[name] != nil }

  package private(set) var values: [String: HintValue] = [:]
  /// Of those, in bytes.
  private(set) var used = 0
  private var given = 0
  /// What is said about those that were changed or left out.
  private var repairs = Repairs()

  package init() {}

  /// Those that came by another way than the bus. In the order of their names: of too many the same are always kept.
  package init(_ values: [String: OtherHint]) {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) { add(name, value) }
  }

  /// `reader`: at the beginning of the value, which has so many bytes.
  mutating func add(_ name: String, _ type: Signature, _ reader: WireReader, bytes: Int) {
    add(name, bytes: bytes) { repairs in
      var reader = reader
      let text = ValueText.read(type, &reader) { Self.quoted(String(decoding: $0, as: UTF8.self), &repairs) }
      return text.map { HintValue(type: type.text, text: $0) }
    }
  }

  /// In the type that servers look for: what is written as a small number is an int32 to them.
  private mutating func add(_ name: String, _ value: OtherHint) {
    switch value {
    case .string(let text):
      add(name, bytes: text.utf8.count) { HintValue(type: "s", text: Self.quoted(text, &$0)) }
    case .integer(let number):
      let type = Int32(exactly: number) == nil ? "x" : "i"
      add(name, bytes: 8) { _ in HintValue(type: type, text: "\(number)") }
    case .flag(let flag): add(name, bytes: 4) { _ in .flag(flag) }
    case .number(let number):
      add(name, bytes: 8) { _ in
        number.isFinite && !number.isSubnormal ? HintValue(type: "d", text: "\(number)") : nil
      }
    }
  }

  private mutating func add(_ name: String, bytes: Int, _ value: (inout Repairs) -> HintValue?) {
    guard !Self.areHeldBack(name) else { return }
    given += 1
    guard values.count < Self.most || values[name] != nil else { return }
    let size = name.utf8.count + bytes
    guard size <= Self.bytes - used else {
      return repairs.note(.tooLong(.hints, limit: Self.bytes, given: used + size))
    }
    guard (1...Self.nameBytes).contains(name.utf8.count), PlainText.asWritten(name) == name,
      let value = value(&repairs)
    else { return repairs.note(.passedOver(.hints)) }
    used += size
    values[name] = value
  }

  private static func quoted(_ text: String, _ repairs: inout Repairs) -> String {
    let plain = PlainText.asWritten(text)
    if plain != text { repairs.note(.cleaned(.hints)) }
    return HintValue.quoted(plain)
  }

  /// As they are handed on.
  func noted(in noted: inout Repairs) -> [String: HintValue] {
    for repair in repairs.made { noted.note(repair) }
    if given > Self.most { noted.note(.leftOut(.hints, limit: Self.most, given: given)) }
    return values
  }
}
