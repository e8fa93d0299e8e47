import NotificationModel

/// The rows of the banners on their way to the screen and on it, and their places in the queue.
///
/// Invariants: the row that was changed last is in memory, and stored before any other is changed or looked for, so that
/// one that is shown at once is written once; `waiting` is exact.
final class BannerQueue {
  private let store: any RecordStore
  private let outbox: Outbox
  private let attention: Attention
  private let rates: Rates
  private let server: ServerState
  /// The rows of what is shown in passing, which are stored nowhere.
  private let passing: PassingBanners
  /// Whether the last that the sink was given was one of these: then it is another's turn.
  @Transacted private var lastWasPassing: Bool
  @Transacted private var places: PlaceNumbers
  /// The row that was changed last, as it is now.
  @Transacted private var last: BannerRow?
  @Transacted private var isLastStored: Bool
  /// How many wait for the sink; `nil` where that is to be counted.
  @Transacted private var waiting: Int?
  /// Notifications whose banner has gone in this transaction.
  @Transacted private var bannerless: Set<NotificationID>

  init(
    _ attention: Attention, _ rates: Rates, _ passing: PassingBanners, _ server: ServerState,
    in transaction: Transaction
  ) {
    self.passing = passing
    self.server = server
    _lastWasPassing = Transacted(false, in: transaction)
    store = transaction.store
    outbox = transaction.outbox
    self.attention = attention
    self.rates = rates
    _places = Transacted(PlaceNumbers(), in: transaction)
    _last = Transacted(nil, in: transaction)
    _isLastStored = Transacted(true, in: transaction)
    _waiting = Transacted(nil, in: transaction)
    _bannerless = Transacted([], in: transaction)
  }

  /// Counts what waits, too: damage there is better met by the start than by the first call.
  func recover() throws {
    places = PlaceNumbers(after: try store.lastPlaceNumber())
    waiting = try store.waitingBanners()
  }

  // MARK: Rows

  func row(_ subject: BannerSubject, of app: AppID) throws -> BannerRow {
    if case .passing(let number) = subject { return passing[number]?.row ?? BannerRow(subject, of: app) }
    if let last, last.subject == subject, last.app == app { return last }
    return try store.banner(subject, of: app) ?? BannerRow(subject, of: app)
  }

  func row(of record: NotificationRecord) throws -> BannerRow {
    try row(.notification(record.id), of: record.request.app)
  }

  /// Applies an event to a banner, keeps what comes of it, and has the server close what it is to close. `row`: as it is.
  @discardableResult
  func transition<Result>(_ row: BannerRow, _ event: (inout BannerRow) -> Result) throws -> Result {
    var changed = row
    let result = event(&changed)
    if changed.phase != row.phase {
      try keep(BannerRow(row.subject, of: row.app, phase: changed.phase), was: row)
    }
    for handle in changed.closing { outbox.add(.sink(.close(handle))) }
    return result
  }

  private func keep(_ row: BannerRow, was earlier: BannerRow) throws {
    if case .handedOver = row.phase { lastWasPassing = row.isPassing }
    switch row.subject {
    case .passing(let number): return passing.apply(row, number)
    case .notification(let id) where row.phase == nil: bannerless.insert(id)
    default: break
    }
    if last?.subject != row.subject { try flush() }
    // Now, so that the transaction is known to have something to store.
    try store.begin()
    (last, isLastStored) = (row, false)
    waiting = waiting.map { $0 + row.isWaiting - earlier.isWaiting }
  }

  @discardableResult
  func transition<Result>(
    _ subject: BannerSubject, of app: AppID, _ event: (inout BannerRow) -> Result
  ) throws -> Result {
    try transition(try row(subject, of: app), event)
  }

  /// Stores the row that was changed last.
  func flush() throws {
    guard let last, !isLastStored else { return }
    isLastStored = true
    try store.save(last)
  }

  /// No banner, and none to come; what the sink is showing at this moment is closed when it reports.
  func withdraw(_ record: NotificationRecord) throws {
    try transition(.notification(record.id), of: record.request.app) { $0.withdraw() }
  }

  /// Whether its own alert waits for a release.
  func isHeld(_ record: NotificationRecord) throws -> Bool { try row(of: record).phase?.heldAlert != nil }

  /// It was over while the server was showing it: it is closed.
  func endedMeanwhile(_ row: BannerRow, _ shown: Shown) throws {
    let surroundings = surroundings()
    try transition(row) { row in
      row.withdraw()
      _ = row.shown(shown, surroundings)
    }
  }

