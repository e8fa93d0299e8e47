import BusSocket
import BusWire

/// Who has which name on the bus: those that the door goes by, and every name that is given up.
final class NameOwners {
  /// One that has changed hands, or was asked for; `nil` for nobody.
  struct Change: Hashable {
    let name: String
    let old: String?
    let new: String?
  }

  /// In the order in which they are asked for.
  private static let names =
    [DoorNames.server, DoorNames.gnomeHelper] + DoorNames.shells + [DoorNames.notifications]
  /// Nothing that the bus says of names is longer.
  static let mostBytes = 4_096

  private unowned let bus: BusClient
  private let changed: (Change) -> Void
  /// `.some(nil)` for nobody.
  private var owners: [String: String?] = [:]

  /// Asks the bus at once. `changed`: in the bus's order.
  init(_ bus: BusClient, changed: @escaping (Change) -> Void) {
    self.bus = bus
    self.changed = changed
    for condition in Self.names.map({ "arg0='\($0)'" }) + ["arg2=''"] {
      bus.follow("NameOwnerChanged", condition)
    }
    for name in Self.names { ask(name) }
  }

  subscript(name: String) -> String? { owners[name] ?? nil }

  /// What the bus says of its own accord.
  func hear(_ message: Message) {
    guard message.field(message.header.sender, is: BusName.driver),
      message.text(message.header.member) == "NameOwnerChanged",
      let names = try? message.allStrings(), names.count == 3
    else { return }
    let texts = names.map { message.text($0) ?? "" }
    set(Change(name: texts[0], old: texts[1].nonempty, new: texts[2].nonempty))
  }

  private func ask(_ name: String) {
    bus.call("GetNameOwner", [.string(Array(name.utf8))]) { [unowned self] answer in
      guard let answer else { return }
      let owner = answer.header.kind == .reply ? try? answer.firstString() : nil
      set(Change(name: name, old: nil, new: answer.text(owner)))
    }
  }

  private func set(_ change: Change) {
    if Self.names.contains(change.name) { owners[change.name] = .some(change.new) }
    changed(change)
  }
}

extension BusClient {
  /// Has the bus tell of this signal of its own from now on. `then` gets its answer, as with `call`.
  func follow(_ member: String, _ condition: String, then: ((Message?) -> Void)? = nil) {
    call("AddMatch", [.string(Self.rule(member, condition))], then: then)
  }

  /// No longer.
  func unfollow(_ member: String, _ condition: String) {
    call("RemoveMatch", [.string(Self.rule(member, condition))])
  }

  private static func rule(_ member: String, _ condition: String) -> [UInt8] {
    let rule =
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='\(member)',\(condition)"
    return Array(rule.utf8)
  }
}

extension String {
  fileprivate var nonempty: String? { isEmpty ? nil : self }
}
