import Guidelines
import NotificationModel
import Records
import Wording

/// Gives the sink one banner at a time, and handles its reports on each.
final class Showing: Stage {
  let context: Context
  let entries: Entries
  let holding: Holding
  let reconciling: Reconciling

  init(_ context: Context, _ entries: Entries, _ holding: Holding, _ reconciling: Reconciling) {
    self.context = context
    self.entries = entries
    self.holding = holding
    self.reconciling = reconciling
  }

  /// Gives the sink the next banner, if the sink is free and there is one.
  func handOver(_ now: Moment) throws {
    server.followTime(now: now.uptime)
    guard !server.isStopping, server.outstanding == nil, !reconciling.hasWorkBeforeShowing,
      !server.pauses(exposed: true, now.uptime)
    else {
      return
    }
    switch server.presence {
    case .unknown:
      return
    case .absent:
      if try hasBannersWaiting(), server.shouldActivate(now: now.uptime) {
        outbox.add(.desktop(.activateServer))
      }
      return
    case .present:
      break
    }
    let isPaused = server.pauses(now.uptime)
    if server.description == nil {
      if isPaused { return }
      server.ask(Asked(subject: .description), now: now.uptime)
      outbox.add(.sink(.describe))
      return
    }
    if !isPaused {
      if try asksAboutUnclosed(now) { return }
      try questions.queueNext(now)
      try queueSummaries(now)
      try queueMissed(now)
    }
    // If too many banners may not be shown now, the others wait for the next transaction.
    for _ in 0..<share.whole {
      guard let row = isPaused ? try banners.nextExposed() : try banners.next() else { return }
      if let offer = try content(of: row)?.offer(self, now) {
        return try handOver(row, offer, now)
      }
    }
    share.leaveWork()
  }

  private func handOver(_ row: BannerRow, _ offer: Offer, _ now: Moment) throws {
    var banner = offer.banner
    banner.onlyFollowsLock = !banner.alerts && followsLock(row)
    banner.icon = apps.directory.iconFile(of: banner.isOwn ? .shell : banner.app)
    try banners.transition(row) { $0.handOver() }
    server.ask(
      Asked(
        subject: row.subject, app: row.app, alerts: banner.alerts,
        hasLockedForm: banner.textWhenLocked != nil,
        previews: offer.previews,
        image: banner.text.image ?? banner.textWhenLocked?.image, request: offer.request,
        unreachable: offer.unreachable, round: offer.round), now: now.uptime)
    if !offer.alertsFor.isEmpty {
      alertHandedOver(banner.subject, for: offer.alertsFor, banner.urgency, now)
    }
    outbox.add(.sink(.show(banner)))
  }

  /// Whether the text on screen waits for the form that the lock or its end requires.
  func followsLock(_ row: BannerRow) -> Bool {
    row.phase?.shown?.isOfWrongForm(attention.lockDemand) == true
  }

  /// Whether the text on screen may be changed without an alert now: an update for a reason of the daemon's own must not
  /// run the person's hooks.
  func mayChange(_ row: BannerRow) -> Bool {
    server.changesSilently || server.followsLock && followsLock(row)
  }

  private func hasBannersWaiting() throws -> Bool {
    try questions.hasWaiting || !joint.summaries.isEmpty || joint.hasMissed
      || banners.waitingCount() > 0
  }

  /// `nil` for a request for the server's description, which has no banner.
  func content(of row: BannerRow) -> (any BannerContent)? {
    switch row.subject {
    case .notification(let id): NotificationContent(row: row, id: id)
    case .summary: SummaryContent(row: row)
    case .missed: MissedContent(row: row)
    case .deadEnd: DeadEndContent(row: row)
    case .consent, .marketing, .timeSensitive:
      Question(row.subject).map { QuestionContent(row: row, question: $0) }
    case .transient(let number): TransientContent(row: row, number: number, banner: transient[number])
    case .cover(let number): CoverContent(row: row, banner: unclosed[number])
    case .description: nil
    }
  }
}

/// The differences between the kinds of banners on their way to the screen: a notification, a question, a summary, a
/// transient banner.
protocol BannerContent {
  /// The row as it is stored.
  var row: BannerRow { get }
  /// The banner for the sink; `nil` if it may not be shown now, and has left the queue.
  func offer(_ showing: Showing, _ now: Moment) throws -> Offer?
  /// The server shows the banner. Returns whether the banner may still be seen. `omitted`: parts that the server could
  /// not be given.
  func shown(
    _ shown: Shown, _ asked: Asked, omitted: [Reason], _ showing: Showing, _ now: Moment
  ) throws -> Bool
  /// The surroundings of a failure.
  func surroundings(_ showing: Showing, _ now: Moment) throws -> BannerRow.Surroundings
  /// The server has not shown the banner. The row has handled the failure already, with this `outcome`.
  func failed(
    _ failure: SinkFailure, _ outcome: BannerRow.Failure, _ asked: Asked, _ showing: Showing, _ now: Moment
  ) throws
  /// The banner is gone with its server. The row has handled it already.
  func lost(_ showing: Showing, _ now: Moment) throws
  /// The text on screen was closed because of a lock or an unlock.
  func closedForLock(_ shown: Shown, _ showing: Showing, _ now: Moment) throws
  /// The server has given the banner's number to another, so it is not on screen any more.
  func replaced(_ handle: BannerHandle, _ showing: Showing, _ now: Moment) throws
  func closed(
    _ handle: BannerHandle, _ reason: CloseReason, _ showing: Showing, _ now: Moment
  ) throws
  /// Returns the notification that was pressed; `nil` if there is none.
  func pressed(_ action: ItemID, token: String?, _ showing: Showing, _ now: Moment) throws
    -> NotificationRecord?
}

