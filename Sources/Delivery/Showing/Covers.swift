import Guidelines
import NotificationModel
import Records

// A banner that the server did not close is covered: replaced by its hidden form.

extension Showing {
  /// Asks the server for its description if it has not said in time that banners are closed. A server says it before it
  /// answers a later question, so the answer tells a close that was ignored from a slow server. On a locked screen a
  /// server that has ignored two is asked at once. Returns whether it is asked.
  func asksAboutUnclosed(_ now: Moment) throws -> Bool {
    noteClosings(now)
    guard unclosed.doubt(atOnce: attention.isLocked && server.ignoresCloses, now.uptime) else { return false }
    server.ask(Asked(subject: .description), now: now.uptime)
    outbox.add(.sink(.describe))
    return true
  }

  /// The server has a second, from now on, for the banners that it is asked to close in this transaction.
  func noteClosings(_ now: Moment) {
    banners.closeEndedTransient()
    unclosed.note(now.uptime)
  }

  /// Covers the banners that the server has not closed.
  func coverUnclosed(_ now: Moment) throws {
    for banner in unclosed.popIgnored() {
      guard let shown = banner.shown, try mayBeOnScreen(banner, shown, now) else { continue }
      server.ignoredClose()
      unclosed.cover(banner, banners.surroundings())
    }
  }

  /// Whether the server would have said that the banner is closed. GNOME says it to the connection that posted.
  private func mayBeOnScreen(_ banner: UnclosedBanner, _ shown: Shown, _ now: Moment) throws -> Bool {
    guard let description = server.description, description.server == shown.handle.server,
      description.tellsClosings, !server.closesUntold
    else { return false }
    let since = recentBanners.since(shown.handle)
    if description.isGNOME, since == nil { return false }
    guard let since, let time = try ownTime(of: banner) else { return true }
    return now.uptime < since.advanced(byMilliseconds: time)
  }

  /// The milliseconds after which the banner ends by itself, as far as its app gave them.
  private func ownTime(of banner: UnclosedBanner) throws -> Int64? {
    guard case .notification(let id) = banner.subject else { return banner.shownFor }
    return try store.record(id)?.request.origin.desktop?.expiry.milliseconds
  }
}

/// The cover of a banner that the server did not close. It cannot be pressed, and times out at once: a server that ignores
/// closes heeds the time of a banner.
struct CoverContent: BannerContent {
  let row: BannerRow
  /// `nil` if it is gone by now.
  let banner: UnclosedBanner?

  func offer(_ showing: Showing, _ now: Moment) throws -> Offer? {
    guard case .waiting(_, let errand, let failures) = row.phase, let over = errand.over else {
      try showing.banners.transition(row) { $0.leaveScreen() }
      return nil
    }
    let app = try showing.apps.app(row.app, now)
    let name = showing.apps.name(of: app.id)
    // The notification may be erased by now, so its hidden form is the one of a notification without any text.
    let hidden = HiddenPreviews.hidden(
      NotificationRequest(app: app.id), category: nil, unreadInThread: 0, appName: name,
      isVouchedFor: showing.apps.isNameVouchedFor(app), wording: showing.wording)
    var cover = Banner(
      subject: row.subject, app: app.id, appName: name,
      text: BannerText(title: hidden.title, body: hidden.body ?? "", isHidden: true),
      replaces: over.handle, textOnly: failures > 0, openLabel: showing.wording.open)
    cover.alerts = false
    var origin = DesktopOrigin()
    origin.expiry = .after(milliseconds: 1)
    // dunst lets no others time out while the person is away.
    origin.isTransient = true
    cover.origin = Origin(origin)
    cover.appNameWhenHidden = showing.apps.nameWhenHidden(app)
    return Offer(banner: cover)
  }

  /// A server that gives the cover another number had closed the banner, and not said so.
  func shown(_ shown: Shown, _ asked: Asked, omitted: [Reason], _ showing: Showing, _ now: Moment) throws
    -> Bool
  {
    let over = row.phase?.shown
    let surroundings = surroundings(showing, now)
    let isShown = try showing.banners.transition(row) { $0.shown(shown, surroundings) }
    guard isShown, let over else { return false }
    guard over.handle == shown.handle else {
      showing.server.closedUntold()
      try showing.banners.transition(row.subject, of: row.app) { $0.leaveScreen() }
      return false
    }
    try explain(Ruling(ServerAnswer.name, .hidden, .closeIgnored, .name(showing.server.name)), showing, now)
    return true
  }

  /// A cover is not closed instead, on any server: that close would be ignored as well.
  func surroundings(_ showing: Showing, _ now: Moment) -> BannerRow.Surroundings {
    var surroundings = showing.banners.surroundings()
    (surroundings.changesSilently, surroundings.followsLock) = (true, true)
    return surroundings
  }

  func failed(
    _ failure: SinkFailure, _ outcome: BannerRow.Failure, _ asked: Asked, _ showing: Showing, _ now: Moment
  ) throws {
    guard case .isOver = outcome else { return }
    try explain(
      Ruling(ServerAnswer.name, .failed, .closeIgnoredStays, .name(showing.server.name)), showing, now)
  }

  func lost(_ showing: Showing, _ now: Moment) {}

  func closed(_ handle: BannerHandle, _ reason: CloseReason, _ showing: Showing, _ now: Moment) throws {
    try showing.banners.transition(row) { $0.closed(handle) }
  }

  func pressed(_ action: ItemID, token: String?, _ showing: Showing, _ now: Moment) -> NotificationRecord? {
    nil
  }

  private func explain(_ ruling: Ruling, _ showing: Showing, _ now: Moment) throws {
    guard case .notification(let id) = banner?.subject, try showing.store.record(id) != nil else { return }
    try showing.entries.decide(id, ruling, now)
  }
}
