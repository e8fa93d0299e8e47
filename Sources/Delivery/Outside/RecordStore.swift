package import NotificationModel

/// A failure of the storage: the disk is full or fails, or the file is gone. Everything since the last commit is lost,
/// and no request of that transaction is answered as accepted. Never contains private text.
package struct StorageFault: Error, Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    /// A retry may succeed.
    case failed
    /// The whole file was read and is damaged; the next start sets it aside.
    case damaged
    /// The file was removed, moved or replaced; the next start uses the file in its place.
    case replaced
    /// Transactions that were kept in memory (`RecordStore.shortage`) are lost.
    case lost
  }

  package let reason: String
  package let cause: Cause
  package init(_ reason: String, cause: Cause = .failed) {
    self.reason = reason
    self.cause = cause
  }

  /// Whether nothing more can be stored before a restart.
  package var isFinal: Bool { cause != .failed }
}

/// The records of a script that are counted against a limit.
package enum ScriptRoom: Sendable {
  /// Unread ones of any level.
  case unread
  /// Unread ones that ask to be Time Sensitive or critical.
  case urgent
  case scheduled, awaitingConsent
}

/// The storage that Delivery needs. Used on the engine's thread only.
///
/// A transaction is opened by `begin`, or by the first write after `commit` or `rollback`. Nothing is durable before
/// `commit` returns. A lookup sees the writes of the open transaction; without one it is a transaction of its own.
package protocol RecordStore: ErasingStore {
  /// Opens the transaction before its first write, so that reads before that cost no lock of their own.
  func begin() throws(StorageFault)
  /// Whether a transaction is open, so that something may have changed since the last commit.
  var isWriting: Bool { get }
  /// `mayKeep`: also where the transaction has grown longer than the disk has room for; it is kept in memory then.
  func commit(mayKeep: Bool) throws(StorageFault)
  func rollback()
  /// Why transactions are kept in memory: the disk had no room when the open one began, or else the last one. Such a
  /// transaction is not durable when `commit` returns; it is stored with the first one that finds room at its beginning.
  var shortage: StorageFault? { get }
  /// Throws if the file is not in its place for the next start, or is known to be damaged. For use between
  /// transactions; each transaction verifies by itself.
  func verify() throws(StorageFault)
  /// Another program may have written to the file: checks all of it, on another thread.
  func doubt()
  /// Sets the durability of later commits.
  func setDurability(_ durability: Durability)
  /// Frees caches.
  func rest()
  /// The bytes of cached content in memory.
  var heldBytes: Int { get }
  /// Makes everything committed durable. No call may follow.
  func close()

  // MARK: Notifications

  /// Stores a new record and returns its number; `record.id` is ignored.
  func insert(_ record: NotificationRecord) throws(StorageFault) -> NotificationID
  /// Overwrites a record.
  func update(_ record: NotificationRecord) throws(StorageFault)
  func record(_ id: NotificationID) throws(StorageFault) -> NotificationRecord?
  /// The newest records of the app in this standing, newest first, without identifier and sender, and with the same
  /// thread, category, title, subtitle, body and image.
  func live(like request: NotificationRequest, standing: Standing, limit: Int) throws(StorageFault)
    -> [NotificationRecord]
  /// The record that an app of the desktop's interface knows by this number.
  func record(numbered number: UInt32) throws(StorageFault) -> NotificationRecord?
  /// Records that have such a number.
  func numberedRecords(limit: Int) throws(StorageFault) -> [NotificationRecord]
  /// Takes the number away from its record.
  func free(number: UInt32) throws(StorageFault)
  /// The app's oldest unread record that came by the desktop's own interface.
  func oldestUnread(app: AppID) throws(StorageFault) -> NotificationRecord?
  /// The number of unread records of an app, or of all.
  func unreadCount(app: AppID?) throws(StorageFault) -> Int
  /// The number of unread records of an app in one thread.
  func unreadCount(app: AppID, thread: OpaqueName?) throws(StorageFault) -> Int
  func count(app: AppID?, state: State) throws(StorageFault) -> Int
  /// The number of scheduled records of an app, including those that wait for consent, without those that the person
  /// put off.
  func scheduledCount(app: AppID) throws(StorageFault) -> Int
  /// The number of a script's records in this room.
  func count(_ room: ScriptRoom, app: AppID, script: ScriptID) throws(StorageFault) -> Int
  /// The oldest unread passive record of a script.
  func oldestPassive(app: AppID, script: ScriptID) throws(StorageFault) -> NotificationRecord?
  /// The scripts that have a share of their own and a record of the app that is neither read nor gone.
  func scripts(of app: AppID) throws(StorageFault) -> [ScriptID]
  /// The levels that the app's newest `limit` notifications since that time asked for.
  func recentLevels(app: AppID, since: Timestamp, limit: Int) throws(StorageFault) -> LevelCount
  /// In the order of their ids.
  func records(app: AppID, state: State, limit: Int) throws(StorageFault) -> [NotificationRecord]
  /// Marketing or rating prompts of an app that are not read or gone, in the order of their ids.
  func records(restricted kind: RestrictedKind, app: AppID, limit: Int) throws(StorageFault)
    -> [NotificationRecord]
  /// Records with this identifier that are not read or gone, in the order of their ids.
  func records(app: AppID, identifier: OpaqueName) throws(StorageFault) -> [NotificationRecord]
  /// Records of an app that a configuration has taken off the lists, in the order of their ids; with `identifier`, only
  /// those that have it.
  func withheld(app: AppID, identifier: OpaqueName?, limit: Int) throws(StorageFault) -> [NotificationRecord]
  func withheldCount(app: AppID) throws(StorageFault) -> Int
  func unreadIDs() throws(StorageFault) -> [NotificationID]
  /// Delivered unread records after `last` that the person has missed, and that no missed notice has counted.
  func untoldMissed(after last: NotificationID, limit: Int) throws(StorageFault) -> [NotificationID]
  func ids(app: AppID, state: State) throws(StorageFault) -> [NotificationID]
  /// Unread records in the order of their ids, newest last.
  func unreadRecords(app: AppID?, limit: Int) throws(StorageFault) -> [NotificationRecord]
  /// The ids of scheduled records, in their order.
  func scheduledIDs() throws(StorageFault) -> [NotificationID]
  /// Scheduled records due at or before this time, the earliest first.
  func due(by time: Timestamp, limit: Int) throws(StorageFault) -> [NotificationRecord]
  /// Unread, scheduled or waiting records that expire at or before this time, the earliest first.
  func expired(by time: Timestamp, limit: Int) throws(StorageFault) -> [NotificationRecord]
  /// The earliest time at which `due` or `expired` returns a record.
  func nextDeadline() throws(StorageFault) -> Timestamp?
  /// The earliest known end of a hold.
  func nextRelease() throws(StorageFault) -> Timestamp?
  /// The records of a list, newest first.
  func list(_ query: ListQuery) throws(StorageFault) -> [NotificationRecord]
  /// The place of the oldest among the next `rows` records that reading the list looks at, whether they match or not;
  /// `nil` if there are fewer.
  func horizon(_ query: ListQuery, rows: Int) throws(StorageFault) -> ListPlace?
  /// The posts of the app's notifications that came since `time`, of the newest `rows` of these.
  func postCount(app: AppID, since time: Timestamp, rows: Int) throws(StorageFault) -> Int
  /// Removes notifications that last came before `time` (some apps have another time in `others`) and had no decision
  /// since, and all beyond the newest `rows`, with their decisions. Notifications that are unread, scheduled or
  /// awaiting consent stay. Returns how many were removed, at most `limit`.
  func prune(before time: Timestamp, but others: [AppID: Timestamp], rows: Int, limit: Int)
    throws(StorageFault) -> Int

  // MARK: Banners

  /// `app`: the subject's app, also for a notification.
  func banner(_ subject: BannerSubject, of app: AppID) throws(StorageFault) -> BannerRow?
  /// Inserts or replaces the row; removes it if it has no phase.
  func save(_ row: BannerRow) throws(StorageFault)
  /// The first in the queue.
  func nextBanner() throws(StorageFault) -> BannerRow?
  func hasBannersWaiting(butRedactions: Bool) throws(StorageFault) -> Bool
  func waitingBanners() throws(StorageFault) -> Int
  func banner(shownAs handle: BannerHandle) throws(StorageFault) -> BannerRow?
  /// Banners with a text on screen, be it an earlier one.
  func bannersShown() throws(StorageFault) -> [BannerRow]
  /// Banners to which the change has not been applied yet.
  func banners(awaiting change: ScreenChange, limit: Int) throws(StorageFault) -> [BannerRow]
  /// Marks the app's banners on screen whose text may have become private, for `ScreenChange.refresh`.
  func markStale(bannersOf app: AppID) throws(StorageFault)
  /// Apps with a summary that is still to alert.
  func appsWithSummaryToCome() throws(StorageFault) -> Set<AppID>
  /// Banners that an earlier process had handed over, or was restoring.
  func bannersUnderWay() throws(StorageFault) -> [BannerRow]
  /// The app's notification banners that are not handed over.
  func banners(of app: AppID, limit: Int) throws(StorageFault) -> [BannerRow]
  /// The highest number of a place in the queue.
  func lastPlaceNumber() throws(StorageFault) -> Int64
  /// Notifications of an app with held alerts, in the order in which they were held.
  func heldIDs(app: AppID) throws(StorageFault) -> [NotificationID]
  /// Apps with a held unread notification: first those whose most relevant one waits for a summary, then in the order
  /// in which the first of each was held.
  func appsHeldBack() throws(StorageFault) -> [AppID]

  // MARK: Decisions

  /// Stores decisions. Of each notification, `Limits.decisionsPerNotification` stay: the first few, and the newest.
  /// `areFirst`: the notification has none yet.
  func append(
    _ decisions: [Ruling], to id: NotificationID, at time: Timestamp, areFirst: Bool
  ) throws(StorageFault)
  /// The decisions after this place, oldest first, with their places. Places count up from 1, with gaps.
  func decisions(of id: NotificationID, after place: Int, limit: Int) throws(StorageFault)
    -> [(place: Int, time: Timestamp, decision: Ruling)]

  // MARK: Events

  /// Stores an event with the app's next sequence number. Past `Limits.eventsPerApp` the oldest are dropped, and
  /// replaced by one `lost` event. Returns the event as stored.
  func append(_ event: Event, app: AppID) throws(StorageFault) -> Event
  /// Stored events after this sequence, oldest first.
  func events(app: AppID, after: EventSequence, limit: Int) throws(StorageFault) -> [Event]
  func lastSequence(app: AppID) throws(StorageFault) -> EventSequence
  func acknowledged(app: AppID) throws(StorageFault) -> EventSequence
  /// Acknowledges events up to a sequence; never goes back, and never past the last one. Returns whether an event that
  /// this removed was about a private notification, or about one that has been removed itself.
  func acknowledge(app: AppID, through sequence: EventSequence) throws(StorageFault) -> Bool

  // MARK: Apps

  func app(_ id: AppID) throws(StorageFault) -> AppRecord?
  /// Inserts or replaces.
  func save(_ app: AppRecord) throws(StorageFault)
  /// All known apps, by id.
  func apps() throws(StorageFault) -> [AppRecord]
  /// Known apps after `last`, by id.
  func apps(after last: AppID?, limit: Int) throws(StorageFault) -> [AppRecord]
  /// Unconfirmed apps without a decision of the person, a notification, an event, a category or a question on screen;
  /// the first seen first.
  func idleApps(limit: Int) throws(StorageFault) -> [AppID]
  /// Removes the app, its banners, and its stored events.
  func forget(_ app: AppID) throws(StorageFault)
  func category(_ id: ItemID, of app: AppID) throws(StorageFault) -> Category?
  func categoryCount(app: AppID) throws(StorageFault) -> Int
  func replaceCategories(of app: AppID, with categories: [Category]) throws(StorageFault)

  // MARK: Rating prompts

  func ratingHistory(of app: AppID) throws(StorageFault) -> RatingHistory
  /// Stores that one more prompt was accepted, for this time.
  func keepRatingPrompt(of app: AppID, at time: Timestamp) throws(StorageFault)
  /// Gives the newest prompt that was accepted for `earlier` or before another time. The person has not used the app
  /// since. Returns whether there was such a prompt.
  func moveRatingPrompt(of app: AppID, notAfter earlier: Timestamp, to time: Timestamp) throws(StorageFault)
    -> Bool
  /// Stores that the person has used one of the app's notifications.
  func keepEngagement(with app: AppID) throws(StorageFault)

  // MARK: Images

  /// The path of the app's copy of an image with this digest.
  func image(of app: AppID, digest: String) throws(StorageFault) -> String?
  /// Stores a copy. From now on the store counts the records that name it.
  func keepImage(_ image: ImageCopy, of app: AppID, isVouchedFor: Bool) throws(StorageFault)
  /// Bytes of the copies that a record names; `withoutPast`: a record that is not read or gone.
  func imageBytes(of share: ImageShare, withoutPast: Bool) throws(StorageFault) -> Int
  /// Removes these copies from the records that are read or gone.
  func dropPastImages(of share: ImageShare) throws(StorageFault)
  /// Removes up to `limit` copies that no record names, except `kept`, and returns their paths.
  func popUnusedImages(but kept: String?, limit: Int) throws(StorageFault) -> [String]
  func imagePaths() throws(StorageFault) -> [String]
  /// Removes copies, even if records name them.
  func forgetImages(_ paths: Set<String>) throws(StorageFault)

  // MARK: Files that root left

  /// Files that were accepted.
  func acceptedFiles() throws(StorageFault) -> Set<String>
  func noteAccepted(file name: String) throws(StorageFault)
  func forgetAccepted(file name: String) throws(StorageFault)

  // MARK: Switches

  /// A switch of the person's; `nil` if it was never set.
  func value(_ name: String) throws(StorageFault) -> String?
  /// `nil` removes it.
  func set(_ name: String, to value: String?) throws(StorageFault)
}

