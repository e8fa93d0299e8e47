import Delivery
import NotificationModel

/// Performs a sequence, and keeps a plain account beside the engine of what has to be so.
final class Play {
  let stage: Stage
  var ledger = AlertLedger()
  /// All records as of the last look.
  var records: [NotificationID: NotificationRecord] = [:]
  /// What the server was given last of each.
  var given: [NotificationID: NotificationRequest] = [:]
  /// How each notification may end, by what was done to it.
  var endings: [NotificationID: Set<State>] = [:]
  /// Waited in the last look, and has alerted since.
  var released: Set<NotificationID> = []
  var claims: [UInt64: [AppID: OpaqueName?]] = [:]
  /// Apps that were denied at any time since the last look.
  var denied: Set<AppID> = []
  var isLocked = false
  var isLockStored = false
  var acknowledged: [AppID: Int64] = [:]
  /// Pressed, so that its app must be told.
  var pressed: Set<NotificationID> = []

  init(_ policy: Policy, directory: String) throws {
    stage = try Stage(policy, directory: directory)
    stage.willShow = { [unowned self] banner, locked in try check(banner, locked: locked) }
    stage.wasAnswered = { [unowned self] report in hear(report) }
  }

  static func run(_ steps: [Step], _ policy: Policy, directory: String) throws {
    let play = try Play(policy, directory: directory)
    defer { play.stage.close() }
    for step in steps {
      try play.perform(step)
      try play.look()
    }
    try play.end()
  }

  // MARK: What things stand for

  func threadsInFront(_ app: AppID) -> Set<OpaqueName>? {
    let mine = claims.values.compactMap { $0[app] }
    return mine.isEmpty ? nil : Set(mine.compactMap { $0 })
  }

  func settings(_ app: AppID) throws -> EffectiveSettings {
    try stage.look { try $0.settings(of: app, now: $1) }
  }

  var doNotDisturb: Bool { get throws { try stage.look { try $0.glance(now: $1).doNotDisturb } } }

  func record(_ pick: Int, where fits: (NotificationRecord) -> Bool = { _ in true }) -> NotificationRecord? {
    let fitting = records.values.filter(fits).sorted { $0.id < $1.id }
    return fitting.isEmpty ? nil : fitting[pick % fitting.count]
  }

  private func handle(_ pick: Int) -> BannerHandle? {
    let handles = stage.screen.handles
    return handles.isEmpty ? nil : handles[pick % handles.count]
  }

  private func ids(of app: AppID) -> [NotificationID] {
    records.values.filter { $0.request.app == app }.map(\.id)
  }

  private func mayEnd(_ ids: [NotificationID], _ state: State) {
    for id in ids { endings[id, default: []].insert(state) }
  }

  private func hear(_ report: SinkReport) {
    switch report {
    case .shown(.notification(let id), _, _, _): ledger.answered(id, isShown: true)
    case .failed(.notification(let id), _): ledger.answered(id, isShown: false)
    case .shown(.summary(let app), _, _, _):
      for record in records.values where record.request.app == app { ledger.excuse(record.id) }
    default: break
    }
  }

  // MARK: Steps

  private func perform(_ step: Step) throws {
    switch step {
    case .post(let shape): try post(shape.request(now: stage.now.wall))
    case .register(let app): try register(PostShape.apps[app])
    case .ask(let app): try ask(PostShape.apps[app])
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
    case .undo: try stage.call { try $0.undo(now: $1) }
    case .snooze(let pick, let seconds): try snooze(pick, seconds)
    case .activate(let pick): try activate(pick)
    case .lock(let locked): try setLocked(locked)
    case .doNotDisturb(let on, let seconds):
      let until = on ? seconds.map { stage.now.wall.advanced(bySeconds: $0) } : nil
      try stage.call { try $0.setDoNotDisturb(on, until: until, now: $1) }
    case .silent(let silent): try stage.call { engine, _ in try engine.setSilent(silent) }
    case .change(let app, let changes): try change(PostShape.apps[app], changes)
    case .authorize(let app, let authorization): try authorize(PostShape.apps[app], authorization)
    case .adopt(let authorization, let previews): try adopt(authorization, previews)
    default: try perform(ofWorld: step)
    }
  }

  private func perform(ofWorld step: Step) throws {
    switch step {
    case .pass(let seconds): try stage.pass(seconds: seconds)
    case .sleep(let seconds): try stage.jump(wall: seconds, uptime: seconds)
    case .setClock(let seconds): try stage.jump(wall: seconds, uptime: 0)
    case .server(let mood): try stage.screen.turns(mood).map { try stage.receive($0) }
    case .vanish(let activatable, let isHeardFirst):
      let report = stage.screen.vanishes()
      if isHeardFirst { try stage.presence(activatable: activatable) }
      try report.map { try stage.receive($0) }
      if !isHeardFirst { try stage.presence(activatable: activatable) }
    case .appear(let isAnother):
      try stage.screen.appears(isAnother: isAnother).map { try stage.receive($0) }
      try stage.presence()
    case .disk(let isFull): stage.fillDisk(isFull)
    case .restart: try restart()
    default: break
    }
  }

