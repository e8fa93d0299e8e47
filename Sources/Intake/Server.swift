// Answers only after the commit: what a handler answers is staged, and goes out when the owner of the loop says
// at the turn's end that what it reports is stored. Handlers are called from the loop's events alone, never
// from within `send` or `turnEnded`; what those find out is left to the next turn.

public import EventLoop
internal import Glibc
public import Varlink

/// A Varlink server on any number of doors. It lives on the loop's thread, and as long as the loop runs.
public final class Server {
  private let loop: EventLoop
  private let services: [Door: Service]
  private let handler: any CallHandler

  private let acceptor: Acceptor
  private var doorkeeper: Doorkeeper
  let incidentLog: IncidentLog
  private(set) var connections: [ConnectionID: Connection] = [:]
  private var lastConnection: UInt64 = 0
  private var turn: UInt64 = 0
  private var touched: [Connection] = []
  private var continued: [Connection] = []
  private var condemned: [Connection] = []
  private var resumes = false
  private var whenDrained: (() -> Void)?
  private var buffer = [UInt8](repeating: 0, count: Server.readBytes)

  /// One whole message and its NUL at least, so that a message costs one read.
  private static let readBytes = 65_537

  /// `services` says what each door offers; `handler` is kept alive by the server.
  public init(
    loop: EventLoop, services: [Door: Service], handler: any CallHandler,
    limits: ServerLimits = ServerLimits(), inspection: PeerInspection = PeerInspection(),
    log: @escaping Log = { _, _ in }
  ) {
    self.loop = loop
    self.services = services
    self.handler = handler
    incidentLog = IncidentLog(log)
    doorkeeper = Doorkeeper(limits: limits.fittingThisProcess(), inspection: inspection, log: incidentLog)
    acceptor = Acceptor(loop: loop, log: log)
    acceptor.admit = { [unowned self] socket, door in adopt(socket, door: door) }
  }

  /// Takes over new limits for the connections to come. Those that are there stay, with the limits they have.
  public func adopt(_ limits: ServerLimits) { doorkeeper.limits = limits.fittingThisProcess() }

  // MARK: Connections

  public func listen(on socket: consuming ListeningSocket, door: Door) throws(SystemError) {
    try acceptor.listen(on: socket, door: door)
  }

  /// Serves an already connected stream socket as if it had come in by this door; the same rules hold for it.
  public func adopt(_ socket: consuming FileDescriptor, door: Door) {
    let raw = socket.raw
    guard let visitor = doorkeeper.admit(raw, by: door) else { return }
    lastConnection += 1
    let id = ConnectionID(number: lastConnection)
    let connection = Connection(
      caller: Caller(connection: id, peer: visitor.peer, verified: visitor.verified, door: door),
      service: services[door] ?? Service(vendor: "", product: "", version: "", url: "", interfaces: []),
      socket: socket, limits: doorkeeper.limits)
    do {
      connection.registration = try loop.watch(raw, for: .readable) { [unowned self, unowned connection] in
        ready(connection, for: $0)
      }
    } catch {
      doorkeeper.leave(visitor.peer)
      return incidentLog.log(.error, "\(error)")
    }
    connections[id] = connection
  }

  /// Takes no new connections; sockets that the server's owner made disappear.
  public func stopAccepting() { acceptor.stop() }

  /// Reads no more, and calls `then` once every answer is written and every connection closed; at the deadline
  /// at the latest. Pending calls are not waited for.
  public func drain(until uptime: Int64, then: @escaping () -> Void) {
    stopAccepting()
    whenDrained = then
    for connection in connections.values {
      connection.beginClosing()
      settle(connection)
    }
    loop.setTimer(at: uptime) { [weak self] in self?.close() }
    resume()
  }

  /// Closes every connection in the next turn, whatever is unwritten.
  public func close() {
    stopAccepting()
    for connection in connections.values { condemn(connection) }
    resume()
  }

  /// Closes a connection in the next turn, once nothing more shall come of it.
  private func condemn(_ connection: Connection) {
    guard !connection.isCondemned else { return }
    connection.isCondemned = true
    if let registration = connection.registration.take() { loop.cancel(registration) }
    if let stall = connection.stall { loop.cancel(stall.timer) }
    condemned.append(connection)
    resume()
  }

  // MARK: Turns

  /// Sends an answer to the connection's pending call; `.continues` leaves it pending. Nothing happens when
  /// there is none. An answer that stands is so whatever becomes of the turn.
  public func send(_ reply: Reply, to id: ConnectionID, stands: Bool = false) {
    guard let connection = connections[id], !connection.isCondemned else { return }
    answer(connection, with: reply, stands: stands)
    if connection.current == nil { continueLater(connection) }
  }

  /// Whether somebody is there to take an answer, as far as is known.
  public func canSend(to id: ConnectionID) -> Bool { connections[id].map { !$0.isCondemned } ?? false }

  /// Bytes of answers that the peer has not taken, so that whoever sends many can do so at its pace.
  public func unsentBytes(to id: ConnectionID) -> Int {
    connections[id].map { $0.replies.count + $0.output.count } ?? 0
  }

  /// Sends what was staged in this turn. With a failure, every call that was answered or begun in this turn is
  /// answered with that instead, except for answers that stand and what `org.varlink.service` says. Returns the
  /// connections whose pending calls ended by it: nothing more can be sent to those.
  @discardableResult
  public func turnEnded(failure: CallError?) -> [ConnectionID] {
    var interrupted: [ConnectionID] = []
    let ended = touched
    touched = []
    for connection in ended {
      connection.isTouched = false
      guard !connection.isCondemned else { continue }
      if connection.release(failure: failure, turn: turn) {
        interrupted.append(connection.caller.connection)
        continueLater(connection)
      }
      connection.output.write(to: connection.socket.raw)
      settle(connection)
    }
    turn += 1
    return interrupted
  }

