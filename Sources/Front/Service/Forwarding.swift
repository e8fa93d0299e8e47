import BusSocket
import BusWire
import EventLoop

/// Forwards calls to the server, and the server's answers back.
final class Forwarding {
  /// The server's address on the bus.
  struct Server: Hashable {
    /// The server's unique name, by which no other connection can answer.
    let name: String
    /// Behind bellhop-bus the interface has another name, so that monitors of the bus do not see a call twice.
    let isBehind: Bool

    var interface: String { isBehind ? ServiceNames.server : ServiceNames.notifications }

    /// Whether to forward calls to this path. All objects of a server behind bellhop-bus belong to it; a shell has
    /// other objects, too, which without us could not be reached by the notification name.
    func accepts(_ path: String?) -> Bool { isBehind || path == ServiceNames.path }
  }

  enum Outcome {
    case answer(Message)
    case failure(NotifyError)
  }

  private struct Pending {
    let server: String
    let group: SchedulingGroup
    let patience: Delay
    let then: (Outcome) -> Void
  }

  static let patienceMilliseconds: Int64 = 60_000
  private static let most = 256
  /// The most unanswered calls of one scheduling group, so that it leaves room for the others.
  private static let mostOfOne = 64
  /// The most bytes that may wait to be sent to the bus: more would end our own connection.
  private static let mostWaitingBytes = 4 * 1_048_576

  private unowned let bus: BusClient
  private let loop: EventLoop
  private let numbers: ServerNumbers
  private var pending: [UInt32: Pending] = [:]
  var server: Server? { didSet { if server != nil { settle() } } }
  /// Calls that came before the server was found, such as the one for which the bus has started us; calls and answers
  /// with the number of a banner that the server is being given.
  private var waiting: [(group: SchedulingGroup, bytes: Int, go: () -> Void)] = []
  private var settling: Delay?

  init(_ bus: BusClient, _ loop: EventLoop, _ numbers: ServerNumbers) {
    self.bus = bus
    self.loop = loop
    self.numbers = numbers
    settling = Delay(ServerInformation.patienceMilliseconds, loop) { [unowned self] in settle() }
  }

  /// Whether no forwarded call waits for its answer.
  var isIdle: Bool { pending.isEmpty && waiting.isEmpty }

  /// The server is known, or has taken too long to be found.
  private func settle() {
    guard settling != nil else { return }
    settling = nil
    passOn()
  }

  /// Sends what need not wait any more; called after each transaction.
  func passOn() {
    guard settling == nil, !waiting.isEmpty else { return }
    let all = waiting
    waiting = []
    for one in all { one.go() }
  }

  /// Returns `false` where there is no room for it.
  private func wait(_ message: Message, of group: SchedulingGroup, _ go: @escaping () -> Void) -> Bool {
    let bytes = message.bytes.count
    guard hasRoom(for: group), waiting.reduce(bytes, { $0 + $1.bytes }) <= Self.mostWaitingBytes else {
      return false
    }
    waiting.append((group, bytes, go))
    return true
  }

  // MARK: Calls

  /// Forwards a call under our own name, and its answer or error to the caller, both unchanged but for the numbers of
  /// notifications.
  func forward(_ message: Message, _ call: CallReference, of group: SchedulingGroup) {
    ask(message, call, of: group, within: Self.patienceMilliseconds) { [unowned self] outcome in
      switch outcome {
      case .answer(let answer): pass(answer, to: message, call, of: group)
      case .failure(let error): bus.refuse(call, error)
      }
    }
  }

  /// `then`: called at once where the call cannot be sent; never where it is sent and wants no reply.
  func ask(
    _ message: Message, _ call: CallReference, of group: SchedulingGroup, within milliseconds: Int64,
    then: @escaping (Outcome) -> Void
  ) {
    let again = { [weak self] in
      guard let self else { return }
      ask(message, call, of: group, within: milliseconds, then: then)
    }
    guard let server, server.accepts(message.text(message.header.path)) else {
      guard server == nil, settling != nil else { return then(.failure(.noServer)) }
      if !wait(message, of: group, again) { then(.failure(.tooManyWaiting)) }
      return
    }
    guard let message = numbers.forServer(message) else {
      if !wait(message, of: group, again) { then(.failure(.tooManyWaiting)) }
      return
    }
    guard bus.waitingBytes <= Self.mostWaitingBytes else { return then(.failure(.tooManyWaiting)) }
    let serial = bus.newSerial()
    if !call.wantsNoReply {
      guard hasRoom(for: group) else { return then(.failure(.tooManyWaiting)) }
      let patience = Delay(milliseconds, loop) { [unowned self] in
        pending.removeValue(forKey: serial)?.then(.failure(.noAnswer))
      }
      pending[serial] = Pending(server: server.name, group: group, patience: patience, then: then)
    }
    bus.send(Self.outgoing(message, to: server).bytes(serial: serial))
  }

