import Delivery
import NotificationModel
import Records
import TestSupport

/// Performs a sequence, and keeps a plain account beside the engine of everything that must hold.
final class Play {
  let stage: Stage
  var ledger = AlertLedger()
  var order = AlertOrder()
  /// When calls and alarms of an app were posted.
  var calls: [AppID: [Uptime]] = [:]
  var ratings = RatingAccount()
  /// The summary that each waits for, as of its post.
  var summaries: [NotificationID: Timestamp] = [:]
  /// All records as of the last look.
  var records: [NotificationID: NotificationRecord] = [:]
  /// The request that the server was given last for each.
  var given: [NotificationID: NotificationRequest] = [:]
  /// The states in which each notification may end, by the operations on it.
  var endings: [NotificationID: Set<State>] = [:]
  /// How often those that waited at the last look have alerted since.
  var released: [NotificationID: Int] = [:]
  /// Alerted since the last look.
  var alerted: Set<NotificationID> = []
  /// Apps of which one banner has spoken for several since the last look.
  var summarised: Set<AppID> = []
  /// Notifications that alerted once more because a lock had closed their banner.
  var cameBack: [NotificationID: Int] = [:]
  /// Accepted since the last look.
  var accepted: NotificationID?
  /// The clock was set back since the last look: triggers may be due earlier than they were.
  var wasSetBack = false
  var earliest = Desk.noon
  var wasRestarted = false
  /// The store's version at the last look.
  var lookedAt = -1
  var claims: [UInt64: [AppID: OpaqueName?]] = [:]
  var focus = DesktopFocus.unknown
  /// Whether the window that fills the screen keeps it from going idle; `nil` without such a window.
  var fullScreen: Bool?
  /// Apps that were denied at any time since the last look.
  var denied: Set<AppID> = []
  /// Notifications that undo has brought back since the last look.
  var restored: Set<NotificationID> = []
  var isLockedByPerson = false
  var isLockStored = false
  var isCovered = false
  var acknowledged: [AppID: Int64] = [:]
  /// Pressed, so that its app must be told.
  var pressed: Set<NotificationID> = []

  init(_ policy: Policy, directory: String, rowsPerTransaction: Int) throws {
    stage = try Stage(policy, directory: directory, rowsPerTransaction: rowsPerTransaction)
    stage.willShow = { [unowned self] banner, locked in try check(banner, locked: locked) }
    stage.wasAnswered = { [unowned self] report in hear(report) }
  }

  static func run(_ steps: [Step], _ policy: Policy, directory: String, rowsPerTransaction: Int) throws {
    let play = try Play(policy, directory: directory, rowsPerTransaction: rowsPerTransaction)
    defer { play.stage.close() }
    do {
      for step in steps {
        try play.perform(step)
        try play.look()
      }
      try play.end()
    } catch {
      throw Violation("\(error), at \(play.stage.now.wall.rfc3339)\n\(play.stage.story)")
    }
  }

  // MARK: Queries

  var isLocked: Bool { isLockedByPerson || isCovered }

  func threadsInFront(_ app: AppID) -> Set<OpaqueName>? {
    if isLocked { return nil }
    let mine = claims.values.compactMap { $0[app] }
    let threads = Set(mine.compactMap { $0 })
    if case .apps(let apps) = focus { return apps.contains(app) && !mine.isEmpty ? threads : nil }
    return mine.isEmpty ? nil : threads
  }

  func settings(_ app: AppID) throws -> EffectiveSettings {
    try stage.look { try $0.settings(of: app, now: $1) }
  }

  var doNotDisturb: Bool { get throws { try stage.look { try $0.statusSummary(now: $1).doNotDisturb } } }

  /// Do Not Disturb, a full screen or quiet hours.
  var isQuiet: Bool {
    get throws {
      let fillsScreen = stage.policy.fullScreenHolds == .always ? fullScreen != nil : fullScreen == true
      return try doNotDisturb || fillsScreen && stage.policy.fullScreenHolds != .never
        || DailyClock.isQuiet(stage.policy.quietHours, at: stage.now.wall)
    }
  }

  /// Whether the sender whom posts name comes through quiet.
  private(set) var isSenderLetThrough = false

  func surroundings(of app: AppID) throws -> Expectation.Surroundings {
    Expectation.Surroundings(
      front: threadsInFront(app), isQuiet: try isQuiet, isSenderLetThrough: isSenderLetThrough,
      hasSummary: !stage.policy.summaryTimes.isEmpty,
      isLocked: isLocked, isPressing: try isPressing)
  }

  /// Whether something unread that is urgent, an alarm or a call came within two minutes, or within an hour and is on
  /// screen or on its way there.
  private var isPressing: Bool {
    get throws { try records.values.contains(where: presses) }
  }

