import Delivery
import Guidelines
import NotificationModel
import Records
import Store
import TestSupport
import Wording

/// An engine on a real store in memory, with a screen, for sequences of operations: lighter than a `Desk`, and
/// looked at after every transaction.
final class Stage {
  private let directory: String
  private let rowsPerTransaction: Int
  private let lock = LockFlag()
  private let disk = FaultyDisk()
  private(set) var engine: DeliveryEngine
  let screen = Screen()
  var policy: Policy
  private(set) var now = Moment(wall: Desk.noon, uptime: Uptime(milliseconds: 10_000_000))
  /// The events that each app's followers got, in order.
  private(set) var events: [AppID: [Event]] = [:]
  /// Looks at every banner before the sink gets it.
  var willShow: (Banner, _ locked: Bool) throws -> Void = { _, _ in }
  /// Called with the sink's report.
  var wasAnswered: (SinkReport) -> Void = { _ in }
  /// Called with the signals to apps of the desktop's own interface.
  var wasTold: (FrontNews) throws -> Void = { _ in }
  /// Apps to start and addresses to open, in order, without a result so far.
  private var opening: [Opening] = []
  private enum Opening {
    case app(AppStart)
    case address(OpenedLink)
  }
  /// Whether the transaction of the last call could be committed.
  private(set) var wasStored = true
  /// Whether the last transaction could not.
  private(set) var isBehind = false
  /// When something last kept banners from the screen for a while.
  private(set) var setbackAt: Uptime?

  /// In a directory that is empty.
  init(_ policy: Policy, directory: String, rowsPerTransaction: Int) throws {
    self.policy = policy
    self.rowsPerTransaction = rowsPerTransaction
    self.directory = directory
    engine = try Self.engine(directory, policy, lock, disk, rowsPerTransaction, now)
    try presence()
  }

  private static func engine(
    _ directory: String, _ policy: Policy, _ lock: LockFlag, _ disk: FaultyDisk,
    _ rowsPerTransaction: Int, _ now: Moment, passing: [BannerHandle] = []
  ) throws -> DeliveryEngine {
    let store = try SQLiteStore.open(directory: directory, durability: .crash, now: now.wall).store
    disk.carry(store)
    let engine = DeliveryEngine(
      executor: InlineExecutor(), store: store, directory: Catalogue(),
      zones: Zones(local: FixedZone.utc), wording: .english, lock: lock, policy: policy, bootID: "boot",
      sinkName: "test", rowsPerTransaction: rowsPerTransaction)
    try engine.assumeIsolated {
      $0.inherit(unstored: passing)
      try $0.start(now: now)
    }
    return engine
  }

  func close() { engine.assumeIsolated { $0.close() } }

  func restart(showsAnyway: Bool) throws {
    let passing = engine.assumeIsolated { $0.unstoredBanners }
    close()
    disk.fails = false
    opening = []
    screen.forgetsCaller(showsAnyway: showsAnyway)
    engine = try Self.engine(directory, policy, lock, disk, rowsPerTransaction, now, passing: passing)
    try presence()
  }

  // MARK: Turns

  /// Calls the engine, and ends the transaction; `answered` is told in between. `nil` when it refused, or when nothing
  /// of it could be stored.
  @discardableResult
  func call<T: Sendable>(
    _ body: @Sendable (isolated DeliveryEngine, Moment) throws -> T, answered: (T) -> Void = { _ in }
  ) throws -> T? {
    let now = now
    let answer = Result { try engine.assumeIsolated { try body($0, now) } }
    if case .success(let value) = answer { answered(value) }
    wasStored = try run()
    switch answer {
    case .success(let value): return wasStored ? value : nil
    case .failure(is Refusal): return nil
    case .failure(let error): throw error
    }
  }

  /// Reads; nothing that an app or a person does.
  func look<T: Sendable>(_ body: @Sendable (isolated DeliveryEngine, Moment) throws -> T) throws -> T {
    let now = now
    return try engine.assumeIsolated { try body($0, now) }
  }

  func receive(_ report: SinkReport) throws {
    note(report)
    engine.assumeIsolated { $0.receive(report) }
    try run()
  }

  func presence(activatable: Bool = false) throws {
    let presence: ServerPresence =
      screen.isThere ? .present(server: screen.server) : .absent(activatable: activatable)
    engine.assumeIsolated { $0.receive(.server(presence)) }
    try run()
  }

  func focus(_ focus: DesktopFocus) throws {
    engine.assumeIsolated { $0.receive(.focus(focus)) }
    try run()
  }

  func fullScreen(_ inhibits: Bool?) throws {
    let window = inhibits.map { FullScreenWindow(apps: [chat], inhibitsIdle: $0) }
    engine.assumeIsolated { $0.receive(.fullScreen(window)) }
    try run()
  }

  func cover(_ covers: Bool) throws {
    let heard = covers ? ScreenLock.locked(by: ["logind"]) : .unlocked
    lock.heard(heard)
    engine.assumeIsolated {
      $0.receive(.lockScreen(.coversText))
      $0.receive(.lock(heard))
    }
    try run()
  }

  func person(_ presence: Presence?) throws {
    engine.assumeIsolated { $0.receive(.presence(.mutter, presence)) }
    try run()
  }

