package import Guidelines
package import NotificationModel
package import Wording

/// Runs the stages of a notification's way in their order: judge, store, hold, hand over, hear back.
///
/// 1. `Entries`: what was posted and judged is stored.
/// 2. `Holding`, `Following`: what waits is released, and judged again; what is there follows a change.
/// 3. `Showing`: what is due goes to the sink, one at a time.
/// 4. `Feedback`: what the desktop and the person did becomes events, counts and badges.
///
/// Works in transactions, one for each iteration of the loop; `endTransaction` commits it and says what is to be done
/// outside. Where more is to be done than everybody else can wait for, the next transaction goes on with it at once
/// (`Backlog`). Lives on the executor it is given (the event loop), and never awaits.
package actor DeliveryEngine {
  private nonisolated let executor: any SerialExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let context: Context
  let entries: Entries
  let holding: Holding
  let following: Following
  let showing: Showing
  let feedback: Feedback
  let shadowHistory: ShadowHistory
  let starts = AppStarts()
  let tally = Tally()
  @Transacted private var lastPrune: Uptime?

  package init(
    executor: any SerialExecutor, store: sending any RecordStore, directory: any AppDirectory,
    zones: any TimeZoneDirectory, wording: Wording, lock: LockFlag, policy: Policy, bootID: String,
    sinkName: String, images: String = "", rowsPerTransaction: Int = rowsPerTransaction
  ) {
    self.executor = executor
    let transaction = Transaction(store, rowsPerTransaction: rowsPerTransaction)
    context = Context(
      transaction, Presentation(wording: wording, images: images), directory: directory, zones: zones,
      lock: lock, policy: policy, bootID: bootID, sinkName: sinkName)
    entries = Entries(context)
    holding = Holding(context, entries)
    following = Following(context, entries, holding)
    showing = Showing(context, entries, holding, following)
    feedback = Feedback(context, entries, following, showing, starts)
    shadowHistory = ShadowHistory(in: transaction)
    _lastPrune = Transacted(nil, in: transaction)
  }

  /// Recovers what an earlier process left. Before anything else, and again where it failed: nothing has happened
  /// then.
  package func start(now: Moment) throws(StorageFault) {
    preferences.applyDurability()
    context.transaction.commit()
    defer { share.end() }
    do {
      try store.verify()
      try recover(now)
      try showing.changeScreen(now)
      try entries.tellBannerlessClosed()
      try badges.touchAll()
      inbox.addOnce(.reschedule)
      try banners.flush()
      try timing.readPending()
      // Erasing the traces can take a while, so it waits until the daemon answers calls.
      if try store.value(StorageHealth.traces) != nil { health.beginErasing(now.uptime) }
      try store.commit()
      context.transaction.commit()
      eraseTraces(now)
    } catch {
      rollBack()
      throw (error as? StorageFault) ?? StorageFault("recovery failed")
    }
  }

  /// Handles what came in from the desktop, hands over what is due, and commits. With a fault nothing of
  /// the transaction has happened: its calls are to be answered with the fault, and the desktop's reports are
  /// handled again with the next transaction; where there is none, after as long as it has failed by then.
  package func endTransaction(now: Moment) throws(StorageFault) -> [Output] {
    let isRetry = health.attempt(now: now.uptime)
    share.begin()
    defer { share.end() }
    do {
      if let fault = health.spoiled { throw fault }
      try verifyIfChanged()
      if isRetry { try probeStorage(now) }
      try handleInputs(now)
      for app in apps.popForgotten() {
        backlog.forget(app)
        questions.forget(app)
      }
      forgetUnlessShadowing()
      try showing.followLockOnScreen(now)
      attention.note(now.uptime)
      try following.runSchedule(now)
      try showing.tellExpired(now)
      try following.continueBacklog(now)
      // What an app may show can have become otherwise.
      try showing.changeScreen(now)
      try showing.lookUpMissed(now)
      try showing.handOver(now)
      transient.closeOver(but: server.outstanding?.asked.image)
      try entries.tellBannerlessClosed()
      try pruneHourly(now)
      try badges.tellAll(now)
      try collectImages()
      closings.forget(health.failingSince ?? now.uptime)
      timing.committed(now)
      let stores = store.isWriting
      try banners.flush()
      if stores { try timing.readPending() }
      try store.commit()
      committed(something: stores, now)
    } catch {
      let fault = (error as? StorageFault) ?? StorageFault("the transaction failed")
      rollBack()
      showing.keepLock()
      health.failed(fault, now: now.uptime)
      throw fault
    }
    return outbox.commit()
  }

  /// A share of them, and what they bring. With the last transaction all of them: nobody comes back for the others.
  private func handleInputs(_ now: Moment) throws {
    var left = server.isStopping ? Int.max : share.whole
    while left > 0, let input = inbox.popFirst() {
      left -= 1
      entries.forgetRecentJudgement()
      try feedback.handle(input, now)
    }
  }

  private func committed(something: Bool, _ now: Moment) {
    entries.forgetRecentJudgement()
    context.transaction.commit()
    inbox.commit()
    tally.commit()
    attention.committed()
    health.committed(something: something)
    eraseTraces(now)
  }

  private func rollBack() {
    entries.forgetRecentJudgement()
    context.transaction.rollBack()
    tally.rollBack()
    preferences.applyDurability()
  }

  /// Nothing has happened for a while: lets go of what can be read again.
  package func rest() { store.rest() }

  /// How many bytes of what is stored are in memory, until then.
  package var heldBytes: Int { store.heldBytes }

  /// Whether there is something to store, or to follow.
  package var hasWork: Bool { store.isWriting || !inbox.isEmpty }

  /// Whether nothing of this transaction waits to be stored so far, and none of it has failed.
  package var isUnchangedSinceCommit: Bool { health.spoiled == nil && !store.isWriting && !inbox.hasPolicy }

  /// When `endTransaction` is to be called although nothing happened.
  package func wakes(now: Moment) -> Wakes {
    let question = questions.wake.flatMap { $0 > now.wall ? $0 : nil }
    let asksLater = questions.hasWaiting || !summaries.due.isEmpty || missedNotice.waits
    let wall = [
      timing.deadline, timing.release, preferences.doNotDisturbUntil, apps.nextChoiceEnd, question,
      // Apps of the desktop's own interface are told when quiet hours begin, too.
      !preferences.quietHours.isEmpty && (asksLater || preferences.frontMode == .on)
        ? timing.quietHoursChange(now) : nil,
    ].compactMap { $0 }.min()
    let uptime = [
      server.wake(hasWaiting: hasWaiting, now: now.uptime),
      rates.wake(summaries.due.values.map { Array($0.ids.payers) }, now), lockClosings.wake,
      health.tracesRetryAt,
    ].compactMap { $0 }.filter { $0 > now.uptime }.min()
    if let retryAt = health.retryAt { return Wakes(wall: nil, uptime: retryAt) }
    if following.hasMoreWork { return Wakes(wall: nil, uptime: now.uptime) }
    // What is overdue already could not be done in this transaction; another at once might not do it either.
    let soon = now.uptime.advanced(byMilliseconds: 100)
    let overdue = wall.map { $0 <= now.wall } == true ? soon : nil
    return Wakes(
      wall: wall.flatMap { $0 > now.wall ? $0 : nil },
      uptime: [overdue, uptime].compactMap { $0 }.min())
  }

  private var hasWaiting: Bool {
    questions.hasWaiting || !summaries.due.isEmpty || missedNotice.hasNews
      || ((try? banners.waitingCount()) ?? 0) > 0
      || transient.next != nil
  }

  /// What the store calls the text of the last configuration without a fault.
  package static var rememberedConfiguration: String { Preferences.rememberedConfiguration }

  /// Hands nothing over any more; the answer to what was is still taken.
  package func stopHandingOver() { inbox.addOnce(.stop) }
  package var awaitsSink: Bool { server.outstanding != nil || backlog.hasErrands || !inbox.isEmpty }

  /// Once, at the end: nothing is asked of the engine afterwards.
  package func close() { store.close() }

  /// What delivers banners at present.
  package var serverName: String? { server.description?.name }

  /// A post was refused, by whoever: its shape may have been found wrong before it came here.
  package func countRefusedPost() { tally.refuse() }

  private func pruneHourly(_ now: Moment) throws {
    let hour: Int64 = 3_600_000
    let isDue = lastPrune.map { now.uptime >= $0.advanced(byMilliseconds: hour) } ?? true
    let policy = preferences.policy
    let before = KeptDays(policy.keepDays).begin(now.wall)
    let batch = 500
    try pruneShadowNotifications(before: before, isDue: isDue, limit: batch)
    guard isDue else { return }
    store.eraseFilesSetAside(before: before)
    let gone = try store.prune(
      before: before, but: try apps.keptDaysByApp().mapValues { $0.begin(now.wall) },
      rows: policy.limits.historyRows,
      limit: batch)
    if gone < batch { lastPrune = now.uptime }
  }

  /// How many rows one transaction changes of the engine's own accord. A hundred take some ten milliseconds, which is
  /// how long everybody else then waits.
  package static let rowsPerTransaction = 100

  // MARK: What comes in from outside

  /// A report from the sink; handled at the end of the transaction. While nothing can be stored they wait.
  package func receive(_ report: SinkReport) { inbox.add(report) }

  /// Handled at the end of the transaction, or before a call that must know of it.
  package func receive(_ report: DesktopReport) {
    switch report {
    // Stored nowhere, as claims are not, these hold at once.
    case .focus(let focus):
      entries.forgetRecentJudgement()
      attention.update(focus)
      inbox.addOnce(.foregroundChanged)
    case .presence(let source, let presence):
      entries.forgetRecentJudgement()
      attention.update(presence, from: source)
      inbox.add(report)
    case .callerIsGone(let caller):
      // Most connections that end have asked for nothing.
      if inhibitors.all.contains(where: { caller.includes($0.caller) }) { inbox.add(report) }
    case .finding(let fact): diagnosis.found(fact)
    case .server, .lock, .serverMute, .started, .opened, .centerOpened, .unheard: inbox.add(report)
    }
  }

  /// A new configuration, valid in whole. Handled at the end of the transaction, and again while that fails; once it
  /// holds, `Output.adopted` says so.
  package func adopt(_ policy: Policy, rememberedAs text: String) { inbox.add(policy, text: text) }

  /// The computer may be in another time zone; handled at the end of the transaction.
  package func zonesChanged(to zones: any TimeZoneDirectory) {
    timing.move(to: zones)
    inbox.addOnce(.reschedule)
  }

  /// To be called before `start` where the desktop is asked: until it has answered, the screen counts as locked.
  package func awaitScreenLock() { attention.update(ScreenLock.undecided) }

  /// The connection is gone, and with it what it claimed.
  package func disconnected(_ connection: UInt64) {
    entries.forgetRecentJudgement()
    attention.disconnected(connection)
    context.connectedApps.disconnected(connection)
  }

  /// After a transaction that failed: what the lock brings about all the same.
  package func outputsOfUnstoredLock() -> [Output] { showing.outputsOfUnstoredLock() }

  // MARK: Calls

  /// As `call`, for what can end a notification: what was reported before is handled before, or a press would mean
  /// nothing any more.
  func call<T>(at now: Moment, _ body: () throws -> T) throws(Refusal) -> T {
    try call {
      for report in inbox.popReports() { try feedback.handle(report, now) }
      return try body()
    }
  }
}

