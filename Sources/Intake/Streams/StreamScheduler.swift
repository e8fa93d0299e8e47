internal import EventLoop
internal import Varlink

/// Sends the replies of streaming calls between two transactions, in equal shares and at the pace at which the peers
/// read. A peer that has gone or does not read is skipped.
final class StreamScheduler {
  /// Short, since all other work waits between two transactions.
  private static let pace = FairQueue.Pace(slice: 50_000, iteration: 300_000)
  /// A peer with this many unread bytes waits for room, before its output overflows.
  private static let unreadBytesToWait = 262_144

  private let handler: any CallHandler
  private var queue = FairQueue(pace: StreamScheduler.pace)

  init(_ handler: any CallHandler) { self.handler = handler }

  var isEmpty: Bool { queue.isEmpty }

  /// Has the handler asked for the connection's next replies.
  func add(_ connection: Connection) {
    queue.add(
      connection.caller.connection.number, to: connection.account, at: EventLoop.nanoseconds())
  }

  /// The peer has read some of its output, and may have room again.
  func hasRead(_ connection: Connection) {
    guard connection.awaitsRoom, connection.unsentBytes < Self.unreadBytesToWait else { return }
    connection.awaitsRoom = false
    add(connection)
  }

  /// Calls `resume` with each connection that got a reply.
  func sendReplies(
    to connections: [ConnectionID: Connection], transaction: UInt64, _ resume: (Connection) -> Void
  ) {
    while queue.beginSlice(at: EventLoop.nanoseconds(), work: EventLoop.work()) {
      while let number = queue.next(at: EventLoop.nanoseconds(), work: EventLoop.work()) {
        guard let connection = connections[ConnectionID(number: number)], !connection.isCondemned else {
          continue
        }
        if sendNext(connection, transaction) { resume(connection) }
      }
    }
    queue.endIteration()
  }

  private func sendNext(_ connection: Connection, _ transaction: UInt64) -> Bool {
    guard connection.current != nil, !connection.output.isLost else { return false }
    guard connection.unsentBytes < Self.unreadBytesToWait else {
      connection.awaitsRoom = true
      return false
    }
    guard let replies = handler.more(for: connection.caller.connection) else { return false }
    for reply in replies { connection.stage(reply, isCommitted: true) }
    _ = connection.release(failure: nil, transaction: transaction)
    connection.output.write(to: connection.socket.raw)
    add(connection)
    return true
  }
}