extension BannerContent {
  func replaced(_ handle: BannerHandle, _ showing: Showing, _ now: Moment) throws {
    try showing.banners.transition(row) { $0.closed(handle) }
  }

  func surroundings(_ showing: Showing, _ now: Moment) -> BannerRow.Surroundings {
    showing.banners.surroundings()
  }

  func closedForLock(_ shown: Shown, _ showing: Showing, _ now: Moment) throws { try lost(showing, now) }
}

/// A banner for the sink, with the facts that are needed when the sink answers.
struct Offer {
  var banner: Banner
  /// The preview setting that decided on the form; `nil` for a banner without previews, such as a question.
  var previews: Previews?
  /// The notifications that an alert announces; empty if it is no alert.
  var alertsFor: [NotificationID] = []
  /// The request as the banner shows it; `nil` if it is not a notification's.
  var request: NotificationRequest?
  /// Actions that the banner leaves out because a press on them would reach no program.
  var unreachable: [Action] = []
  /// The round of a banner that speaks for several notifications.
  var round: Int64?
}

// The sink's reports on the banner that it was given.

extension Showing {
  func described(_ description: ServerDescription, _ now: Moment) throws {
    _ = answered(.description)
    guard server.presence == .present(server: description.server) else { return }
    try coverUnclosed(now)
    if try server.described(description) {
      screenChanges.add(.forget(except: description.server, endsRestoring: false))
      if description.isGNOME {
        screenChanges.add(.restore(server: description.server))
      }
    }
  }

  func shown(
    _ subject: BannerSubject, _ handle: BannerHandle, hidden: Bool, omitted: [Reason], _ now: Moment
  ) throws {
    recentBanners.note(handle, now.uptime)
    for left in try leftOnScreen.given(handle) { try closeLeft(left) }
    if store.shortage != nil, subject.isStored { unstored.add(handle) }
    guard let asked = answered(subject) else { return outbox.add(.sink(.close(handle))) }
    let sound = try context.soundPace.answered().flatMap { try isThere($0) ? $0 : nil }
    if let sound, sound.isListed { try store.append(sound.decisions, to: sound.id, at: now.wall) }
    server.served()
    guard let app = asked.app else { return }
    // If the server reuses a number, the banner that had it is gone.
    if let other = try banners.banner(shownAs: handle), other.subject != subject {
      try content(of: other)?.replaced(handle, self, now)
    }
    let shown = Shown(
      handle: handle, isHidden: hidden, hasLockedForm: asked.hasLockedForm, previews: asked.previews,
      round: asked.round)
    let isShown =
      try content(of: banners.row(subject, of: app))?
      .shown(shown, asked, omitted: omitted, self, now) ?? false
    // A banner that ended while the server was being given it is closed, and makes no sound.
    if isShown, let sound { try play(sound, now) }
  }

  /// Closes a banner of an earlier process once, unless it is known.
  func closeLeft(_ handle: BannerHandle) throws {
    if try banners.banner(shownAs: handle) == nil, leftOnScreen.isFirst(handle) {
      outbox.add(.sink(.close(handle)))
    }
  }

  /// Whether the sound's notification is still stored. It may have been deleted while the server was showing it.
  private func isThere(_ sound: SoundPace.Sounding) throws -> Bool {
    try !sound.isListed || store.record(sound.id) != nil
  }

  /// A report that does not answer the outstanding command is out of date.
  private func answered(_ subject: BannerSubject) -> Asked? {
    guard let asked = server.outstanding?.asked, asked.subject == subject else { return nil }
    server.answered()
    return asked
  }

  func failed(_ subject: BannerSubject, _ failure: SinkFailure, _ now: Moment) throws {
    let asked = answered(subject)
    if subject == .description { unclosed.askAgain() }
    context.soundPace.failed()
    server.failed(failure, now: now.uptime)
    guard let asked, let app = asked.app, let content = content(of: try banners.row(subject, of: app)) else {
      return
    }
    let surroundings = try content.surroundings(self, now)
    let outcome = try banners.transition(content.row) { $0.failed(failure, surroundings) }
    if outcome == .notHidden, failure != .unanswered { server.forgive() }
    try content.failed(failure, outcome, asked, self, now)
  }
}

/// Bellhop's banners that the server numbered recently, also those that have ended, each with the time of its present
/// text. The server's reports on a banner can arrive after the banner is forgotten; they concern no other app.
///
/// Invariant: at most `bound`, the newest last.
final class RecentBanners {
  private static let bound = 256
  @Transacted private var banners: [(handle: BannerHandle, since: Uptime)]

  init(in transaction: Transaction) {
    _banners = Transacted([], in: transaction)
  }

  func note(_ handle: BannerHandle, _ now: Uptime) {
    banners.removeAll { $0.handle == handle }
    if banners.count >= Self.bound { banners.removeFirst() }
    banners.append((handle, now))
  }

  func contains(_ handle: BannerHandle) -> Bool { banners.contains { $0.handle == handle } }

  /// Since when the banner shows its present text; `nil` if it is not among them.
  func since(_ handle: BannerHandle) -> Uptime? { banners.first { $0.handle == handle }?.since }

  /// Whether the banner shows its present text since `time` or before. A banner that is not among them is older.
  func showsSince(_ handle: BannerHandle, before time: Uptime) -> Bool {
    banners.first { $0.handle == handle }.map { $0.since <= time } ?? true
  }
}

extension Showing {
  func noteClosing(_ handle: BannerHandle, of subject: RecentClosings.Subject, _ now: Moment) {
    closings.note(handle, of: subject, now: health.failingSince ?? now.uptime)
  }
}
