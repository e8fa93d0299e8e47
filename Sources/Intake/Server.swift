// Answers only after the commit: what a handler answers is staged, and goes out when the owner of the loop says
// at the turn's end that what it reports is stored. Calls are handled when all that is ready has been looked at, in
// rounds that give everybody an equal share; never from within `send` or `turnEnded`: what those find out is left to
// the next turn.

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
  /// Who has calls to be handled, and who has more to be told between two turns.
  private var rounds = Rounds(pace: Server.pace)
  private var offers = Rounds(pace: Server.paceOfOffers)
  private var condemned: [Connection] = []
  private var resumes = false
  private var whenDrained: (() -> Void)?
  private var buffer = [UInt8](repeating: 0, count: Server.readBytes)

  /// One whole message at least, so that a message costs one read.
  private static let readBytes = 65_536
  /// A slice is one call that stores something, or two; a turn 64 of a client that is alone, as many as it may
  /// usefully have in flight.
  private static let pace = Rounds.Pace(slice: 50_000, turn: 4_000_000)
  /// Between two turns everybody waits.
  private static let paceOfOffers = Rounds.Pace(slice: 50_000, turn: 300_000)
  /// Who takes what is offered more slowly waits, before its output overflows.
  private static let offeredBytes = 262_144

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
    loop.onReady = { [unowned self] in serveSlice() }
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
    if connection.current == nil { enqueue(connection) }
    resume()
  }

  /// The connection's pending call has more to be told; its handler is asked for it piece by piece, after this turn
  /// or a later one, as the peer takes it.
  public func offer(to id: ConnectionID) {
    guard let connection = connections[id], canSend(to: id) else { return }
    offers.add(id, of: connection.sharer)
  }

  /// Whether somebody is there to take an answer, as far as is known.
  public func canSend(to id: ConnectionID) -> Bool { connections[id].map { !$0.isCondemned } ?? false }

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
        enqueue(connection)
      }
      connection.output.write(to: connection.socket.raw)
      settle(connection)
    }
    rounds.endTurn()
    turn += 1
    if failure == nil { tellOffers() }
    if !rounds.isEmpty { resume() }
    return interrupted
  }

  private func touch(_ connection: Connection) {
    guard !connection.isTouched else { return }
    connection.isTouched = true
    touched.append(connection)
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
      // There is nothing more to be learnt about it but what it left.
      if let registration = connection.registration.take() { loop.cancel(registration) }
      connection.hasInput = !connection.inputEnded
      return enqueue(connection)
    }
    if readiness.contains(.writable) { write(connection) }
    if readiness.contains(.readable) {
      connection.isInputKnown = connection.hasInput
      connection.hasInput = true
      enqueue(connection)
    }
    settle(connection)
  }

  private func write(_ connection: Connection) {
    connection.output.write(to: connection.socket.raw)
    if connection.awaitsRoom, connection.unsentBytes < Self.offeredBytes {
      connection.awaitsRoom = false
      offer(to: connection.caller.connection)
    }
  }

  private func read(_ connection: Connection) {
    // Of one that has hung up no event tells whether there is more.
    connection.hasInput = connection.registration == nil
    connection.isInputKnown = false
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
      if error.code == EAGAIN, !connection.hasInput { return }
      connection.endInput()
      connection.output.lose()
    }
  }

  // MARK: Calls

  private func enqueue(_ connection: Connection) {
    guard !connection.isCondemned, !connection.isQueued else { return }
    connection.isQueued = true
    rounds.add(
      connection.caller.connection, of: connection.sharer, goesOn: connection.current?.step != nil)
  }

  /// Gives one of them its slice. Whether to look for newcomers, and do so again.
  private func serveSlice() -> Bool {
    guard rounds.beginSlice(at: EventLoop.nanoseconds()) else { return false }
    while let id = rounds.next(at: EventLoop.nanoseconds()) {
      guard let connection = connections[id] else { continue }
      connection.isQueued = false
      serve(connection)
    }
    return !rounds.isEmpty
  }

  /// Does one thing for a connection, and has it come again where there may be more to do.
  private func serve(_ connection: Connection) {
    guard !connection.isCondemned else { return }
    do throws(ConnectionFault) {
      var work = try connection.work()
      if case .read = work {
        read(connection)
        work = try connection.work()
      }
      switch work {
      case .nothing: return settle(connection)
      case .read, .collected: break
      case .begin(let call):
        let sharer = handler.sharer(of: call, from: connection.caller)
        // Its time is another's.
        if sharer == connection.sharer { perform(call, on: connection) } else { connection.sharer = sharer }
      case .goOn(let step):
        rounds.done()
        take(step(), on: connection)
      }
      if connection.mayHaveWork { enqueue(connection) }
    } catch {
      incidentLog.record(error.incident, connection.caller.peer, connection.caller.door, error.reason)
      connection.beginClosing()
    }
    settle(connection)
  }

  private func perform(_ call: Call, on connection: Connection) {
    connection.begin(turn: turn)
    rounds.done()
    touch(connection)
    if let reply = connection.service.answer(call) { return answer(connection, with: reply, stands: true) }
    take(handler.handle(call, from: connection.caller), on: connection)
  }

  private func take(_ handling: Handling, on connection: Connection) {
    switch handling {
    case .reply(let reply, let stands): answer(connection, with: reply, stands: stands)
    case .message(let message, let stands):
      connection.stage(message, stands: stands)
      noteAnswer(connection)
    case .pending: break
    case .goesOn(let stands, let step):
      // What a turn that fails may take back ends with it.
      if !stands { touch(connection) }
      connection.goOn(turn: stands ? nil : turn, step)
    }
  }

  // MARK: What is offered

  /// Tells as much of what is offered as fits between two turns, to everybody their share. A peer that is gone, or
  /// takes nothing, is owed nothing.
  private func tellOffers() {
    guard !offers.isEmpty else { return }
    while offers.beginSlice(at: EventLoop.nanoseconds()) {
      while let id = offers.next(at: EventLoop.nanoseconds()) {
        if let connection = connections[id], !connection.isCondemned { tellMore(connection) }
      }
    }
    offers.endTurn()
    if !offers.isEmpty { resume() }
  }

  private func tellMore(_ connection: Connection) {
    guard connection.current != nil, !connection.output.isLost else { return }
    guard connection.unsentBytes < Self.offeredBytes else {
      connection.awaitsRoom = true
      return
    }
    let id = connection.caller.connection
    guard let replies = handler.more(for: id) else { return }
    for reply in replies { connection.stage(reply, stands: true) }
    _ = connection.release(failure: nil, turn: turn)
    connection.output.write(to: connection.socket.raw)
    offers.add(id, of: connection.sharer)
    settle(connection)
  }

  // MARK: Answers

  private func answer(_ connection: Connection, with reply: Reply, stands: Bool) {
    connection.stage(reply, stands: stands)
    noteAnswer(connection)
  }

  private func noteAnswer(_ connection: Connection) {
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
    if connection.output.count > connection.limits.queuedOutput { return cut(connection, .unreadOutput) }
    if connection.stop == .output, connection.output.count < connection.limits.outputBeforeWaiting {
      enqueue(connection)
    }
    setInterest(of: connection)
    setDeadline(of: connection)
  }

  private func setInterest(of connection: Connection) {
    var interest: Readiness = connection.wantsInput && !connection.isInputKnown ? .readable : []
    if !connection.output.isEmpty { interest.insert(.writable) }
    guard interest != connection.interest, let registration = connection.registration else { return }
    connection.interest = interest
    do { try loop.modify(registration, for: interest) } catch { condemn(connection) }
  }

  private func setDeadline(of connection: Connection) {
    // What it has said may be whole: that is seen when it is served.
    guard !connection.isQueued else { return }
    let awaited = connection.awaited
    guard awaited != connection.stall?.reason else { return }
    if let stall = connection.stall { loop.cancel(stall.timer) }
    connection.stall = awaited.map { awaited in
      let deadline = EventLoop.now().uptime + connection.limits.patienceMilliseconds
      return (
        awaited,
        loop.setTimer(at: deadline) { [unowned self, unowned connection] in
          guard !connection.isQueued else { return connection.stall = nil }
          if case .message = awaited { cut(connection, .halfMessage) } else { cut(connection, .unreadOutput) }
        }
      )
    }
  }
}