/// A kind of notification that can be forbidden after it was accepted.
package enum RestrictedKind: String, Sendable {
  case marketing, rating
}

/// The standing of a live record. A duplicate has the same standing: a scheduled record is no duplicate of a listed
/// one.
package enum Standing: Hashable, Sendable {
  case unread, scheduled, awaitingConsent
}

/// The conditions of a list.
package struct ListQuery: Hashable, Sendable {
  package var app: AppID?
  /// Text to find in title, subtitle, body or sender, regardless of case; `searchApps` match as well.
  package var search: String?
  package var searchApps: [AppID]
  package var states: [State]?
  package var unreadOnly: Bool
  package var missedOnly: Bool
  package var before: ListPlace?
  /// Leaves out notifications that came before this time. The reader of the list applies it.
  package var since: Timestamp?
  /// Leaves out notifications before this place.
  package var horizon: ListPlace?
  package var limit: Int

  package init(
    app: AppID? = nil, search: String? = nil, searchApps: [AppID] = [], states: [State]? = nil,
    unreadOnly: Bool = false, missedOnly: Bool = false, since: Timestamp? = nil, before: ListPlace? = nil,
    horizon: ListPlace? = nil,
    limit: Int = Limits.listDefault
  ) {
    self.app = app
    self.search = search
    self.searchApps = searchApps
    self.states = states
    self.unreadOnly = unreadOnly
    self.missedOnly = missedOnly
    self.since = since
    self.before = before
    self.horizon = horizon
    self.limit = limit
  }
}

