import BusSocket
import BusWire
import NotificationModel

/// Forwards the server's broadcast signals to apps that listen to the notification name: all signals of the server's
/// own interfaces, and those about banners that were not posted by way of us. Signals about our own banners are sent to
/// their posters by `SignalQueue`.
final class ServerSignalForwarding {
  /// The signals that are forwarded for unknown numbers. NotificationReplied is not: its text is for the posting app
  /// alone, which is not known.
  private static let members: Set = ["NotificationClosed", "ActionInvoked", "ActivationToken"]
  private static let mostBytes = 1_048_576
  /// The most signals that wait; further ones are dropped.
  private static let mostWaiting = 64
  private static let mostWaitingBytes = 4_096

  private unowned let bus: BusClient
  private unowned let host: any FrontHost
  private let numbers: ServerNumbers
  private var server: Forwarding.Server?
  /// Signals by the number of a banner, in order, while it is not known whether the banner is ours.
  private var waiting: [(number: UInt32, signal: OutgoingMessage)] = []

  init(_ bus: BusClient, _ host: any FrontHost, _ numbers: ServerNumbers) {
    self.bus = bus
    self.host = host
    self.numbers = numbers
  }

  func listen(to server: Forwarding.Server?) {
    guard server != self.server else { return }
    if let old = self.server { bus.call("RemoveMatch", [.string(Self.rule(old))]) }
    if let server { bus.call("AddMatch", [.string(Self.rule(server))]) }
    self.server = server
    waiting = []
  }

  /// A shell's signals are limited to the path, since most of them are not about notifications.
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
      let known = numbers.forApps(message) ?? message
      bus.send(Self.copy(of: known, interface: message.field(header.interface)))
      return
    }
    guard Self.members.contains(message.text(header.member) ?? ""), let number = Self.number(message),
      number < FrontNumber.first, waiting.count < Self.mostWaiting,
      header.bodyLength <= Self.mostWaitingBytes
    else { return }
    waiting.append((number, Self.copy(of: message, interface: BusName.notifications)))
    passOn()
  }

  /// Forwards or drops the signals up to the first that still cannot be decided; called after each transaction.
  func passOn() {
    while let first = waiting.first, let isForeign = host.isUnknown(first.number) {
      waiting.removeFirst()
      if isForeign { bus.send(first.signal) }
    }
  }

  /// True for changes of the notification interface's own properties: we send those for `Inhibited` ourselves.
  private func isOfOurProperties(_ message: Message) -> Bool {
    guard message.text(message.header.interface) == ServiceNames.properties,
      let interface = try? message.firstString()
    else { return false }
    return message.field(interface, is: BusName.notifications) || message.field(interface, is: BusName.server)
  }

  /// Whether the server has broadcast the message.
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