  /// The desktop reports on the first of those that are being opened.
  func opened(fails: Bool) throws {
    guard !opening.isEmpty else { return }
    let now = now
    switch opening.removeFirst() {
    case .address(let link):
      engine.assumeIsolated { $0.receive(.opened(for: link.notification, fails ? .nothingOpens : nil)) }
    case .app(let start):
      engine.assumeIsolated { engine in
        let isFirst = engine.begin(start, now: now)
        let result: AppStartResult =
          !isFirst ? .underWay : fails ? .failed(.refusedByBus("org.example.No")) : .runByBus
        engine.receive(.started(start.app, for: start.notification, result))
      }
    }
    try run()
  }

  /// Ends the transaction, and those that follow from it. Whether the first one was committed.
  @discardableResult
  private func run() throws -> Bool {
    for round in 0..<2_000 {
      let now = now
      guard let outputs = try? engine.assumeIsolated({ try $0.endTransaction(now: now) }) else {
        isBehind = true
        return round > 0
      }
      isBehind = false
      let reports = try outputs.compactMap(perform)
      let goesOn = look { $0.wakes(now: $1).uptime == now.uptime }
      guard !reports.isEmpty || goesOn else { return true }
      for report in reports {
        note(report)
        engine.assumeIsolated { $0.receive(report) }
      }
    }
    throw Violation("the engine never comes to rest")
  }

  private func perform(_ output: Output) throws -> SinkReport? {
    switch output {
    case .sink(let command):
      let isAnswered = if case .close = command { false } else { true }
      try require(!isAnswered || screen.outstanding == nil, "two calls to the server at a time: \(command)")
      if case .show(let banner) = command { try willShow(banner, lock.hidesWhenLocked) }
      return screen.perform(command, locked: lock.hidesWhenLocked)
    case .event(let event, let app):
      events[app, default: []].append(event)
      return nil
    case .front(let signal, let number, let caller, _, _):
      try wasTold(FrontNews(signal: signal, number: number, caller: caller))
      return nil
    case .start(let start):
      opening.append(.app(start))
      return nil
    case .desktop(.open(let link)):
      opening.append(.address(link))
      return nil
    case .desktop, .removeImages, .decided, .adopted, .changed:
      return nil
    }
  }

  private func note(_ report: SinkReport) {
    if case .failed = report { setbackAt = now.uptime }
    wasAnswered(report)
  }

  // MARK: Time

  /// Time passes as the daemon lives it: it is woken whenever it asked for it.
  func pass(seconds: Int64) throws {
    let end = moved(wall: seconds, uptime: seconds)
    for _ in 0..<5_000 {
      let wakes = look { $0.wakes(now: $1) }
      let wall = wakes.wall.map { max(1, $0.milliseconds - now.wall.milliseconds) }
      let uptime = wakes.uptime.map { max(1, $0.milliseconds - now.uptime.milliseconds) }
      guard let wait = [wall, uptime].compactMap({ $0 }).min(),
        now.uptime.advanced(byMilliseconds: wait) < end.uptime
      else {
        now = end
        try run()
        return
      }
      now = Moment(
        wall: Timestamp(milliseconds: now.wall.milliseconds + wait),
        uptime: now.uptime.advanced(byMilliseconds: wait))
      try run()
    }
    throw Violation("the daemon wakes more than five thousand times in \(seconds) seconds")
  }

  private func look<T: Sendable>(_ body: @Sendable (isolated DeliveryEngine, Moment) -> T) -> T {
    let now = now
    return engine.assumeIsolated { body($0, now) }
  }

  /// One of the clocks or both jump, and the daemon is woken afterwards.
  func jump(wall: Int64, uptime: Int64) throws {
    now = moved(wall: wall, uptime: uptime)
    try run()
  }

  private func moved(wall: Int64, uptime: Int64) -> Moment {
    Moment(
      wall: now.wall.advanced(bySeconds: wall), uptime: now.uptime.advanced(byMilliseconds: uptime * 1_000))
  }

  /// Work that a failed transaction left undone, such as an answer to a question, is done as soon as there is room.
  func setDisk(fails: Bool) throws {
    disk.fails = fails
    if isBehind, !fails { try run() }
  }
  var diskFails: Bool { disk.fails }

  /// Nothing keeps a banner from the screen: the server answers, and no pause after a setback can be left.
  var isClear: Bool {
    let longestPause: Int64 = 64_000
    let hasRested = setbackAt.map { $0.advanced(byMilliseconds: longestPause) < now.uptime } ?? true
    return screen.answers && screen.outstanding == nil && !isBehind && !diskFails && hasRested
  }

  /// Moves on with everything that is stored.
  var commitCount: Int { disk.commitCount }

  /// Where the banner of a notification stands.
  func phase(of record: NotificationRecord) throws -> BannerPhase? { try disk.phase(of: record) }

  /// Whether a lock, or its end, has taken its banner away.
  func wasTakenAway(_ id: NotificationID) throws -> Bool {
    try look { engine, _ in
      try engine.explain(id).contains {
        ["focus.locked", "previews.hidden"].contains($0.decision.guideline)
          && $0.decision.effect == "notShown"
      }
    }
  }

  /// The record that an app of the desktop's own interface knows by this number.
  func record(numbered number: UInt32) throws -> NotificationRecord? { try disk.record(numbered: number) }

  /// All of every app's, as the apps see them, the oldest first.
  func records() throws -> [NotificationRecord] {
    let query = ListQuery(states: State.allCases, limit: Limits.listMaximum)
    return try look { engine, _ in try engine.records(query, by: app).records }.reversed()
  }
}
