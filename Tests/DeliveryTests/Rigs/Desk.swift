import Delivery
import Guidelines
import NotificationModel
import Records
import Store
import TestSupport
import Testing
import TimeZones
import Wording

/// Runs an actor's jobs at once on the calling thread: a test has one thread.
final class InlineExecutor: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedSerialExecutor())
  }
  func isIsolatingCurrentContext() -> Bool? { true }
  func checkIsolated() {}
}

/// The apps that have a desktop entry.
struct Catalogue: AppDirectory {
  func name(of app: AppID) -> String? {
    switch app.text {
    case "org.example.Mail": "Mail"
    case "org.example.Chat": "Chat"
    default: nil
    }
  }

  func icon(of app: AppID) -> String? { app.text == "org.example.Mail" ? "mail-unread" : nil }
  func iconFile(of app: AppID) -> String? { name(of: app).map { "/icons/\($0).png" } }
}

/// The person is in this zone; the others are the system's.
struct Zones: TimeZoneDirectory {
  let local: any TimeZoneRules
  func zone(named name: String) -> (any TimeZoneRules)? { SystemZone(named: name) }
}

/// An engine on a real store, with a clock that stands still until it is moved, and a notification server
/// that answers in the same transaction unless it is told not to.
final class Desk {
  enum Server {
    case answers
    case silent
    case fails(SinkFailure)
  }

  let directory: TemporaryDirectory
  let disk = FaultyDisk()
  let lock = LockFlag()
  var policy = Policy()
  let zones: Zones
  private let rowsPerTransaction: Int
  /// How often the machine has started.
  private var boots = 1
  private(set) var engine: DeliveryEngine
  var now: Moment
  var server = Server.answers
  var capabilities: Set<String> = ["body", "actions"]
  /// Everything the server was given, in order.
  private(set) var shown: [Banner] = []
  private(set) var closed: [BannerHandle] = []
  /// The other commands to the desktop, in order.
  private(set) var desktopCommands: [DesktopCommand] = []
  /// The apps to be started because no connection follows their events, in order.
  private(set) var starts: [AppStart] = []
  private(set) var failedTransactions = 0
  /// Copies of images that nothing names any more.
  private(set) var removedImages: [String] = []
  /// The notifications whose change followers of the list are told.
  private(set) var changed: Set<NotificationID> = []
  /// The limits of each new configuration that holds, in order.
  private(set) var adopted: [RateLimits] = []
  /// Everything the engine told followers, in order.
  private(set) var events: [Event] = []
  /// Everything that apps of the desktop's own interface were told, in order.
  private(set) var frontSignals: [FrontNews] = []
  /// The commands that the server has not answered.
  private(set) var unanswered: [SinkCommand] = []
  private var lastHandle: UInt32 = 0
  private(set) var lastShownHandle: BannerHandle?
  private(set) var serverName = "bus/:1.1"
  /// The server's product name. Plasma changes a banner without an alert.
  var product = "Plasma"
  /// Whether it does not say what it is.
  var isNoServer = false
  private(set) var descriptionsAsked = 0
  /// Whether it neither closes a banner when asked nor says that it has.
  var ignoresCloses = false
  /// Whether it gives what is to replace a closed banner a number of its own.
  var forgetsClosed = false
  private let client = app

  static let noon = Timestamp(milliseconds: 1_795_176_000_000)

  init(
    _ policy: Policy = allowing, server: Server = .answers, hasServer: Bool = true,
    zone: any TimeZoneRules = FixedZone.utc, at wall: Timestamp = noon,
    rowsPerTransaction: Int = DeliveryEngine.rowsPerTransaction
  ) throws {
    self.rowsPerTransaction = rowsPerTransaction
    directory = TemporaryDirectory(inMemory: true)
    self.policy = policy
    self.server = server
    zones = Zones(local: zone)
    now = Moment(wall: wall, uptime: Uptime(milliseconds: 10_000_000))
    engine = try Self.engine(directory, policy, zones, lock, disk, rowsPerTransaction, boots, now)
    if hasServer { serverAppears() }
  }

  static var allowing: Policy {
    var policy = Policy()
    policy.defaultAuthorization = .authorized
    return policy
  }

  static var asking: Policy { Policy() }

