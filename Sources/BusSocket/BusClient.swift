package import BusWire
package import EventLoop
import Glibc

/// A connection of our own to a bus: calls and their answers, and whatever else comes. Lives on the loop's thread.
package final class BusClient {
  private let endpoint: Endpoint
  private let buffer: ReadBuffer
  private let mostBodyBytes: Int
  private var framer = Framer(.bus)
  private var nextSerial: UInt32 = 1
  private var awaited: [UInt32: (Message) -> Void] = [:]
  private let received: (Message) -> Void
  private let ended: () -> Void
  private var isEnded = false

  /// Calls that wait for an answer, at most: a bus that answers none is not asked for ever.
  private static let mostCalls = 256

  /// `mostBodyBytes`: of a message with a larger body only the header is handed over. `received`: what is no answer to
  /// a call. `ended`: the connection is gone, or could not be understood; told once, and never from within `init`.
  package init(
    to addresses: [BusAddress], _ loop: EventLoop, mostBodyBytes: Int, received: @escaping (Message) -> Void,
    ended: @escaping () -> Void
  ) throws(SystemError) {
    buffer = ReadBuffer()
    self.mostBodyBytes = mostBodyBytes
    self.received = received
    self.ended = ended
    endpoint = Endpoint(try Self.connect(addresses), loop)
    try endpoint.watch { [unowned self] in ready($0) }
    endpoint.outbox.append(MessageWriter.greeting(uid: geteuid()))
    call("Hello")
  }

  private static func connect(_ addresses: [BusAddress]) throws(SystemError) -> FileDescriptor {
    var fault = SystemError(call: "connect", code: ENOENT)
    for address in addresses {
      do { return try address.connect() } catch { fault = error }
    }
    throw fault
  }

  /// `then` gets the answer, which may be an error; nothing where the connection ends before, or too many wait.
  package func call(
    _ member: String, _ arguments: [MessageWriter.Argument] = [],
    to destination: MessageWriter.Destination = .driver,
    then: ((Message) -> Void)? = nil
  ) {
    guard !isEnded, awaited.count < Self.mostCalls else { return }
    let serial = nextSerial
    nextSerial = serial == .max ? 1 : serial + 1
    awaited[serial] = then
    endpoint.outbox.append(MessageWriter.call(member, arguments, serial: serial, to: destination))
    endpoint.flush()
    endpoint.await(reading: true)
  }

  /// Nothing more is told.
  package func stop() {
    isEnded = true
    awaited = [:]
    endpoint.stop()
  }

  private func ready(_ readiness: Readiness) {
    do throws(WireFault) {
      if readiness.contains(.hangup) { endpoint.hangUp() }
      while !isEnded, var bytes = try endpoint.read(buffer) {
        while !isEnded,
          let piece = try framer.next(&bytes, wantsBody: { $0.header.bodyLength <= mostBodyBytes })
        {
          if case .message(let message) = piece { try take(message) }
        }
      }
    } catch {
      endpoint.hangUp()
    }
    guard !isEnded else { return }
    guard !endpoint.isEnded, !endpoint.isHungUp else {
      stop()
      return ended()
    }
    endpoint.flush()
    endpoint.await(reading: true)
  }

  private func take(_ message: Message) throws(WireFault) {
    // What comes with it is of no use here.
    _ = try endpoint.takeDescriptors(message.header.descriptors)
    if let serial = message.header.replySerial, let then = awaited.removeValue(forKey: serial) {
      then(message)
    } else {
      received(message)
    }
  }
}
