package import Guidelines
package import NotificationModel
package import Records
package import Store
package import Wording

/// Runs the stages of a notification's way in order: judge, store, hold, hand over, hear back.
///
/// 1. `Entries` stores posted and judged notifications.
/// 2. `Holding` and `Reconciling` release waiting notifications after another judgement, and apply changes to stored ones.
/// 3. `Showing` gives due banners to the sink, one at a time.
/// 4. `Feedback` turns reports of the desktop and actions of the person into events, counts and badges.
///
/// Works in transactions, one for each iteration of the loop. `endTransaction` commits, and returns the outputs to
/// carry out. Work too long for one transaction continues in the next, which begins at once (`Backlog`). Lives on the
/// executor it is given (the event loop), and never awaits.
package actor DeliveryEngine {
  private nonisolated let executor: any SerialExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let context: Context
  let entries: Entries
  let holding: Holding
  let reconciling: Reconciling
  let showing: Showing
  let feedback: Feedback
  let starts = AppStarts()
  let tally = Tally()
  @Transacted private var lastPrune: Uptime?

  package init(
    executor: any SerialExecutor, store: sending SQLiteStore, directory: any AppDirectory,
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
    reconciling = Reconciling(context, entries, holding)
    showing = Showing(context, entries, holding, reconciling)
    feedback = Feedback(context, entries, reconciling, showing, starts)
    _lastPrune = Transacted(nil, in: transaction)
  }

  /// Recovers the state of an earlier process. To be called before anything else, and again after a failure, which
  /// leaves the store unchanged.
  package func start(now: Moment) throws(StorageFault) {
    preferences.applyDurability()
    context.transaction.commit()
    defer { share.end() }
    do {
      try store.verify()
      try recover(now)
      try showing.changeScreen(now)
      try entries.tellBannerlessClosed(now)
      try badges.touchAll()
      inbox.addOnce(.reschedule)
      try banners.flush()
      try timing.readPending()
      // To write the database anew can take a while, so it waits until the daemon answers calls.
      if try store.value(StorageHealth.traces) != nil { health.resume(now.uptime) }
      try store.commit()
      context.transaction.commit()
      eraseTraces(now)
    } catch {
      rollBack()
      throw (error as? StorageFault) ?? StorageFault("recovery failed")
    }
  }

  /// Handles the inputs, hands over due banners, and commits. On a fault nothing of the transaction has happened: its
  /// calls are to be answered with the fault, and the desktop's reports are handled again by the next transaction, at
  /// the latest when the pause after a failure is over (`StorageHealth`).
  package func endTransaction(now: Moment) throws(StorageFault) -> [Output] {
    let isRetry = health.attempt(now: now.uptime)
    share.begin()
    defer { share.end() }
    do {
      if let fault = health.spoiled { throw fault }
      try verifyIfChanged()
      if isRetry { try probeStorage(now) }
      try reconciling.applyClockStep(now)
      try handleInputs(now)
      for app in apps.popForgotten() {
        backlog.forget(app)
        questions.forget(app)
        tally.forget(app)
      }
      try showing.followLockOnScreen(now)
      attention.note(now.uptime)
      try reconciling.runSchedule(now)
      try showing.tellExpired(now)
      try reconciling.continueBacklog(now)
      // The denial of an app, also by the end of a timed choice, ends its requests for quiet.
      try reconciling.followQuiet(now)
      // Permissions to show may have changed.
      try showing.changeScreen(now)
      try showing.closeGivenUp(now)
      try showing.lookUpMissed(now)
      try entries.announceBadges(now)
      try showing.handOver(now)
      try entries.announceBadges(now)
      showing.noteClosings(now)
      transient.removeUnusedImages(but: server.outstanding?.asked.image)
      try entries.tellBannerlessClosed(now)
      try pruneHourly(now)
      try badges.tellAll(now)
      try collectImages()
      closings.forget(health.failingSince ?? now.uptime)
      try context.leftOnScreen.close(outbox.closings, now.uptime)
      // The last transaction, and any that waits for the disk anyway.
      if store.isWriting || server.isStopping { try timing.keepTime(now) }
      let stores = store.isWriting
      try banners.flush()
      if stores { try timing.readPending() }
      try store.commit(mayKeep: !health.owesStorage)
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

  /// Handles a share of the inputs. The last transaction handles all, since no later one follows.
  private func handleInputs(_ now: Moment) throws {
    var left = server.isStopping ? Int.max : share.whole
    while left > 0, let input = inbox.popFirst() {
      left -= 1
      entries.forgetRecentJudgement()
      try handle(input, now)
    }
  }

  private func handle(_ input: Input, _ now: Moment) throws {
    try feedback.handle(input, now)
    try entries.announceBadges(now)
  }

  private func committed(something: Bool, _ now: Moment) {
    entries.forgetRecentJudgement()
    if store.shortage == nil { context.unstored.stored() }
    context.transaction.commit()
    inbox.commit()
    tally.commit()
    attention.committed()
    let fault = health.fault
    health.committed(something: something, shortage: store.shortage, now: now.uptime)
    // Followers of the list are told whether it is stored.
    if health.fault != fault { outbox.add(.changed([])) }
    eraseTraces(now)
  }

  private func rollBack() {
    entries.forgetRecentJudgement()
    context.transaction.rollBack()
    tally.rollBack()
    preferences.applyDurability()
  }

  /// Releases memory that can be read again, after a while without activity.
  package func releaseMemory() { store.rest() }

  /// Bytes of stored data in memory, until `releaseMemory`.
  package var heldBytes: Int { store.heldBytes }

  /// Whether there are changes to store or inputs to handle.
  package var hasWork: Bool { store.isWriting || !inbox.isEmpty }

  /// Whether this transaction has no changes to store so far, no fault, and no new configuration to adopt.
  package var isUnchangedSinceCommit: Bool { health.spoiled == nil && !store.isWriting && !inbox.hasPolicy }

  /// When to call `endTransaction` next without any input. `isWatched`: whether a tool shows the state of quiet.
  package func wakes(now: Moment, isWatched: Bool = false) -> Wakes {
    let question = questions.wake.flatMap { $0 > now.wall ? $0 : nil }
    let asksLater = questions.hasWaiting || !joint.summaries.isEmpty || joint.waitsForPerson
    let wall = [
      timing.deadline, timing.release, preferences.frontUntil, apps.nextChoiceEnd, question,
      // Callers of the front and tools are told when quiet hours begin, too.
      quiet.nextChange(now, isAwaited: asksLater || isWatched || preferences.frontMode == .on),
    ].compactMap { $0 }.min()
    let uptime = [
      server.wake(hasWaiting: hasWaiting(now.uptime), now: now.uptime),
      rates.wake(joint.summaries.values.map { Array($0.payers) }, now), context.lockClosings.wake,
      context.workUnderWay.wake, unclosed.wake, joint.wake, attention.wake,
      health.tracesRetryAt, health.retryAt,
    ].compactMap { $0 }.filter { $0 > now.uptime }.min()
    if let retryAt = health.retryAt, !health.keepsInMemory { return Wakes(wall: nil, uptime: retryAt) }
    if reconciling.hasMoreWork { return Wakes(wall: nil, uptime: now.uptime) }
    // Overdue work could not be done in this transaction, so an immediate next one might fail as well.
    let soon = now.uptime.advanced(byMilliseconds: 100)
    let overdue = wall.map { $0 <= now.wall } == true ? soon : nil
    return Wakes(
      wall: wall.flatMap { $0 > now.wall ? $0 : nil },
      uptime: [overdue, uptime].compactMap { $0 }.min())
  }

  private func hasWaiting(_ now: Uptime) -> Bool {
    questions.hasWaiting || !joint.summaries.isEmpty || joint.hasMissed
      || ((try? banners.waitingCount()) ?? 0) > 0
      || transient.next != nil || unclosed.next != nil || unclosed.areDue(now)
  }

  /// The store's key for the text of the last valid configuration.
  package static var rememberedConfiguration: String { Preferences.rememberedConfiguration }

  /// Stops handing over banners. The answer to the last one is still handled.
  package func stopHandingOver() { inbox.addOnce(.stop) }
  package var awaitsSink: Bool { server.outstanding != nil || backlog.hasErrands || !inbox.isEmpty }

  /// Closes the store, once, after the last call.
  package func close() { store.close() }

  /// The name of the present notification server.
  package var serverName: String? { server.description?.name }

  /// Counts a refused post, including one that was refused before it reached the engine, because of its format.
  package func countRefusedPost() { tally.refuse() }

  /// Counts a refused post of the app, if it is a known one.
  func countRefusal(of app: AppID) {
    if (try? store.app(app)) ?? nil != nil { tally.refuse(app) }
  }

  private func pruneHourly(_ now: Moment) throws {
    let hour: Int64 = 3_600_000
    // Changing many rows in memory frees no room.
    guard lastPrune.map({ now.uptime >= $0.advanced(byMilliseconds: hour) }) ?? true, store.shortage == nil
    else { return }
    let policy = preferences.policy
    let before = KeptDays(policy.keepDays).begin(now.wall)
    let batch = 500
    store.eraseFilesSetAside(before: before)
    let gone = try store.prune(
      before: before, but: try apps.keptDaysByApp().mapValues { $0.begin(now.wall) },
      rows: policy.limits.historyRows, limit: batch)
    guard gone < batch else { return }
    lastPrune = now.uptime
    try noteFollowers(now)
    try timing.keepTime(now)
  }

  /// How many rows one transaction changes of the engine's own accord. A hundred take some ten milliseconds, which
  /// delays all other calls.
  package static let rowsPerTransaction = 100

  // MARK: Inputs

  /// Receives a report from the sink. It is handled at the end of the transaction, and waits while storing fails.
  package func receive(_ report: SinkReport) { inbox.add(report) }

  /// Receives a report from the desktop. It is handled at the end of the transaction, or before a call that depends on
  /// it.
  package func receive(_ report: DesktopReport) {
    switch report {
    // These are never stored, so they apply at once.
    case .focus(let focus, let process):
      entries.forgetRecentJudgement()
      attention.update(focus, of: process)
      inbox.addOnce(.foregroundChanged)
    case .fullScreen(let window):
      entries.forgetRecentJudgement()
      attention.update(window)
      inbox.add(report)
    case .presence(let source, let presence):
      entries.forgetRecentJudgement()
      attention.update(presence, from: source)
      inbox.add(report)
    case .callerIsGone(let caller):
      context.endedCallers.end(caller)
      // Most connections that end have no request for quiet.
      if quiet.inhibitors.all.contains(where: { caller.includes($0.caller) }) { inbox.add(report) }
    case .finding(let fact) where !fact.isUnheardSound: diagnosis.found(fact)
    case .frontTakenBack: break
    case .server, .lock, .lockScreen, .serverMute, .started, .opened, .centerOpened, .unheard, .finding:
      inbox.add(report)
    }
  }

  /// Receives a new, entirely valid configuration. It is handled at the end of the transaction, and again while that
  /// fails. `Output.adopted` tells when it holds.
  package func adopt(_ policy: Policy, rememberedAs text: String) { inbox.add(policy, text: text) }

  /// The computer may be in another time zone. Handled at the end of the transaction.
  package func zonesChanged(to zones: any TimeZoneDirectory) {
    timing.move(to: zones)
    inbox.addOnce(.reschedule)
  }

  /// Before `start`, if the desktop is asked for the lock: until its answer the screen counts as locked.
  package func awaitScreenLock() { attention.awaitDesktop() }

  /// The connection ended, and with it its claims.
  package func disconnected(_ connection: UInt64) {
    entries.forgetRecentJudgement()
    attention.disconnected(connection)
    context.connectedApps.disconnected(connection)
    if context.listeners.disconnected(connection) { inbox.addOnce(.answersUnheard) }
  }

  /// After a failed transaction: outputs for the screen lock, which applies even if it cannot be stored.
  package func outputsOfUnstoredLock() -> [Output] { showing.outputsOfUnstoredLock() }

  // MARK: Calls

  /// Runs a call that may end a notification, like `call`. Handles the waiting reports first, since a press has no
  /// effect on an ended notification.
  func call<T>(at now: Moment, inMemory: Bool = false, _ body: () throws -> T) throws(Refusal) -> T {
    try call(inMemory: inMemory) {
      try reconciling.applyClockStep(now)
      for report in inbox.popReports() { try handle(report, now) }
      let result = try body()
      try entries.announceBadges(now)
      return result
    }
  }
}

// Shorthands for the owners in the context.

extension DeliveryEngine {
  private var transaction: Transaction { context.transaction }
  var store: SQLiteStore { transaction.store }
  var inbox: Inbox { transaction.inbox }
  var outbox: Outbox { transaction.outbox }
  var share: WorkShare { transaction.share }
  var health: StorageHealth { transaction.health }
  var wording: Wording { context.presentation.wording }
  var diagnosis: Diagnosis { context.diagnosis }
  var preferences: Preferences { context.preferences }
  var attention: Attention { context.attention }
  var apps: Apps { context.apps }
  var rates: Rates { context.rates }
  var scripts: Scripts { context.scripts }
  var timing: Timing { context.timing }
  var quiet: QuietState { context.quiet }
  var backlog: Backlog { context.backlog }
  var banners: BannerQueue { context.banners }
  var server: ServerState { context.server }
  var serverMute: ServerMuteMonitor { context.serverMute }
  var joint: JointBanners { context.joint }
  var transient: TransientBanners { context.transient }
  var unclosed: UnclosedBanners { context.unclosed }
  var closings: RecentClosings { context.closings }
  var steps: Steps { context.steps }
  var questions: Questions { context.questions }
  var badges: Badges { context.badges }
  var events: Events { context.events }
}
