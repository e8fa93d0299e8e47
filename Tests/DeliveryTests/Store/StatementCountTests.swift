import CSQLite
import Delivery
import Locks
import NotificationModel
import Testing

/// The statements prepared and run on each database, by its path. Triggers count for the statement that they follow.
private let statements = Mutex<[String: [String]]>([:])

private let note:
  @convention(c) (UInt32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?)
    -> Int32 = { _, _, statement, text in
      guard let text = text.map({ String(cString: $0.assumingMemoryBound(to: CChar.self)) }),
        !text.hasPrefix("--"),
        let database = sqlite3_db_handle(statement.map { OpaquePointer($0) }),
        let path = sqlite3_db_filename(database, "main").map({ String(cString: $0) })
      else { return 0 }
      statements.withLock { $0[path, default: []].append(text) }
      return 0
    }

private let watch: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Int32 = {
  database, _, _ in sqlite3_trace_v2(database, UInt32(SQLITE_TRACE_STMT), note, nil)
}

/// How often the store is asked. `swift test --filter StatementCountTests` prints it.
struct StatementCountTests {
  private let desk: Desk

  init() throws {
    // SQLite calls this function for every database that is opened, with arguments that the type hides.
    let extensionPoint = unsafeBitCast(watch, to: (@convention(c) () -> Void).self)
    sqlite3_auto_extension(extensionPoint)
    defer { sqlite3_cancel_auto_extension(extensionPoint) }
    desk = try Desk()
  }

  /// The statements of the body, and of its transaction.
  private func count<Value: Sendable>(
    _ what: String, _ body: @Sendable (isolated DeliveryEngine) throws -> Value
  ) throws -> (value: Value, statements: Int) {
    let path = "\(desk.directory.path)/state/bellhop.db"
    statements.withLock { $0[path] = [] }
    let now = desk.now
    let value = try desk.engine.assumeIsolated { engine in
      let value = try body(engine)
      _ = try engine.endTransaction(now: now)
      return value
    }
    let run = statements.withLock { $0[path] ?? [] }
    print("statements of \(what): \(run.count)")
    return (value, run.count)
  }

  @Test
  func `A plain post, its showing and a wake-up with nothing to do ask the store no more often than this`()
    throws
  {
    try desk.post("First")
    let now = desk.now
    let posted = try count("a plain post") {
      try $0.post(NotificationRequest(app: mail, title: "Second"), by: app, now: now)
    }
    let id = posted.value.id
    let shown = try count("its showing") {
      let handle = BannerHandle(server: "bus/:1.1", id: 99)
      $0.receive(.shown(.notification(id), handle, hidden: false, omitted: []))
    }
    desk.now = Moment(
      wall: now.wall.advanced(bySeconds: 5), uptime: now.uptime.advanced(byMilliseconds: 5_000))
    let idle = try count("an idle wake-up") { _ in }
    #expect(posted.statements <= 8 && shown.statements <= 6 && idle.statements == 0)
  }
}
