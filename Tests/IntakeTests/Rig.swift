import EventLoop
import Glibc
import NotificationModel
import TestSupport
import Testing
import Varlink

@testable import Intake

extension Server {
  /// How often peers were refused or cut, by reason.
  var incidents: [Incident: Int] { incidentLog.counts }
  var connectionCount: Int { connections.count }
  /// Of those that may not come in and have not been told yet.
  var refusedCount: Int { refusedPeers.count }
  /// Of answers that the peer has not taken.
  func unsentBytes(to id: ConnectionID) -> Int { connections[id]?.unsentBytes ?? 0 }
}

/// A server with the test interface on both listeners. Clients are driven from the same thread, so that a test
/// decides what happens in which order.
final class Rig {
  static let failure = CallError(name: "test.echo.NotStored")

  let loop: EventLoop
  let handler: EchoHandler
  let server: Server
  let directory: TemporaryDirectory
  var log: [String] { logBox.lines }
  private let logBox = LogBox()
  /// The error with which the pieces end.
  var failure: CallError?
  /// Of the turns that failed.
  var interrupted: [ConnectionID] = []
  var turns = 0
  /// Kept until the end of the test: an optimised one lets go of a client after its last use, which would hang up.
  private var clients: [TestClient] = []

  init(limits: ServerLimits = ServerLimits(), inspection: PeerInspection = PeerInspection()) throws {
    directory = TemporaryDirectory()
    loop = try EventLoop()
    handler = EchoHandler()
    let service = Service(
      vendor: "Test", product: "Echo", version: "1", url: "", interfaces: [EchoHandler.description])
    let logBox = logBox
    server = Server(
      loop: loop, scheduler: Scheduler(loop), services: [.notifications: service, .control: service],
      handler: handler, limits: limits,
      inspection: inspection
    ) { _, line in logBox.lines.append(line) }
    handler.server = server
    for role in [ListenerRole.notifications, .control] {
      try server.listen(on: try ListeningSocket(path: "\(directory.path)/\(role.name)"), role: role)
    }
    loop.onIterationEnd = { [unowned self] in endIteration() }
  }

  private func endIteration() {
    turns += 1
    interrupted += server.transactionEnded(failure: failure)
  }

  func connect(_ role: ListenerRole = .notifications) throws -> TestClient {
    let client = try TestClient(path: "\(directory.path)/\(role.name)")
    clients.append(client)
    return client
  }

  func run(sourceLocation: SourceLocation = #_sourceLocation, until condition: @escaping () -> Bool) {
    loop.turn(sourceLocation: sourceLocation, until: condition)
  }

  func replies(_ count: Int, of client: TestClient, sourceLocation: SourceLocation = #_sourceLocation)
    -> [Reply]
  {
    loop.replies(count, of: client, sourceLocation: sourceLocation)
  }

  /// Runs until the server has seen everything sent so far: a later call on another connection is answered.
  func settle() throws {
    for _ in 0..<3 {
      let other = try connect(.control)
      other.send(.echo(0))
      _ = replies(1, of: other)
    }
  }
}

private final class LogBox { var lines: [String] = [] }

extension EventLoop {
  /// Runs until the condition holds; an issue when it does not within a minute.
  func turn(sourceLocation: SourceLocation = #_sourceLocation, until condition: @escaping () -> Bool) {
    let deadline = EventLoop.now().uptime + 60_000
    var timer: Timer?
    func look() {
      if condition() { return stop() }
      guard EventLoop.now().uptime < deadline else {
        Issue.record("the condition never held", sourceLocation: sourceLocation)
        return stop()
      }
      timer = setTimer(at: EventLoop.now().uptime + 2, look)
    }
    look()
    run()
    if let timer { cancel(timer) }
  }

  /// Runs until the client has this many replies, and returns those.
  func replies(_ count: Int, of client: TestClient, sourceLocation: SourceLocation = #_sourceLocation)
    -> [Reply]
  {
    turn(sourceLocation: sourceLocation) { client.read() >= count || client.isClosed }
    return client.replies
  }
}

/// Answers a small interface of its own.
final class EchoHandler: CallHandler {
  static let description: InterfaceDescription = {
    let text = """
      interface test.echo
      method Echo(n: int) -> (n: int)
      # Answered when the test says so.
      method Hold() -> (n: int)
      # [Requires 'more' flag]
      method Stream() -> (n: int)
      method Large(bytes: int) -> (text: string)
      # Answered when the test has let this many pieces go by.
      method Pieces(n: int) -> (n: int)
      # The same, of a call that an app is named in.
      method As(app: string, n: int) -> (n: int)
      method Refuse() -> ()
      # Answered whatever becomes of the transaction.
      method Read() -> (n: int)
      # Done also where it cannot be stored, which its answer says then.
      method Lock() -> (n: int)
      error Refused ()
      error NotStored ()
      """
    guard let description = InterfaceDescription(text: text) else { fatalError("not an interface") }
    return description
  }()

