// Replies are sent only after the commit: a handler's reply is staged until the loop's owner reports, at the
// transaction's end, that it is stored. The scheduler handles calls in equal shares, after all ready connections have
// been looked at; work that `send` and `transactionEnded` find is left to the next iteration of the loop.

package import EventLoop
internal import Glibc
package import Varlink

/// A Varlink server on any number of listening sockets. It lives on the loop's thread, as long as the loop runs.
package final class Server {
  /// Connections accepted at once: each costs an inspection of its process, and a flood of them is charged to no group.
  private static let batch = 4

  private let loop: EventLoop
  private let services: [ListenerRole: Service]
  private let handler: any CallHandler

  private var acceptors: [(role: ListenerRole, acceptor: Acceptor)] = []
  private let monitor: ConnectionMonitor
  let refusedPeers: RefusedPeers
  private var gate: ConnectionGate
  let incidentLog: IncidentLog
  private(set) var connections: [ConnectionID: Connection] = [:]
  private var lastConnection: UInt64 = 0
  private var transaction: UInt64 = 0
  private var touched: [Connection] = []
  /// Serves the connections that have calls to be handled.
  private let scheduler: Scheduler
  private let streams: StreamScheduler
  private var condemned: [Connection] = []
  /// Connections that were condemned for others' first ones, and are still open.
  private var displaced = 0
  private var resumes = false
  private var whenDrained: (() -> Void)?
  private let input = Input()

  /// `services`: the interfaces of each listener. The server keeps `handler` alive.
  package init(
    loop: EventLoop, scheduler: Scheduler, services: [ListenerRole: Service], handler: any CallHandler,
    limits: ServerLimits = ServerLimits(), inspection: PeerInspection = PeerInspection(),
    log: @escaping Log = { _, _ in }
  ) {
    self.loop = loop
    self.scheduler = scheduler
    self.services = services
    self.handler = handler
    streams = StreamScheduler(handler)
    monitor = ConnectionMonitor(loop)
    refusedPeers = RefusedPeers(loop)
    incidentLog = IncidentLog(log)
    gate = ConnectionGate(limits: limits.fittingThisProcess(), inspection: inspection, log: incidentLog)
    monitor.ready = { [unowned self] in ready($0, for: $1) }
    monitor.late = { [unowned self] in cut($0, $1) }
    refusedPeers.gone = { [unowned self] in gate.leave($0) }
  }

  /// Takes over new limits for the connections to come.
  package func adopt(_ limits: ServerLimits) { gate.limits = limits.fittingThisProcess() }

  // MARK: Connections

  /// Listens on the socket, and drops earlier sockets of this role whose files are gone, since no client can reach
  /// those.
  package func listen(on socket: consuming ListeningSocket, role: ListenerRole) throws(SystemError) {
    let acceptor = try Acceptor(
      socket, loop, batch: Self.batch,
      paused: { [unowned self] in incidentLog.log(.warning, "accepting pauses: \($0)") },
      admit: { [unowned self] in adopt($0, role: role) })
    acceptors.removeAll { $0.role == role && $0.acceptor.isUnreachable }
    acceptors.append((role, acceptor))
  }

  /// Serves an already connected stream socket as if it had been accepted by a listener of this role; the same rules
  /// apply.
  package func adopt(_ socket: consuming FileDescriptor, role: ListenerRole) {
    switch gate.admit(socket.raw, by: role, displacing: gate.hasRoom(for: role) ? nil : crowd(before: role)) {
    case .admitted(let admitted, let crowd):
      if let crowd { displaceOne(of: crowd) }
      serve(admitted, on: socket, role: role)
    case .refused(let peer, let error): refusedPeers.refuse(error, to: peer, on: socket, within: gate.limits)
    case .closed: return
    }
  }

  /// The process with the most connections, if it has several. For the person's socket any process: a person can always
  /// intervene.
  private func crowd(before role: ListenerRole) -> Int32? {
    guard displaced < ServerLimits.mostDisplaced else { return nil }
    var counts: [Int32: Int] = [:]
    for connection in connections.values where !connection.isCondemned {
      counts[connection.caller.peer.pid, default: 0] += 1
    }
    let most = counts.max { $0.value < $1.value }
    return most.flatMap { $0.value > 1 || role == .control ? $0.key : nil }
  }

  /// Closes one of the process's connections: the newest of those that wait for no answer, else the newest.
  private func displaceOne(of process: Int32) {
    displaced += 1
    let own = connections.values.filter { $0.caller.peer.pid == process && !$0.isCondemned }
    let victim = own.max { ($0.isIdle ? 1 : 0, $0.member) < ($1.isIdle ? 1 : 0, $1.member) }
    if let victim { cut(victim, .displaced) }
  }

  private func serve(_ admitted: AdmittedPeer, on socket: consuming FileDescriptor, role: ListenerRole) {
    lastConnection += 1
    let id = ConnectionID(number: lastConnection)
    let connection = Connection(
      caller: Caller(
        connection: id, peer: admitted.peer, verified: admitted.verified, role: role,
        script: admitted.script),
      service: services[role] ?? Service(vendor: "", product: "", version: "", url: "", interfaces: []),
      socket: socket, limits: gate.limits)
    do {
      try monitor.begin(connection)
    } catch {
      gate.leave(admitted.peer)
      return incidentLog.log(.error, "\(error)")
    }
    connection.member = scheduler.join { [unowned self, unowned connection] in
      connection.isQueued = false
      serve(connection)
    }
    connections[id] = connection
  }

  /// Accepts no new connections and closes the listening sockets; the files that their owner made for them disappear.
  package func stopAccepting() {
    acceptors = []
    refusedPeers.end()
  }

  /// Reads no more, and calls `then` once every reply is written and every connection closed, at the deadline at the
  /// latest. Pending calls are not waited for.
  package func drain(until uptime: Int64, then: @escaping () -> Void) {
    stopAccepting()
    whenDrained = then
    for connection in connections.values {
      connection.beginClosing()
      resume(connection)
    }
    loop.setTimer(at: uptime) { [weak self] in self?.close() }
    resume()
  }

  /// Closes every connection in the next iteration, with its unwritten output.
  package func close() {
    stopAccepting()
    for connection in connections.values { condemn(connection) }
    resume()
  }

  /// Closes the connection in the next iteration.
  private func condemn(_ connection: Connection) {
    guard !connection.isCondemned else { return }
    connection.isCondemned = true
    monitor.end(connection)
    condemned.append(connection)
    resume()
  }

  // MARK: Transactions

  /// Sends a reply to the connection's pending call; `.continues` leaves the call pending. Does nothing without a
  /// pending call. A reply with `isCommitted` survives the failure of the transaction.
  package func send(_ reply: Reply, to id: ConnectionID, isCommitted: Bool = false) {
    guard let connection = connections[id], !connection.isCondemned else { return }
    apply(.reply(reply, isCommitted: isCommitted), on: connection)
    guard connection.current == nil else { return }
    enqueue(connection)
    resume()
  }

  /// The pending call has more replies. The handler is asked for them batch by batch, after this transaction or a later
  /// one, as the peer reads.
  package func offer(to id: ConnectionID) {
    if let connection = connections[id], canSend(to: id) { streams.add(connection) }
  }

  /// True while the connection is open, as far as the server knows.
  package func canSend(to id: ConnectionID) -> Bool { connections[id].map { !$0.isCondemned } ?? false }

  /// Sends the replies that were staged in this transaction. With a failure, every call that was answered or begun in
  /// this transaction gets the failure instead, except replies about committed data and those of `org.varlink.service`.
  /// Returns the connections whose pending calls ended by it: nothing more can be sent to them.
  @discardableResult
  package func transactionEnded(failure: CallError?) -> [ConnectionID] {
    var interrupted: [ConnectionID] = []
    let ended = touched
    touched = []
    for connection in ended {
      connection.isTouched = false
      guard !connection.isCondemned else { continue }
      if connection.release(failure: failure, transaction: transaction) {
        interrupted.append(connection.caller.connection)
        enqueue(connection)
      }
      write(connection)
      resume(connection)
    }
    transaction += 1
    streams.sendReplies(to: connections, transaction: transaction) { resume($0) }
    if !streams.isEmpty { resume() }
    return interrupted
  }

  private func touch(_ connection: Connection) {
    guard !connection.isTouched else { return }
    connection.isTouched = true
    touched.append(connection)
  }

  /// Schedules `serveOthers` for the next iteration.
  private func resume() {
    guard !resumes else { return }
    resumes = true
    loop.nextIteration { [weak self] in self?.serveOthers() }
  }

  private func serveOthers() {
    resumes = false
    let closed = condemned
    condemned = []
    displaced = 0
    for connection in closed {
      connections[connection.caller.connection] = nil
      scheduler.leave(connection.member)
      gate.leave(connection.caller.peer)
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
      // A program may send a oneway call and exit; a reply is not waited for.
      guard connection.hasUnhandledCalls else { return condemn(connection) }
      // The events have nothing more to report; only the calls already sent remain.
      monitor.endEvents(connection)
      connection.hasInput = !connection.inputEnded
      return enqueue(connection)
    }
    if readiness.contains(.writable) { write(connection) }
    if readiness.contains(.readable) {
      connection.isInputKnown = connection.hasInput
      connection.hasInput = true
      enqueue(connection)
    }
    resume(connection)
  }

  private func write(_ connection: Connection) {
    connection.output.write(to: connection.socket.raw)
    streams.hasRead(connection)
  }

  // MARK: Calls

  private func enqueue(_ connection: Connection) {
    guard !connection.isCondemned, !connection.isQueued else { return }
    connection.isQueued = true
    scheduler.add(connection.member, to: connection.account, ahead: connection.current?.growsAnswer == true)
  }

  /// Does one step for the connection, and queues it again if it may have more.
  private func serve(_ connection: Connection) {
    guard !connection.isCondemned else { return }
    do throws(ConnectionFault) {
      var work = try connection.work()
      if case .read = work {
        input.read(connection)
        work = try connection.work()
      }
      if !connection.replies.isEmpty { touch(connection) }
      switch work {
      case .nothing: return resume(connection)
      case .read, .collected: break
      case .begin(let call):
        let account = handler.account(of: call, from: connection.caller)
        // Charged to another account: queued again there.
        if account == connection.account {
          perform(call, on: connection)
        } else {
          connection.account = account
        }
      case .step(let step):
        scheduler.done()
        apply(step(), on: connection)
      }
      if connection.mayHaveWork { enqueue(connection) }
    } catch {
      incidentLog.record(error.incident, connection.caller.peer, connection.caller.role, error.reason)
      connection.beginClosing()
    }
    resume(connection)
  }

  private func perform(_ call: Call, on connection: Connection) {
    connection.begin(transaction: transaction)
    scheduler.done()
    touch(connection)
    let own = connection.service.answer(call).map { Handling.reply($0, isCommitted: true) }
    apply(own ?? handler.handle(call, from: connection.caller), on: connection)
  }

  private func apply(_ handling: Handling, on connection: Connection) {
    switch handling {
    case .reply(let reply, let isCommitted, let unstored):
      connection.stage(reply, isCommitted: isCommitted, unstored: unstored)
    case .message(let message, let isCommitted): connection.stage(message, isCommitted: isCommitted)
    case .pending: return connection.awaitAnswer()
    case .unfinished(let purpose, let step): connection.setStep(purpose, transaction: transaction, step)
    }
    touch(connection)
    if connection.replies.count > connection.limits.queuedOutput { cut(connection, .unreadOutput) }
  }

  private func cut(_ connection: Connection, _ incident: Incident) {
    guard !connection.isCondemned else { return }
    incidentLog.record(incident, connection.caller.peer, connection.caller.role)
    condemn(connection)
  }

  /// Closes a finished connection, or matches its monitoring to its state.
  private func resume(_ connection: Connection) {
    guard !connection.isCondemned, !connection.isTouched else { return }
    if connection.isFinished { return condemn(connection) }
    if connection.hasSentAll { shutdown(connection.socket.raw, Int32(SHUT_WR)) }
    if connection.output.count > connection.limits.queuedOutput { return cut(connection, .unreadOutput) }
    if connection.stop == .output, connection.output.count < connection.limits.outputBeforeWaiting {
      enqueue(connection)
    }
    do { try monitor.update(connection) } catch { condemn(connection) }
  }
}
