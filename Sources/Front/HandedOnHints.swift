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

  package private(set) var values: [String: HintValue] = [:]
  /// Of those, in bytes.
  private(set) var used = 0
  private var given = 0
  /// What is said about those that were changed or left out.
  private var repairs = Repairs()

  package init() {}

  /// `reader`: at the beginning of the value, which has so many bytes.
  mutating func add(_ name: String, _ type: Signature, _ reader: WireReader, bytes: Int) {
    guard Self.heldBack[name] == nil else { return }
    given += 1
    guard values.count < Self.most || values[name] != nil else { return }
    let size = name.utf8.count + bytes
    guard size <= Self.bytes - used else {
      return repairs.note(.tooLong(.hints, limit: Self.bytes, given: used + size))
    }
    var reader = reader
    guard (1...Self.nameBytes).contains(name.utf8.count), PlainText.asWritten(name) == name,
      let text = ValueText.read(
        type, &reader, strings: { Self.quoted(String(decoding: $0, as: UTF8.self), &repairs) })
    else { return repairs.note(.passedOver(.hints)) }
    used += size
    values[name] = HintValue(type: type.text, text: text)
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
