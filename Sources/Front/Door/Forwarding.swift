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

    var interface: [UInt8] { isBehind ? BusName.server : BusName.notifications }

    /// Whether a call of this path is for a notification server. One that has the name for this alone has all its objects
    /// there; a shell has others, which nobody reaches by the notification name without us.
    func takes(_ path: String?) -> Bool { isBehind || path == DoorNames.path }
  }

  enum Outcome {
    case answer(Message)
    case failure(DoorError)
  }

  private struct Pending {
    let server: String
    let group: SchedulingGroup
    let timer: Timer
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
  private var settling: Timer?

  init(_ bus: BusClient, _ loop: EventLoop) {
    self.bus = bus
    self.loop = loop
    settling = loop.setTimer(at: EventLoop.now().uptime + ServerInformation.patienceMilliseconds) {
      [weak self] in self?.settle()
    }
  }

  deinit { for timer in pending.values.map(\.timer) + [settling].compactMap({ $0 }) { loop.cancel(timer) } }

  /// Whether no call waits for the server.
  var isIdle: Bool { pending.isEmpty && early.isEmpty }

  /// The server is known, or took too long to be found.
  private func settle() {
    guard let timer = settling else { return }
    loop.cancel(timer)
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
    let serial = bus.takeSerial()
    if !call.wantsNoReply {
      guard hasRoom(for: group) else { return then(.failure(.tooManyWaiting)) }
      let timer = loop.setTimer(at: EventLoop.now().uptime + milliseconds) { [weak self] in
        self?.pending.removeValue(forKey: serial)?.then(.failure(.noAnswer))
      }
      pending[serial] = Pending(server: server.name, group: group, timer: timer, then: then)
    }
    bus.send(Self.outgoing(message, to: server).bytes(serial: serial))
  }

  /// Takes back one that was never ours. Servers have no answer to numbers that they do not know.
  func close(_ number: UInt32) {
    guard let server else { return }
    var message = OutgoingMessage(.call)
    message.wantsNoReply = true
    message.path = Array(DoorNames.path.utf8)
    message.interface = server.interface
    message.member = Array("CloseNotification".utf8)
    message.destination = Array(server.name.utf8)
    message.carry([.uint32(number)])
    bus.send(message)
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
      ? server.interface : message.field(header.interface)
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

  func take(_ message: Message) {
    guard let serial = call(answeredBy: message), let call = pending.removeValue(forKey: serial) else {
      return
    }
    loop.cancel(call.timer)
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
  /// The only argument, where it is a boolean.
  var flag: Bool? {
    guard hasBody, header.signature.elementsEqual("b".utf8) else { return nil }
    var reader = arguments()
    return (try? reader.uint32()).map { $0 != 0 }
  }

  /// The only argument, where it is a number without a sign.
  var number: UInt32? {
    guard hasBody, header.signature.elementsEqual("u".utf8) else { return nil }
    var reader = arguments()
    return try? reader.uint32()
  }
}