  private func touch(_ connection: Connection) {
    guard !connection.isTouched else { return }
    connection.isTouched = true
    touched.append(connection)
  }

  private func continueLater(_ connection: Connection) {
    guard !connection.isContinued else { return }
    connection.isContinued = true
    continued.append(connection)
    resume()
  }

  /// Has the loop come back in the next turn.
  private func resume() {
    guard !resumes else { return }
    resumes = true
    loop.nextTurn { [weak self] in self?.nextTurn() }
  }

  private func nextTurn() {
    resumes = false
    let closed = condemned
    condemned = []
    for connection in closed {
      connections[connection.caller.connection] = nil
      doorkeeper.leave(connection.caller.peer)
      handler.connectionClosed(connection.caller.connection)
    }
    let continuing = continued
    continued = []
    for connection in continuing {
      connection.isContinued = false
      advance(connection)
    }
    guard connections.isEmpty, let then = whenDrained else { return }
    whenDrained = nil
    then()
  }

  // MARK: Events

  private func ready(_ connection: Connection, for readiness: Readiness) {
    guard !connection.isCondemned else { return }
    if readiness.contains(.hangup) {
      connection.output.lose()
      // A oneway call may be all that a program leaves behind; an answer is what it did not wait for.
      guard connection.leavesCalls else { return condemn(connection) }
      if connection.inputEnded, let registration = connection.registration.take() {
        loop.cancel(registration)
      }
      if connection.stop == .output { continueLater(connection) }
    } else if readiness.contains(.writable) {
      connection.output.write(to: connection.socket.raw)
      if connection.stop == .output, connection.output.count < connection.limits.outputBeforeWaiting {
        continueLater(connection)
      }
    }
    if !readiness.isDisjoint(with: [.readable, .hangup]), connection.wantsInput { read(connection) }
    settle(connection)
  }

  private func read(_ connection: Connection) {
    do throws(SystemError) {
      // Without a control buffer: descriptors that a peer passes never get here.
      let count = try systemCall("recv") {
        recv(connection.socket.raw, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      }
      if count == 0 {
        connection.endInput()
      } else {
        buffer.withUnsafeBytes { connection.receive(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
    } catch {
      if error.code == EAGAIN { return }
      connection.endInput()
      connection.output.lose()
    }
    advance(connection)
  }

  /// Handles what the connection has to be handled, up to its share of the turn.
  private func advance(_ connection: Connection) {
    guard !connection.isCondemned else { return }
    var share = connection.limits.callsPerTurn
    do throws(ConnectionFault) {
      while let call = try connection.nextCall(share: &share, turn: turn) { perform(call, on: connection) }
      if connection.stop == .share { continueLater(connection) }
      if !connection.replies.isEmpty { touch(connection) }
    } catch {
      incidentLog.record(error.incident, connection.caller.peer, connection.caller.door, error.reason)
      connection.beginClosing()
    }
    settle(connection)
  }

  private func perform(_ call: Call, on connection: Connection) {
    touch(connection)
    if let reply = connection.service.answer(call) { return answer(connection, with: reply, stands: true) }
    switch handler.handle(call, from: connection.caller) {
    case .reply(let reply, let stands): answer(connection, with: reply, stands: stands)
    case .pending: break
    }
  }

  private func answer(_ connection: Connection, with reply: Reply, stands: Bool) {
    connection.stage(reply, stands: stands)
    touch(connection)
    if connection.replies.count > connection.limits.queuedOutput { cut(connection, .unreadOutput) }
  }

  private func cut(_ connection: Connection, _ incident: Incident) {
    guard !connection.isCondemned else { return }
    incidentLog.record(incident, connection.caller.peer, connection.caller.door)
    condemn(connection)
  }

  /// Brings what is waited for in line with the connection's state.
  private func settle(_ connection: Connection) {
    guard !connection.isCondemned, !connection.isTouched else { return }
    if connection.isFinished { return condemn(connection) }
    if connection.hasSaidAll { shutdown(connection.socket.raw, Int32(SHUT_WR)) }
    if connection.output.count > connection.limits.queuedOutput { return cut(connection, .unreadOutput) }
    if connection.stop == .output, connection.output.count < connection.limits.outputBeforeWaiting {
      continueLater(connection)
    }
    setInterest(of: connection)
    setDeadline(of: connection)
  }

  private func setInterest(of connection: Connection) {
    // A connection that had its share stays watched: its events are passed over for the one turn.
    var interest: Readiness = connection.inputEnded || connection.stop == .output ? [] : .readable
    if !connection.output.isEmpty { interest.insert(.writable) }
    guard interest != connection.interest, let registration = connection.registration else { return }
    connection.interest = interest
    do { try loop.modify(registration, for: interest) } catch { condemn(connection) }
  }

  private func setDeadline(of connection: Connection) {
    let awaited = connection.awaited
    guard awaited != connection.stall?.reason else { return }
    if let stall = connection.stall { loop.cancel(stall.timer) }
    connection.stall = awaited.map { stall in
      let deadline = EventLoop.now().uptime + connection.limits.patienceMilliseconds
      return (
        stall,
        loop.setTimer(at: deadline) { [unowned self, unowned connection] in cut(connection, stall.incident) }
      )
    }
  }
}
