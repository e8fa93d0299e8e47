package import BusWire
package import EventLoop
import Glibc

/// A connection of our own to a bus: calls, their answers, and other messages. Lives on the loop's thread.
package final class BusClient {
  /// A call that was not answered yet: who may answer it, and who waits for that.
  private struct Awaited {
    let destination: [UInt8]
    let patience: Timer?
    let then: (Result<Message, BusError>) -> Void
  }

  /// A subscription's.
  private struct Listener {
    let id: UInt64
    let filter: SignalFilter
    let handler: (BusSignal) -> Void
  }

  let loop: EventLoop
  private let address: BusAddress
  private let endpoint: Endpoint
  private let buffer: ReadBuffer
  private var framer: Framer
  private var lastSerial: UInt32 = 0
  private var awaited: [UInt32: Awaited] = [:]
  private var listeners: [Listener] = []
  private var lastListener: UInt64 = 0
  private let wantsBody: (Message) -> Bool
  private let received: ((Message) -> Void)?
  private var ended: () -> Void
  private var isEnded = false
  /// Whether the owner of this connection has stopped it, and is told nothing more.
  private var isStopped = false
  private var readsOn = false
  /// Whether messages are being received: messages sent meanwhile go out together.
  private var isReceiving = false

  /// The name by which others know this connection; `nil` before the bus has said it.
  package private(set) var uniqueName: [UInt8]?
  /// The bus's id, which differs after a new start of the bus; empty before the bus has said it.
  package private(set) var guid = ""

  /// Calls that wait for an answer, at most: a bus that answers none is not asked for ever.
  private static let mostCalls = 256
  /// Bytes that may wait to be sent: past this the bus has stopped reading, and the connection ends.
  private static let mostWaitingBytes = 16 * 1_048_576
  /// Bytes of a body; of a longer one both ends are held. A sender of 64 MiB must not make us as large.
  package static let mostHeldBytes = 4 * 1_048_576
  /// An answer to a call of ours. A list of all names is the longest that is asked for.
  private static let mostAnswerBytes = 1_048_576
  /// The longest signal that is read, in bytes; a longer one is passed over. Any peer may send one.
  private static let mostSignalBytes = 65_536
  /// Nanoseconds of reading at a time. A bus that is faster than us fills its queue to us, and every app's messages
  /// wait behind those of a flooding app: so everything that has arrived is read, up to this time.
  private static let readingTime: Int64 = 2_000_000

  /// `buffer`: where others on this loop may read, too. `waits`: for a bus that has no room for newcomers. `wantsBody`: is
  /// shown the header alone of a message that is no answer to a call and that no subscription is for; without its body it
  /// is handed over as it is. `received`: for every message that is no answer to a call; without it, calls are answered
  /// with an error. `ended`: the connection is gone, or could not be understood; told once, behind the calls that were not
  /// answered, and never from within a function of this class. `mostBodyBytes`: of a longer body both ends are held.
  package init(
    to addresses: [BusAddress], _ loop: EventLoop, _ buffer: ReadBuffer = ReadBuffer(), waits: Bool = true,
    mostBodyBytes: Int = mostHeldBytes,
    wantsBody: @escaping (Message) -> Bool = { _ in false }, received: ((Message) -> Void)? = nil,
    ended: @escaping () -> Void = {}
  ) throws(SystemError) {
    self.loop = loop
    self.buffer = buffer
    framer = Framer(.bus, passesOverOdd: true, mostBodyBytes: mostBodyBytes)
    self.wantsBody = wantsBody
    self.received = received
    self.ended = ended
    (address, endpoint) = try Self.connect(addresses, loop, waits)
    try endpoint.monitor { [unowned self] in ready($0) }
    endpoint.outbox.append(Greeting.client(uid: geteuid()))
    call("Hello") { [unowned self] answer in
      guard let answer, answer.header.kind == .reply, let name = try? answer.firstString() else { return }
      uniqueName = answer.field(name)
    }
  }

  deinit { forgetCalls() }

  private static func connect(
    _ addresses: [BusAddress], _ loop: EventLoop, _ waits: Bool
  ) throws(SystemError) -> (BusAddress, Endpoint) {
    var fault = SystemError(call: "connect", code: ENOENT)
    for address in addresses {
      do { return (address, Endpoint(try address.connect(waits: waits), loop)) } catch { fault = error }
    }
    throw fault
  }

  package var isClosed: Bool { isEnded }

  /// Replaces the handler that was given at the start.
  package func whenClosed(_ ended: @escaping () -> Void) { self.ended = ended }

  // MARK: Sending

  /// `then` gets the answer, which may be an error; `nil` if the connection has ended, or too many calls wait already. It
  /// is told nothing after `stop`.
  package func call(
    _ member: String, _ arguments: [MessageWriter.Argument] = [],
    to destination: MessageWriter.Destination = .driver,
    then: ((Message?) -> Void)? = nil
  ) {
    call(
      MessageWriter.call(member, arguments, to: destination),
      then: then.map { then in { then(try? $0.get()) } })
  }

  /// Sends any message that is a call. Without `then` no answer is asked for.
  package func call(
    _ message: OutgoingMessage, timeoutMilliseconds: Int64? = nil,
    then: ((Result<Message, BusError>) -> Void)? = nil
  ) {
    guard !isEnded else { return refuse(then, .disconnected) }
    guard let then else {
      var message = message
      message.wantsNoReply = true
      return send(message.bytes(serial: newSerial()))
    }
    guard awaited.count < Self.mostCalls else {
      return refuse(then, .refused("org.freedesktop.DBus.Error.LimitsExceeded"))
    }
    let serial = newSerial()
    let patience = timeoutMilliseconds.map { milliseconds in
      loop.setTimer(at: EventLoop.now().uptime + milliseconds) { [weak self] in
        self?.awaited.removeValue(forKey: serial)?.then(.failure(.timedOut))
      }
    }
    awaited[serial] = Awaited(
      destination: message.destination ?? BusName.driver, patience: patience, then: then)
    send(message.bytes(serial: serial))
  }

  /// A call is answered once, and never from within it.
  private func refuse(_ then: ((Result<Message, BusError>) -> Void)?, _ error: BusError) {
    guard let then else { return }
    loop.nextIteration { [weak self] in if self?.isStopped == false { then(.failure(error)) } }
  }

  /// How much waits for the bus to take it.
  package var waitingBytes: Int { endpoint.outbox.count }

  /// A serial for a message that the caller builds; unique among the calls that wait.
  package func newSerial() -> UInt32 {
    repeat { lastSerial = lastSerial == .max ? 1 : lastSerial + 1 } while awaited[lastSerial] != nil
    return lastSerial
  }

  /// A whole message of the caller's. Where the bus takes nothing for too long, the connection ends.
  package func send(_ bytes: [UInt8]) {
    guard !isEnded else { return }
    endpoint.outbox.append(bytes)
    if !isReceiving { endpoint.flush() }
    if endpoint.outbox.count > Self.mostWaitingBytes { endpoint.outbox.lose() }
    if endpoint.outbox.isLost { return loop.nextIteration { [weak self] in self?.end() } }
    settle()
  }

  /// Waits until everything that was sent has left, at most so many milliseconds: for the end of a loop.
  package func flush(withinMilliseconds bound: Int32) { endpoint.flush(withinMilliseconds: bound) }

  /// Nothing more is told.
  package func stop() {
    isStopped = true
    close()
  }

  private func close() {
    isEnded = true
    forgetCalls()
    listeners = []
    endpoint.stop()
  }

  private func forgetCalls() {
    for case let patience? in awaited.values.map(\.patience) { loop.cancel(patience) }
    awaited = [:]
  }

  // MARK: Subscribing

  /// Messages that match come from now on; the handler is called for those alone.
  func subscribe(_ filter: SignalFilter, _ handler: @escaping (BusSignal) -> Void) -> UInt64 {
    lastListener += 1
    listeners.append(Listener(id: lastListener, filter: filter, handler: handler))
    call("AddMatch", [.string(Array(filter.rule.utf8))])
    return lastListener
  }

  func unsubscribe(_ id: UInt64) {
    guard let place = listeners.firstIndex(where: { $0.id == id }) else { return }
    call("RemoveMatch", [.string(Array(listeners.remove(at: place).filter.rule.utf8))])
  }

  // MARK: Receiving

  private func ready(_ readiness: Readiness) {
    if readiness.contains(.hangup) { endpoint.hangUp() }
    do throws(WireFault) {
      isReceiving = true
      defer { isReceiving = false }
      let end = EventLoop.nanoseconds() + Self.readingTime
      while !isEnded, var bytes = try endpoint.read(buffer) {
        let isAll = bytes.count < buffer.bytes.count
        // Nothing here asks for descriptors, and none is of use.
        endpoint.dropDescriptors()
        while !isEnded, let piece = try framer.next(&bytes, mayBegin: !guid.isEmpty, wantsBody: isWanted) {
          switch piece {
          case .message(let message): handle(message)
          case .bytes(let line): if !framer.hasBegun { try heard(line) }
          }
        }
        if isAll || EventLoop.nanoseconds() > end { break }
      }
    } catch {
      return end()
    }
    guard !isEnded else { return }
    guard !endpoint.isEnded else { return end() }
    endpoint.flush()
    settle()
  }

  /// A line of the bus's before its first message. Of several buses at one address only the one that is meant counts.
  private func heard(_ line: ArraySlice<UInt8>) throws(WireFault) {
    guid = try Greeting.guid(in: line)
    guard address.guid.map({ $0 == guid }) ?? true else { throw .greeting }
  }

  /// Reads the rest behind a hangup, of which no event tells.
  private func settle() {
    endpoint.await(reading: true)
    guard endpoint.isHungUp, !readsOn else { return }
    readsOn = true
    loop.nextIteration { [weak self] in self?.readOn() }
  }

  private func readOn() {
    readsOn = false
    if !isEnded { ready([]) }
  }

  private func isWanted(_ message: Message) -> Bool {
    if answered(by: message) != nil { return message.header.bodyLength <= Self.mostAnswerBytes }
    if wantsBody(message) { return true }
    return message.header.bodyLength <= Self.mostSignalBytes
      && listeners.contains { $0.filter.matches(message) }
  }

  private func handle(_ message: Message) {
    guard let serial = answered(by: message), let call = awaited.removeValue(forKey: serial) else {
      if message.header.kind == .signal { tellListeners(message) }
      return received?(message) ?? decline(message)
    }
    if let patience = call.patience { loop.cancel(patience) }
    call.then(.success(message))
  }

  private func tellListeners(_ message: Message) {
    let hearing = listeners.filter { $0.filter.matches(message) }
    guard !hearing.isEmpty, let values = try? message.values() else { return }
    let signal = BusSignal(
      sender: message.text(message.header.sender) ?? "", member: message.text(message.header.member) ?? "",
      arguments: values)
    // Each may end others.
    for listener in hearing where listener.filter.matches(values) {
      guard !isEnded else { return }
      if listeners.contains(where: { $0.id == listener.id }) { listener.handler(signal) }
    }
  }

  /// Nothing is offered here; a caller is not left waiting.
  private func decline(_ message: Message) {
    guard message.header.kind == .call, !message.header.wantsNoReply else { return }
    var answer = OutgoingMessage(.error)
    answer.errorName = Array("org.freedesktop.DBus.Error.UnknownMethod".utf8)
    answer.replySerial = message.header.serial
    answer.destination = message.field(message.header.sender)
    send(answer.bytes(serial: newSerial()))
  }

  /// The serial of the call that a message answers. Any connection can send an answer to any call: it counts only from
  /// the call's destination, and from the bus, which answers for a destination that is gone. The owner of a well-known
  /// name is known to the bus alone, so an answer from any connection counts for a call to such a name.
  private func answered(by message: Message) -> UInt32? {
    let header = message.header
    guard header.kind == .reply || header.kind == .error, let serial = header.replySerial,
      let call = awaited[serial]
    else { return nil }
    let isAsked =
      message.field(header.sender, is: BusName.driver) || message.field(header.sender, is: call.destination)
      || call.destination.isOwnedName
    return isAsked ? serial : nil
  }

  private func end() {
    guard !isEnded else { return }
    let unanswered = awaited.sorted { $0.key < $1.key }
    close()
    for (_, call) in unanswered where !isStopped { call.then(.failure(.disconnected)) }
    if !isStopped { ended() }
  }
}

extension [UInt8] {
  /// Whether it is neither a connection's own name, nor the bus's, nor that of bellhop-bus, which no other can have.
  fileprivate var isOwnedName: Bool {
    first != UInt8(ascii: ":") && self != BusName.driver && self != BusName.own
  }
}
