package import BusWire
package import EventLoop
import Glibc

/// A connection of our own to a bus: calls and their answers, and whatever else comes. Lives on the loop's thread.
package final class BusClient {
  /// A call that was not answered yet: who may answer it, and who waits for that.
  private struct Awaited {
    let destination: [UInt8]
    let then: ((Message?) -> Void)?
  }

  private let loop: EventLoop
  private let endpoint: Endpoint
  private let buffer: ReadBuffer
  private var framer = Framer(.bus, passesOverOdd: true, mostBodyBytes: mostHeldBytes)
  private var lastSerial: UInt32 = 0
  private var awaited: [UInt32: Awaited] = [:]
  private let wantsBody: (Message) -> Bool
  private let received: (Message) -> Void
  private let ended: () -> Void
  private var isEnded = false
  private var readsOn = false
  /// Whether messages are being received: what is sent meanwhile goes out together.
  private var isReceiving = false

  /// By which others know this connection; `nil` before the bus has said it.
  package private(set) var uniqueName: [UInt8]?

  /// Calls that wait for an answer, at most: a bus that answers none is not asked for ever.
  private static let mostCalls = 256
  /// Of what waits to be sent: with more the bus does not read any more.
  private static let mostWaitingBytes = 16 * 1_048_576
  /// Of a body that is longer only so much is held, of both its ends: whoever sends a picture of 64 MiB must not make us as
  /// large.
  package static let mostHeldBytes = 4 * 1_048_576
  /// An answer to a call of ours. A list of all names is the longest that is asked for.
  private static let mostAnswerBytes = 1_048_576
  /// Nanoseconds of reading at a time. A bus that is faster than us fills its queue to us, and everybody's messages wait
  /// behind those of whoever floods: so all that is there is read, but not without end.
  private static let readingTime: Int64 = 2_000_000

  /// `buffer`: where others on this loop may read, too. `wantsBody`: is shown the header alone of what is no answer to a
  /// call; without its body it is handed over as it is. `received`: what is no answer to a call. `ended`: the connection
  /// is gone, or could not be understood; told once, behind the calls that were not answered, and never from within a
  /// function of this class.
  package init(
    to addresses: [BusAddress], _ loop: EventLoop, _ buffer: ReadBuffer = ReadBuffer(),
    wantsBody: @escaping (Message) -> Bool, received: @escaping (Message) -> Void, ended: @escaping () -> Void
  ) throws(SystemError) {
    self.loop = loop
    self.buffer = buffer
    self.wantsBody = wantsBody
    self.received = received
    self.ended = ended
    endpoint = Endpoint(try Self.connect(addresses), loop)
    try endpoint.watch { [unowned self] in ready($0) }
    endpoint.outbox.append(MessageWriter.greeting(uid: geteuid()))
    call("Hello") { [unowned self] answer in
      guard let answer, answer.header.kind == .reply, let name = try? answer.firstString() else { return }
      uniqueName = answer.field(name)
    }
  }

  private static func connect(_ addresses: [BusAddress]) throws(SystemError) -> FileDescriptor {
    var fault = SystemError(call: "connect", code: ENOENT)
    for address in addresses {
      do { return try address.connect() } catch { fault = error }
    }
    throw fault
  }

  // MARK: Sending

  /// `then` gets the answer, which may be an error; `nil` where none will come: the connection has ended, or too many
  /// wait already. It is told of nothing after `stop`, or after `ended`.
  package func call(
    _ member: String, _ arguments: [MessageWriter.Argument] = [],
    to destination: MessageWriter.Destination = .driver,
    then: ((Message?) -> Void)? = nil
  ) {
    guard !isEnded else { return }
    guard awaited.count < Self.mostCalls else {
      return loop.nextIteration { [weak self] in if self?.isEnded == false { then?(nil) } }
    }
    let serial = takeSerial()
    awaited[serial] = Awaited(destination: destination.name, then: then)
    send(MessageWriter.call(member, arguments, serial: serial, to: destination))
  }

  /// How much waits for the bus to take it.
  package var waitingBytes: Int { endpoint.outbox.waiting }

  /// For a message that the caller makes. None is given twice while its call waits.
  package func takeSerial() -> UInt32 {
    repeat { lastSerial = lastSerial == .max ? 1 : lastSerial + 1 } while awaited[lastSerial] != nil
    return lastSerial
  }

  /// A whole message of the caller's. Where the bus takes nothing for too long, the connection ends.
  package func send(_ bytes: [UInt8]) {
    guard !isEnded else { return }
    endpoint.outbox.append(bytes)
    if !isReceiving { endpoint.flush() }
    if endpoint.outbox.waiting > Self.mostWaitingBytes { endpoint.outbox.lose() }
    if endpoint.outbox.isLost { return loop.nextIteration { [weak self] in self?.end() } }
    settle()
  }

  /// Nothing more is told.
  package func stop() {
    isEnded = true
    awaited = [:]
    endpoint.stop()
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
        while !isEnded, let piece = try framer.next(&bytes, wantsBody: isWanted) {
          if case .message(let message) = piece { take(message) }
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

  /// Of what is left behind a hangup no event tells.
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
    answered(by: message) == nil ? wantsBody(message) : message.header.bodyLength <= Self.mostAnswerBytes
  }

  private func take(_ message: Message) {
    guard let serial = answered(by: message), let call = awaited.removeValue(forKey: serial) else {
      return received(message)
    }
    call.then?(message)
  }

  /// The call that it answers. Anybody may send an answer that nobody has asked for: it counts from whoever was asked,
  /// and from the bus, which speaks for those that are gone. Who stands behind a name that is owned, the bus alone knows.
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
    stop()
    for (_, call) in unanswered { call.then?(nil) }
    ended()
  }
}

extension [UInt8] {
  /// Whether it is neither a connection's own name, nor the bus's, nor that of bellhop-bus, which no other can have.
  fileprivate var isOwnedName: Bool {
    first != UInt8(ascii: ":") && self != BusName.driver && self != BusName.own
  }
}