  private func post(_ request: NotificationRequest) throws {
    let settings = try settings(request.app)
    let expected = Expectation(
      request, settings, among: Array(records.values), front: threadsInFront(request.app),
      doNotDisturb: try doNotDisturb, now: stage.now.wall)
    let isSure = stage.isClear
    let earlier = (ledger, records)
    let posted = try stage.call { engine, now in
      (try engine.post(request, by: app, now: now), try engine.badge(of: request.app))
    } answered: { receipt, _ in
      account(receipt, expected, request)
    }
    guard stage.wasStored else {
      (ledger, records) = earlier
      return
    }
    guard let (receipt, badge) = posted else { return }
    try require(receipt.unread == badge, "the receipt says \(receipt.unread) unread, and the badge \(badge)")
    try require(settings.authorization != .denied, "a post of a denied app was accepted")
    if expected.isRead { endings[receipt.id, default: []].insert(.read) }
    if let existing = expected.existing {
      try require(receipt.id == existing.id, "\(existing.id) is the same thing, but \(receipt.id) is another")
    }
    let isTooFast = isTooFast(receipt)
    var allowed: Set = [expected.outcome]
    if expected.outcome == .presented && isTooFast { allowed = [.quiet] }
    if expected.outcome == .presented && !isSure { allowed.insert(.held) }
    try require(allowed.contains(receipt.outcome), "\(receipt.outcome) instead of \(expected.outcome)")
    let isStored = try stage.look { engine, now in try !engine.entries([receipt.id], now: now).isEmpty }
    try require(isStored, "\(receipt.id) was accepted and is nowhere")
  }

  /// Before the turn ends, since it may show it.
  private func account(_ receipt: Receipt, _ expected: Expectation, _ request: NotificationRequest) {
    if receipt.outcome == .scheduled || receipt.outcome == .awaitingConsent {
      // The same turn may release it already.
      records[receipt.id] = NotificationRecord(
        id: receipt.id, request: request,
        state: receipt.outcome == .scheduled ? .scheduled : .awaitingConsent,
        outcome: receipt.outcome, posted: stage.now.wall, due: receipt.until, unread: false)
    }
    guard expected.alert != .kept else { return }
    if expected.alert == .none || isTooFast(receipt) {
      ledger.drop(receipt.id)
    } else {
      ledger.want(receipt.id)
    }
  }

  private func isTooFast(_ receipt: Receipt) -> Bool {
    receipt.decisions.contains {
      $0.guideline == "alerts.rate" || ($0.guideline == "alerts.summary" && $0.effect == "quiet")
    }
  }

  private func register(_ id: AppID) throws {
    try stage.call { try $0.register(PostShape.categories, of: id, by: app, now: $1) }
  }

  private func ask(_ id: AppID) throws {
    try stage.call { try $0.requestAuthorization(id, purpose: "To tell you things.", by: app, now: $1) }
  }

  private func readInApp(_ id: AppID, _ pick: Int) throws {
    let one = record(pick) { $0.request.app == id }
    let ids = pick % 4 == 0 ? nil : [one?.id].compactMap { $0 }
    mayEnd(ids ?? Array(records.keys), .read)
    try stage.call { try $0.markRead(nil, ids, of: id, by: app, now: $1) }
  }

  private func withdraw(_ id: AppID, _ pick: Int) throws {
    guard let one = record(pick, where: { $0.request.app == id }) else { return }
    let byName = pick % 2 == 0 ? one.request.identifier : nil
    mayEnd(records.values.filter { $0.id == one.id || $0.request.identifier == byName }.map(\.id), .withdrawn)
    try stage.call {
      try $0.withdraw(byName.map { [$0] }, byName == nil ? [one.id] : nil, of: id, by: app, now: $1)
    }
  }

  private func front(_ id: AppID, _ thread: OpaqueName?, _ connection: UInt64) throws {
    claims[connection, default: [:]].updateValue(thread, forKey: id)
    let client = Client(connection: connection, process: 100, isPerson: false)
    try stage.call { engine, _ in try engine.setForeground(id, front: true, thread: thread, by: client) }
  }

  private func acknowledge(_ id: AppID, _ pick: Int) throws {
    let last = stage.events[id]?.last { $0.kind.isKept }?.sequence.number ?? 0
    let through = last == 0 ? 0 : Int64(pick) % (last + 2)
    try stage.call { engine, _ in try engine.acknowledge(EventSequence(through), of: id, by: app) }
    if stage.wasStored { acknowledged[id] = max(acknowledged[id] ?? 0, min(through, last)) }
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
    guard case .notification(let id) = shown.banner.subject, let record = records[id], record.unread,
      record.handle == handle
    else { return }
    mayEnd([id], .read)
    let known = record.request.actions?.first { $0.id == action }
    guard action == .defaultAction || known.map({ !($0.authenticationRequired && isLocked) }) == true
    else { return }
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
