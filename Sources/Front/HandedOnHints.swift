package import BusWire
import Guidelines
import NotificationModel

/// The hints, of any name and type, that are forwarded to the server with their texts as written (`HandedOnText`), and
/// within bounds.
package struct HandedOnHints: Hashable, Sendable {
  /// More than any program sends.
  package static let most = 32
  /// The most bytes of names and values together, as encoded in the call.
  package static let bytes = 16_384
  private static let nameBytes = 255
  /// Containers within containers: more than any program sends.
  private static let levels = 16

  /// The hints that are not forwarded, each with its reason; all others are.
  private static let heldBack: [String: Why] = [
    "urgency": .decided, "transient": .decided,
    "sound-name": .decided, "sound-file": .decided, "suppress-sound": .decided,
    "image-data": .copied, "image_data": .copied, "image-path": .copied, "image_path": .copied,
    "icon_data": .copied,
    "x-canonical-private-synchronous": .tag, "synchronous": .tag, "private-synchronous": .tag,
    "x-dunst-stack-tag": .tag,
    "x-gnome-privacy-scope": .privacy,
    "sender-pid": .sender, "x-shell-sender-pid": .sender, "x-shell-sender": .sender,
  ]

  private enum Why {
    /// A guideline decides, and its result is sent to the server by the same hint.
    case decided
    /// The picture is checked and copied, and the server is given the copy.
    case copied
    /// Notifications with the same tag get the same number, which makes the server replace the earlier one. Given the
    /// tag too, a server could replace a banner of another app.
    case tag
    /// GNOME's lock screen shows the whole text of notifications that say `system` here; the person's previews decide.
    case privacy
    /// GNOME Shell sorts by them, and checks none (notificationDaemon.js): an app could name another's process.
    case sender
  }

  package private(set) var values: [String: BusValue] = [:]
  /// The bytes that `values` took in the call.
  private(set) var used = 0
  private var sizes: [String: Int] = [:]
  private var given = 0
  /// The repairs of hints that were changed or left out.
  private var repairs = Repairs()

  package init() {}

  /// `reader`: at the beginning of the value, which is `bytes` long.
  mutating func add(_ name: String, _ type: Signature, _ reader: WireReader, bytes: Int) {
    guard Self.heldBack[name] == nil else { return }
    given += 1
    // Of several hints with one name the last is the one that counts, also where it cannot go on.
    values[name] = nil
    used -= sizes.removeValue(forKey: name) ?? 0
    guard values.count < Self.most else { return }
    let size = name.utf8.count + bytes
    guard size <= Self.bytes - used else {
      return repairs.note(.tooLong(.hints, limit: Self.bytes, given: used + size))
    }
    var reader = reader
    guard (1...Self.nameBytes).contains(name.utf8.count), HandedOnText(name).changes.isEmpty,
      !name.hasControls,
      let value = try? BusValue(type, &reader, levels: Self.levels, text: { Self.cleaned($0, &repairs) })
    else { return repairs.note(.passedOver(.hints)) }
    used += size
    sizes[name] = size
    values[name] = value
  }

  private static func cleaned(_ bytes: ArraySlice<UInt8>, _ repairs: inout Repairs) -> String {
    let text = HandedOnText(String(decoding: bytes, as: UTF8.self))
    repairs.note(text.changes, .hints)
    return text.text
  }

  /// Adds the repairs of these hints to `noted`, and returns the hints to forward.
  func noted(in noted: inout Repairs) -> [String: BusValue] {
    for repair in repairs.made { noted.note(repair) }
    if given > Self.most { noted.note(.leftOut(.hints, limit: Self.most, given: given)) }
    return values
  }
}