extension RecordStore {
  package func commit() throws(StorageFault) { try commit(mayKeep: false) }

  package func append(_ decisions: [Ruling], to id: NotificationID, at time: Timestamp) throws(StorageFault) {
    try append(decisions, to: id, at: time, areFirst: false)
  }
}

/// The part of the store that dismissing and deleting need.
package protocol ErasingStore: AnyObject {
  // MARK: Taken off the list

  /// The notifications that the last dismissal took off the list, each with its state there, the newest first. The row
  /// is gone with its notification.
  func dismissed(limit: Int) throws(StorageFault) -> [Dismissed]
  func keep(_ dismissed: Dismissed) throws(StorageFault)
  func forgetDismissed(_ id: NotificationID) throws(StorageFault)
  func forgetDismissed(but ids: [NotificationID]) throws(StorageFault)
  func forgetDismissed() throws(StorageFault)

  // MARK: Deleted for good

  /// Removes a notification with its decisions, and those of its events that the app has not acknowledged. The numbers
  /// of these events are not used again.
  func erase(_ record: NotificationRecord) throws(StorageFault)
  /// Removes events of this app, or of all, about notifications that are gone. Events that say only that a notification
  /// ended stay. Returns how many were removed, at most `limit`.
  func eraseEvents(app: AppID?, limit: Int) throws(StorageFault) -> Int
  /// The id of the newest notification; 0 if there is none.
  func newestID() throws(StorageFault) -> NotificationID
  /// Some of the stored notifications of an app or of all, up to the id `last`.
  func records(app: AppID?, through last: NotificationID, limit: Int) throws(StorageFault)
    -> [NotificationRecord]
  /// The path of the database in use.
  var path: String { get }
  /// The paths of databases that were set aside beside it, and of their logs.
  var filesSetAside: [String] { get }
  /// Removes databases that were set aside before that time, or all, as far as the system allows.
  func eraseFilesSetAside(before time: Timestamp?)
  /// Erases the traces of erased text in the log, where older versions live on. Runs between transactions, and waits
  /// for the disk.
  func eraseTraces() throws(StorageFault)
  /// Writes the whole database anew, because erased bytes can be left in the gaps of its pages. A fault does no harm to
  /// the stored data. A database that is too large for the rebuild is such a fault.
  func rebuild() throws(StorageFault)
  /// How many notifications are stored, of an app or of all.
  func storedCount(app: AppID?) throws(StorageFault) -> Int
}
