internal import EventLoop

/// Registers connections with the loop: for their events, and for the deadlines of peers that owe input or reading.
final class ConnectionMonitor {
  private let loop: EventLoop
  var ready: (Connection, Readiness) -> Void = { _, _ in }
  /// The peer missed its deadline.
  var late: (Connection, Incident) -> Void = { _, _ in }

  init(_ loop: EventLoop) { self.loop = loop }

  func begin(_ connection: Connection) throws(SystemError) {
    connection.registration = try loop.monitor(connection.socket.raw, for: connection.interest) {
      [unowned self, unowned connection] in ready(connection, $0)
    }
  }

  /// Ends the events and the deadline of the connection.
  func end(_ connection: Connection) {
    endEvents(connection)
    if let stall = connection.stall { loop.cancel(stall.timer) }
  }

  func endEvents(_ connection: Connection) {
    if let registration = connection.registration.take() { loop.cancel(registration) }
  }

  /// Matches the registered events and the deadline to the connection's state.
  func update(_ connection: Connection) throws(SystemError) {
    try setInterest(of: connection)
    setDeadline(of: connection)
  }

  private func setInterest(of connection: Connection) throws(SystemError) {
    var interest: Readiness = connection.wantsInput && !connection.isInputKnown ? .readable : []
    if !connection.output.isEmpty { interest.insert(.writable) }
    guard interest != connection.interest, let registration = connection.registration else { return }
    connection.interest = interest
    try loop.modify(registration, for: interest)
  }

  private func setDeadline(of connection: Connection) {
    // A queued connection may hold the whole message already; serving it tells.
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
          late(connection, awaited.incident)
        }
      )
    }
  }
}
