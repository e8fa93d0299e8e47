package import Guidelines
package import NotificationModel
package import Wording

/// Runs the stages of a notification's way in their order: judge, store, hold, hand over, hear back.
///
/// 1. `Posting`: a request is judged and stored.
/// 2. `Schedule`, `Following`, `Holding`: what waits is released, and judged again.
/// 3. `Showing`: what is due goes to the sink, one at a time.
/// 4. `Feedback`: what the desktop and the person did becomes events, counts and badges.
///
/// Works in transactions, one for each iteration of the loop; `endTransaction` commits it and says what is to be done
/// outside. Where more is to be done than everybody else can wait for, the next transaction goes on with it at once
/// (`Backlog`). Lives on the executor it is given (the event loop), and never awaits.
package actor DeliveryEngine {
  private nonisolated let executor: any SerialExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let store: any RecordStore
  let presentation: Presentation

  // Of the transaction that is under way.
  /// State that a rollback resets to the last commit.
  private let transacted: Transacted<LiveState>
  let inbox = Inbox()
  let outbox = Outbox()
  let share: WorkShare
  let health = StorageHealth()
  let tally = Tally()
  let knownApps: KnownApps

  // Facts about the desktop; a rollback does not touch them.
  let lock: LockState
  let claims = ForegroundClaims()
  let localSchedule: LocalSchedule
  let diagnosis = Diagnosis()
  let starts = AppStarts()

  /// Accessed in place: it is large, and read at every step.
  var live: LiveState {
    _read { yield transacted.present }
    _modify { yield &transacted.present }
  }

  package init(
    executor: any SerialExecutor, store: sending any RecordStore, directory: any AppDirectory,
    zones: any TimeZoneDirectory, wording: Wording, lock: LockFlag, policy: Policy, bootID: String,
    sinkName: String, images: String = "", rowsPerTransaction: Int = rowsPerTransaction
  ) {
    self.executor = executor
    self.store = store
    presentation = Presentation(wording: wording, images: images)
    transacted = Transacted(LiveState(policy: policy, bootID: bootID, sinkName: sinkName))
    share = WorkShare(rowsPerTransaction)
    knownApps = KnownApps(directory)
    self.lock = LockState(lock)
    localSchedule = LocalSchedule(zones)
  }

  /// Recovers what an earlier process left. Before anything else, and again where it failed: nothing has happened
  /// then.
  package func start(now: Moment) throws(StorageFault) {
    store.setDurability(live.policy.durability)
    transacted.commit()
    defer { share.end() }
    do {
      try store.verify()
      try recover(now)
      try changeScreen(now)
      try forgetBannerless()
      try touchBadges()
      inbox.addOnce(.reschedule)
      live.pendingWork = try PendingWork(store)
      try store.commit()
      transacted.commit()
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
      try lookAfterStorage()
      if isRetry { try tryStorage(now) }
      try handleInputs(now)
      forgetUnlessWatching()
      try followLockOnScreen(now)
      try runSchedule(now)
      try goOn(now)
      // What an app may show can have become otherwise.
      try changeScreen(now)
      try handOver(now)
      closePassing()
      try forgetBannerless()
      try pruneNowAndThen(now)
      try tellBadges(now)
      try collectImages()
      live.closings.forget(health.failingSince ?? now.uptime)
      live.clocks.committed(now)
      let stores = store.isWriting
      if stores { live.pendingWork = try PendingWork(store) }
      try store.commit()
      committed(something: stores)
    } catch {
      let fault = (error as? StorageFault) ?? StorageFault("the transaction failed")
      rollBack()
      keepLock()
      health.failed(fault, now: now.uptime)
      throw fault
    }
    return outbox.commit()
  }

  /// A share of them, and what they bring. With the last transaction all of them: nobody comes back for the others.
  private func handleInputs(_ now: Moment) throws {
    var left = live.server.isStopping ? Int.max : share.whole
    while left > 0, let input = inbox.takeFirst() {
      left -= 1
      try take(input, now)
    }
  }

  private func committed(something: Bool) {
    transacted.commit()
    inbox.commit()
    tally.commit()
    knownApps.commit()
    lock.committed(live.followedLock)
    health.committed(something: something)
    // The transaction is done whatever becomes of this: what fails is tried again with the next.
    if health.hasErased, (try? store.eraseTraces()) != nil { health.erasedTraces() }
  }

  private func rollBack() {
    store.rollback()
    transacted.rollBack()
    inbox.rollBack()
    outbox.rollBack()
    tally.rollBack()
    health.rollBack()
    knownApps.rollBack()
    store.setDurability(live.policy.durability)
  }

  /// Nothing has happened for a while: lets go of what can be read again.
  package func rest() { store.rest() }

  /// How many bytes of what is stored are in memory, until then.
  package var heldBytes: Int { store.heldBytes }

  /// Whether there is something to store, or to follow.
  package var hasWork: Bool { store.isWriting || !inbox.isEmpty }

  /// Whether nothing of this transaction waits to be stored so far, and none of it has failed.
  package var isAsCommitted: Bool { health.spoiled == nil && !store.isWriting && !inbox.hasPolicy }

  /// When `endTransaction` is to be called although nothing happened.
  package func wakes(now: Moment) -> Wakes {
    let question = live.questions.wake.flatMap { $0 > now.wall ? $0 : nil }
    let asksLater = live.questions.hasWaiting || !live.summaries.due.isEmpty
    let wall = [
      live.pendingWork.deadline, live.pendingWork.release, live.switches.doNotDisturbUntil, question,
      asksLater ? quietHoursEnd(now)?.time : nil,
    ].compactMap { $0 }.min()
    let uptime = [
      live.server.wake(hasWaiting: hasWaiting, now: now.uptime),
      live.pace.wake(live.summaries.due.keys, now: now.uptime),
    ].compactMap { $0 }.filter { $0 > now.uptime }.min()
    if let retryAt = health.retryAt { return Wakes(wall: nil, uptime: retryAt) }
    if goesOn { return Wakes(wall: nil, uptime: now.uptime) }
    // What is overdue already could not be done in this transaction; another at once might not do it either.
    let soon = now.uptime.advanced(byMilliseconds: 100)
    let overdue = wall.map { $0 <= now.wall } == true ? soon : nil
    return Wakes(
      wall: wall.flatMap { $0 > now.wall ? $0 : nil },
      uptime: [overdue, uptime].compactMap { $0 }.min())
  }

  private var hasWaiting: Bool {
    live.questions.hasWaiting || !live.summaries.due.isEmpty || live.pendingWork.hasBanners
      || live.passing.next != nil
  }

  /// What the store calls the text of the last configuration without a fault.
  package static let rememberedConfiguration = "configuration"

  /// Hands nothing over any more; the answer to what was is still taken.
  package func stopHandingOver() { inbox.addOnce(.stop) }
  package var awaitsSink: Bool { live.server.outstanding != nil || live.backlog.hasErrands || !inbox.isEmpty }

  /// Once, at the end: nothing is asked of the engine afterwards.
  package func close() { store.close() }

  /// What delivers banners at present.
  package var serverName: String? { live.server.description?.name }

  /// A post was refused, by whoever: its shape may have been found wrong before it came here.
  package func countRefusedPost() { tally.refuse() }

  private func pruneNowAndThen(_ now: Moment) throws {
    let hour: Int64 = 3_600_000
    let isDue = live.lastPrune.map { now.uptime >= $0.advanced(byMilliseconds: hour) } ?? true
    let before = now.wall.advanced(bySeconds: -Int64(live.policy.keepDays) * 86_400)
    let batch = 500
    try pruneWatched(before: before, isDue: isDue, limit: batch)
    guard isDue else { return }
    let gone = try store.prune(before: before, rows: live.policy.limits.historyRows, limit: batch)
    if gone < batch { live.lastPrune = now.uptime }
  }
}
