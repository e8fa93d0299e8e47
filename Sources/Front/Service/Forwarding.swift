import BusSocket
import BusWire
import EventLoop

/// Passes calls on to the server, and its answers back.
final class Forwarding {
  /// The server, as the bus sees it.
  struct Server: Hashable {
    /// Its unique name: nobody else can answer by it.
    let name: String
    /// Behind bellhop-bus the interface has the other name, so that nobody who listens for it hears a call twice.
    let isBehind: Bool

    var interface: String { isBehind ? ServiceNames.server : ServiceNames.notifications }

    /// Whether a call of this path is for a notification server. One that has the name for this alone has all its objects
    /// there; a shell has others, which nobody reaches by the notification name without us.
    func takes(_ path: String?) -> Bool { isBehind || path == ServiceNames.path }
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
  /// Of one caller: others are passed on, too.
  private static let mostOfOne = 64
  /// With so much waiting the bus does not keep up; more would end our own connection.
  private static let mostWaitingBytes = 4 * 1_048_576
  private static let mostAnswerBytes = 4 * 1_048_576

  private unowned let bus: BusClient
  private let loop: EventLoop
  private var pending: [UInt32: Pending] = [:]
  var server: Server? { didSet { if server != nil { settle() } } }
  /// Calls that came before it was known where the server is, as the one that has the bus start us may.
  private var early: [(group: SchedulingGroup, bytes: Int, ask: () -> Void)] = []
  private var settling: Delay?

  init(_ bus: BusClient, _ loop: EventLoop) {
    self.bus = bus
    self.loop = loop
    settling = Delay(ServerInformation.patienceMilliseconds, loop) { [unowned self] in settle() }
  }

  /// Whether no call waits for the server.
  var isIdle: Bool { pending.isEmpty && early.isEmpty }

  /// The server is known, or took too long to be found.
  private func settle() {
    guard settling != nil else { return }
    settling = nil
    let waiting = early
    early = []
    for call in waiting { call.ask() }
  }

  // MARK: Calls

  /// A call as it came, from us. Its caller gets the answer, whatever it is.
  func forward(_ message: Message, _ call: CallReference, of group: SchedulingGroup) {
    ask(message, call, of: group, within: Self.patienceMilliseconds) { [unowned self] outcome in
      switch outcome {
      case .answer(let answer): pass(answer, to: call)
      case .failure(let error): bus.refuse(call, error)
      }
    }
  }

  /// `then`: at once where nobody can be asked; never where the caller wants no answer.
  func ask(
    _ message: Message, _ call: CallReference, of group: SchedulingGroup, within milliseconds: Int64,
    then: @escaping (Outcome) -> Void
  ) {
    guard let server, server.takes(message.text(message.header.path)) else {
      guard server == nil, settling != nil else { return then(.failure(.noServer)) }
      let bytes = message.bytes.count
      guard hasRoom(for: group), early.reduce(bytes, { $0 + $1.bytes }) <= Self.mostWaitingBytes else {
        return then(.failure(.tooManyWaiting))
      }
      early.append(
        (
          group, bytes,
          { [weak self] in self?.ask(message, call, of: group, within: milliseconds, then: then) }
        ))
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

  /// Takes back one that was never ours. Servers have no answer to numbers that they do not know.
  func close(_ number: UInt32) {
    guard let server else { return }
    let method = BusMethod("CloseNotification", of: server.interface, at: ServiceNames.path, on: server.name)
    bus.call(method, [.uint32(number)])
  }

  private func hasRoom(for group: SchedulingGroup) -> Bool {
    let groups = pending.values.map(\.group) + early.map(\.group)
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

  /// Whether the body of an answer is to be read.
  func wantsBody(_ message: Message) -> Bool {
    call(answeredBy: message) != nil && message.header.bodyLength <= Self.mostAnswerBytes
  }

  func handle(_ message: Message) {
    guard let serial = call(answeredBy: message), let call = pending.removeValue(forKey: serial) else {
      return
    }
    call.then(message.hasBody ? .answer(message) : .failure(.tooLong))
  }

  /// Anybody may send an answer; it counts from the server, or from the bus for one that is gone.
  private func call(answeredBy message: Message) -> UInt32? {
    guard let serial = message.header.replySerial, let call = pending[serial],
      message.field(message.header.sender, is: Array(call.server.utf8))
        || message.field(message.header.sender, is: BusName.driver)
    else { return nil }
    return serial
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
  /// The only argument, where it is a number without a sign.
  var number: UInt32? {
    guard hasBody, header.signature.elementsEqual("u".utf8) else { return nil }
    var reader = arguments()
    return try? reader.uint32()
  }
}

/// What the server calls itself: apps know servers by their names, and behave accordingly. Outlives a connection to the
/// bus, so that the last server's name stands in while there is none.
final class ServerInformation {
  /// In the order of the method's answer: name, vendor, version, and that of the specification.
  typealias Texts = [String]

  /// An app at its start waits for this.
  static let patienceMilliseconds: Int64 = 1_000
  private static let mostWaiting = 256
  private static let mostBytes = 1_024

  private var texts: Texts
  /// Whose it is, by its unique name on the present bus.
  private var owner: String?
  private var waiting: [(Texts) -> Void] = []

  /// `version`: our own, as long as no server was ever heard of.
  init(version: String) { texts = ["Bellhop", "Bellhop", version, "1.2"] }

  /// Whether nobody waits to be told.
  var isIdle: Bool { waiting.isEmpty }

  /// The bus is another, where nobody's name is known, and whoever waits is gone.
  func forgetOwner() {
    owner = nil
    waiting = []
  }

  /// `then`: now, or after a second at the most.
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
