import EventLoop
import Glibc
import NotificationModel
import NotificationProtocol
import TestSupport
import Varlink

@testable import DeliveryTests
@testable import Intake
@testable import NotificationProtocolTests

/// Calls of apps and of people, one after another, on an engine with its store.
let callTargets: [FuzzTarget] = [
  FuzzTarget(
    name: "calls",
    parsers: [
      "Intake/Interfaces/ControlInterface.swift", "Intake/Interfaces/NotificationsInterface.swift",
      "NotificationProtocol/NamesJSON.swift", "NotificationProtocol/ShapeReader.swift",
    ],
    check: { [directory = TemporaryDirectory(inMemory: true)] bytes in
      try checkCalls(bytes, in: directory.path)
    })
]

/// Each line of the input is a call: `C` and a call of io.bellhop.Control, or `N` and one of io.bellhop.Notifications. A
/// call whose parameters are not as the interface declares is refused. An answer, and an error, is as declared. The badge
/// stays the number of unread notifications.
@Sendable private func checkCalls(_ bytes: [UInt8], in directory: String) throws {
  let calls = bytes.split(separator: UInt8(ascii: "\n")).prefix(8).compactMap(DeclaredCall.init)
  guard !calls.isEmpty else { return }
  let door = try Door(in: directory)
  defer { door.close() }
  for call in calls {
    guard let reply = try door.answer(call.call, call.role) else { continue }
    try call.check(reply)
    try door.checkBadge()
  }
}

private struct DeclaredCall {
  let call: Call
  let role: ListenerRole
  private let declarations: Declarations
  private let method: Declarations.Method

  /// `nil` for a call that the interface does not have.
  init?(_ line: ArraySlice<UInt8>) {
    let isControl = line.first == UInt8(ascii: "C")
    role = isControl ? .control : .notifications
    declarations = isControl ? controlDeclarations : notificationsDeclarations
    let interface = isControl ? controlInterface : notificationsInterface
    guard let call = try? Call(parsing: Array(line.dropFirst())),
      call.method.hasPrefix("\(interface.name)."),
      let method = declarations.methods[String(call.method.dropFirst(interface.name.utf8.count + 1))]
    else { return nil }
    (self.call, self.method) = (call, method)
  }

  func check(_ reply: Reply) throws {
    switch reply {
    case .done(let results), .continues(let results):
      let strange = try declarations.departures(
        of: call.parameters, from: method.parameters, complete: false, at: "parameters")
      try require(strange.isEmpty, "\(call.method) is answered, and its \(strange)")
      let departures = try declarations.departures(
        of: results, from: method.results, complete: false, at: "results")
      try require(departures.isEmpty, "the answer to \(call.method): \(departures)")
    case .failed(let error):
      let name = error.name.split(separator: ".").last.map(String.init) ?? ""
      guard !error.name.hasPrefix("org.varlink.service.") else { return }
      let declared = [notificationsDeclarations, controlDeclarations].compactMap { $0.errors[name] }
      guard let type = declared.first else { throw Violation("\(call.method) fails with \(error.name)") }
      let departures = try declarations.departures(
        of: error.parameters, from: type, complete: false, at: error.name)
      try require(departures.isEmpty, "\(call.method) fails, and its error has \(departures)")
    }
  }
}

/// An engine with its store, behind the methods of the sockets.
struct Door {
  static let states = JSON.Field("states", .array(State.allCases.map(\.json)))

  private let stage: Stage
  private let calls: EngineCalls

  /// In a directory of its own, in which the last one's files may lie.
  init(in directory: String) throws {
    for name in ["bellhop.db", "bellhop.db-wal", "bellhop.db-shm", "bellhop.lock"] {
      unlink("\(directory)/state/\(name)")
    }
    let stage = try Stage(Desk.allowing, directory: "\(directory)/state", rowsPerTransaction: 100)
    self.stage = stage
    calls = EngineCalls(engine: stage.engine, version: "1", clock: { stage.now })
  }

  /// `nil` while the call waits: for the person, for events, or for files.
  func answer(_ call: Call, _ role: ListenerRole) throws -> Reply? {
    let caller = Caller(
      connection: ConnectionID(number: 1), peer: Peer(pid: 100, uid: 1_000, gid: 1_000), verified: nil,
      role: role, script: nil)
    var handling = calls.handle(call, from: caller)
    while case .unfinished(_, let step) = handling {
      handling = step()
      try stage.call { _, _ in }
    }
    try stage.call { _, _ in }
    switch handling {
    case .reply(let reply, _, _): return reply
    case .message(let bytes, _): return try Reply(parsing: bytes.dropLast())
    case .pending: return nil
    case .unfinished: throw Violation("a call is never answered")
    }
  }

  func checkBadge() throws {
    let unread = try stage.records().count(where: \.unread)
    let badge = try stage.look { try $0.statusSummary(now: $1).unread }
    try require(badge == unread, "the badge is \(badge), and \(unread) are unread")
  }

  func close() { stage.close() }
}
