/// Who has the notification name: what a connection of our own says to the bus, and what it makes of the answers.
package struct OwnerQuestion {
  /// Of the call that asks; the rule before it makes sure that no change is missed.
  private static let serial: UInt32 = 3

  /// Whether somebody has the name; `nil` before the bus has answered.
  package private(set) var isOwned: Bool?

  package init() {}

  /// All that is ever sent, at once.
  package static func opening(uid: UInt32) -> [UInt8] {
    let rule =
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
      + "path='/org/freedesktop/DBus',arg0='\(String(decoding: BusName.notifications, as: UTF8.self))'"
    return MessageWriter.greeting(uid: uid) + MessageWriter.call("Hello", serial: 1)
      + MessageWriter.call("AddMatch", [.string(Array(rule.utf8))], serial: 2)
      + MessageWriter.call("GetNameOwner", [.string(BusName.notifications)], serial: serial)
  }

  /// Whole messages alone.
  package mutating func read(_ message: Message) throws(WireFault) {
    let header = message.header
    guard message.field(header.sender, is: BusName.driver) else { return }
    switch header.kind {
    case .reply where header.replySerial == Self.serial: isOwned = true
    case .error where header.replySerial == Self.serial: isOwned = false
    case .signal where message.field(header.member, is: Array("NameOwnerChanged".utf8)):
      let names = try message.allStrings()
      guard names.count == 3, message.field(names[0], is: BusName.notifications) else { return }
      isOwned = !names[2].isEmpty
    default: break
    }
  }
}