  /// Closes a notification that was not posted by way of us. The answer is ignored: servers differ in it for numbers
  /// that they do not know.
  func close(_ number: UInt32) {
    guard let server else { return }
    let method = BusMethod("CloseNotification", of: server.interface, at: ServiceNames.path, on: server.name)
    bus.call(method, [.uint32(number)])
  }

  private func hasRoom(for group: SchedulingGroup) -> Bool {
    let groups = pending.values.map(\.group) + waiting.map(\.group)
    return groups.count < Self.most && groups.count { $0 == group } < Self.mostOfOne
  }

  private static func outgoing(_ message: Message, to server: Server) -> OutgoingMessage {
    let header = message.header
    var call = OutgoingMessage(.call)
    call.order = header.order
    call.wantsNoReply = header.wantsNoReply
    call.path = message.field(header.path)
    call.interface =
      message.field(header.interface, is: BusName.notifications)
      ? Array(server.interface.utf8) : message.field(header.interface)
    call.member = message.field(header.member)
    call.destination = Array(server.name.utf8)
    call.carry(header.signature, message.body)
    return call
  }

  // MARK: Answers

  /// Whether the body of an answer is to be read: any that the connection holds whole.
  func wantsBody(_ message: Message) -> Bool {
    call(answeredBy: message) != nil && message.header.bodyLength <= BusClient.mostHeldBytes
  }

  func handle(_ message: Message) {
    guard let serial = call(answeredBy: message), let call = pending.removeValue(forKey: serial) else {
      return
    }
    call.then(message.hasBody ? .answer(message) : .failure(.tooLong))
  }

  /// Any connection may send a reply, so only the server's count, and the bus's own errors for a server that is gone.
  private func call(answeredBy message: Message) -> UInt32? {
    guard let serial = message.header.replySerial, let call = pending[serial],
      message.field(message.header.sender, is: Array(call.server.utf8))
        || message.field(message.header.sender, is: BusName.driver)
    else { return nil }
    return serial
  }

  private func pass(_ answer: Message, to message: Message, _ call: CallReference, of group: SchedulingGroup)
  {
    if let answer = numbers.forApps(answer, to: message) { return pass(answer, to: call) }
    let waits = wait(answer, of: group) { [weak self] in self?.pass(answer, to: message, call, of: group) }
    if !waits { bus.refuse(call, .tooManyWaiting) }
  }

  func pass(_ message: Message, to call: CallReference) {
    var answer = OutgoingMessage(message.header.kind == .reply ? .reply : .error)
    answer.order = message.header.order
    answer.errorName = message.field(message.header.errorName)
    answer.carry(message.header.signature, message.body)
    bus.answer(call, answer)
  }
}

extension Message {
  /// The argument of a message with a single UINT32.
  var number: UInt32? {
    guard hasBody, header.signature.elementsEqual("u".utf8) else { return nil }
    var reader = arguments()
    return try? reader.uint32()
  }
}

/// The server's answer to `GetServerInformation`, since some apps adapt to the server's name. Outlives a connection to
/// the bus, so that the last server's answer is given while there is no server.
final class ServerInformation {
  /// In the order of the method's answer: name, vendor, version, version of the specification.
  typealias Texts = [String]

  /// Short, because apps wait for this answer while they start.
  static let patienceMilliseconds: Int64 = 1_000
  private static let mostWaiting = 256
  private static let mostBytes = 1_024

  private var texts: Texts
  /// The unique name, on the present bus, of the server that gave `texts`.
  private var owner: String?
  private var waiting: [(Texts) -> Void] = []

  /// `version`: our own version, given until a server has answered.
  init(version: String) { texts = ["Bellhop", "Bellhop", version, "1.2"] }

  /// Whether no caller waits for the answer.
  var isIdle: Bool { waiting.isEmpty }

  /// After the end of a connection: unique names mean nothing on the next bus, and the waiting callers are gone.
  func forgetOwner() {
    owner = nil
    waiting = []
  }

  /// `then`: called at once, or within `patienceMilliseconds`.
  func tell(of server: Forwarding.Server?, over bus: BusClient, then: @escaping (Texts) -> Void) {
    guard let server, server.name != owner, waiting.count < Self.mostWaiting else { return then(texts) }
    waiting.append(then)
    guard waiting.count == 1 else { return }
    let method = BusMethod(
      "GetServerInformation", of: server.interface, at: ServiceNames.path, on: server.name)
    bus.call(method, timeoutMilliseconds: Self.patienceMilliseconds) { [weak self] answer in
      guard let self else { return }
      if let found = Self.texts(answer) { (texts, owner) = (found, server.name) }
      let waiting = waiting
      self.waiting = []
      for then in waiting { then(texts) }
    }
  }

  private static func texts(_ answer: Result<[BusValue], BusError>) -> Texts? {
    guard case .success(let values) = answer, values.count == 4 else { return nil }
    let texts = values.compactMap { value -> String? in
      guard case .string(let text) = value, text.utf8.count <= mostBytes else { return nil }
      return text
    }
    return texts.count == 4 ? texts : nil
  }
}