  private static func engine(
    _ directory: TemporaryDirectory, _ policy: Policy, _ zones: Zones, _ lock: LockFlag,
    _ disk: FaultyDisk, _ rowsPerTransaction: Int, _ boots: Int, _ now: Moment, awaitsLock: Bool = false,
    passing: [BannerHandle] = []
  ) throws -> DeliveryEngine {
    let opened = try SQLiteStore.open(
      directory: "\(directory.path)/state", durability: .crash, now: now.wall)
    #expect(opened.notice == nil)
    let store = opened.store
    disk.carry(store)
    let engine = DeliveryEngine(
      executor: InlineExecutor(), store: store, directory: Catalogue(),
      zones: zones, wording: .english, lock: lock, policy: policy, bootID: "boot-\(boots)", sinkName: "test",
      rowsPerTransaction: rowsPerTransaction)
    try engine.assumeIsolated {
      if awaitsLock { $0.awaitScreenLock() }
      $0.inherit(unstored: passing)
      $0.receive(.presence(.x11, .here))
      try $0.start(now: now)
    }
    return engine
  }

  /// Ends the daemon without notice, and starts another. `meanwhile`: runs while no process has the files open.
  func restart(
    hasServer: Bool = true, awaitsLock: Bool = false, meanwhile: (Desk) throws -> Void = { _ in }
  ) throws {
    let passing = engine.assumeIsolated { engine in
      engine.close()
      return engine.unstoredBanners
    }
    try meanwhile(self)
    unanswered = []
    engine = try Self.engine(
      directory, policy, zones, lock, disk, rowsPerTransaction, boots, now, awaitsLock: awaitsLock,
      passing: passing)
    if hasServer { serverAppears() }
  }

  /// The machine is off for so long, and starts again.
  func reboot(offForSeconds seconds: Int64) throws {
    boots += 1
    now = Moment(wall: now.wall.advanced(bySeconds: seconds), uptime: Uptime(milliseconds: 20_000))
    try restart()
  }

  // MARK: Time and transactions

  /// The person sets the clock, and the machine goes on for a second. The daemon has not heard of it yet.
  func moveClock(bySeconds step: Int64) {
    now = Moment(
      wall: now.wall.advanced(bySeconds: step), uptime: now.uptime.advanced(byMilliseconds: 1_000))
  }

  func pass(seconds: Int64) {
    now = Moment(
      wall: now.wall.advanced(bySeconds: seconds),
      uptime: now.uptime.advanced(byMilliseconds: seconds * 1_000))
    run()
  }

  /// The transactions of one `run`.
  var mostSteps = 10_000

  /// Ends the transaction, and those that follow from it, until there is nothing left to do.
  func run() {
    for _ in 0..<mostSteps where !step() { return }
  }

  /// Ends the transaction; whether another follows from it at once.
  @discardableResult
  func step() -> Bool {
    let now = now
    guard let outputs = try? engine.assumeIsolated({ try $0.endTransaction(now: now) }) else {
      failedTransactions += 1
      for output in engine.assumeIsolated({ $0.outputsOfUnstoredLock() }) {
        switch output {
        case .sink(let command): _ = answer(command)
        case .changed(let ids): changed.formUnion(ids)
        default: break
        }
      }
      return false
    }
    var reports: [SinkReport] = []
    for output in outputs {
      switch output {
      case .sink(let command): reports += answer(command)
      case .event(let event, _): events.append(event)
      case .desktop(let command): desktopCommands.append(command)
      case .start(let start): starts.append(start)
      case .removeImages(let paths): removedImages += paths
      case .adopted(let limits): adopted.append(limits)
      case .front(let signal, let number, let caller, let start, _):
        frontSignals.append(FrontNews(signal: signal, number: number, caller: caller))
        if let start { starts.append(start) }
      case .changed(let ids): changed.formUnion(ids)
      case .decided: break
      }
    }
    for report in reports { engine.assumeIsolated { $0.receive(report) } }
    return !reports.isEmpty || goesOn
  }

  /// Whether work is left over, with which the next transaction continues at once.
  var goesOn: Bool {
    let now = now
    return engine.assumeIsolated { $0.wakes(now: now).uptime == now.uptime }
  }

