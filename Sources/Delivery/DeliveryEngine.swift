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

  let transaction: Transaction
  let presentation: Presentation
  let preferences: Preferences
  let attention: Attention

  let tally = Tally()
  let apps: Apps
  let rates: Rates
  let timing: Timing
  let backlog: Backlog
  let banners: BannerQueue
  let server: ServerState
  let screenChanges: ScreenChanges
  let mute: MuteWatch
  let soundPace: SoundPace
  let summaries: Summaries
  let questions: Questions
  let passing: PassingBanners
  let recentBanners: RecentBanners
  let closings: RecentClosings
  let recentlyGone: RecentlyGone
  let situations: Situations
  let badges: Badges
  let frontNumbers: FrontNumbers
  let watched: RecentlyWatched
  let events: Events
  let entries: Entries
  let holding: Holding
  let following: Following
  let showing: Showing
  let feedback: Feedback
  @Transacted private var lastPrune: Uptime?
  /// How many came since what was watched was last looked through.
  @Transacted var watchedSincePrune: Int
  let adviceMemory: AdviceMemory

  // Facts about the desktop; a rollback does not touch them.
  let diagnosis = Diagnosis()
  let starts = AppStarts()

  var store: any RecordStore { transaction.store }
  var inbox: Inbox { transaction.inbox }
  var outbox: Outbox { transaction.outbox }
  var share: WorkShare { transaction.share }
  var health: StorageHealth { transaction.health }

  package init(
    executor: any SerialExecutor, store: sending any RecordStore, directory: any AppDirectory,
    zones: any TimeZoneDirectory, wording: Wording, lock: LockFlag, policy: Policy, bootID: String,
    sinkName: String, images: String = "", rowsPerTransaction: Int = rowsPerTransaction
  ) {
    self.executor = executor
    transaction = Transaction(store, rowsPerTransaction: rowsPerTransaction)
    presentation = Presentation(wording: wording, images: images)
    preferences = Preferences(policy, bootID: bootID, in: transaction)
    apps = Apps(directory, preferences, wording, in: transaction)
    rates = Rates(preferences, in: transaction)
    adviceMemory = AdviceMemory(in: transaction)
    attention = Attention(lock, in: transaction)
    timing = Timing(zones, preferences, in: transaction)
    backlog = Backlog(in: transaction)
    banners = BannerQueue(attention, rates, in: transaction)
    server = ServerState(sinkName: sinkName, in: transaction)
    screenChanges = ScreenChanges(in: transaction)
    mute = MuteWatch(in: transaction)
    soundPace = SoundPace(in: transaction)
    summaries = Summaries(banners, in: transaction)
    passing = PassingBanners(in: transaction)
    recentBanners = RecentBanners(in: transaction)
    closings = RecentClosings(in: transaction)
    recentlyGone = RecentlyGone(in: transaction)
    situations = Situations(
      preferences, attention, apps, rates, timing, server, soundPace, summaries, recentlyGone, in: transaction
    )
    questions = Questions(apps, banners, timing, situations, in: transaction)
    badges = Badges(apps, in: transaction)
    frontNumbers = FrontNumbers(passing, in: transaction)
    watched = RecentlyWatched(in: transaction)
    events = Events(in: transaction)
    entries = Entries(
      preferences, attention, apps, rates, timing, banners, server, summaries, passing, recentlyGone,
      frontNumbers, events, badges, in: transaction)
    holding = Holding(
      preferences, apps, rates, timing, backlog, banners, summaries, situations, questions, events, entries,
      presentation, in: transaction)
    following = Following(
      preferences, attention, apps, rates, timing, backlog, banners, server, screenChanges, summaries,
      passing, questions, badges, events, entries, holding, situations, in: transaction)
    showing = Showing(
      preferences, attention, apps, rates, timing, backlog, banners, server, screenChanges, mute, soundPace,
      summaries, questions, passing, recentBanners, closings, frontNumbers, situations, events, entries,
      holding, following, presentation, diagnosis, in: transaction)
    feedback = Feedback(
      preferences, attention, apps, backlog, banners, server, screenChanges, passing, closings, recentlyGone,
      starts, events, entries, following, showing, in: transaction)
    _watchedSincePrune = Transacted(0, in: transaction)
    _lastPrune = Transacted(nil, in: transaction)
  }

  /// Recovers what an earlier process left. Before anything else, and again where it failed: nothing has happened
  /// then.
  package func start(now: Moment) throws(StorageFault) {
    preferences.applyDurability()
    transaction.commit()
    defer { share.end() }
    do {
      try store.verify()
      try recover(now)
      try showing.changeScreen(now)
      try entries.forgetBannerless()
      try badges.touchAll()
      inbox.addOnce(.reschedule)
      try timing.readPending()
      try store.commit()
      transaction.commit()
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
      for app in apps.popForgotten() {
        backlog.forget(app)
        questions.forget(app)
      }
      forgetUnlessWatching()
      try showing.followLockOnScreen(now)
      try following.runSchedule(now)
      try following.goOn(now)
      // What an app may show can have become otherwise.
      try showing.changeScreen(now)
      try showing.handOver(now)
      passing.closeOver(but: server.outstanding?.asked.image)
      try entries.forgetBannerless()
      try pruneNowAndThen(now)
      try badges.tellAll(now)
      try collectImages()
      closings.forget(health.failingSince ?? now.uptime)
      timing.committed(now)
      let stores = store.isWriting
      if stores { try timing.readPending() }
      try store.commit()
      committed(something: stores)
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
      try feedback.handle(input, now)
    }
  }

  private func committed(something: Bool) {
    transaction.commit()
    inbox.commit()
    tally.commit()
    attention.committed()
    health.committed(something: something)
    // The transaction is done whatever becomes of this: what fails is tried again with the next.
    if health.hasErased, (try? store.eraseTraces()) != nil { health.erasedTraces() }
  }

  private func rollBack() {
    transaction.rollBack()
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
  package var isAsCommitted: Bool { health.spoiled == nil && !store.isWriting && !inbox.hasPolicy }

  /// When `endTransaction` is to be called although nothing happened.
  package func wakes(now: Moment) -> Wakes {
    let question = questions.wake.flatMap { $0 > now.wall ? $0 : nil }
    let asksLater = questions.hasWaiting || !summaries.due.isEmpty
    let wall = [
      timing.deadline, timing.release, preferences.doNotDisturbUntil, question,
      asksLater ? timing.quietHoursEnd(now)?.time : nil,
    ].compactMap { $0 }.min()
    let uptime = [
      server.wake(hasWaiting: hasWaiting, now: now.uptime),
      rates.wake(summaries.due.keys, now),
    ].compactMap { $0 }.filter { $0 > now.uptime }.min()
    if let retryAt = health.retryAt { return Wakes(wall: nil, uptime: retryAt) }
    if following.goesOn { return Wakes(wall: nil, uptime: now.uptime) }
    // What is overdue already could not be done in this transaction; another at once might not do it either.
    let soon = now.uptime.advanced(byMilliseconds: 100)
    let overdue = wall.map { $0 <= now.wall } == true ? soon : nil
    return Wakes(
      wall: wall.flatMap { $0 > now.wall ? $0 : nil },
      uptime: [overdue, uptime].compactMap { $0 }.min())
  }

  private var hasWaiting: Bool {
    questions.hasWaiting || !summaries.due.isEmpty || timing.hasBannersWaiting
      || passing.next != nil
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

  private func pruneNowAndThen(_ now: Moment) throws {
    let hour: Int64 = 3_600_000
    let isDue = lastPrune.map { now.uptime >= $0.advanced(byMilliseconds: hour) } ?? true
    let before = now.wall.advanced(bySeconds: -Int64(preferences.policy.keepDays) * 86_400)
    let batch = 500
    try pruneWatched(before: before, isDue: isDue, limit: batch)
    guard isDue else { return }
    let gone = try store.prune(before: before, rows: preferences.policy.limits.historyRows, limit: batch)
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
      attention.hear(focus)
      inbox.addOnce(.attend)
    case .finding(let finding): diagnosis.found(finding)
    case .server, .lock, .serverMute, .started: inbox.add(report)
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
  package func awaitScreenLock() { attention.hear(ScreenLock.undecided) }

  /// The connection is gone, and with it what it claimed.
  package func disconnected(_ connection: UInt64) { attention.disconnected(connection) }

  /// After a transaction that failed: what the lock brings about all the same.
  package func outputsOfUnstoredLock() -> [Output] { showing.outputsOfUnstoredLock() }

  // MARK: Calls

  /// As `call`, for what can end a notification: what was reported before is handled before, or a press would mean
  /// nothing any more.
  func call<T>(at now: Moment, _ body: () throws -> T) throws(Refusal) -> T {
    try call {
      for report in inbox.popWhatIsFromOutside() { try feedback.handle(report, now) }
      return try body()
    }
  }
}
