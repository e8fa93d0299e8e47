// The state of a connection between its program and the bus. A and B are the notification name and the server's
// (BusName); for a server and for the daemon B is called A on this side:
//
//   from the program   A → B in the arguments of calls to the bus, in match rules, and as destination; and as interface
//                      of messages between the daemon and the server, so that a listener for A hears none of them twice
//   to the program     B → A in the bus's own messages, where A and B change places; as destination and as interface
//
// A renamed message keeps its length. Messages for strangers pass unchanged.

/// The role of a process on this bus.
package enum Role: Sendable {
  /// Anything: a browser that the server started, a script. It sees the bus as it is.
  case stranger
  /// It serves notifications.
  case server
  /// It posts them to the server.
  case daemon
}

/// The unique names of the connections here that are not strangers'.
package struct UniqueNames: Sendable {
  package var servers: Set<[UInt8]> = []
  package var daemons: Set<[UInt8]> = []
  package init() {}
}

/// Renames the messages that one connection sends and receives, and keeps the state for that.
package struct Translator {
  /// The way of a message from the program.
  package enum Outward: Sendable {
    case forward
    /// A stranger asks for the notification name: it is to be made a server, and then this to be asked again.
    case asksForName
    /// It is for bellhop-bus itself.
    case own
  }

  /// The bytes of a call to the bus that are looked at; nothing that it takes is longer.
  static let callBytes = 65_536
  /// The bytes of a list of names that is looked at: more than 4,000 of the longest.
  static let listBytes = 1_048_576
  /// Rules of a stranger that are remembered in case it becomes something else; later ones are not.
  static let mostRules = 64
  /// The serials of our own calls on a connection begin here; a program that counts gets there after years.
  static let firstSerial: UInt32 = 0xFFF0_0000

  package private(set) var role = Role.stranger
  /// The bus's name for the connection; `nil` before its first answer.
  package private(set) var uniqueName: [UInt8]?
  /// Whether the connection owns B: it is the server.
  package private(set) var isServer = false
  /// Whether a server's connection has owned a name of its own choice: the server has connected as it means to stay.
  package private(set) var hasOwnedName = false
  /// Whether it owns A itself, which was asked for on its behalf: it is called directly.
  package private(set) var isServingDirectly = false

  private var rules: [[UInt8]] = []
  /// Serials of our own calls whose answers have not come.
  private var awaited: Set<UInt32> = []
  /// The serial of the call that asks for A.
  private var asking: UInt32?
  private var nextSerial = Self.firstSerial

  package init() {}

  /// Whether all of the message must be here before it can be judged.
  package func wantsBody(_ message: Message, from speaker: Framer.Speaker) -> Bool {
    let header = message.header
    switch speaker {
    case .client:
      if hasNumber(message) { return true }
      guard header.kind == .call else { return false }
      if message.field(header.destination, is: BusName.own) {
        return header.bodyLength <= BusCall.argumentBytes
      }
      return header.bodyLength <= Self.callBytes && header.signature.first == UInt8(ascii: "s")
        && message.field(header.destination, is: BusName.driver)
    case .bus:
      guard role != .stranger, message.field(header.sender, is: BusName.driver) else { return false }
      return header.bodyLength <= (header.kind == .reply ? Self.listBytes : Self.callBytes)
    }
  }

  // MARK: From the program

  package mutating func outward(_ message: inout Message, _ names: UniqueNames) throws(WireFault) -> Outward {
    let header = message.header
    switch header.kind {
    case .call:
      if message.field(header.destination, is: BusName.own) {
        guard message.hasBody else { throw .tooLong }
        return .own
      }
      if message.field(header.destination, is: BusName.driver) { return try callToDriver(&message) }
      guard role != .stranger else { break }
      if message.field(header.destination, is: BusName.notifications) {
        message.rename(header.destination, from: BusName.notifications, to: BusName.server)
      } else if message.field(header.destination).map(names.servers.contains) != true {
        break
      }
      message.rename(header.interface, from: BusName.notifications, to: BusName.server)
    case .signal:
      // Only to the daemon; while the server is called directly, to every connection except the daemon.
      guard role == .server else { break }
      let isForDaemon = message.field(header.destination).map(names.daemons.contains) ?? !isServingDirectly
      guard isForDaemon else { break }
      message.rename(header.interface, from: BusName.notifications, to: BusName.server)
    case .reply, .error, nil: break
    }
    return .forward
  }

  /// The number of a banner that a server answers with, and the connection that it answers; `nil` for any other message.
  package func number(in message: Message) -> (UInt32, caller: [UInt8])? {
    guard hasNumber(message), message.hasBody, let caller = message.field(message.header.destination) else {
      return nil
    }
    var reader = message.arguments()
    return (try? reader.uint32()).map { ($0, caller) }
  }

  /// Whether the answer is a number: `Notify` is the only call of a daemon's that is answered by one.
  private func hasNumber(_ message: Message) -> Bool {
    role == .server && message.header.kind == .reply && message.header.bodyLength == 4
      && message.header.signature.elementsEqual("u".utf8)
  }

  private mutating func callToDriver(_ message: inout Message) throws(WireFault) -> Outward {
    let header = message.header
    guard let first = try message.firstString() else { return .forward }
    guard header.interface == nil || message.field(header.interface, is: BusName.driver) else {
      return .forward
    }
    switch message.field(header.member).map({ String(decoding: $0, as: UTF8.self) }) {
    case "AddMatch": changeRule(&message, first) { $0.remember($1) }
    case "RemoveMatch": changeRule(&message, first) { $0.forget($1) }
    case "RequestName" where role == .stranger && message.field(first, is: BusName.notifications):
      return .asksForName
    default:
      if role != .stranger { message.rename(first, from: BusName.notifications, to: BusName.server) }
    }
    return .forward
  }

  private mutating func changeRule(
    _ message: inout Message, _ range: Range<Int>, _ note: (inout Translator, [UInt8]) -> Void
  ) {
    let rule = MatchRule(Array(message.bytes[range]))
    if role == .stranger { return note(&self, rule.text) }
    message.rename(range, from: rule.text, to: rule.translated(for: role).text)
  }

  private mutating func remember(_ rule: [UInt8]) {
    guard rules.count < Self.mostRules else { return }
    if MatchRule(rule).isChanged(for: .server) || MatchRule(rule).isChanged(for: .daemon) {
      rules.append(rule)
    }
  }

  private mutating func forget(_ rule: [UInt8]) {
    if let index = rules.firstIndex(of: rule) { rules.remove(at: index) }
  }

  // MARK: To the program

  /// Whether the program gets the message.
  package mutating func inward(_ message: inout Message) throws(WireFault) -> Bool {
    let header = message.header
    // The bus itself writes this field; in its messages to one connection the field is that connection's name.
    if uniqueName == nil, let name = message.field(header.destination), name.first == UInt8(ascii: ":") {
      uniqueName = name
    }
    guard role != .stranger else { return true }
    if message.field(header.sender, is: BusName.driver) { return try fromDriver(&message) }
    message.rename(header.destination, from: BusName.server, to: BusName.notifications)
    message.rename(header.interface, from: BusName.server, to: BusName.notifications)
    return true
  }

  private mutating func fromDriver(_ message: inout Message) throws(WireFault) -> Bool {
    let header = message.header
    switch header.kind {
    case .reply, .error:
      if let serial = header.replySerial, awaited.remove(serial) != nil {
        if asking == serial { asking = nil }
        // A body that is not held would be passed on without this header.
        guard message.hasBody else { throw .tooLong }
        return false
      }
      for name in try message.strings() { message.exchange(name) }
    case .signal:
      guard let name = try message.firstString() else { break }
      let member = message.field(header.member).map { String(decoding: $0, as: UTF8.self) }
      if role == .server, member == "NameAcquired" || member == "NameLost" {
        let isOurs = member == "NameAcquired"
        if message.field(name, is: BusName.notifications) {
          isServingDirectly = isOurs
          return false
        }
        if message.field(name, is: BusName.server) { isServer = isOurs }
        if isOurs, message.field(name)?.first != UInt8(ascii: ":") { hasOwnedName = true }
      }
      message.exchange(name)
    case .call, nil: break
    }
    return true
  }

  // MARK: Calls of our own

  /// Begins to translate, and returns calls to the bus that bring the earlier match rules into line.
  package mutating func become(_ role: Role) -> [[UInt8]] {
    guard self.role != role else { return [] }
    // A server that says that it is the daemon: its rules were changed on their way.
    let earlier = self.role == .stranger ? rules : []
    self.role = role
    rules = []
    return earlier.flatMap { rule in
      let translated = MatchRule(rule).translated(for: role).text
      return translated == rule
        ? [] : [call("RemoveMatch", [.string(rule)]), call("AddMatch", [.string(translated)])]
    }
  }

  /// Requests A on the connection's behalf. The front can replace the owner (DBUS_NAME_FLAG_ALLOW_REPLACEMENT), and the
  /// connection never queues for the name (DO_NOT_QUEUE). `replacing`: replaces an owner that allows it. `nil` while
  /// the bus has not answered the last request.
  package mutating func askForNotifications(replacing: Bool) -> [UInt8]? {
    guard asking == nil else { return nil }
    asking = nextSerial
    return call("RequestName", [.string(BusName.notifications), .uint32(0x1 | 0x4 | (replacing ? 0x2 : 0))])
  }

  /// Gives A back: a server that has left B serves no more.
  package mutating func releaseNotifications() -> [UInt8] {
    call("ReleaseName", [.string(BusName.notifications)])
  }

  /// An answer of our own to a message from the program; `nil` if it wants no reply.
  package mutating func answer(_ message: Message, _ answer: BusAnswer) -> [UInt8]? {
    guard !message.header.wantsNoReply else { return nil }
    return MessageWriter.answer(
      to: message.header.serial, answer, destination: uniqueName, serial: newSerial())
  }

  private mutating func call(_ member: String, _ arguments: [MessageWriter.Argument]) -> [UInt8] {
    let serial = newSerial()
    awaited.insert(serial)
    return MessageWriter.call(member, arguments, serial: serial)
  }

  private mutating func newSerial() -> UInt32 {
    defer { nextSerial = nextSerial == .max ? Self.firstSerial : nextSerial + 1 }
    return nextSerial
  }
}

extension Message {
  /// Replaces each of the two names by the other.
  fileprivate mutating func exchange(_ range: Range<Int>) {
    let isServer = field(range, is: BusName.server)
    rename(range, from: BusName.notifications, to: BusName.server)
    if isServer { rename(range, from: BusName.server, to: BusName.notifications) }
  }
}
