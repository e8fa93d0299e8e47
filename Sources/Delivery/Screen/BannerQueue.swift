import NotificationModel

/// The rows of the banners on their way to the screen and on it, and their places in the queue.
final class BannerQueue {
  private let store: any RecordStore
  private let outbox: Outbox
  private let attention: Attention
  private let rates: Rates
  @Transacted private var places: PlaceNumbers
  /// Whose banner has gone in this transaction.
  @Transacted private var bannerless: Set<NotificationID>

  init(_ attention: Attention, _ rates: Rates, in transaction: Transaction) {
    store = transaction.store
    outbox = transaction.outbox
    self.attention = attention
    self.rates = rates
    _places = Transacted(PlaceNumbers(), in: transaction)
    _bannerless = Transacted([], in: transaction)
  }

  func recover() throws { places = PlaceNumbers(after: try store.lastPlaceNumber()) }

  // MARK: Rows

  func row(_ subject: BannerSubject, of app: AppID) throws -> BannerRow {
    try store.banner(subject, of: app) ?? BannerRow(subject, of: app)
  }

  func row(of record: NotificationRecord) throws -> BannerRow {
    try row(.notification(record.id), of: record.request.app)
  }

  /// Applies an event to a banner, stores what comes of it, and has the server close what it is to close. `row`: as it is
  /// stored.
  @discardableResult
  func transition<Result>(_ row: BannerRow, _ event: (inout BannerRow) -> Result) throws -> Result {
    var changed = row
    let result = event(&changed)
    if changed.phase != row.phase {
      try store.save(changed)
      if changed.phase == nil, case .notification(let id) = row.subject { bannerless.insert(id) }
    }
    for handle in changed.closing { outbox.add(.sink(.close(handle))) }
    return result
  }

  @discardableResult
  func transition<Result>(
    _ subject: BannerSubject, of app: AppID, _ event: (inout BannerRow) -> Result
  ) throws -> Result {
    try transition(try row(subject, of: app), event)
  }

  /// No banner, and none to come; what the sink is showing at this moment is closed when it reports.
  func withdraw(_ record: NotificationRecord) throws {
    try transition(.notification(record.id), of: record.request.app) { $0.withdraw() }
  }

  /// Whether its own alert waits for a release.
  func isHeld(_ record: NotificationRecord) throws -> Bool {
    if case .held = try row(of: record).phase { true } else { false }
  }

  /// It was over while the server was showing it: it is closed.
  func endedMeanwhile(_ row: BannerRow, _ shown: Shown) throws {
    let surroundings = surroundings()
    try transition(row) { row in
      row.withdraw()
      _ = row.shown(shown, surroundings)
    }
  }

  /// Those whose banner has gone in this transaction, in the order in which they came.
  func popBannerless() -> [NotificationID] {
    defer { bannerless = [] }
    return bannerless.sorted()
  }

  // MARK: Places

  func nextPlaceNumber() -> Int64 { places.next() }

  /// The surroundings of an event about a banner of ordinary rank.
  func surroundings() -> BannerRow.Surroundings { surroundings(.ordinary(nextPlaceNumber())) }

  func surroundings(_ place: Place) -> BannerRow.Surroundings {
    BannerRow.Surroundings(isLocked: attention.isLocked, place: place)
  }

  /// Where one happens to a notification: calls have places of their own, unless they come too fast.
  func surroundings(of request: NotificationRequest, _ now: Moment) -> BannerRow.Surroundings {
    let number = nextPlaceNumber()
    return surroundings(
      request.kind == .call && rates.lane(of: request, level: .active, now) == .callsAndAlarms
        ? .call(number) : .ordinary(number))
  }
}
