package import BusWire
import CLinux
package import EventLoop
import Glibc

/// A socket of a connection, with its read and send buffers.
package final class Endpoint {
  /// Descriptors that no message has spoken of yet: with one call more come than a message may have.
  private static let mostDescriptors = 2 * clinux_most_descriptors

  package let socket: FileDescriptor
  private let loop: EventLoop
  private var registration: Registration?
  private var interest: Readiness = []
  private var descriptors: [PassedDescriptor] = []
  private var isShut = false

  /// So many bytes may wait before nothing more is read for this end.
  private static let mostWaiting = 262_144

  package var outbox = SendBuffer()
  package var hasRoom: Bool { outbox.count < Self.mostWaiting }
  /// Nothing more will come.
  package private(set) var isEnded = false
  /// The other end is gone altogether. What it sent before is still to be read, of which no event tells.
  package private(set) var isHungUp = false

  package init(_ socket: consuming FileDescriptor, _ loop: EventLoop) {
    self.socket = socket
    self.loop = loop
  }

  deinit { stop() }

  package func monitor(_ handler: @escaping (Readiness) -> Void) throws(SystemError) {
    interest = .readable
    registration = try loop.monitor(socket.raw, for: interest, handler)
  }

  /// No event any more.
  package func stop() {
    if let registration { loop.cancel(registration) }
    registration = nil
  }

  package func hangUp() {
    isHungUp = true
    stop()
  }

  /// Reads at most as much as the buffer holds; `nil` if nothing has arrived.
  package func read(_ buffer: ReadBuffer) throws(WireFault) -> ArraySlice<UInt8>? {
    do throws(SystemError) {
      let size = try buffer.receive(from: socket.raw)
      descriptors += buffer.descriptors()
      isEnded = size == 0
      guard descriptors.count <= Self.mostDescriptors else {
        throw SystemError(call: "recvmsg", code: EMSGSIZE)
      }
      return size > 0 ? buffer.bytes[..<size] : nil
    } catch {
      if error.code == EMSGSIZE { throw .descriptors }
      if error.code != EAGAIN || isHungUp { isEnded = true }
      return nil
    }
  }

  /// The descriptors of the message that begins now; they arrive with its first byte.
  package func popDescriptors(_ count: Int) throws(WireFault) -> [PassedDescriptor] {
    guard count <= descriptors.count, count <= clinux_most_descriptors else { throw .descriptors }
    defer { descriptors.removeFirst(count) }
    return Array(descriptors.prefix(count))
  }

  /// After all that was read was looked at. More than this belong to no message; they would be taken for those of one
  /// that comes later.
  package func checkDescriptors(most: Int) throws(WireFault) {
    guard descriptors.count <= most else { throw .descriptors }
  }

  /// Where no message's are wanted.
  package func dropDescriptors() { descriptors = [] }

  package func flush() {
    outbox.write(to: socket.raw)
  }

  /// Waits until nothing waits to go out, at most so many milliseconds.
  func flush(withinMilliseconds bound: Int32) {
    let end = EventLoop.now().uptime + Int64(bound)
    flush()
    while !outbox.isEmpty, case let rest = end - EventLoop.now().uptime, rest > 0 {
      var writable = pollfd(fd: socket.raw, events: Int16(POLLOUT), revents: 0)
      poll(&writable, 1, Int32(clamping: rest))
      flush()
    }
  }

  /// Ends the sending side after the buffered bytes.
  package func shutWhenEmpty() {
    guard outbox.isEmpty, !isShut else { return }
    isShut = true
    shutdown(socket.raw, Int32(SHUT_WR))
  }

  /// The events to wait for from now on, beside a hangup.
  package func await(reading: Bool) {
    guard let registration else { return }
    var wanted: Readiness = reading && !isEnded ? .readable : []
    if !outbox.isEmpty { wanted.insert(.writable) }
    guard wanted != interest else { return }
    interest = wanted
    // The registration is our own: nothing but a lack of memory can prevent this.
    do { try loop.modify(registration, for: wanted) } catch { hangUp() }
  }
}

/// Where all connections read, one after the other.
package final class ReadBuffer {
  package init() {}

  package private(set) var bytes = [UInt8](repeating: 0, count: 65_536)
  private var raw = [Int32](repeating: -1, count: clinux_most_descriptors)
  private var count: Int32 = 0

  fileprivate func receive(from socket: Int32) throws(SystemError) -> Int {
    count = 0
    return try systemCall("recvmsg") {
      var room = Int32(raw.count)
      defer { count = room }
      return clinux_receive(socket, &bytes, bytes.count, &raw, &room)
    }
  }

  /// The descriptors that came with the bytes; they belong to the caller from now on.
  fileprivate func descriptors() -> [PassedDescriptor] {
    defer { count = 0 }
    return raw.prefix(Int(count)).map { PassedDescriptor($0) }
  }
}
