import Guidelines
import NotificationModel
import Records
import Store

/// The banners that speak for several notifications: each app's summary and the missed notice. Which notifications those
/// are stands in the records (`Joint`).
///
/// Invariant: `summaries` and `hasMissed` are what the store knows of banners to come. They are asked for with each post,
/// so they are kept here; a start reads them.
final class JointBanners {
  /// A summary that is to come.
  struct Summary {
    /// The place of its first notification.
    let number: Int64
    /// Whether that was held, rather than coming too fast.
    let isReleased: Bool
    /// The payers of its notifications, also of those that have ended. Rates are lost with the process, and so are they.
    var payers: Set<Payer> = []
  }

  @Transacted private(set) var summaries: [AppID: Summary]
  /// Whether there is something for the missed notice to tell.
  @Transacted private(set) var hasMissed: Bool
  /// The last notification that was looked up since the person can see banners again; `nil` when there is nothing to
  /// look up.
  @Transacted private(set) var lookedUpTo: NotificationID?
  /// The person has put the notice off until then. Lost with the process.
  @Transacted private var putOffUntil: Uptime?

  private let store: SQLiteStore
  private let banners: BannerQueue
  private let server: ServerState
  private let backlog: Backlog

  init(_ banners: BannerQueue, _ server: ServerState, _ backlog: Backlog, in transaction: Transaction) {
    store = transaction.store
    self.banners = banners
    self.server = server
    self.backlog = backlog
    _summaries = Transacted([:], in: transaction)
    _hasMissed = Transacted(false, in: transaction)
    _lookedUpTo = Transacted(nil, in: transaction)
    _putOffUntil = Transacted(nil, in: transaction)
  }

  /// The most apps, so that a client that invents names gains nothing.
  private static let most = 4_096

  func hasRoom(for app: AppID) -> Bool { summaries.count < Self.most || summaries[app] != nil }

  /// Reads what is to come, and goes on with what is on screen: the banners count what they counted.
  func recover() throws {
    for row in try banners.onScreen() {
      guard let banner = row.subject.joint else { continue }
      let round = row.phase?.shown?.round ?? 0
      if try counts(banner, of: row.app, round: round) {
        try answered(banner, of: row.app, round: round, isShown: true)
      } else {
        try banners.transition(row) { $0.withdraw() }
      }
    }
    for summary in try store.summariesToCome() {
      summaries[summary.app] = Summary(number: summary.number, isReleased: summary.isReleased)
    }
    hasMissed = try waits(for: .notice, of: .shell)
  }

  // MARK: The missed notice

  /// Whether there may be something for the missed notice to count once the person can see it.
  var waitsForPerson: Bool { hasMissed || lookedUpTo != nil }

  func lookUp() { lookedUpTo = NotificationID(0) }
  func looked(upTo last: NotificationID?) { lookedUpTo = last }

  func putOffNotice(until time: Uptime) { putOffUntil = time }
  func isNoticePutOff(_ now: Uptime) -> Bool { putOffUntil.map { now < $0 } ?? false }
  /// When the notice that was put off is told.
  var wake: Uptime? { hasMissed ? putOffUntil : nil }

  // MARK: Their notifications

  /// A notification may have another part in these banners.
  func follow(_ record: NotificationRecord, from earlier: Joint) throws {
    guard record.joint != earlier else { return }
    for banner in Joint.Banner.allCases where record.joint[banner] != earlier[banner] {
      let app = record.request.app
      if let part = record.joint[banner], !part.isTold {
        expect(banner, record, part)
      } else if earlier[banner]?.isTold == false {
        try followWaiting(banner, of: app)
      }
      if let part = earlier[banner], record.joint[banner] == nil { try leave(banner, of: app, part) }
      if earlier[banner] == nil, record.joint[banner]?.isTold == true {
        try refresh(naming: record, redacts: false)
      }
    }
  }

  private func expect(_ banner: Joint.Banner, _ record: NotificationRecord, _ part: Joint.Part) {
    guard banner == .summary else { return hasMissed = true }
    summaries[
      record.request.app, default: Summary(number: part.number, isReleased: part.mayStandAlone)
    ].payers.insert(record.request.payer)
  }

  /// A notification of the app waits no more for the banner.
  private func followWaiting(_ banner: Joint.Banner, of app: AppID) throws {
    switch banner {
    case .summary: if summaries[app] != nil, try !waits(for: banner, of: app) { summaries[app] = nil }
    case .notice: if hasMissed { hasMissed = try waits(for: banner, of: app) }
    }
  }

  /// Those of a round that the backlog works off do not wait for another.
  private func waits(for banner: Joint.Banner, of app: AppID) throws -> Bool {
    try store.waits(for: banner, of: app, after: backlog.lastRound(of: banner, app))
  }

  /// A banner that counts the notification no more is composed anew. One that counts nothing more goes.
  private func leave(_ banner: Joint.Banner, of app: AppID, _ part: Joint.Part) throws {
    let row = try row(of: banner, app)
    let rounds = rounds(of: row)
    switch banner {
    case .summary:
      if rounds.contains(where: part.isCounted) { try refresh(row, redacts: false) }
    case .notice:
      guard let round = rounds.last else { return }
      if try !store.countsMissed(round: round) {
        try banners.transition(row) { $0.withdraw() }
      } else if server.changesSilently {
        try refresh(row, redacts: false)
      }
    }
  }