// What the engine's calls use of its context.

extension DeliveryEngine {
  private var transaction: Transaction { context.transaction }
  var store: any RecordStore { transaction.store }
  var inbox: Inbox { transaction.inbox }
  var outbox: Outbox { transaction.outbox }
  var share: WorkShare { transaction.share }
  var health: StorageHealth { transaction.health }
  var presentation: Presentation { context.presentation }
  var wording: Wording { context.presentation.wording }
  var diagnosis: Diagnosis { context.diagnosis }
  var preferences: Preferences { context.preferences }
  var attention: Attention { context.attention }
  var apps: Apps { context.apps }
  var rates: Rates { context.rates }
  var scripts: Scripts { context.scripts }
  var inhibitors: Inhibitors { context.inhibitors }
  var timing: Timing { context.timing }
  var backlog: Backlog { context.backlog }
  var banners: BannerQueue { context.banners }
  var server: ServerState { context.server }
  var serverMute: ServerMuteMonitor { context.serverMute }
  var summaries: Summaries { context.summaries }
  var transient: TransientBanners { context.transient }
  var recentBanners: RecentBanners { context.recentBanners }
  var closings: RecentClosings { context.closings }
  var recentlyDismissed: RecentlyDismissed { context.recentlyDismissed }
  var situations: Situations { context.situations }
  var questions: Questions { context.questions }
  var lockClosings: LockClosings { context.lockClosings }
  var missedNotice: MissedNotice { context.missedNotice }
  var badges: Badges { context.badges }
  var frontNumbers: FrontNumbers { context.frontNumbers }
  var events: Events { context.events }
}

