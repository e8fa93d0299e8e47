import Delivery
import Locks
import NotificationModel
import Store

import struct Synchronization.Atomic

/// The real store, except that commits fail while the disk is set to fail.
final class FaultyStore: RecordStore {
  private let store: SQLiteStore
  /// Shared with the test, which cannot reach a store that it has given away.
  private let disk: Disk

  final class Disk: Sendable {
    private let state = Mutex((fails: false, isFull: false))
    private let commits = Atomic<Int>(0)
    /// Transactions in which something may have changed.
    var commitCount: Int { commits.load(ordering: .relaxed) }
    fileprivate func countCommit() { commits.add(1, ordering: .relaxed) }
    /// Everything in a test happens on one thread.
    nonisolated(unsafe) fileprivate weak var store: FaultyStore?
    /// Where the banner of a notification stands.
    func phase(of record: NotificationRecord) throws -> BannerPhase? {
      try store?.banner(.notification(record.id), of: record.request.app)?.phase
    }
    func record(numbered number: UInt32) throws -> NotificationRecord? {
      try store?.record(numbered: number)
    }
    /// The question on screen, as the server calls it.
    var questionHandle: BannerHandle? {
      let rows = try? store?.bannersShown()
      return rows?.first { row in
        switch row.subject {
        case .consent, .marketing, .timeSensitive: true
        case .notification, .summary, .missed, .deadEnd, .transient, .cover, .description: false
        }
      }?.phase?.shown?.handle
    }
    /// The banner with the line about missed notifications.
    var lineHandle: BannerHandle? {
      let rows = try? store?.bannersShown()
      return rows?.first { $0.subject == .missed }?.phase?.shown?.handle
    }
    func value(_ name: String) throws -> String? { try store?.value(name) }
    private let read = Mutex(false)
    /// Another reader has the database open, so that traces in its log cannot be erased.
    var isRead: Bool {
      get { read.withLock { $0 } }
      set { read.withLock { $0 = newValue } }
    }
    var fails: Bool {
      get { state.withLock { $0.fails } }
      set { state.withLock { $0.fails = newValue } }
    }
    /// No transaction finds room on the disk at its beginning.
    var isFull: Bool {
      get { state.withLock { $0.isFull } }
      set {
        state.withLock { $0.isFull = newValue }
        store?.store.mostLogBytes = newValue ? 0 : .max
      }
    }
  }

  init(_ store: SQLiteStore, on disk: Disk) {
    self.store = store
    self.disk = disk
    disk.store = self
    store.mostLogBytes = disk.isFull ? 0 : .max
  }

  func begin() throws(StorageFault) { try store.begin() }
  var isWriting: Bool { store.isWriting }
  func verify() throws(StorageFault) { try store.verify() }
  func doubt() { store.doubt() }

  func commit(mayKeep: Bool) throws(StorageFault) {
    guard !disk.fails else { throw StorageFault("the disk fails") }
    if store.isWriting { disk.countCommit() }
    try store.commit(mayKeep: mayKeep)
  }
  func rollback() { store.rollback() }
  var shortage: StorageFault? { store.shortage }
  func setDurability(_ durability: Durability) { store.setDurability(durability) }
  func rebuild() throws(StorageFault) { try store.rebuild() }

