import Guidelines
import NotificationModel
import Records
import Store

/// The rows of the banners in the queue and on screen, and the places in the queue.
///
/// Invariants: the row that was changed last is in memory, and is stored before any other is changed or looked up, so
/// that a banner that is shown at once is written once; `waiting` is exact.
final class BannerQueue {
  private let store: SQLiteStore
  private let outbox: Outbox
  private let attention: Attention
  private let rates: Rates
  private let server: ServerState
  /// The rows of transient banners, which are not stored.
  private let transient: TransientBanners
  /// The rows of covers, which are not stored either.
  private let unclosed: UnclosedBanners
  private let closed: ClosedBanners
  /// Whether the last banner for the sink was transient; then a stored one is next.
  @Transacted private var lastWasTransient: Bool
  @Transacted private var places: PlaceNumbers
  /// The row that was changed last, in its present state.
  @Transacted private var last: BannerRow?
  @Transacted private var isLastStored: Bool
  /// The number of banners that wait for the sink; `nil` if they have to be counted.
  @Transacted private var waiting: Int?
  /// Notifications whose banner has ended in this transaction.
  @Transacted private var bannerless: Set<NotificationID>

  init(
    _ attention: Attention, _ rates: Rates, _ transient: TransientBanners, _ unclosed: UnclosedBanners,
    _ closed: ClosedBanners, _ server: ServerState, in transaction: Transaction
  ) {
    self.transient = transient
    self.unclosed = unclosed
    self.closed = closed
    self.server = server
    _lastWasTransient = Transacted(false, in: transaction)
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

  /// Counts the waiting banners too, so that damage of the file shows at the start rather than at the first call.
  func recover() throws {
    places = PlaceNumbers(after: try store.lastPlaceNumber())
    waiting = try store.waitingBanners()
  }

  // MARK: Rows

  func row(_ subject: BannerSubject, of app: AppID) throws -> BannerRow {
    if case .transient(let number) = subject { return transient[number]?.row ?? BannerRow(subject, of: app) }
    if case .cover(let number) = subject { return unclosed[number]?.row ?? BannerRow(subject, of: app) }
    if let last, last.subject == subject, last.app == app { return last }
    return try store.banner(subject, of: app) ?? BannerRow(subject, of: app)
  }

  func row(of record: NotificationRecord) throws -> BannerRow {
    try row(.notification(record.id), of: record.request.app)
  }

  /// Applies an event to a banner, saves the result, and has the server close the banners that have ended. `row`: the
  /// present state.
  @discardableResult
  func transition<Result>(_ row: BannerRow, _ event: (inout BannerRow) -> Result) throws -> Result {
    var changed = row
    let result = event(&changed)
    if changed.phase != row.phase {
      try keep(BannerRow(row.subject, of: row.app, phase: changed.phase), was: row)
      if let gone = row.phase?.shown?.handle, changed.phase?.shown?.handle != gone {
        try noteClosed(gone, of: row.subject)
      }
    }
    for shown in changed.closing { close(shown, of: row) }
    return result
  }

  /// Has the server close a banner. A cover has nothing to hide, so its end is not waited for.
  private func close(_ shown: Shown, of row: BannerRow, shownFor: Int64? = nil) {
    outbox.add(.sink(.close(shown.handle)))
    if case .cover = row.subject { return }
    unclosed.add(shown, of: row, shownFor: shownFor)
  }

  /// Has the server close the transient banners that have ended.
  func closeEndedTransient() {
    for (shown, banner) in transient.popClosing() {
      close(shown, of: banner.row, shownFor: banner.origin.expiry.milliseconds)
      noteClosed(shown.handle, numbered: banner.number)
    }
  }

  /// The record still has its number: its banner goes first.
  private func noteClosed(_ handle: BannerHandle, of subject: BannerSubject) throws {
    if let number = try number(of: subject) { noteClosed(handle, numbered: number) }
  }

  private func noteClosed(_ handle: BannerHandle, numbered number: UInt32) {
    if handle.server == server.description?.server { closed.note(handle, numbered: number) }
  }

  private func keep(_ row: BannerRow, was earlier: BannerRow) throws {
    if case .handedOver = row.phase { lastWasTransient = row.isTransient }
    switch row.subject {
    case .transient(let number): return transient.apply(row, number)
    case .cover(let number): return unclosed.apply(row, number)
    case .notification(let id) where row.phase == nil: bannerless.insert(id)
    default: break
    }
    if last?.subject != row.subject { try flush() }
    // Begins now, so that the transaction is known to have something to store.
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

  /// Removes the banner. If the server is being given it, it is closed after the server's answer.
  func withdraw(_ record: NotificationRecord) throws {
    try transition(.notification(record.id), of: record.request.app) { $0.withdraw() }
  }

  /// Whether its alert is held.
  func isHeld(_ record: NotificationRecord) throws -> Bool { try row(of: record).phase?.heldAlert != nil }

  /// The banner ended while the server was being given it, so it is closed.
  func endedMeanwhile(_ row: BannerRow, _ shown: Shown) throws {
    let surroundings = surroundings()
    try transition(row) { row in
      row.withdraw()
      _ = row.shown(shown, surroundings)
    }
  }

  /// The end of its banner is not reported to its app.
  func keepNumber(_ id: NotificationID) { bannerless.remove(id) }

  /// Notifications whose banner has gone in this transaction, in the order of their ids.
  func popBannerless() -> [NotificationID] {
    guard !bannerless.isEmpty else { return [] }
    defer { bannerless = [] }
    return bannerless.sorted()
  }

  /// When a pause for a rating prompt follows at the latest; `nil` if there is one now. It may come as soon as a banner
  /// is gone (`appsAwaitingPause`).
  func pause(_ now: Moment) throws -> Timestamp? {
    try flush()
    if let last = try store.lastUrgent(onScreen: true, within: RatingPause.longest, before: now.wall) {
      return last.advanced(bySeconds: RatingPause.longest)
    }
    let last = try store.lastUrgent(onScreen: false, within: RatingPause.moment, before: now.wall)
    return last?.advanced(bySeconds: RatingPause.moment)
  }

  /// Apps whose rating prompt waits for a pause, if a notification's banner has gone in this transaction.
  func appsAwaitingPause() throws -> [AppID] {
    bannerless.isEmpty ? [] : try store.apps(withHeld: .rating, by: RatingPause.name)
  }

  // MARK: The queue

  /// The next banner for the sink. Stored and transient banners take turns, but a cover or a redaction comes first.
  func next() throws -> BannerRow? {
    if let cover = unclosed.next { return cover }
    let listed = try nextListed()
    guard let passed = transient.next else {
      if lastWasTransient { lastWasTransient = false }
      return listed
    }
    guard let listed, lastWasTransient || listed.isRedaction else { return passed }
    return listed
  }

  /// The next banner that is to hide private text from a locked screen. It does not wait for the end of a pause, since it
  /// is closed if the server refuses it.
  func nextExposed() throws -> BannerRow? {
    guard attention.lockDemand == .hiding, try waitingCount() > 0 else { return nil }
    try flush()
    return try store.nextExposedBanner()
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

  /// Whether other banners than redactions wait.
  func hasWaitingButRedactions() throws -> Bool {
    guard try waitingCount() > 0 else { return false }
    try flush()
    return try store.hasBannersWaiting(butRedactions: true)
  }

  // MARK: Selections

  func banner(shownAs handle: BannerHandle) throws -> BannerRow? {
    if let passed = transient.banner(shownAs: handle) { return passed.row }
    if let cover = unclosed.cover(shownAs: handle) { return cover }
    if let last, last.phase?.shown?.handle == handle { return last }
    try flush()
    return try store.banner(shownAs: handle)
  }

  /// The number by which an app of the desktop's own interface knows the banner; `nil` for all others.
  func number(of subject: BannerSubject) throws -> UInt32? {
    switch subject {
    case .transient(let number): number
    case .notification(let id): try store.record(id)?.link?.desktop?.number
    case .summary, .missed, .consent, .marketing, .timeSensitive, .deadEnd, .cover, .description: nil
    }
  }

  /// Banners with a text on screen, be it an earlier one.
  func onScreen() throws -> [BannerRow] {
    try flush()
    return try store.bannersShown()
  }

  /// Banners that an earlier process had handed over, or was restoring.
  func underWay() throws -> [BannerRow] { try store.bannersUnderWay() }

  /// Banners to which the change has not been applied yet.
  func awaiting(_ change: ScreenChange, limit: Int) throws -> [BannerRow] {
    try flush()
    return try store.banners(awaiting: change, limit: limit)
  }

  /// The app's notification banners that are not handed over.
  func banners(of app: AppID, limit: Int) throws -> [BannerRow] {
    try flush()
    return try store.banners(of: app, limit: limit)
  }

  /// Marks the app's banners on screen whose text may have become private, for `ScreenChange.refresh`.
  func markStale(_ app: AppID) throws {
    try flush()
    last = nil
    try store.markStale(bannersOf: app)
  }

  /// Removes an app with its banners.
  func forget(_ app: AppID) throws {
    try flush()
    (last, waiting) = (nil, nil)
    try store.forget(app)
  }

  /// Apps with a summary that is still to alert.
  func summariesToCome() throws -> Set<AppID> {
    try flush()
    return try store.appsWithSummaryToCome()
  }

  /// Notifications of an app with held alerts, in the order in which they were held.
  func heldIDs(of app: AppID) throws -> [NotificationID] {
    try flush()
    return try store.heldIDs(app: app)
  }

  /// Apps with a held notification, in the order in which they are to be reviewed.
  func appsHeldBack() throws -> [AppID] {
    try flush()
    return try store.appsHeldBack()
  }

  // MARK: Places

  func nextPlaceNumber() -> Int64 { places.next() }

  /// The surroundings of an event about a banner without precedence.
  func surroundings() -> BannerRow.Surroundings { surroundings(.ordinary(nextPlaceNumber())) }

  func surroundings(_ place: Place) -> BannerRow.Surroundings {
    BannerRow.Surroundings(
      attention.lockDemand, place: place,
      changesSilently: server.changesSilently, followsLock: server.followsLock)
  }

  /// The surroundings of an event about a notification: calls have precedence, unless they come too fast.
  func surroundings(of request: NotificationRequest, _ now: Moment) -> BannerRow.Surroundings {
    let number = nextPlaceNumber()
    return surroundings(
      request.kind == .call && rates.lane(of: request, level: .active, now) == .callsAndAlarms
        ? .call(number) : .ordinary(number))
  }
}

extension BannerRow {
  /// 1 if it waits for the sink, else 0.
  fileprivate var isWaiting: Int { if case .waiting = phase { 1 } else { 0 } }

  fileprivate var isTransient: Bool { if case .transient = subject { true } else { false } }
  fileprivate var isRedaction: Bool { if case .waiting(.redaction, _, _) = phase { true } else { false } }
}

/// Allocates the numbers of places; none is given twice.
struct PlaceNumbers {
  private var last: Int64

  init(after last: Int64 = 0) { self.last = last }

  mutating func next() -> Int64 {
    last &+= 1
    return last
  }
}