extension DeliveryEngine {
  /// Invariant: after a start no banner is handed over, and every other is as its last commit left it.
  func recover(_ now: Moment) throws {
    try banners.recover()
    try apps.recover()
    try scripts.recover()
    // Damage to what is counted is better met before anybody is answered.
    _ = try store.unreadCount(app: nil)
    try preferences.read()
    try server.readCapabilities()
    try frontNumbers.recover()
    try questions.recover()
    showing.inheritLock()
    for row in try banners.underWay() {
      let surroundings = banners.surroundings()
      try banners.transition(row) { $0.recover(surroundings) }
      guard case .handedOver = row.phase, case .notification(let id) = row.subject,
        try store.record(id) != nil
      else { continue }
      try entries.decide(id, Ruling(ServerAnswer.name, .retried, .stoppedMeanwhile), now)
    }
    // What it spoke for is not known any more.
    try banners.transition(.missed, of: .shell) { $0.withdraw() }
    try showing.personReturned()
    for row in try banners.onScreen() {
      // What they spoke for went with the process.
      if case .summary(let app) = row.subject { summaries.inherit(app) }
      guard try isOutdated(row, now) else { continue }
      let surroundings = banners.surroundings()
      try banners.transition(row) { $0.redact(surroundings) }
    }
    for app in try store.apps() { backlog.followLater(app.id) }
    try following.reviewHeld(now)
  }

  /// Whether what it shows was decided by another setting than holds now: the configuration changed while no process was
  /// there, or none could store it.
  private func isOutdated(_ row: BannerRow, _ now: Moment) throws -> Bool {
    guard let shown = row.phase?.shown, Question(row.subject) == nil else { return false }
    return shown.previews != apps.settings(of: try apps.app(row.app, now)).previews
  }
}

/// Posts since the start, as `status` tells them.
final class Tally {
  private(set) var posted = 0
  /// Whatever became of the transaction: those of one that fails are refused as well.
  private(set) var refused = 0
  /// Notifications of other servers that passed by and were not judged.
  private(set) var dropped = 0
  private var underWay = 0

  func post() { underWay &+= 1 }
  func refuse() { refused &+= 1 }
  func drop(_ count: Int) { dropped &+= count }
  func forgetDropped() { dropped = 0 }
  func commit() {
    posted &+= underWay
    underWay = 0
  }
  func rollBack() { underWay = 0 }
}