  func eraseTraces() throws(StorageFault) {
    guard !disk.isRead else { throw StorageFault("somebody reads it") }
    try store.eraseTraces()
  }
  func rest() { store.rest() }
  var heldBytes: Int { store.heldBytes }
  func close() { store.close() }
  func insert(_ record: NotificationRecord) throws(StorageFault) -> NotificationID {
    try store.insert(record)
  }
  func update(_ record: NotificationRecord) throws(StorageFault) { try store.update(record) }
  func record(_ id: NotificationID) throws(StorageFault) -> NotificationRecord? { try store.record(id) }
  func live(like request: NotificationRequest, standing: Standing, limit: Int) throws(StorageFault)
    -> [NotificationRecord]
  { try store.live(like: request, standing: standing, limit: limit) }
  func unreadCount(app: AppID?) throws(StorageFault) -> Int { try store.unreadCount(app: app) }
  func unreadCount(app: AppID, thread: OpaqueName?) throws(StorageFault) -> Int {
    try store.unreadCount(app: app, thread: thread)
  }
  func count(app: AppID?, state: State) throws(StorageFault) -> Int {
    try store.count(app: app, state: state)
  }
  func scheduledCount(app: AppID) throws(StorageFault) -> Int { try store.scheduledCount(app: app) }
  func count(_ room: ScriptRoom, app: AppID, script: ScriptID) throws(StorageFault) -> Int {
    try store.count(room, app: app, script: script)
  }
  func oldestPassive(app: AppID, script: ScriptID) throws(StorageFault) -> NotificationRecord? {
    try store.oldestPassive(app: app, script: script)
  }
  func scripts(of app: AppID) throws(StorageFault) -> [ScriptID] { try store.scripts(of: app) }
  func records(restricted kind: RestrictedKind, app: AppID, limit: Int) throws(StorageFault)
    -> [NotificationRecord]
  {
    try store.records(restricted: kind, app: app, limit: limit)
  }
  func unreadIDs() throws(StorageFault) -> [NotificationID] { try store.unreadIDs() }
  func untoldMissed(after last: NotificationID, limit: Int) throws(StorageFault) -> [NotificationID] {
    try store.untoldMissed(after: last, limit: limit)
  }
  func ids(app: AppID, state: State) throws(StorageFault) -> [NotificationID] {
    try store.ids(app: app, state: state)
  }
  func scheduledIDs() throws(StorageFault) -> [NotificationID] { try store.scheduledIDs() }
  func appsHeldBack() throws(StorageFault) -> [AppID] { try store.appsHeldBack() }
  func recentLevels(app: AppID, since: Timestamp, limit: Int) throws(StorageFault) -> LevelCount {
    try store.recentLevels(app: app, since: since, limit: limit)
  }
  func categoryCount(app: AppID) throws(StorageFault) -> Int { try store.categoryCount(app: app) }
  func record(numbered number: UInt32) throws(StorageFault) -> NotificationRecord? {
    try store.record(numbered: number)
  }
  func numberedRecords(limit: Int) throws(StorageFault) -> [NotificationRecord] {
    try store.numberedRecords(limit: limit)
  }
  func free(number: UInt32) throws(StorageFault) { try store.free(number: number) }
  func oldestUnread(app: AppID) throws(StorageFault) -> NotificationRecord? {
    try store.oldestUnread(app: app)
  }
  func dismissed(limit: Int) throws(StorageFault) -> [Dismissed] { try store.dismissed(limit: limit) }
  func keep(_ dismissed: Dismissed) throws(StorageFault) { try store.keep(dismissed) }
  func forgetDismissed(_ id: NotificationID) throws(StorageFault) { try store.forgetDismissed(id) }
  func forgetDismissed(but ids: [NotificationID]) throws(StorageFault) {
    try store.forgetDismissed(but: ids)
  }
  func forgetDismissed() throws(StorageFault) { try store.forgetDismissed() }
  func erase(_ record: NotificationRecord) throws(StorageFault) { try store.erase(record) }
  func eraseEvents(app: AppID?, limit: Int) throws(StorageFault) -> Int {
    try store.eraseEvents(app: app, limit: limit)
  }
  func newestID() throws(StorageFault) -> NotificationID { try store.newestID() }
  func records(app: AppID?, through last: NotificationID, limit: Int) throws(StorageFault)
    -> [NotificationRecord]
  { try store.records(app: app, through: last, limit: limit) }
  var path: String { store.path }
  var filesSetAside: [String] { store.filesSetAside }
  func eraseFilesSetAside(before time: Timestamp?) { store.eraseFilesSetAside(before: time) }
  func storedCount(app: AppID?) throws(StorageFault) -> Int { try store.storedCount(app: app) }
  func banner(_ subject: BannerSubject, of app: AppID) throws(StorageFault) -> BannerRow? {
    try store.banner(subject, of: app)
  }
  func save(_ row: BannerRow) throws(StorageFault) { try store.save(row) }
  func nextBanner() throws(StorageFault) -> BannerRow? { try store.nextBanner() }
  func waitingBanners() throws(StorageFault) -> Int { try store.waitingBanners() }
  func hasBannersWaiting(butRedactions: Bool) throws(StorageFault) -> Bool {
    try store.hasBannersWaiting(butRedactions: butRedactions)
  }
  func banner(shownAs handle: BannerHandle) throws(StorageFault) -> BannerRow? {
    try store.banner(shownAs: handle)
  }
  func bannersShown() throws(StorageFault) -> [BannerRow] { try store.bannersShown() }
  func banners(awaiting change: ScreenChange, limit: Int) throws(StorageFault) -> [BannerRow] {
    try store.banners(awaiting: change, limit: limit)
  }
  func markStale(bannersOf app: AppID) throws(StorageFault) { try store.markStale(bannersOf: app) }
  func appsWithSummaryToCome() throws(StorageFault) -> Set<AppID> { try store.appsWithSummaryToCome() }
  func bannersUnderWay() throws(StorageFault) -> [BannerRow] { try store.bannersUnderWay() }
  func banners(of app: AppID, limit: Int) throws(StorageFault) -> [BannerRow] {
    try store.banners(of: app, limit: limit)
  }
  func lastPlaceNumber() throws(StorageFault) -> Int64 { try store.lastPlaceNumber() }
  func heldIDs(app: AppID) throws(StorageFault) -> [NotificationID] { try store.heldIDs(app: app) }
  func records(app: AppID, state: State, limit: Int) throws(StorageFault) -> [NotificationRecord] {
    try store.records(app: app, state: state, limit: limit)
  }
  func records(app: AppID, identifier: OpaqueName) throws(StorageFault) -> [NotificationRecord] {
    try store.records(app: app, identifier: identifier)
  }
  func unreadRecords(app: AppID?, limit: Int) throws(StorageFault) -> [NotificationRecord] {
    try store.unreadRecords(app: app, limit: limit)
  }
  func due(by time: Timestamp, limit: Int) throws(StorageFault) -> [NotificationRecord] {
    try store.due(by: time, limit: limit)
  }
  func expired(by time: Timestamp, limit: Int) throws(StorageFault) -> [NotificationRecord] {
    try store.expired(by: time, limit: limit)
  }
  func nextDeadline() throws(StorageFault) -> Timestamp? { try store.nextDeadline() }
  func nextRelease() throws(StorageFault) -> Timestamp? { try store.nextRelease() }
  func list(_ query: ListQuery) throws(StorageFault) -> [NotificationRecord] { try store.list(query) }
  func horizon(_ query: ListQuery, rows: Int) throws(StorageFault) -> ListPlace? {
    try store.horizon(query, rows: rows)
  }
  func postCount(app: AppID, since time: Timestamp, rows: Int) throws(StorageFault) -> Int {
    try store.postCount(app: app, since: time, rows: rows)
  }
  func withheld(app: AppID, identifier: OpaqueName?, limit: Int) throws(StorageFault) -> [NotificationRecord]
  {
    try store.withheld(app: app, identifier: identifier, limit: limit)
  }
  func withheldCount(app: AppID) throws(StorageFault) -> Int { try store.withheldCount(app: app) }
  func prune(before time: Timestamp, but others: [AppID: Timestamp], rows: Int, limit: Int)
    throws(StorageFault)
    -> Int
  {
    try store.prune(before: time, but: others, rows: rows, limit: limit)
  }
  func append(
    _ decisions: [Ruling], to id: NotificationID, at time: Timestamp, areFirst: Bool
  ) throws(StorageFault) {
    try store.append(decisions, to: id, at: time, areFirst: areFirst)
  }
  func decisions(of id: NotificationID, after place: Int, limit: Int) throws(StorageFault)
    -> [(place: Int, time: Timestamp, decision: Ruling)]
  { try store.decisions(of: id, after: place, limit: limit) }
  func append(_ event: Event, app: AppID) throws(StorageFault) -> Event { try store.append(event, app: app) }
  func events(app: AppID, after: EventSequence, limit: Int) throws(StorageFault) -> [Event] {
    try store.events(app: app, after: after, limit: limit)
  }
  func lastSequence(app: AppID) throws(StorageFault) -> EventSequence { try store.lastSequence(app: app) }
  func acknowledged(app: AppID) throws(StorageFault) -> EventSequence { try store.acknowledged(app: app) }
  func acknowledge(app: AppID, through sequence: EventSequence) throws(StorageFault) -> Bool {
    try store.acknowledge(app: app, through: sequence)
  }
  func app(_ id: AppID) throws(StorageFault) -> AppRecord? { try store.app(id) }
  func save(_ app: AppRecord) throws(StorageFault) { try store.save(app) }
  func apps() throws(StorageFault) -> [AppRecord] { try store.apps() }
  func apps(after last: AppID?, limit: Int) throws(StorageFault) -> [AppRecord] {
    try store.apps(after: last, limit: limit)
  }
  func idleApps(limit: Int) throws(StorageFault) -> [AppID] { try store.idleApps(limit: limit) }
  func forget(_ app: AppID) throws(StorageFault) { try store.forget(app) }
  func category(_ id: ItemID, of app: AppID) throws(StorageFault) -> Category? {
    try store.category(id, of: app)
  }
  func replaceCategories(of app: AppID, with categories: [Category]) throws(StorageFault) {
    try store.replaceCategories(of: app, with: categories)
  }
  func image(of app: AppID, digest: String) throws(StorageFault) -> String? {
    try store.image(of: app, digest: digest)
  }
  func keepImage(_ image: ImageCopy, of app: AppID, isVouchedFor: Bool) throws(StorageFault) {
    try store.keepImage(image, of: app, isVouchedFor: isVouchedFor)
  }
  func imageBytes(of share: ImageShare, withoutPast: Bool) throws(StorageFault) -> Int {
    try store.imageBytes(of: share, withoutPast: withoutPast)
  }
  func dropPastImages(of share: ImageShare) throws(StorageFault) { try store.dropPastImages(of: share) }
  func popUnusedImages(but kept: String?, limit: Int) throws(StorageFault) -> [String] {
    try store.popUnusedImages(but: kept, limit: limit)
  }
  func imagePaths() throws(StorageFault) -> [String] { try store.imagePaths() }
  func forgetImages(_ paths: Set<String>) throws(StorageFault) { try store.forgetImages(paths) }
  func ratingHistory(of app: AppID) throws(StorageFault) -> RatingHistory {
    try store.ratingHistory(of: app)
  }
  func keepRatingPrompt(of app: AppID, at time: Timestamp) throws(StorageFault) {
    try store.keepRatingPrompt(of: app, at: time)
  }
  func moveRatingPrompt(of app: AppID, notAfter earlier: Timestamp, to time: Timestamp) throws(StorageFault)
    -> Bool
  {
    try store.moveRatingPrompt(of: app, notAfter: earlier, to: time)
  }
  func keepEngagement(with app: AppID) throws(StorageFault) { try store.keepEngagement(with: app) }
  func acceptedFiles() throws(StorageFault) -> Set<String> { try store.acceptedFiles() }
  func noteAccepted(file name: String) throws(StorageFault) { try store.noteAccepted(file: name) }
  func forgetAccepted(file name: String) throws(StorageFault) { try store.forgetAccepted(file: name) }
  func value(_ name: String) throws(StorageFault) -> String? { try store.value(name) }
  func set(_ name: String, to value: String?) throws(StorageFault) { try store.set(name, to: value) }
}

extension BannerPhase {
  var isHeld: Bool { if case .held = self { true } else { false } }
  var isOnScreen: Bool { if case .onScreen = self { true } else { false } }
  /// Whether the text on screen is the newest, and no command is under way.
  var isCurrent: Bool {
    switch self {
    case .onScreen, .held(_, .some): true
    case .held, .waiting, .handedOver: false
    }
  }
  var failures: Int {
    switch self {
    case .waiting(_, _, let failures), .handedOver(_, _, let failures, _): failures
    case .held, .onScreen: 0
    }
  }
}
