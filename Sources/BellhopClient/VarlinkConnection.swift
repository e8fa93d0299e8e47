internal import NotificationModel
internal import NotificationProtocol
package import Varlink

/// A connection to a Varlink service, with one call at a time. Blocks the calling thread; may move between threads, but
/// not be used by two at once.
///
///     let connection = try VarlinkConnection(to: SocketPaths().notifications)
///     let answer = try connection.call("org.varlink.service.GetInfo")
///
/// Invariant: while `socket` exists, the only outstanding reply is that of the current call.
package final class VarlinkConnection {
  /// Twice the daemon's longest reply.
  private static let longestReply = 1_048_576

  /// The wait for a reply; `nil` for ever. By default 45 seconds, as with other clients.
  package var replyTimeout: Duration? = .seconds(45)

  /// Gets the parameters of every reply before they are parsed.
  package var onReply: ((JSON) -> Void)?

  private var socket: StreamSocket?
  private var hasReceived = false
  private var frames = FrameReader(limit: longestReply)
  private var buffer = [UInt8](repeating: 0, count: 16_384)

  /// Connects. `address`: a path, or a Varlink address that begins with `unix:`. Throws `ClientError.noDaemon` without
  /// a listener, `unreachable` if the path cannot be checked, `timedOut` if the listener does not accept.
  package init(to address: String, timeout: Duration = .seconds(5)) throws(ClientError) {
    socket = try StreamSocket(connectingTo: address, timeout: timeout)
  }

  /// The user of the peer; `nil` if unknown.
  package var peerUser: UInt32? { socket?.peerUser ?? nil }

  /// True if calls are possible. The next call finds out whether the peer has gone.
  package var isOpen: Bool { socket != nil }

  package func close() {
    socket = nil
    frames = FrameReader(limit: Self.longestReply)
  }

  /// Calls a method, and returns the parameters of its one reply.
  package func call(_ method: String, _ parameters: JSON = .object([])) throws(ClientError) -> JSON {
    try send(Call(method: method, parameters: parameters))
    return try answer(receive(timeout: replyTimeout))
  }

  private func answer(_ reply: Reply) throws(ClientError) -> JSON {
    switch reply {
    case .done(let parameters):
      onReply?(parameters)
      return parameters
    case .failed(let error): throw .refused(error)
    case .continues: throw broken("several replies, where one was asked for")
    }
  }

  /// Sends a call. A new connection's buffer has room for all of it, so this does not wait.
  func begin(_ method: String, _ parameters: JSON) throws(ClientError) {
    replyTimeout = .zero
    try send(Call(method: method, parameters: parameters))
  }

  /// The reply to the call of `begin`; `nil` until it is complete.
  func arrived() throws(ClientError) -> JSON? {
    let reply: Reply
    do throws(ClientError) { reply = try self.reply(by: Deadline(after: .zero)) } catch {
      if error == .timedOut { return nil }
      throw ended(by: error)
    }
    return try answer(reply)
  }

  /// Readable when more of a reply has arrived; -1 after the connection is closed.
  var descriptor: Int32 { socket?.descriptor ?? -1 }

  /// Calls a method with `more`, and passes the parameters of each reply to `onReply`, until the last reply, or until
  /// `onReply` returns false or throws. Closes the connection unless the last reply has come, which is the protocol's
  /// only way to end such a call. Throws `ClientError`, and the errors of `onReply`.
  ///
  /// `timeout`: how long to wait for each reply; `nil` for ever.
  package func callMore(
    _ method: String, _ parameters: JSON = .object([]), timeout: Duration? = nil,
    onReply: (JSON) throws -> Bool
  ) throws {
    try send(Call(method: method, parameters: parameters, more: true))
    var goesOn = false
    defer { if goesOn { close() } }
    repeat {
      switch try receive(timeout: timeout) {
      case .failed(let error):
        goesOn = false
        throw ClientError.refused(error)
      case .done(let parameters):
        goesOn = false
        self.onReply?(parameters)
        _ = try onReply(parameters)
      case .continues(let parameters):
        goesOn = true
        self.onReply?(parameters)
        guard try onReply(parameters) else { return }
      }
    } while goesOn
  }

  /// Sends a call without a reply, even for an error.
  package func sendOneway(_ method: String, _ parameters: JSON = .object([])) throws(ClientError) {
    try send(Call(method: method, parameters: parameters, oneway: true))
  }

  private func send(_ call: Call) throws(ClientError) {
    guard socket != nil else { throw .disconnected }
    let bytes = call.bytes
    // The NUL does not count.
    let excess = bytes.count - 1 - Limits.messageBytes
    guard excess <= 0 else { throw .tooLarge(call.parameters, excess: excess) }
    do throws(ClientError) {
      try socket?.write(bytes, deadline: Deadline(after: replyTimeout))
    } catch {
      // The daemon closed the connection during the call, and may have sent the reason before.
      guard error == .disconnected, !call.oneway else { throw ended(by: error) }
    }
  }

  private func receive(timeout: Duration?) throws(ClientError) -> Reply {
    do throws(ClientError) { return try reply(by: Deadline(after: timeout)) } catch { throw ended(by: error) }
  }

  private func reply(by deadline: Deadline) throws(ClientError) -> Reply {
    while true {
      if let frame = try nextFrame() {
        do throws(CallFault) { return try Reply(parsing: frame) } catch { throw broken("not a reply") }
      }
      let count = try socket?.read(into: &buffer, deadline: deadline) ?? 0
      guard count > 0 else { throw .disconnected }
      hasReceived = true
      frames.append(buffer[..<count])
    }
  }

  private func nextFrame() throws(ClientError) -> [UInt8]? {
    do throws(FrameFault) { return try frames.next() } catch { throw broken("a reply is too long") }
  }

  private func ended(by error: ClientError) -> ClientError {
    close()
    return error == .disconnected && !hasReceived ? .turnedAway : error
  }

  /// After a protocol fault, replies can no longer be matched to calls.
  private func broken(_ reason: String) -> ClientError {
    close()
    return .protocolFault(reason)
  }

  /// Calls a method and reads its reply.
  func call<Value>(
    _ method: String, _ parameters: KeyValuePairs<String, JSON?> = [:],
    returning read: (inout ShapeReader) throws(FieldFault) -> Value
  ) throws(ClientError) -> Value {
    try Self.read(try call(method, JSON(fields: parameters)), read)
  }

  func call<Value>(_ call: MethodCall<Value>) throws(ClientError) -> Value {
    try Self.read(try self.call(call.method, call.parameters), call.read)
  }

  /// Calls a method whose reply has no values.
  func call(_ method: String, _ parameters: KeyValuePairs<String, JSON?>) throws(ClientError) {
    _ = try call(method, JSON(fields: parameters))
  }

  /// Reads the parameters of a reply; ignores fields that are not asked for.
  static func read<Value>(
    _ reply: JSON, _ read: (inout ShapeReader) throws(FieldFault) -> Value
  ) throws(ClientError) -> Value {
    do throws(FieldFault) {
      var fields = try ShapeReader(reply, in: .reply)
      return try read(&fields)
    } catch {
      switch error {
      case .invalid(let path, let reason): throw .protocolFault("\(path): \(reason)")
      case .tooLarge(let field, _, _, _): throw .protocolFault("\(field): is too long")
      }
    }
  }
}
