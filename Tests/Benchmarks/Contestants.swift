/// The programs measured in turn: the daemon, and the servers it is compared with.
struct Contestants {
  let daemon: DaemonUnderTest
  /// Writes the same rows as the daemon, without judging.
  let bare: PlainServer
  /// Stores each call as bytes.
  let limit: PlainServer
  /// A daemon that has ended; the bare server reads the schema of its database.
  private let template: DaemonUnderTest

  init(_ daemon: DaemonUnderTest) async throws {
    self.daemon = daemon
    template = try DaemonUnderTest(durability: "power")
    _ = try template.connection().postSingly(1)
    try await template.stop()
    let schema = template.databasePath
    bare = try PlainServer { try BareStore(at: $0, like: schema) }
    limit = try PlainServer { try LimitStore(at: $0, waits: true) }
  }

  /// Measures each contestant once in every round, since the disk's speed changes with time. Returns the results of
  /// the daemon, the bare server and the limit, in the order of the rounds.
  func inTurn<Value>(_ rounds: Int, _ body: (PostConnection) throws -> Value) throws -> (
    ours: [Value], bare: [Value], limit: [Value]
  ) {
    var (ours, bare, limit): ([Value], [Value], [Value]) = ([], [], [])
    let connections = (try daemon.connection(), try self.bare.connection(), try self.limit.connection())
    for _ in 0..<rounds {
      limit.append(try body(connections.2))
      bare.append(try body(connections.1))
      ours.append(try body(connections.0))
    }
    return (ours, bare, limit)
  }
}
