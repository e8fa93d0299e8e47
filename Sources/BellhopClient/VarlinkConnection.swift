internal import NotificationModel
internal import NotificationProtocol
package import Varlink

/// A connection to a Varlink service, with one call at a time. Blocks the thread that calls; may move between
/// threads, but not be used by two at once.
///
///     let connection = try VarlinkConnection(to: SocketPaths().notifications)
///     let answer = try connection.call("org.varlink.service.GetInfo")
///
/// Invariant: while `socket` is there, no reply is outstanding but that of the call which is under way.
package final class VarlinkConnection {
  /// Twice what the daemon ever answers with.
  private static let longestReply = 1_048_576

  /// How long a call waits for its reply; `nil` for ever. At first 45 seconds, as other clients have it.
  package var replyTimeout: Duration? = .seconds(45)

  /// Handed the parameters of every reply as they came, before anybody reads them.
  package var onReply: ((JSON) -> Void)?

  private var socket: StreamSocket?
  private var hasHeard = false
  private var frames = FrameReader(limit: longestReply)
  private var buffer = [UInt8](repeating: 0, count: 16_384)

  /// Connects. `address`: a path, or a Varlink address that begins with `unix:`. Throws
  /// `ClientError.noDaemon` where nobody listens, `unreachable` where that cannot be found out, `timedOut` where
  /// nobody accepts.
  package init(to address: String, timeout: Duration = .seconds(5)) throws(ClientError) {
    socket = try StreamSocket(connectingTo: address, timeout: timeout)
  }

  /// The user at the other end; `nil` where that cannot be told.
  package var peerUser: UInt32? { socket?.peerUser ?? nil }

  /// Whether calls are possible. A peer that has gone shows with the next call only.
  package var isOpen: Bool { socket != nil }

  package func close() {
    socket = nil
    frames = FrameReader(limit: Self.longestReply)
  }

  /// Calls a method and waits for its one reply: the reply's parameters.
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

  /// Begins a call. A connection that is new has room for all of it, so that nothing waits here.
  func begin(_ method: String, _ parameters: JSON) throws(ClientError) {
    replyTimeout = .zero
    try send(Call(method: method, parameters: parameters))
  }

  /// The reply to what was begun; `nil` while it is not there.
  func arrived() throws(ClientError) -> JSON? {
    let reply: Reply
    do throws(ClientError) { reply = try self.reply(by: Deadline(after: .zero)) } catch {
      if error == .timedOut { return nil }
      throw ended(by: error)
    }
    return try answer(reply)
  }

  /// Readable once more of a reply is there; -1 where the connection is closed.
  var descriptor: Int32 { socket?.descriptor ?? -1 }

  /// Calls a method that may reply several times, and hands each reply's parameters to `onReply` until the
  /// last, or until that returns false or throws. Then, unless it was the last, the connection is closed, which
  /// is the protocol's only way to end such a call. Throws `ClientError`, and what `onReply` throws.
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

  /// Sends a call that is not answered, not even with an error.
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
      // Closed in the middle of the call, which the daemon may have said why.
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
      hasHeard = true
      frames.append(buffer[..<count])
    }
  }

  private func nextFrame() throws(ClientError) -> [UInt8]? {
    do throws(FrameFault) { return try frames.next() } catch { throw broken("a reply is too long") }
  }

  private func ended(by error: ClientError) -> ClientError {
    close()
    return error == .disconnected && !hasHeard ? .turnedAway : error
  }

  /// After a fault of the protocol nobody knows which reply belongs to which call.
  private func broken(_ reason: String) -> ClientError {
    close()
    return .protocolFault(reason)
  }
}

extension VarlinkConnection {
  /// Calls a method and reads what it returned.
  func call<Value>(
    _ method: String, _ parameters: KeyValuePairs<String, JSON?> = [:],
    returning read: (inout ShapeReader) throws(FieldFault) -> Value
  ) throws(ClientError) -> Value {
    try Self.read(try call(method, JSON(fields: parameters)), read)
  }

  func call<Value>(_ call: MethodCall<Value>) throws(ClientError) -> Value {
    try Self.read(try self.call(call.method, call.parameters), call.read)
  }

  /// Calls a method that returns nothing.
  func call(_ method: String, _ parameters: KeyValuePairs<String, JSON?>) throws(ClientError) {
    _ = try call(method, JSON(fields: parameters))
  }

  /// Reads the parameters of a reply; fields that are not asked for are passed over.
  static func read<Value>(
    _ reply: JSON, _ read: (inout ShapeReader) throws(FieldFault) -> Value
  ) throws(ClientError) -> Value {
    do throws(FieldFault) {
      var fields = try ShapeReader(reply, unknownFields: .passedOver)
      return try read(&fields)
    } catch {
      switch error {
      case .invalid(let path, let reason): throw .protocolFault("\(path): \(reason)")
      case .tooLarge(let field, _, _, _): throw .protocolFault("\(field): is too long")
      }
    }
  }
}
