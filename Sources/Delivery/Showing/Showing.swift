import Guidelines
import NotificationModel
import Wording

/// Gives the sink what is due, one banner at a time, and follows what it says about each.
final class Showing {
  let store: any RecordStore
  let outbox: Outbox
  let inbox: Inbox
  let share: WorkShare
  let health: StorageHealth
  let preferences: Preferences
  let attention: Attention
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
  let frontNumbers: FrontNumbers
  let situations: Situations
  let events: Events
  let entries: Entries
  let holding: Holding
  let following: Following
  let presentation: Presentation
  let diagnosis: Diagnosis

  init(
    _ preferences: Preferences, _ attention: Attention, _ apps: Apps, _ rates: Rates, _ timing: Timing,
    _ backlog: Backlog, _ banners: BannerQueue, _ server: ServerState, _ screenChanges: ScreenChanges,
    _ mute: MuteWatch, _ soundPace: SoundPace, _ summaries: Summaries, _ questions: Questions,
    _ passing: PassingBanners, _ recentBanners: RecentBanners, _ closings: RecentClosings,
    _ frontNumbers: FrontNumbers, _ situations: Situations, _ events: Events, _ entries: Entries,
    _ holding: Holding, _ following: Following, _ presentation: Presentation, _ diagnosis: Diagnosis,
    in transaction: Transaction
  ) {
    store = transaction.store
    outbox = transaction.outbox
    inbox = transaction.inbox
    share = transaction.share
    health = transaction.health
    self.preferences = preferences
    self.attention = attention
    self.apps = apps
    self.rates = rates
    self.timing = timing
    self.backlog = backlog
    self.banners = banners
    self.server = server
    self.screenChanges = screenChanges
    self.mute = mute
    self.soundPace = soundPace
    self.summaries = summaries
    self.questions = questions
    self.passing = passing
    self.recentBanners = recentBanners
    self.closings = closings
    self.frontNumbers = frontNumbers
    self.situations = situations
    self.events = events
    self.entries = entries
    self.holding = holding
    self.following = following
    self.presentation = presentation
    self.diagnosis = diagnosis
  }

  var wording: Wording { presentation.wording }

  /// Gives the sink the next banner, if it waits for one and there is one.
  func handOver(_ now: Moment) throws {
    server.followTime(now: now.uptime)
    guard !server.isStopping, server.outstanding == nil, !following.mustGoOnFirst,
      now.uptime >= server.pausedUntil ?? now.uptime
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
    if server.description == nil {
      server.ask(Asked(subject: .description), now: now.uptime)
      outbox.add(.sink(.describe))
      return
    }
    if try handOverPassing(now) { return }
    try questions.queueNext(now)
    try queueSummaries(now)
    // Whoever is behind too many that may not be shown waits for the next transaction.
    for _ in 0..<share.whole {
      guard let row = try store.nextBanner() else { return }
      if let offer = try content(of: row)?.offer(self, now) {
        return try handOver(row, offer, now)
      }
    }
    share.leaveWork()
  }

  private func handOver(_ row: BannerRow, _ offer: Offer, _ now: Moment) throws {
    let banner = offer.banner
    try banners.transition(row) { $0.handOver() }
    server.ask(
      Asked(
        subject: row.subject, app: row.app, alerts: row.phase?.hasAlertToCome == true,
        hasLockedForm: banner.textWhenLocked != nil,
        previews: Question(row.subject) == nil ? apps.settings(of: try apps.app(row.app, now)).previews : nil,
        image: banner.text.image ?? banner.textWhenLocked?.image), now: now.uptime)
    if !offer.alertsFor.isEmpty {
      alertHandedOver(banner.subject, for: offer.alertsFor, banner.urgency, now)
    }
    outbox.add(.sink(.show(banner)))
  }

  private func hasBannersWaiting() throws -> Bool {
    try questions.hasWaiting || !summaries.due.isEmpty
      || store.hasBannersWaiting(butRedactions: false)
  }

  /// `nil` where there is no banner: the server is asked what it is.
  func content(of row: BannerRow) -> (any BannerContent)? {
    switch row.subject {
    case .notification(let id): NotificationContent(row: row, id: id)
    case .summary: SummaryContent(row: row)
    case .consent, .marketing, .timeSensitive:
      Question(row.subject).map { QuestionContent(row: row, question: $0) }
    case .passing, .description: nil
    }
  }
}
