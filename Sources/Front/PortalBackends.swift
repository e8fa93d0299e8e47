import BusSocket
import BusWire

/// The connections that backends of the desktop's portal have: they call the notification server for apps in a sandbox,
/// whom the portal has looked at.
final class PortalBackends {
  private static let prefix = "org.freedesktop.impl.portal.desktop"
  /// More than any desktop has, of one each.
  private static let most = 64

  private unowned let bus: BusClient
  /// By the names that they own.
  private var owners: [[UInt8]: [UInt8]] = [:]

  /// Asks the bus at once, and hears of every change after that.
  init(_ bus: BusClient) {
    self.bus = bus
    let rule =
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
      + "arg0namespace='\(Self.prefix)'"
    bus.call("AddMatch", [.string(Array(rule.utf8))])
    bus.call("ListNames") { [unowned self] answer in
      guard let answer, answer.header.kind == .reply, let names = try? answer.strings() else { return }
      for range in names.prefix(Self.mostNames) { ask(Array(answer.bytes[range])) }
    }
  }

  /// Looked at of the list of all.
  private static let mostNames = 16_384

  func contains(_ name: [UInt8]) -> Bool { owners.values.contains(name) }

  /// What the bus says of its own accord.
  func hear(_ message: Message) {
    guard message.header.kind == .signal, message.field(message.header.sender, is: BusName.driver),
      message.field(message.header.member, is: Array("NameOwnerChanged".utf8)),
      let names = try? message.allStrings(), names.count == 3
    else { return }
    set(Array(message.bytes[names[0]]), Array(message.bytes[names[2]]))
  }

  private func ask(_ name: [UInt8]) {
    guard Self.isBackend(name) else { return }
    bus.call("GetNameOwner", [.string(name)]) { [unowned self] answer in
      guard let answer, answer.header.kind == .reply, let owner = try? answer.firstString() else { return }
      set(name, Array(answer.bytes[owner]))
    }
  }

  private func set(_ name: [UInt8], _ owner: [UInt8]) {
    guard Self.isBackend(name) else { return }
    if owner.isEmpty { owners[name] = nil } else if owners.count < Self.most { owners[name] = owner }
  }

  private static func isBackend(_ name: [UInt8]) -> Bool { name.starts(with: Array("\(prefix).".utf8)) }
}