  private func presses(_ record: NotificationRecord) throws -> Bool {
    let (request, now) = (record.request, stage.now.wall)
    let isRelevant = request.relevantDate.map { abs($0.milliseconds - now.milliseconds) <= 3_600_000 } == true
    let isUrgent =
      request.level == .critical || request.level == .timeSensitive && isRelevant
    let isAnothers = request.kind != .rating && request.kind != .marketing
    guard record.unread, request.kind == .alarm || request.kind == .call || isUrgent && isAnothers else {
      return false
    }
    let age = now.milliseconds - max(record.came, record.alerted ?? record.came).milliseconds
    let phase = try stage.phase(of: record)
    return phase?.isToAlert == true || phase.map { !$0.isHeld } == true && (0..<3_600_000).contains(age)
      || (record.state == .delivered || record.state == .failed) && (0..<120_000).contains(age)
  }

  /// The oldest first, so that every run comes to the same.
  var inOrder: [NotificationRecord] { records.values.sorted { $0.id < $1.id } }

  func record(_ pick: Int, where fits: (NotificationRecord) -> Bool = { _ in true }) -> NotificationRecord? {
    let fitting = inOrder.filter(fits)
    return fitting.isEmpty ? nil : fitting[pick % fitting.count]
  }

  private func handle(_ pick: Int) -> BannerHandle? {
    let handles = stage.screen.handles
    return handles.isEmpty ? nil : handles[pick % handles.count]
  }

  private func ids(of app: AppID) -> [NotificationID] {
    records.values.filter { $0.request.app == app }.map(\.id)
  }

  func mayEnd(_ ids: [NotificationID], _ state: State) {
    for id in ids { endings[id, default: []].insert(state) }
  }

  private func hear(_ report: SinkReport) {
    switch report {
    case .shown(.notification(let id), _, _, _): ledger.answered(id, isShown: true)
    case .failed(.notification(let id), _):
      ledger.answered(id, isShown: false)
      order.leave(id)
    case .shown(.summary(let app), _, _, _):
      summarised.insert(app)
      for record in records.values where record.request.app == app { ledger.excuse(record.id) }
    default: break
    }
  }

  // MARK: Steps

  private func perform(_ step: Step) throws {
    if try mayPutAside(step) { order.forget() }
    switch step {
    case .post(let shape): try post(shape.request(now: stage.now.wall))
    case .register(let app): try register(PostShape.apps[app])
    case .ask(let app, let isMarketing): try ask(PostShape.apps[app], isMarketing)
    case .readInApp(let app, let pick): try readInApp(PostShape.apps[app], pick)
    case .withdraw(let app, let pick): try withdraw(PostShape.apps[app], pick)
    case .front(let app, let thread, let connection):
      try front(PostShape.apps[app], PostShape.thread(thread), connection)
    case .disconnect(let connection):
      claims[connection] = nil
      try stage.call { engine, _ in engine.disconnected(connection) }
    case .acknowledge(let app, let pick): try acknowledge(PostShape.apps[app], pick)
    case .press(let pick, let action): try handle(pick).map { try press($0, action) }
    case .reply(let pick): try handle(pick).map { try reply($0) }
    case .close(let pick, let reason): try handle(pick).map { try close($0, reason) }
    case .readAll:
      mayEnd(Array(records.keys), .read)
      try stage.call { try $0.markRead(nil, now: $1) }
    case .dismiss(let pick, let count): try dismiss(pick, count)
    case .undo: try undo()
    case .snooze(let pick, let seconds): try snooze(pick, seconds)
    case .activate(let pick): try activate(pick)
    case .lock(let locked): try setLocked(locked)
    case .cover(let covers): try setCovered(covers)
    case .doNotDisturb(let on, let seconds):
      let until = on ? seconds.map { End.moment(stage.now.wall.advanced(bySeconds: $0)) } : nil
      try stage.call { try $0.setDoNotDisturb(on, until: until, now: $1) }
    case .letThrough(let on):
      let earlier = isSenderLetThrough
      // Held ones may come within the call.
      isSenderLetThrough = on
      try stage.call { _ = try $0.letThrough(PostShape.sender, of: nil, on, now: $1) }
      if !stage.wasStored { isSenderLetThrough = earlier }
    case .silent(let silent): try stage.call { engine, _ in try engine.setSilent(silent) }
    case .change(let app, let changes): try change(PostShape.apps[app], changes)
    case .authorize(let app, let authorization): try authorize(PostShape.apps[app], authorization)
    case .ratingPrompts(let on): try stage.call { try $0.setRatingPrompts(on, now: $1) }
    case .adopt(let shape): try adopt(shape)
    default: try perform(ofWorld: step)
    }
  }

