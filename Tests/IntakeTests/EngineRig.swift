import Delivery
import EventLoop
import Glibc
import LoopExecutor
import NotificationModel
import NotificationProtocol
import Records
import Store
import TestSupport
import Testing
import TimeZones
import Varlink
import Wording

@testable import Intake

/// Both interfaces before an engine on a real store, with a notification server that never answers.
final class EngineRig {
  private struct NoApps: AppDirectory {
    func name(of app: AppID) -> String? { nil }
    func icon(of app: AppID) -> String? { nil }
    func iconFile(of app: AppID) -> String? { nil }
  }

  let loop: EventLoop
  let engine: DeliveryEngine
  let files = ScriptedFiles()
  private let directory = TemporaryDirectory(inMemory: true)
  private let images: ImageIntake
  private let calls: EngineCalls
  private let server: Server
  private var spool: SpoolIntake?
  /// Whether the database is taken away before the next transaction that stores anything is committed.
  var losesStore = false
  /// The server was given these commands.
  private(set) var commands: [SinkCommand] = []
  private(set) var log: [String] = []

  static var allowing: Policy {
    var policy = Policy()
    policy.defaultAuthorization = .authorized
    return policy
  }

  init(_ policy: Policy = allowing) throws {
    loop = try EventLoop()
    engine = DeliveryEngine(
      executor: loop,
      store: try SQLiteStore.open(
        directory: "\(directory.path)/state", durability: .crash, now: Self.now().wall
      ).store, directory: NoApps(), zones: SystemZones.utc, wording: .english, lock: LockFlag(),
      policy: policy, bootID: "boot", sinkName: "test")
    images = ImageIntake(loop: loop, files: files)
    calls = EngineCalls(engine: engine, version: "0", clock: Self.now)
    let service = Service(
      vendor: "Test", product: "Engine", version: "1", url: "",
      interfaces: [notificationsInterface, controlInterface])
    server = Server(
      loop: loop, scheduler: Scheduler(loop), services: [.notifications: service, .control: service],
      handler: calls)
    calls.server = server
    calls.prepareImages(with: images)
    for role in [ListenerRole.notifications, .control] {
      try server.listen(on: try ListeningSocket(path: socket(role)), role: role)
    }
    try engine.assumeIsolated {
      $0.receive(.server(.present(server: "bus/:1.1")))
      try $0.start(now: Self.now())
    }
    endIteration()
    loop.onIterationEnd = { [unowned self] in endIteration() }
  }

  private func socket(_ role: ListenerRole) -> String { "\(directory.path)/\(role)" }

  static func now() -> Moment {
    let (wall, uptime) = EventLoop.now()
    return Moment(wall: Timestamp(milliseconds: wall), uptime: Uptime(milliseconds: uptime))
  }

  func connect(_ role: ListenerRole = .notifications) throws -> TestClient {
    try TestClient(path: socket(role))
  }

  /// Takes in the files that root left there.
  func follow(_ spool: Spool) {
    self.spool = SpoolIntake(loop, engine, spool, clock: Self.now) { [unowned self] in log.append($1) }
    self.spool?.start()
  }

  /// As the daemon ends each iteration.
  private func endIteration() {
    images.deliverResults()
    let now = Self.now()
    if losesStore, engine.assumeIsolated({ $0.hasWork }) {
      rename("\(directory.path)/state/bellhop.db", "\(directory.path)/elsewhere")
    }
    do throws(StorageFault) {
      let outputs = try engine.assumeIsolated { engine in
        Result { () throws(StorageFault) in try engine.endTransaction(now: now) }
      }.get()
      _ = calls.distribute(outputs)
      server.transactionEnded(failure: nil)
      for case .sink(let command) in outputs { commands.append(command) }
      spool?.transactionEnded(stored: true)
    } catch {
      calls.transactionFailed()
      server.transactionEnded(failure: NotificationsError.notStored(reason: error.reason).callError)
        .forEach(calls.forget)
      spool?.transactionEnded(stored: false)
    }
  }
}

extension Call {
  static func app(_ method: String, more: Bool = false, _ fields: [String: JSON] = [:]) -> Call {
    let fields = ["app": JSON.string(AppID.mail.text)].merging(fields) { $1 }
    return Call(
      method: "io.bellhop.Notifications.\(method)",
      parameters: .object(fields.map { JSON.Field($0.key, $0.value) }), more: more)
  }

  static func post(_ title: String, image: String? = nil) -> Call {
    Call(
      method: "io.bellhop.Notifications.Post",
      parameters: .object([JSON.Field("notification", request(title: title, image: image).json)]))
  }
}