  /// That its banner has gone is no end for its app.
  func keepsItsNumber(_ id: NotificationID) { bannerless.remove(id) }

  /// Notifications whose banner has gone in this transaction, in the order of their ids.
  func popBannerless() -> [NotificationID] {
    guard !bannerless.isEmpty else { return [] }
    defer { bannerless = [] }
    return bannerless.sorted()
  }

  // MARK: The queue

  /// The first in the queue. What is listed and what passes are served in turns, but for what must not be seen any more.
  func next() throws -> BannerRow? {
    let listed = try nextListed()
    guard let passed = passing.next else {
      if lastWasPassing { lastWasPassing = false }
      return listed
    }
    guard let listed, lastWasPassing || listed.isRedaction else { return passed }
    return listed
  }

  private func nextListed() throws -> BannerRow? {
    let count = try waitingCount()
    if count == 0 { return nil }
    if count == 1, let last, last.isWaiting == 1 { return last }
    try flush()
    return try store.nextBanner()
  }

  func waitingCount() throws -> Int {
    if let waiting { return waiting }
    try flush()
    let count = try store.waitingBanners()
    waiting = count
    return count
  }

  /// Whether others than those wait whose text must not be seen any more.
  func hasWaitingButRedactions() throws -> Bool {
    guard try waitingCount() > 0 else { return false }
    try flush()
    return try store.hasBannersWaiting(butRedactions: true)
  }

  // MARK: Selections

  func banner(shownAs handle: BannerHandle) throws -> BannerRow? {
    if let passed = passing.banner(shownAs: handle) { return passed.row }
    if let last, last.phase?.shown?.handle == handle { return last }
    try flush()
    return try store.banner(shownAs: handle)
  }

  /// Those of which something is on screen, be it an earlier text.
  func onScreen() throws -> [BannerRow] {
    try flush()
    return try store.bannersShown()
  }

  /// What an earlier process had handed over, or was restoring.
  func underWay() throws -> [BannerRow] { try store.bannersUnderWay() }

  /// Those to which the change has not been applied yet.
  func awaiting(_ change: ScreenChange, limit: Int) throws -> [BannerRow] {
    try flush()
    return try store.banners(awaiting: change, limit: limit)
  }

  /// An app's notifications that are not handed over.
  func banners(of app: AppID, limit: Int) throws -> [BannerRow] {
    try flush()
    return try store.banners(of: app, limit: limit)
  }

  /// What the app's banners on screen say is not what they may say now: `ScreenChange.refresh` finds them.
  func markStale(_ app: AppID) throws {
    try flush()
    last = nil
    try store.markStale(bannersOf: app)
  }

  /// An app is forgotten, and its banners are.
  func forget(_ app: AppID) throws {
    try flush()
    (last, waiting) = (nil, nil)
    try store.forget(app)
  }

  /// Apps whose summary is to alert.
  func summariesToCome() throws -> Set<AppID> {
    try flush()
    return try store.appsWithSummaryToCome()
  }

  /// Notifications of an app whose alerts are held, in the order in which they came to be.
  func heldIDs(of app: AppID) throws -> [NotificationID] {
    try flush()
    return try store.heldIDs(app: app)
  }

  /// Apps of which something is held, in the order in which they are to be looked at.
  func appsHeldBack() throws -> [AppID] {
    try flush()
    return try store.appsHeldBack()
  }

  // MARK: Places

  func nextPlaceNumber() -> Int64 { places.next() }

  /// The surroundings of an event about a banner of ordinary rank.
  func surroundings() -> BannerRow.Surroundings { surroundings(.ordinary(nextPlaceNumber())) }

  func surroundings(_ place: Place) -> BannerRow.Surroundings {
    BannerRow.Surroundings(
      isLocked: attention.isLocked, place: place,
      changesSilently: server.changesSilently)
  }

  /// Where one happens to a notification: calls have places of their own, unless they come too fast.
  func surroundings(of request: NotificationRequest, _ now: Moment) -> BannerRow.Surroundings {
    let number = nextPlaceNumber()
    return surroundings(
      request.kind == .call && rates.lane(of: request, level: .active, now) == .callsAndAlarms
        ? .call(number) : .ordinary(number))
  }
}

extension BannerRow {
  /// 1 where it waits for the sink, else 0.
  fileprivate var isWaiting: Int { if case .waiting = phase { 1 } else { 0 } }

  fileprivate var isPassing: Bool { if case .passing = subject { true } else { false } }
  fileprivate var isRedaction: Bool { if case .waiting(.redaction, _, _) = phase { true } else { false } }
}
