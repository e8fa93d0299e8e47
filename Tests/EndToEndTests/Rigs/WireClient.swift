import BellhopClient
import Glibc
import TestSupport

/// A client that sends any bytes, in pieces of any size, and never blocks.
final class WireClient {
  struct CannotConnect: Error {}

  private(set) var replies: [Reply] = []
  private(set) var isClosed = false
  private let descriptor: Int32
  private var frames = FrameReader(limit: 2_000_000)

  init(_ path: String) throws {
    guard let socket = connectedSocket(path, nonblocking: true) else { throw CannotConnect() }
    descriptor = socket
  }

  deinit { close(descriptor) }

  /// Sends in pieces of at most `piece` bytes. Bytes for a closed connection are dropped.
  func send(_ bytes: [UInt8], piece: Int = .max) async throws {
    var rest = bytes[...]
    while !rest.isEmpty, !isClosed {
      let count = rest.prefix(piece).withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try await eventually("room to send") { self.isWritable || self.receive() ? () : nil }
      } else {
        isClosed = true
      }
    }
  }

  func send(_ call: Call) async throws { try await send(call.bytes) }

  /// Sends one byte, and these descriptors with it.
  func send(byte: UInt8, descriptors: [Int32]) -> Bool {
    // A control message: its length, SOL_SOCKET, SCM_RIGHTS, the descriptors; cmsg(3).
    let payload = descriptors.flatMap { descriptor in withUnsafeBytes(of: descriptor) { Array($0) } }
    var control = withUnsafeBytes(of: MemoryLayout<cmsghdr>.size + payload.count) { Array($0) }
    control += withUnsafeBytes(of: (SOL_SOCKET, Int32(1))) { Array($0) } + payload
    var byte = byte
    return control.withUnsafeMutableBytes { control in
      withUnsafeMutableBytes(of: &byte) { data in
        var vector = iovec(iov_base: data.baseAddress, iov_len: 1)
        return withUnsafeMutablePointer(to: &vector) { vector in
          var message = msghdr()
          message.msg_iov = vector
          message.msg_iovlen = 1
          message.msg_control = control.baseAddress
          message.msg_controllen = control.count
          return sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL)) == 1
        }
      }
    }
  }

  func endInput() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads the available bytes. Returns whether the connection is closed.
  @discardableResult func receive() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !isClosed {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else {
        if count == 0 || errno != EAGAIN { isClosed = true }
        break
      }
      frames.append(buffer[..<count])
      while let frame = try? frames.next() {
        if let reply = try? Reply(parsing: frame) { replies.append(reply) }
      }
    }
    return isClosed
  }

  /// Waits for this many replies in all, or the end of the connection.
  func replies(_ count: Int) async throws -> [Reply] {
    try await eventually("\(count) replies") { receive() || replies.count >= count ? () : nil }
    return replies
  }

  /// The events of a subscription so far.
  func events() -> [Event] {
    receive()
    return replies.compactMap { reply in
      guard case .continues(let fields) = reply, let event = fields["event"] else { return nil }
      return try? Event(event)
    }
  }

  private var isWritable: Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&wait, 1, 0) > 0
  }
}

extension WireClient {
  /// A connection that follows the app's events. Returns once it does.
  static func subscribed(
    to rig: DaemonRig, app: AppID = DaemonRig.app, at path: String? = nil
  ) async throws -> WireClient {
    let client = try WireClient(path ?? rig.paths.notifications)
    let fields = JSON.object([JSON.Field("app", .string(app.text))])
    try await client.send(
      Call(method: "io.bellhop.Notifications.Subscribe", parameters: fields, more: true))
    try await eventually("a subscription", holds: { client.events().contains { $0.kind == .ready } })
    return client
  }

  func event(_ kind: EventKind, of id: NotificationID? = nil) async throws -> Event {
    try await eventually("\(kind)") {
      events().first { $0.kind == kind && (id == nil || $0.id == id) }
    }
  }
}

extension Event {
  fileprivate init?(_ json: JSON) throws {
    var fields = try ShapeReader(json, in: .reply)
    try self.init(fields: &fields)
  }
}