  /// Whether this may let one that waited in the queue wait for something else, and so lose its place.
  private func mayPutAside(_ step: Step) throws -> Bool {
    switch step {
    case .pass: try doNotDisturb || !stage.policy.quietHours.isEmpty
    case .post, .readInApp, .readAll, .withdraw, .dismiss, .close, .acknowledge, .server, .vanish, .appear,
      .opened, .disk:
      false
    default: true
    }
  }

  private func perform(ofWorld step: Step) throws {
    switch step {
    case .pass(let seconds): try stage.pass(seconds: seconds)
    case .sleep(let seconds): try stage.jump(wall: seconds, uptime: seconds)
    case .setClock(let seconds):
      wasSetBack = wasSetBack || seconds < 0
      if seconds < 0 { summaries = [:] }
      try stage.jump(wall: seconds, uptime: 0)
      earliest = min(earliest, stage.now.wall)
    case .server(let mood): try stage.screen.turns(mood).map { try stage.receive($0) }
    case .vanish(let activatable, let isHeardFirst):
      let report = stage.screen.vanishes()
      if isHeardFirst { try stage.presence(activatable: activatable) }
      try report.map { try stage.receive($0) }
      if !isHeardFirst { try stage.presence(activatable: activatable) }
    case .appear(let isAnother, let remembers):
      try stage.screen.appears(isAnother: isAnother, remembers: remembers).map { try stage.receive($0) }
      try stage.presence()
    case .focus(let app): try setFocus(app.map { .apps([PostShape.apps[$0]]) } ?? .apps([]))
    case .noFocus: try setFocus(.unknown)
    case .fullScreen(let inhibits): try setFullScreen(inhibits)
    case .opened(let fails): try stage.opened(fails: fails)
    case .disk(let fails): try stage.setDisk(fails: fails)
    case .restart: try restart()
    default: break
    }
  }

  func setFocus(_ focus: DesktopFocus) throws {
    self.focus = focus
    try stage.focus(focus)
  }

  func setFullScreen(_ inhibits: Bool?) throws {
    fullScreen = inhibits
    try stage.fullScreen(inhibits)
  }

  private func press(_ handle: BannerHandle, _ action: Int) throws {
    guard let shown = stage.screen.shown[handle.id] else { return }
    let actions = shown.text.actions
    let pressed = action % 4 == 0 || actions.isEmpty ? nil : actions[action % actions.count].id
    try willPress(shown, pressed ?? .defaultAction, at: handle)
    try stage.receive(.pressed(handle, action: pressed ?? .defaultAction, activationToken: nil))
  }

  private func reply(_ handle: BannerHandle) throws {
    guard let shown = stage.screen.shown[handle.id],
      let action = shown.text.actions.first(where: { $0.input != nil })
    else { return }
    try willPress(shown, action.id, at: handle)
    try stage.receive(.replied(handle, text: "A word"))
  }

  private func willPress(_ shown: Screen.Shown, _ action: ItemID, at handle: BannerHandle) throws {
    if case .summary(let app) = shown.banner.subject { mayEnd(ids(of: app), .read) }
    guard case .notification(let id) = shown.banner.subject else { return }
    // Also when the showing cannot be stored yet: then both reports come again.
    mayEnd([id], .read)
    guard let record = records[id], record.unread, try stage.phase(of: record)?.shown?.handle == handle
    else { return }
    let known = record.request.actions?.first { $0.id == action }
    // A press that cannot be stored yet is looked at again when it can: the screen may be locked then.
    let mayBeLocked = isLocked || stage.diskFails
    guard action == .defaultAction || known.map({ !($0.authenticationRequired && mayBeLocked) }) == true
    else { return }
    let mayBeLink = record.request.url != nil || given[id]?.url != nil
    guard !(action == .defaultAction && mayBeLink && mayBeLocked) else { return }
    if !stage.isBehind { pressed.insert(id) }
  }

  private func close(_ handle: BannerHandle, _ reason: CloseReason) throws {
    if case .notification(let id)? = stage.screen.shown[handle.id]?.banner.subject, reason == .dismissed {
      mayEnd([id], .dismissed)
    }
    stage.screen.close(handle)
    try stage.receive(.closed(handle, reason))
  }
}

extension BannerPhase {
  /// Whether its alert waits for the server alone.
  fileprivate var isToAlert: Bool {
    switch self {
    case .waiting(_, let errand, _): errand.alerts
    case .handedOver(_, _, _, .alert): true
    case .handedOver(_, let errand, _, _): errand.alerts
    case .held, .onScreen: false
    }
  }
}
