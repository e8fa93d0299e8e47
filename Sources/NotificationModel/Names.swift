// The names things go by. Each is checked once, where it enters, and is a type of its own afterwards.

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
  public let text: String

  /// `nil` when the text is not an id; then it must not become part of a path or a group name.
  public init?(_ text: String) {
    guard isPlainID(text) else { return nil }
    self.text = text
  }

  private init(known: String) { text = known }

  /// The command line's own app, allowed on the control socket alone.
  package static let shell = AppID(known: "io.bellhop.Shell")

  /// Root's own, by which the system speaks to people; nobody else's.
  package static let system = AppID(known: "io.bellhop.System")

  /// Whoever posts without a name, all of them together.
  package static let unknown = AppID(known: "unknown")

  /// Whether it speaks for the person or for root: it is nobody's who only says so, whatever vouches for the name.
  package var isReserved: Bool { self == .shell || self == .system }

  public var description: String { text }
  public static func < (a: AppID, b: AppID) -> Bool { a.text < b.text }
}

/// The id of an action or a category: 1 to 255 bytes of `[A-Za-z0-9._-]`.
public struct ItemID: Hashable, Sendable, CustomStringConvertible {
  public let text: String

  public init?(_ text: String) {
    guard isPlainID(text) else { return nil }
    self.text = text
  }

  private init(known: String) { text = known }

  /// A press on the notification itself; no action of an app may be called so.
  public static let defaultAction = ItemID(known: "default")

  /// The daemon's own buttons on what an app on probation has posted.
  package static let keep = ItemID(known: "io.bellhop.keep")
  package static let turnOff = ItemID(known: "io.bellhop.turnOff")

  /// Whether it stands for something of the daemon's own, so that no action of an app may be called so.
  package var isReserved: Bool { self == .defaultAction || text.hasPrefix("io.bellhop.") }

  public var description: String { text }
}

/// What an app calls the thing or the thread a notification is about: 1 to 255 bytes without control
/// characters, compared byte by byte. Swift compares strings by canonical equivalence, under which two
/// different names can be equal; hence the type.
public struct OpaqueName: Hashable, Sendable {
  public let text: String

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
  public let number: Int64
  public init(_ number: Int64) { self.number = number }
  public var description: String { String(number) }
  public static func < (a: NotificationID, b: NotificationID) -> Bool { a.number < b.number }
}

/// The number of an event among those of its app: counts up from 1; 0 stands before the first.
public struct EventSequence: Hashable, Sendable, Comparable {
  public let number: Int64
  public init(_ number: Int64) { self.number = number }
  public static func < (a: EventSequence, b: EventSequence) -> Bool { a.number < b.number }
}

// Names that stand in a program's own text. A StaticString is nothing but a literal: what a peer or a person says cannot
// come here, and a literal that is no name ends the program the first time it is run, with what is wrong.
//
// They are no string literals by themselves (ExpressibleByStringLiteral): with that, `AppID("…")` of any literal, which
// is nil for what is no id, would become one that ends the program.

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