  weak var server: Server?
  var handled: [Call] = []
  var pending: [ConnectionID] = []
  var closed: [ConnectionID] = []
  var peers: Set<Peer> = []
  var scripts: [ScriptID?] = []
  var verified: Set<AppID?> = []
  /// Pieces taken of calls that have several.
  var pieces = 0
  /// Whether the last of them is answered when the test says so.
  var endsPending = false
  /// The purpose for which a call in pieces is continued.
  var purpose = Handling.Purpose.answer(isCommitted: true)
  /// The values offered to connections, piece by piece; the counter is the number of requests.
  var offered: [ConnectionID: [Int]] = [:]
  var asked = 0

  func account(of call: Call, from caller: Caller) -> Account {
    guard case .string(let text)? = call.parameters["app"], let app = AppID(text) else {
      return caller.ownAccount
    }
    return Account(.app(app.text), at: .apps)
  }

  func more(for connection: ConnectionID) -> [Reply]? {
    asked += 1
    guard let next = offered[connection]?.first else { return nil }
    offered[connection]?.removeFirst()
    return [.continues(.n(next))]
  }

  private func piece(of count: Int) -> Handling {
    let isCommitted = if case .answer(isCommitted: true) = purpose { true } else { false }
    if count == 0, endsPending { return .pending }
    guard count > 0 else { return .reply(.done(.n(pieces)), isCommitted: isCommitted) }
    pieces += 1
    return .unfinished(purpose) { [unowned self] in piece(of: count - 1) }
  }

  func handle(_ call: Call, from caller: Caller) -> Handling {
    handled.append(call)
    peers.insert(caller.peer)
    scripts.append(caller.script)
    verified.insert(caller.verified)
    switch call.method {
    case "test.echo.Echo": return .reply(.done(call.parameters))
    case "test.echo.Pieces":
      guard case .int(let count)? = call.parameters["n"] else { return .reply(.failed(Rig.failure)) }
      return piece(of: Int(count))
    case "test.echo.As": return .reply(.done(.n(Int(handled.count))))
    case "test.echo.Lock": return .reply(.done(.n(1)), unstored: .done(.n(2)))
    case "test.echo.Read": return .reply(.done(.n(0)), isCommitted: true)
    case "test.echo.Large":
      guard case .int(let count)? = call.parameters["bytes"] else { return .reply(.failed(Rig.failure)) }
      let text = String(repeating: "x", count: Int(count))
      return .reply(.done(.object([JSON.Field("text", .string(text))])))
    case "test.echo.Stream":
      pending.append(caller.connection)
      server?.send(.continues(.n(0)), to: caller.connection)
      return .pending
    case "test.echo.Hold":
      pending.append(caller.connection)
      return .pending
    default: return .reply(.failed(CallError(name: "test.echo.Refused")))
    }
  }

  func connectionClosed(_ connection: ConnectionID) { closed.append(connection) }

  var numbers: [Int64] {
    handled.compactMap { if case .int(let n)? = $0.parameters["n"] { n } else { nil } }
  }
}

extension JSON {
  static func n(_ value: Int) -> JSON { .object([Field("n", .int(Int64(value)))]) }
}

extension Call {
  static func echo(_ n: Int, oneway: Bool = false) -> Call {
    Call(method: "test.echo.Echo", parameters: .n(n), oneway: oneway)
  }
  static func pieces(_ n: Int, oneway: Bool = false) -> Call {
    Call(method: "test.echo.Pieces", parameters: .n(n), oneway: oneway)
  }
  static func named(_ app: String, _ n: Int) -> Call {
    let fields = [JSON.Field("app", .string(app)), JSON.Field("n", .int(Int64(n)))]
    return Call(method: "test.echo.As", parameters: .object(fields))
  }
  static let hold = Call(method: "test.echo.Hold")
  static let stream = Call(method: "test.echo.Stream", more: true)
  static func large(_ bytes: Int) -> Call {
    Call(method: "test.echo.Large", parameters: .object([JSON.Field("bytes", .int(Int64(bytes)))]))
  }
}
