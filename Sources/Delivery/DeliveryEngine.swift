package import Guidelines
package import NotificationModel
package import Wording

/// Runs the stages of a notification's way in their order: judge, store, hold, hand over, hear back.
///
/// 1. `Posting`: a request is judged and stored.
/// 2. `Asking`, `Schedule`, `Holding`: what waits is released, and judged again.
/// 3. `HandOver`: what is due goes to the sink, one at a time.
/// 4. `Feedback`: what the desktop and the person did becomes events, counts and badges.
///
/// Works in turns. Everything done in a turn is one transaction; `endTurn` commits it and says what is to be
/// done outside. Where more is to be done than everybody else can wait for, the next turn goes on with it at once
/// (`Backlog`). Lives on the executor it is given (the event loop), and never awaits.
package actor DeliveryEngine {
  private nonisolated let executor: any SerialExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let store: any RecordStore
  let directory: any AppDirectory
  let wording: Wording
  let lock: LockFlag
  let bootID: String
  let sinkName: String
  /// The directory of the copies of image files.
  let images: String
  let rowsPerTurn: Int

  var outputs: [Output] = []
  var changed: Set<NotificationID> = []
  /// What went wrong with the storage in this turn.
  var fault: StorageFault?

  /// Remembered for speed alone; read again after a rollback.
  var appCache: [AppID: AppRecord] = [:]

  /// What a transaction changes besides the store.
  var live: LiveState
  /// As of the last commit: what a rollback leads back to.
  private var committed: LiveState

  /// As of the last commit.
  private(set) var outlook = Outlook()

  // What is so, whatever becomes of a turn.
  var zones: any TimeZoneDirectory
  var claims = ForegroundClaims()
  var focus = DesktopFocus.unknown
  var localSchedule = LocalSchedule()
  var examination = Examination()
  var screenLock = ScreenLock.unlocked
  var serverMute: ServerMute?
  var starts = AppStarts()
  var exposed = ExposedBanners()
  /// What was told, and is not committed yet.
  var inputs: [Input] = []
  /// What of it a call of this turn has taken up already; told again should the turn fail.
  var takenByCalls: [Input] = []
  /// Whether private text was erased whose traces are still in the store's log.
  var hasErased = false
  /// How many rows this turn may still change of its own accord.
  var room: Int
  /// Whether it has left something for want of room.
  var leavesWork = false
  private(set) var posted = 0
  var postedInTurn = 0
  private(set) var refused = 0
  var isStopping = false
  var retryAt: Uptime?
  var lastLookForIdleApps: Uptime?
  /// When the first of the turns failed that failed in a row. What is told again is as old as it was.
  var failingSince: Uptime?
  /// What went wrong with the last turn that had something to store, or with looking after what is stored.
  package internal(set) var storageFault: StorageFault?
  /// Whether something was heard of the storage that is to be looked at.
  var storageMayHaveChanged = false

  package init(
    executor: any SerialExecutor, store: sending any RecordStore, directory: any AppDirectory,
    zones: any TimeZoneDirectory, wording: Wording, lock: LockFlag, policy: Policy, bootID: String,
    sinkName: String, images: String = "", rowsPerTurn: Int = rowsPerTurn
  ) {
    self.executor = executor
    self.store = store
    self.directory = directory
    self.zones = zones
    self.wording = wording
    self.lock = lock
    live = LiveState(policy: policy)
    committed = live
    self.bootID = bootID
    self.sinkName = sinkName
    self.images = images
    self.rowsPerTurn = rowsPerTurn
    room = rowsPerTurn
  }

  /// Takes up what an earlier process left. Before anything else, and again where it failed: nothing has happened
  /// then.
  package func start(now: Moment) throws(StorageFault) {
    store.setDurability(live.policy.durability)
    committed = live
    defer { room = rowsPerTurn }
    do {
      try store.verify()
      try recover(now)
      try touchBadges()
      recheckTriggers()
      outlook = try Outlook(store)
      try store.commit()
      committed = live
    } catch {
      forgetTurn()
      throw (error as? StorageFault) ?? StorageFault("recovery failed")
    }
  }

  /// Handles what came in from the desktop, hands over what is due, and commits. With a fault nothing of
  /// the turn has happened: its calls are to be answered with the fault, and the desktop's reports are
  /// taken up again with the next turn; where there is none, after as long as it has failed by then.
  package func endTurn(now: Moment) throws(StorageFault) -> [Output] {
    let told = inputs
    let pending = takenByCalls + told
    takenByCalls.removeAll()
    let isRetry = retryAt.map { $0 <= now.uptime } ?? false
    if isRetry || storageFault == nil { retryAt = nil }
    leavesWork = false
    defer { room = rowsPerTurn }
    do {
      if let fault { throw fault }
      try lookAfterStorage()
      if isRetry { try tryStorage(now) }
      // What was told may bring more to look at.
      while !inputs.isEmpty {
        let next = inputs
        inputs.removeAll()
        for input in next { try take(input, now) }
      }
      try runSchedule(now)
      try goOn(now)
      try handOver(now)
      try pruneNowAndThen(now)
      try tellBadges(now)
      try collectImages()
      live.closings.forget(failingSince ?? now.uptime)
      let stores = store.isWriting
      let next = stores ? try Outlook(store) : outlook
      try store.commit()
      outlook = next
      if stores { storageFault = nil }
      live.lastLook = now
      committed = live
      failingSince = nil
      exposed.committed()
      posted &+= postedInTurn
      postedInTurn = 0
      // The turn is done whatever becomes of this: what fails is tried again with the next.
      if hasErased, (try? store.eraseTraces()) != nil { hasErased = false }
    } catch {
      let fault = (error as? StorageFault) ?? StorageFault("the turn failed")
      inputs = pending
      undo(now)
      storageFault = fault
      throw fault
    }
    if !changed.isEmpty { outputs.append(.changed(changed)) }
    defer {
      outputs.removeAll(keepingCapacity: true)
      changed.removeAll()
    }
    return outputs
  }

  private func forgetTurn() {
    store.rollback()
    fault = nil
    postedInTurn = 0
    outputs.removeAll()
    changed.removeAll()
    appCache.removeAll()
    live = committed
    store.setDurability(live.policy.durability)
  }

  private func undo(_ now: Moment) {
    let wasLocked = live.switches.locked || inputs.contains(.lock)
    forgetTurn()
    keepLock(saidByPerson: wasLocked)
    let since = failingSince ?? now.uptime
    failingSince = since
    retryAt = now.uptime.advanced(
      byMilliseconds: min(max(now.uptime.milliseconds - since.milliseconds, 1_000), 60_000))
  }

  /// Whether nothing of this turn waits to be stored so far, and none of it has failed.
  package var isAsCommitted: Bool { fault == nil && !store.isWriting && !inputs.contains(where: \.isPolicy) }

  /// When `endTurn` is to be called although nothing happened.
  package func wakes(now: Moment) -> Wakes {
    let question = live.questions.wake.flatMap { $0 > now.wall ? $0 : nil }
    let asksLater = live.questions.hasWaiting || !live.summaries.due.isEmpty
    let wall = [
      outlook.deadline, outlook.release, live.switches.doNotDisturbUntil, question,
      asksLater ? quietHoursEnd(now)?.time : nil,
    ].compactMap { $0 }.min()
    let uptime = [
      live.server.wake(hasWaiting: hasWaiting, now: now.uptime),
      live.pace.wake(live.summaries.due.keys, now: now.uptime),
    ].compactMap { $0 }.filter { $0 > now.uptime }.min()
    if let retryAt { return Wakes(wall: nil, uptime: retryAt) }
    if goesOn { return Wakes(wall: nil, uptime: now.uptime) }
    // What is overdue already could not be done in this turn; another at once might not do it either.
    let soon = now.uptime.advanced(byMilliseconds: 100)
    let overdue = wall.map { $0 <= now.wall } == true ? soon : nil
    return Wakes(
      wall: wall.flatMap { $0 > now.wall ? $0 : nil },
      uptime: [overdue, uptime].compactMap { $0 }.min())
  }

  private var hasWaiting: Bool {
    live.questions.hasWaiting || !live.summaries.due.isEmpty || outlook.hasBanners
  }

  /// What the store calls the text of the last configuration without a fault.
  package static let rememberedConfiguration = "configuration"

  /// Hands nothing over any more; the answer to what was is still taken.
  package func stopHandingOver() { isStopping = true }
  package var awaitsSink: Bool { live.server.outstanding != nil || mustGoOnFirst }

  /// Once, at the end: nothing is asked of the engine afterwards.
  package func close() { store.close() }

  /// What delivers banners at present.
  package var serverName: String? { live.server.description?.name }

  /// A post was refused, by whoever: its shape may have been found wrong before it came here.
  package func countRefusedPost() { refused &+= 1 }

  private func pruneNowAndThen(_ now: Moment) throws {
    let hour: Int64 = 3_600_000
    if let last = live.lastPrune, now.uptime < last.advanced(byMilliseconds: hour) { return }
    let before = now.wall.advanced(bySeconds: -Int64(live.policy.keepDays) * 86_400)
    let batch = 500
    let gone = try store.prune(before: before, rows: live.policy.limits.historyRows, limit: batch)
    if gone < batch { live.lastPrune = now.uptime }
  }
}