  private func answer(_ command: SinkCommand) -> [SinkReport] {
    switch (command, server) {
    case (.close(let handle), .silent):
      closed.append(handle)
      return []
    case (.close(let handle), _):
      closed.append(handle)
      return ignoresCloses ? [] : [.closed(handle, .closed)]
    case (.route, _): return []
    case (.describe, .answers), (.describe, .fails):
      descriptionsAsked += 1
      if isNoServer { return [.failed(.description, .refused("no server"))] }
      return [
        .described(
          ServerDescription(
            server: serverName, name: product, version: "1", capabilities: capabilities))
      ]
    case (.show(let banner), .answers):
      shown.append(banner)
      return [report(banner)]
    case (.show(let banner), .fails(let failure)):
      shown.append(banner)
      return [.failed(banner.subject, failure)]
    case (_, .silent):
      if case .show(let banner) = command { shown.append(banner) }
      unanswered.append(command)
      return []
    }
  }

  private func report(_ banner: Banner) -> SinkReport {
    let isHidden = lock.hidesWhenLocked && banner.textWhenLocked != nil
    let replaced = banner.replaces.flatMap { forgetsClosed && closed.contains($0) ? nil : $0 }
    if replaced == nil { lastHandle += 1 }
    let handle = replaced ?? BannerHandle(server: serverName, id: lastHandle)
    lastShownHandle = handle
    return .shown(banner.subject, handle, hidden: isHidden, omitted: [])
  }

  /// The server gives a banner a number that this process does not hear: another program's, or an unanswered call's.
  func drawsAnother() -> BannerHandle {
    lastHandle += 1
    return BannerHandle(server: serverName, id: lastHandle)
  }

  /// The server refuses the banner from its silence, and answers the next.
  func serverRefusesAtLast(_ failure: SinkFailure) {
    server = .answers
    let commands = unanswered
    unanswered = []
    for case .show(let banner) in commands { receive(.failed(banner.subject, failure)) }
    run()
  }

  /// The server answers the commands from its silence.
  func serverAnswersAtLast() {
    server = .answers
    let commands = unanswered
    unanswered = []
    for command in commands {
      if case .show(let banner) = command {
        receive(report(banner))
      } else {
        answer(command).forEach(receive)
      }
    }
    run()
  }

  func receive(_ report: SinkReport) {
    engine.assumeIsolated { $0.receive(report) }
    run()
  }

  // MARK: The server's comings and goings

  func serverAppears(as name: String? = nil, product: String? = nil) {
    if let name { serverName = name }
    if let product { self.product = product }
    presence(.present(server: serverName))
  }

  func serverVanishes(activatable: Bool = false) { presence(.absent(activatable: activatable)) }

  func presence(_ presence: ServerPresence) { hear(.server(presence)) }

  func hear(_ report: DesktopReport) {
    engine.assumeIsolated { $0.receive(report) }
    run()
  }

  /// The desktop reports that one of these is in front; `nil` that it does not know. `following`: they follow their
  /// events.
  func focus(_ apps: Set<AppID>?, following: Bool = true) {
    for app in following ? apps ?? [] : [] {
      // A connection follows one app.
      engine.assumeIsolated { $0.followed(app, by: app == mail ? 98 : 99) }
    }
    hear(.focus(apps.map { .apps($0) } ?? .unknown))
  }

  /// The desktop says that there is no input, or some again; `nil` that it does not know.
  func idle(_ isIdle: Bool?, _ source: PresenceSource = .x11) {
    hear(.presence(source, isIdle.map { $0 ? .away : .here }))
  }

  // MARK: Actions of apps and people

  @discardableResult
  func post(_ request: NotificationRequest, by client: Client? = nil) throws(Refusal) -> Receipt {
    let (client, now) = (client ?? self.client, now)
    let result = engine.assumeIsolated { engine in
      Result { () throws(Refusal) in try engine.post(request, by: client, now: now) }
    }
    run()
    return try result.get()
  }

  @discardableResult
  func post(_ title: String, _ change: (inout NotificationRequest) -> Void = { _ in }) throws(Refusal)
    -> Receipt
  {
    try post(NotificationRequest(app: mail, title: title), change)
  }

