// The names of apps, notifications, categories, actions and threads. Each is checked once, on entry, and has its own
// type from then on.

/// The characters of ids that become file names, D-Bus names or configuration groups.
private func isPlainID(_ text: String) -> Bool {
  let bytes = text.utf8
  guard (1...Limits.idBytes).contains(bytes.count) else { return false }
  return bytes.allSatisfy(isOfPlainID)
}

package func isOfPlainID(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
    true
  default: false
  }
}

/// An app, by its desktop-entry id: 1 to 255 bytes of `[A-Za-z0-9._-]`.
public struct AppID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The id, as desktop entries have it in their file names.
  public let text: String

  /// `nil` when the text is not an id; then it must not become part of a path or a group name.
  public init?(_ text: String) {
    guard isPlainID(text) else { return nil }
    self.text = text
  }

  private init(known: String) { text = known }

  /// The command line's own app, allowed on the control socket alone.
  package static let shell = AppID(known: "io.bellhop.Shell")

  /// Root's own id, for messages of the system to people. No other user may post with it.
  package static let system = AppID(known: "io.bellhop.System")

  /// Shared by all programs that post without a name.
  package static let unknown = AppID(known: "unknown")

  /// Whether the id speaks for the person or for root: a program cannot get it by claiming it, even if a desktop entry
  /// or a unit vouches for the name.
  package var isReserved: Bool { self == .shell || self == .system }

  public var description: String { text }
  public static func < (a: AppID, b: AppID) -> Bool { a.text < b.text }
}

/// The id of an action or a category: 1 to 255 bytes of `[A-Za-z0-9._-]`.
public struct ItemID: Hashable, Sendable, CustomStringConvertible {
  /// The id as it stands in calls.
  public let text: String

  /// `nil` when the text is not such an id.
  public init?(_ text: String) {
    guard isPlainID(text) else { return nil }
    self.text = text
  }

  private init(known: String) { text = known }

  /// A press on the notification itself; no action of an app may be called so.
  public static let defaultAction = ItemID(known: "default")

  /// The daemon's own buttons on notifications of an app on probation.
  package static let keep = ItemID(known: "io.bellhop.keep")
  package static let turnOff = ItemID(known: "io.bellhop.turnOff")

  /// The daemon's own buttons beside those of an app: its banners stay away for an hour, or this one comes again later.
  package static let mute = ItemID(known: "io.bellhop.mute")
  package static let snooze = ItemID(known: "io.bellhop.snooze")

  /// Whether the id is reserved for the daemon, so that apps cannot use it for an action.
  package var isReserved: Bool { self == .defaultAction || text.hasPrefix("io.bellhop.") }

  public var description: String { text }
}

/// The name of one of an app's programs that follow its events: 1 to 64 bytes of `[A-Za-z0-9._-]`. Each name has an
/// acknowledgement of its own.
public struct FollowerName: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The name as it stands in calls.
  public let text: String

  /// `nil` when the text is not such a name.
  public init?(_ text: String) {
    guard text.utf8.count <= Limits.followerNameBytes, isPlainID(text) else { return nil }
    self.text = text
  }

  public var description: String { text }
  public static func < (a: FollowerName, b: FollowerName) -> Bool { a.text < b.text }
}

/// An app's name for a notification (its identifier) or for a thread: 1 to 255 bytes without control characters,
/// compared byte by byte. Swift compares strings by canonical equivalence, under which two different names can be
/// equal; hence the type.
public struct OpaqueName: Hashable, Sendable {
  /// The name as it stands in calls.
  public let text: String

  /// `nil` when the text is not such a name.
  public init?(_ text: String) {
    guard (1...Limits.nameBytes).contains(text.utf8.count) else { return nil }
    // All control characters of Unicode: its stability policy lets no other become one.
    guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
    else { return nil }
    self.text = text
  }

  public static func == (a: OpaqueName, b: OpaqueName) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

/// The daemon's number for a notification: counts up from 1, never used again.
public struct NotificationID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number as it stands in calls.
  public let number: Int64
  /// The notification of this number.
  public init(_ number: Int64) { self.number = number }
  public var description: String { String(number) }
  public static func < (a: NotificationID, b: NotificationID) -> Bool { a.number < b.number }
}

/// The number of an event among those of its app: counts up from 1; 0 stands before the first.
public struct EventSequence: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number as it stands in calls.
  public let number: Int64
  /// The event of this number.
  public init(_ number: Int64) { self.number = number }
  public var description: String { String(number) }
  public static func < (a: EventSequence, b: EventSequence) -> Bool { a.number < b.number }
}

// Names in a program's own source. A StaticString is always a literal: input from a peer or a person cannot get here. A
// literal that is not a valid name ends the program the first time it is run, and the message says why.
//
// The types do not conform to ExpressibleByStringLiteral: it would turn `AppID("…")` with a literal, which returns nil
// for an invalid id, into the initializer that ends the program.

extension AppID {
  /// A literal of the program's own, which must be an id.
  public init(literal: StaticString) {
    self = named(literal, AppID.init, "an app's id: 1 to 255 of A-Z a-z 0-9 . _ -")
  }
}

extension ItemID {
  /// A literal of the program's own, which must be an id.
  public init(literal: StaticString) {
    self = named(literal, ItemID.init, "an id: 1 to 255 of A-Z a-z 0-9 . _ -")
  }
}

extension FollowerName {
  /// A literal of the program's own, which must be a name.
  public init(literal: StaticString) {
    self = named(literal, FollowerName.init, "a follower's name: 1 to 64 of A-Z a-z 0-9 . _ -")
  }
}

extension OpaqueName {
  /// A literal of the program's own, which must be a name.
  public init(literal: StaticString) {
    self = named(literal, OpaqueName.init, "a name: 1 to 255 bytes without control characters")
  }
}

private func named<Name>(_ literal: StaticString, _ name: (String) -> Name?, _ form: String) -> Name {
  guard let name = name(literal.description) else {
    preconditionFailure("\"\(literal)\" is not \(form)")
  }
  return name
}