  private func counts(_ banner: Joint.Banner, of app: AppID, round: Int64) throws -> Bool {
    switch banner {
    case .summary: try store.summaryCount(of: app, round: round).count > 0
    case .notice: try store.countsMissed(round: round)
    }
  }

  /// The rounds on screen, taken away by a lock, and with the server.
  private func rounds(of row: BannerRow) -> [Int64] {
    let asked = server.outstanding.flatMap { $0.asked.subject == row.subject ? $0.asked.round : nil }
    return [row.phase?.shown?.round, row.phase?.heldAlert, asked].compactMap { $0 }
  }

  private func row(of banner: Joint.Banner, _ app: AppID) throws -> BannerRow {
    try banners.row(BannerSubject(banner, of: app), of: banner == .summary ? app : .shell)
  }

  // MARK: Told again

  /// A lock has taken the banner off the screen. Until what it told waits for the next one, its row keeps its round.
  func wasTakenAway(_ row: BannerRow, _ shown: Shown) throws {
    guard let banner = row.subject.joint, let round = shown.round,
      try counts(banner, of: row.app, round: round)
    else { return }
    let surroundings = banners.surroundings(.ordinary(round))
    try banners.transition(row.subject, of: row.app) { $0.hold(surroundings) }
  }

  /// What a lock has taken away is told again.
  func tellTakenAway() throws {
    let apps = try banners.summariesToCome().sorted()
    for row in try apps.map({ try row(of: .summary, $0) }) + [row(of: .notice, .shell)] {
      guard let banner = row.subject.joint, let round = row.phase?.heldAlert else { continue }
      backlog.add(.tellAgain(banner, row.app, round: round))
    }
  }

  /// The phase of the summary that speaks for the notification; `nil` if there is none on screen or to come.
  func summary(telling record: NotificationRecord) throws -> BannerPhase? {
    guard let part = record.joint.summary else { return nil }
    let row = try row(of: .summary, record.request.app)
    return rounds(of: row).contains(where: part.isCounted) ? row.phase : nil
  }

  /// Whether the missed notice on screen has told anything that the next one is to go on with; if so, that begins.
  func goesOn(_ row: BannerRow) throws -> Bool {
    guard let round = row.phase?.shown?.round,
      try !store.told(by: .notice, of: row.app, round: round, limit: 1).isEmpty
    else { return false }
    backlog.add(.tellAgain(.notice, row.app, round: round))
    return true
  }

  /// All that the banner of this round told waits for the next one.
  func isToBeTold(_ banner: Joint.Banner, of app: AppID, after round: Int64) throws {
    let row = try row(of: banner, app)
    if row.phase?.heldAlert == round { try banners.transition(row) { $0.cancelAlert() } }
  }

  // MARK: On screen

  /// The server has shown the banner of this round, or could not: each notification that waited for it hears of that.
  /// `app`: of the summary.
  func answered(_ banner: Joint.Banner, of app: AppID, round: Int64, isShown: Bool) throws {
    let apps = banner == .summary ? [app] : try store.appsMissed(round: round)
    for app in apps { backlog.add(.joint(banner, app, round: round, isShown: isShown)) }
    try followWaiting(banner, of: app)
  }

  /// The text or privacy of a notification has changed, and with it that of a summary that may name it. The missed
  /// notice tells what was missed, and changes only if it must not be seen any more.
  func refresh(naming record: NotificationRecord, redacts: Bool) throws {
    for banner in Joint.Banner.allCases where banner == .summary || redacts {
      guard let part = record.joint[banner] else { continue }
      let row = try row(of: banner, record.request.app)
      if rounds(of: row).contains(where: part.isCounted) { try refresh(row, redacts: redacts) }
    }
  }

  /// Other texts of the app may be seen from now on: the missed notice may name them.
  func refreshNotice(naming app: AppID) throws {
    let row = try row(of: .notice, app)
    let isNamed = try rounds(of: row).contains { round in
      try store.missedByApp(round: round, limit: .max).contains { $0.app == app }
    }
    if isNamed { try refresh(row, redacts: true) }
  }

  private func refresh(_ row: BannerRow, redacts: Bool) throws {
    let surroundings = banners.surroundings()
    try banners.transition(row) { $0.refresh(redacts: redacts, surroundings) }
  }

  func withdrawSummary(of app: AppID) throws {
    try banners.transition(.summary(app), of: app) { $0.withdraw() }
  }
}

extension BannerSubject {
  init(_ banner: Joint.Banner, of app: AppID) { self = banner == .summary ? .summary(app) : .missed }

  /// `nil` for a banner that speaks for one notification, or none.
  var joint: Joint.Banner? {
    switch self {
    case .summary: .summary
    case .missed: .notice
    case .notification, .consent, .marketing, .timeSensitive, .deadEnd, .transient, .cover, .description: nil
    }
  }
}
