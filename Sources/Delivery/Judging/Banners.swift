import NotificationModel

// How events reach the banners: what comes of one is stored, and the server closes what it is to close.

extension DeliveryEngine {
  /// Lets an event happen to a banner. `row`: as it is stored.
  @discardableResult
  func happen<Result>(to row: BannerRow, _ event: (inout BannerRow) -> Result) throws -> Result {
    var changed = row
    let result = event(&changed)
    if changed.phase != row.phase {
      try store.save(changed)
      if changed.phase == nil, case .notification(let id) = row.subject { live.frontNumbers.bannerGone(id) }
    }
    for handle in changed.closing { outbox.add(.sink(.close(handle))) }
    return result
  }

  @discardableResult
  func happen<Result>(to subject: BannerSubject, of app: AppID, _ event: (inout BannerRow) -> Result) throws
    -> Result
  {
    try happen(to: try row(subject, of: app), event)
  }

  func row(_ subject: BannerSubject, of app: AppID) throws -> BannerRow {
    try store.banner(subject, of: app) ?? BannerRow(subject, of: app)
  }

  func row(of record: NotificationRecord) throws -> BannerRow {
    try row(.notification(record.id), of: record.request.app)
  }

  /// No banner, and none to come; what the sink is showing at this moment is closed when it reports.
  func withdrawBanner(of record: NotificationRecord) throws {
    try happen(to: .notification(record.id), of: record.request.app) { $0.withdraw() }
  }

  func nextPlaceNumber() -> Int64 { live.places.next() }

  /// The surroundings of an event about a banner of ordinary rank.
  func surroundings() -> BannerRow.Surroundings { surroundings(.ordinary(nextPlaceNumber())) }

  func surroundings(_ place: Place) -> BannerRow.Surroundings {
    BannerRow.Surroundings(isLocked: isLocked, place: place)
  }

  /// Where one happens to a notification: calls have places of their own, unless they come too fast.
  func surroundings(of request: NotificationRequest, _ now: Moment) -> BannerRow.Surroundings {
    let number = nextPlaceNumber()
    return surroundings(
      request.kind == .call && lane(of: request, level: .active, now) == .callsAndAlarms
        ? .call(number) : .ordinary(number))
  }

  /// Shows the banners of an app again, their previews being otherwise.
  func refresh(app: AppID) throws {
    try store.markStale(bannersOf: app)
    removePassing(of: app)
    live.screenChanges.add(.refresh)
    // New to the screen, and on its way there: no row says so yet.
    guard let asked = live.server.outstanding?.asked, asked.app == app, Question(asked.subject) == nil
    else { return }
    let surroundings = surroundings()
    try happen(to: asked.subject, of: app) { $0.refresh(redacts: true, surroundings) }
  }

  /// Nothing of it is to be seen any more: it is closed.
  func endedMeanwhile(_ row: BannerRow, _ shown: Shown) throws {
    let surroundings = surroundings()
    try happen(to: row) { row in
      row.withdraw()
      _ = row.shown(shown, surroundings)
    }
  }
}
