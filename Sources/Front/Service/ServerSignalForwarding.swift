import BusSocket
import BusWire

/// What the server says to everybody, for those who listen to the notification name: what it says by interfaces of its
/// own, and what becomes of banners from before us. Of ours, whoever has posted them hears from us.
final class ServerSignalForwarding {
  /// Told of again where nobody here knows the number. A reply's text is for its app alone, which nobody knows any more.
  private static let members: Set = ["NotificationClosed", "ActionInvoked", "ActivationToken"]
  private static let mostBytes = 1_048_576
  /// Of those that wait; more than that is not passed on.
  private static let mostWaiting = 64
  private static let mostWaitingBytes = 4_096

  private unowned let bus: BusClient
  private let isUnknown: (UInt32) -> Bool?
  private var server: Forwarding.Server?
  /// Of a banner's number, while nobody can say whether the banner is ours, in the order in which they came.
  private var waiting: [(number: UInt32, signal: OutgoingMessage)] = []

  /// `isUnknown`: as `FrontHost.isUnknown`.
  init(_ bus: BusClient, isUnknown: @escaping (UInt32) -> Bool?) {
    self.bus = bus
    self.isUnknown = isUnknown
  }

  func listen(to server: Forwarding.Server?) {
    guard server != self.server else { return }
    if let old = self.server { bus.call("RemoveMatch", [.string(Self.rule(old))]) }
    if let server { bus.call("AddMatch", [.string(Self.rule(server))]) }
    self.server = server
    waiting = []
  }

  /// A shell says much that is not about notifications.
  private static func rule(_ server: Forwarding.Server) -> [UInt8] {
    let path = server.isBehind ? "" : ",path='\(ServiceNames.path)'"
    return Array("type='signal',sender='\(server.name)'\(path)".utf8)
  }

  func wantsBody(_ message: Message) -> Bool {
    isServers(message) && message.header.bodyLength <= Self.mostBytes
  }

  func hear(_ message: Message) {
    guard isServers(message), message.hasBody, !isOfOurProperties(message) else { return }
    let header = message.header
    guard
      message.field(header.interface, is: BusName.notifications)
        || message.field(header.interface, is: BusName.server)
    else {
      bus.send(Self.copy(of: message, interface: message.field(header.interface)))
      return
    }
    guard Self.members.contains(message.text(header.member) ?? ""), let number = Self.number(message),
      number < ServiceNames.firstNumber, waiting.count < Self.mostWaiting,
      header.bodyLength <= Self.mostWaitingBytes
    else { return }
    waiting.append((number, Self.copy(of: message, interface: BusName.notifications)))
    passOn()
  }

  /// Whatever has become known by now; called after each transaction.
  func passOn() {
    while let first = waiting.first, let isNews = isUnknown(first.number) {
      waiting.removeFirst()
      if isNews { bus.send(first.signal) }
    }
  }

  /// `Inhibited` is what we say.
  private func isOfOurProperties(_ message: Message) -> Bool {
    guard message.text(message.header.interface) == ServiceNames.properties,
      let interface = try? message.firstString()
    else { return false }
    return message.field(interface, is: BusName.notifications) || message.field(interface, is: BusName.server)
  }

  /// To everybody, and not to us alone.
  private func isServers(_ message: Message) -> Bool {
    guard let server, message.header.destination == nil else { return false }
    return message.field(message.header.sender, is: Array(server.name.utf8))
  }

  private static func copy(of message: Message, interface: [UInt8]?) -> OutgoingMessage {
    let header = message.header
    var signal = OutgoingMessage(.signal)
    signal.order = header.order
    signal.path = message.field(header.path)
    signal.interface = interface
    signal.member = message.field(header.member)
    signal.carry(header.signature, message.body)
    return signal
  }

  private static func number(_ message: Message) -> UInt32? {
    guard message.header.signature.first == UInt8(ascii: "u") else { return nil }
    var reader = message.arguments()
    return try? reader.uint32()
  }
}