  @discardableResult
  func post(_ request: NotificationRequest, _ change: (inout NotificationRequest) -> Void) throws(Refusal)
    -> Receipt
  {
    var request = request
    change(&request)
    return try post(request)
  }

  /// As an app posts by the desktop's own interface; returns its number.
  @discardableResult
  func postFront(
    _ title: String, of app: AppID = mail, replacing: UInt32 = 0, by caller: String = ":1.7",
    images: [ImageCopy] = [], notes: [Ruling] = [],
    _ change: (inout NotificationRequest, inout DesktopOrigin) -> Void = { _, _ in }
  ) throws -> UInt32 {
    var request = NotificationRequest(app: app, title: title)
    var origin = DesktopOrigin()
    origin.isVouchedFor = true
    origin.followsFocus = true
    change(&request, &origin)
    let posted = (request, origin)
    return try perform {
      try $0.post(
        posted.0, posted.1, by: BusCaller(bus: "bus", name: caller), replacing: replacing, notes: notes,
        images: images, now: $1)
    }
  }

  func perform<T: Sendable>(_ body: @Sendable (isolated DeliveryEngine, Moment) throws -> T) throws -> T {
    let now = now
    defer { run() }
    return try engine.assumeIsolated { try body($0, now) }
  }

  /// The handle of the newest banner of that title.
  func handle(of title: String) throws -> BannerHandle {
    guard let handle = try phase(of: title)?.shown?.handle else { throw Missing.banner }
    return handle
  }

  func press(_ title: String, _ action: ItemID = .defaultAction) throws {
    receive(.pressed(try handle(of: title), action: action, activationToken: nil))
  }

  // MARK: State

  var questionHandle: BannerHandle? { disk.questionHandle }

  enum Missing: Error { case banner, record }

  /// All of the app's, oldest first.
  func records(_ app: AppID = mail, by reader: Client? = nil) throws -> [NotificationRecord] {
    let query = ListQuery(app: app, states: State.allCases, limit: Limits.listMaximum)
    let client = reader ?? client
    return try engine.assumeIsolated { try $0.records(query, by: client).records }.reversed()
  }

  func record(_ title: String) throws -> NotificationRecord {
    guard let record = try records().last(where: { $0.request.title == title }) else { throw Missing.record }
    return record
  }

  /// Where its banner stands.
  func phase(of title: String) throws -> BannerPhase? { try disk.phase(of: record(title)) }

  /// Whether it is on screen in the form for a locked one.
  func isShownHidden(_ title: String) throws -> Bool { try phase(of: title)?.shown?.isHidden == true }

  func badge(_ app: AppID = mail) throws -> Int { try engine.assumeIsolated { try $0.badge(of: app) } }

  func explanation(_ title: String) throws -> [String] {
    let id = try record(title).id
    return try engine.assumeIsolated { try $0.explain(id).map(\.decision.effect) }
  }

  /// The titles of the banners that alerted, in order.
  var alerts: [String] { shown.filter(\.alerts).map(\.text.title) }
  /// The same, with the number alone of what a line says about what was missed.
  var counts: [String] {
    shown.filter(\.alerts).map { $0.subject == .missed ? $0.textWhenLocked?.title ?? "" : $0.text.title }
  }
  var subjects: [BannerSubject] { shown.map(\.subject) }
  var activations: Int { desktopCommands.count { $0 == .activateServer } }
  func forgetShown() { shown = [] }
  func forgetDesktopCommands() { desktopCommands = [] }
  func forgetChanged() { changed = [] }
}

/// A signal to an app of the desktop's own interface.
struct FrontNews: Hashable {
  var signal: FrontSignal
  var number: UInt32
  var caller: BusCaller
}

/// An app's connection, and the person's own.
let app = Client(connection: 1, process: 100, isPerson: false)
let tool = Client(connection: 2, process: 200, isPerson: true)

let mail = known(AppID("org.example.Mail"))
let chat = known(AppID("org.example.Chat"))

func known<Value>(_ value: Value?) -> Value {
  guard let value else { preconditionFailure("a name in a test is not a name") }
  return value
}

func name(_ text: String) -> OpaqueName { known(OpaqueName(text)) }
func item(_ text: String) -> ItemID { known(ItemID(text)) }
