import NotificationModel
import Records

/// Presses that opened nothing. The person is told of each app at most once a day; of the command line's each time, since
/// its app is many programs.
///
/// Invariant: at most `most` apps. Lost with the process.
final class DeadEnds {
  private static let most = 256
  private static let pause: Int64 = 86_400_000

  /// The apps of which the person was told within the day, with the reason and the time.
  @Transacted private var told: [AppID: (why: Reason, since: Uptime)]

  init(in transaction: Transaction) {
    _told = Transacted([:], in: transaction)
  }

  /// Returns `false` if the person has been told of this app already, or too many apps are noted.
  func isNews(_ app: AppID, _ why: Reason, now: Uptime) -> Bool {
    if !told.isEmpty { told = told.filter { now < $0.value.since.advanced(byMilliseconds: Self.pause) } }
    guard app == .shell || told[app] == nil, told[app] != nil || told.count < Self.most else { return false }
    told[app] = (why, now)
    return true
  }

  subscript(app: AppID) -> Reason? { told[app]?.why }
}

/// A notice to the person that a press opened nothing.
struct DeadEndContent: BannerContent {
  /// The reasons of presses on a button that was not to open anything.
  private static let ofButtons = Set([Reason.Key.answerUnheard, .answerUnfollowed].map(\.rawValue))

  let row: BannerRow

  func offer(_ showing: Showing, _ now: Moment) throws -> Offer? {
    guard case .waiting(_, .alert(let over), _) = row.phase, let why = showing.context.deadEnds[row.app]
    else {
      try showing.banners.transition(row) { $0.withdraw() }
      return nil
    }
    let (name, words) = (showing.apps.name(of: row.app), showing.wording)
    let title = Self.ofButtons.contains(why.key) ? words.pressHadNoEffect : words.couldNotBeOpened(name)
    var banner = Banner(
      subject: row.subject, app: row.app, appName: name,
      text: BannerText(title: title, body: words.sentence(why)),
      replaces: over?.handle, openLabel: words.open)
    banner.appNameWhenHidden = try showing.apps.nameWhenHidden(showing.apps.app(row.app, now))
    if banner.appNameWhenHidden != nil {
      banner.textWhenLocked = BannerText(title: words.notification, isHidden: true)
    }
    return Offer(banner: banner)
  }

  func shown(
    _ shown: Shown, _ asked: Asked, omitted: [Reason], _ showing: Showing, _ now: Moment
  ) throws -> Bool {
    let surroundings = showing.banners.surroundings()
    return try showing.banners.transition(row) { $0.shown(shown, surroundings) }
  }

  /// A notice that failed is dropped, because a later one would come too late.
  func failed(
    _ failure: SinkFailure, _ outcome: BannerRow.Failure, _ asked: Asked, _ showing: Showing, _ now: Moment
  ) throws {
    try showing.banners.transition(row) { $0.withdraw() }
  }

  func lost(_ showing: Showing, _ now: Moment) {}

  func closed(_ handle: BannerHandle, _ reason: CloseReason, _ showing: Showing, _ now: Moment) throws {
    try showing.banners.transition(row) { $0.closed(handle) }
  }

  func pressed(_ action: ItemID, token: String?, _ showing: Showing, _ now: Moment) throws
    -> NotificationRecord?
  {
    try showing.banners.transition(row) { $0.withdraw() }
    return nil
  }
}

extension Showing {
  /// Tells the person that a press opened nothing.
  func tellDeadEnd(of app: AppID, _ why: Reason, _ now: Moment) throws {
    guard context.deadEnds.isNews(app, why, now: now.uptime) else { return }
    let surroundings = banners.surroundings()
    try banners.transition(.deadEnd(app), of: app) { $0.alert(surroundings) }
  }
}
