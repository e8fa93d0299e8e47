package import NotificationModel

/// Storage that did not do what it must: the disk is full or fails, or the file is gone. Everything since the last
/// commit is lost, and no request of that transaction is answered as accepted. Never holds private text.
package struct StorageFault: Error, Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    /// The same may work a moment later.
    case failed
    /// The file was read through, and is damaged: the next start sets it aside.
    case damaged
    /// The file was removed, moved or replaced: the next start begins with what stands in its place.
    case replaced
  }

  package let reason: String
  package let cause: Cause
  package init(_ reason: String, cause: Cause = .failed) {
    self.reason = reason
    self.cause = cause
  }

  /// Whether nothing will be stored any more before another start.
  package var isFinal: Bool { cause == .damaged || cause == .replaced }
}

/// What there is of a script's that may be too many.
package enum ScriptRoom: Sendable {
  /// Of any level.
  case unread
  /// Of these, what asks to be Time Sensitive or critical.
  case urgent
  case scheduled, awaitingConsent
}

/// What Delivery needs remembered. Used on the engine's thread alone.
///
/// The first write after `commit` or `rollback` opens a transaction, and `begin` does; nothing is durable before
/// `commit` returns. Lookups see what the open transaction has written, and stand alone where none is open.
package protocol RecordStore: ErasingStore {
  /// Opens the transaction that the first write would open: what is read before it then costs no lock of its
  /// own.
  func begin() throws(StorageFault)
  /// Whether a transaction is open, and something may have changed since the last commit.
  var isWriting: Bool { get }
  func commit() throws(StorageFault)
  func rollback()
  /// Whether what was committed is where the next start looks for it, and no reason is known by now not to believe
  /// it. Between transactions; every transaction does so by itself.
  func verify() throws(StorageFault)
  /// Somebody else may have written to the file: all of it is looked at, on another thread.
  func doubt()
  /// What `commit` promises from now on.
  func setDurability(_ durability: Durability)
  /// Lets go of what it keeps in memory to be fast.
  func rest()
  /// How many bytes of what is stored are in memory.
  var heldBytes: Int { get }
  /// Everything committed is safe; nothing is called afterwards.
  func close()

  // MARK: Notifications

  /// Stores a new record and numbers it; `record.id` is not looked at.
  func insert(_ record: NotificationRecord) throws(StorageFault) -> NotificationID
  /// Writes all of a record again.
  func update(_ record: NotificationRecord) throws(StorageFault)
  func record(_ id: NotificationID) throws(StorageFault) -> NotificationRecord?
  /// The newest records of this app that stand there, the newest first, without identifier and sender, and with the same
  /// thread, category, title, subtitle, body and image.
  func live(like request: NotificationRequest, standing: Standing, limit: Int) throws(StorageFault)
    -> [NotificationRecord]
  /// The one that the desktop's apps know by this number.
  func record(numbered number: UInt32) throws(StorageFault) -> NotificationRecord?
  /// Those that have one.
  func numberedRecords(limit: Int) throws(StorageFault) -> [NotificationRecord]
  /// Nothing has this number any more.
  func free(number: UInt32) throws(StorageFault)
  /// Of what came by the desktop's own interface.
  func oldestUnread(app: AppID) throws(StorageFault) -> NotificationRecord?
  /// Unread records of an app, or of all.
  func unreadCount(app: AppID?) throws(StorageFault) -> Int
  /// Unread records of an app in one thread.
  func unreadCount(app: AppID, thread: OpaqueName?) throws(StorageFault) -> Int
  func count(app: AppID?, state: State) throws(StorageFault) -> Int
  /// What an app has scheduled, and what it will have once it is allowed; not what the person has put off.
  func scheduledCount(app: AppID) throws(StorageFault) -> Int
  /// What a script has of it.
  func count(_ room: ScriptRoom, app: AppID, script: ScriptID) throws(StorageFault) -> Int
  /// Of what a script has unread.
  func oldestPassive(app: AppID, script: ScriptID) throws(StorageFault) -> NotificationRecord?
  /// Those by which the app has anything that is neither read nor gone, but for what they share.
  func scripts(of app: AppID) throws(StorageFault) -> [ScriptID]
  /// The levels that the app's newest `limit` notifications asked for, those that came since then.
  func recentLevels(app: AppID, since: Timestamp, limit: Int) throws(StorageFault) -> LevelCount
  /// In the order of their ids.
  func records(app: AppID, state: State, limit: Int) throws(StorageFault) -> [NotificationRecord]
  /// Marketing or prompts to rate of an app that are not read or gone; in the order of their ids.
  func records(restricted kind: RestrictedKind, app: AppID, limit: Int) throws(StorageFault)
    -> [NotificationRecord]
  /// Those with this identifier that are not read or gone, in the order of their ids.
  func records(app: AppID, identifier: OpaqueName) throws(StorageFault) -> [NotificationRecord]
  /// Notifications of an app that a configuration has taken off the lists, in the order of their ids; with
  /// `identifier`, only those that have it.
  func withheld(app: AppID, identifier: OpaqueName?, limit: Int) throws(StorageFault) -> [NotificationRecord]
  func withheldCount(app: AppID) throws(StorageFault) -> Int
  func unreadIDs() throws(StorageFault) -> [NotificationID]
  /// Delivered unread notifications after `last` that the person has missed and no line has counted.
  func untoldMissed(after last: NotificationID, limit: Int) throws(StorageFault) -> [NotificationID]
  func ids(app: AppID, state: State) throws(StorageFault) -> [NotificationID]
  /// Unread ones in the order of their ids, newest last.
  func unreadRecords(app: AppID?, limit: Int) throws(StorageFault) -> [NotificationRecord]
  /// Scheduled ones, in their order.
  func scheduledIDs() throws(StorageFault) -> [NotificationID]
  /// Scheduled ones due at or before this time, the earliest first.
  func due(by time: Timestamp, limit: Int) throws(StorageFault) -> [NotificationRecord]
  /// Unread, scheduled or waiting ones that expire at or before this time, the earliest first.
  func expired(by time: Timestamp, limit: Int) throws(StorageFault) -> [NotificationRecord]
  /// The earliest time at which `due` or `expired` has something to tell.
  func nextDeadline() throws(StorageFault) -> Timestamp?
  /// The earliest `until` of what is held back.
  func nextRelease() throws(StorageFault) -> Timestamp?
  /// What a list shows, newest first.
  func list(_ query: ListQuery) throws(StorageFault) -> [NotificationRecord]
  /// The oldest of the `rows` newest records, of the query's app or of all, that stand before `query.before`, whatever
  /// else is asked for; `nil` when there are fewer.
  func horizon(_ query: ListQuery, rows: Int) throws(StorageFault) -> ListPlace?
  /// What became of those between these places, newest first.
  func fates(from first: ListPlace?, before end: ListPlace?) throws(StorageFault)
    -> [NotificationFate]
  /// Removes notifications that last came before `time` (some apps have another time in `others`) and had no decision
  /// since, and all beyond the newest `rows`, with their decisions. Notifications that are unread, scheduled or
  /// awaiting consent stay. Returns how many were removed, at most `limit`.
  func prune(before time: Timestamp, but others: [AppID: Timestamp], rows: Int, limit: Int)
    throws(StorageFault) -> Int

  // MARK: Shadow mode

  func insert(_ watched: ShadowNotification) throws(StorageFault)
  /// Those of which the most were watched; without their names.
  func shadowApps(limit: Int) throws(StorageFault) -> [ShadowApp]
  /// The newest first, those before that number.
  func shadowNotifications(app: AppID?, before id: Int64?, limit: Int) throws(StorageFault)
    -> [ShadowNotification]
  func shadowCount(app: AppID?) throws(StorageFault) -> Int
  /// Removes what is older, and what is beyond the newest `rows`; returns how many went, at most `limit`.
  func removeShadowNotifications(before time: Timestamp, rows: Int, limit: Int) throws(StorageFault) -> Int
  /// Removes watched notifications of an app, or of all. Returns how many were removed, at most `limit`.
  func forgetShadowNotifications(app: AppID?, limit: Int) throws(StorageFault) -> Int

  // MARK: Banners

  /// `app`: whose it is, and a notification's.
  func banner(_ subject: BannerSubject, of app: AppID) throws(StorageFault) -> BannerRow?
  /// Inserts, replaces, or removes where there is no phase.
  func save(_ row: BannerRow) throws(StorageFault)
  /// The first in the queue.
  func nextBanner() throws(StorageFault) -> BannerRow?
  func hasBannersWaiting(butRedactions: Bool) throws(StorageFault) -> Bool
  func waitingBanners() throws(StorageFault) -> Int
  func banner(shownAs handle: BannerHandle) throws(StorageFault) -> BannerRow?
  /// Those of which something is on screen, be it an earlier text.
  func bannersShown() throws(StorageFault) -> [BannerRow]
  /// Those to which it has not been applied yet.
  func banners(awaiting change: ScreenChange, limit: Int) throws(StorageFault) -> [BannerRow]
  /// What the app's banners on screen say is not what they may say now: `ScreenChange.refresh` finds them.
  func markStale(bannersOf app: AppID) throws(StorageFault)
  /// Those whose summary is to alert.
  func appsWithSummaryToCome() throws(StorageFault) -> Set<AppID>
  /// What an earlier process had handed over, or was restoring.
  func bannersUnderWay() throws(StorageFault) -> [BannerRow]
  /// Notifications that are not handed over.
  func banners(of app: AppID, limit: Int) throws(StorageFault) -> [BannerRow]
  /// The highest number of a place that is taken.
  func lastPlaceNumber() throws(StorageFault) -> Int64
  /// Notifications of an app whose alerts are held, in the order in which they came to be.
  func heldIDs(app: AppID) throws(StorageFault) -> [NotificationID]
  /// Apps of which something unread is held: first those whose most relevant one waits for a summary, then in the order
  /// in which the first of each came to be held.
  func appsHeldBack() throws(StorageFault) -> [AppID]

  // MARK: Decisions

  /// Keeps `Limits.decisionsPerNotification` of a notification: the first few, and the newest. `areFirst`: it has none
  /// yet.
  func append(
    _ decisions: [Ruling], to id: NotificationID, at time: Timestamp, areFirst: Bool
  ) throws(StorageFault)
  /// Oldest first.
  /// Those after this place, with their places, which count up from 1 and have gaps.
  func decisions(of id: NotificationID, after place: Int, limit: Int) throws(StorageFault)
    -> [(place: Int, time: Timestamp, decision: Ruling)]

  // MARK: Events

  /// Keeps an event: gives it the app's next sequence, and drops the oldest past `Limits.eventsPerApp`,
  /// putting one `lost` event in their place. Returns it as kept.
  func append(_ event: Event, app: AppID) throws(StorageFault) -> Event
  /// Kept events after this sequence, oldest first.
  func events(app: AppID, after: EventSequence, limit: Int) throws(StorageFault) -> [Event]
  func lastSequence(app: AppID) throws(StorageFault) -> EventSequence
  func acknowledged(app: AppID) throws(StorageFault) -> EventSequence
  /// Never goes back, and never past the last sequence. Returns whether any of what is forgotten by it was about a
  /// private notification, or about one that is forgotten itself.
  func acknowledge(app: AppID, through sequence: EventSequence) throws(StorageFault) -> Bool

  // MARK: Apps

  func app(_ id: AppID) throws(StorageFault) -> AppRecord?
  /// Inserts or replaces.
  func save(_ app: AppRecord) throws(StorageFault)
  /// All apps remembered, by id.
  func apps() throws(StorageFault) -> [AppRecord]
  /// Those after this one.
  func apps(after last: AppID?, limit: Int) throws(StorageFault) -> [AppRecord]
  /// Apps that nobody has decided about or vouched for, which have left no notification, event or category and
  /// have no question on screen; the first heard of first.
  func idleApps(limit: Int) throws(StorageFault) -> [AppID]
  /// With its banners, and the events kept for it.
  func forget(_ app: AppID) throws(StorageFault)
  func category(_ id: ItemID, of app: AppID) throws(StorageFault) -> Category?
  func categoryCount(app: AppID) throws(StorageFault) -> Int
  func replaceCategories(of app: AppID, with categories: [Category]) throws(StorageFault)

  // MARK: Rating prompts

  func ratingHistory(of app: AppID) throws(StorageFault) -> RatingHistory
  /// One more was accepted, for this time.
  func keepRatingPrompt(of app: AppID, at time: Timestamp) throws(StorageFault)
  /// The newest that was accepted for this time or an earlier one has another; the person has not used the app
  /// since. Returns whether there is one.
  func moveRatingPrompt(of app: AppID, notAfter earlier: Timestamp, to time: Timestamp) throws(StorageFault)
    -> Bool
  /// The person has used one of the app's notifications.
  func keepEngagement(with app: AppID) throws(StorageFault)

  // MARK: Images

  /// Where the app's copy of an image of this digest lies.
  func image(of app: AppID, digest: String) throws(StorageFault) -> String?
  /// The store counts from now on what names it.
  func keepImage(_ image: ImageCopy, of app: AppID, isVouchedFor: Bool) throws(StorageFault)
  /// Bytes of the copies that something names; `withoutPast`: something that is not yet read or gone.
  func imageBytes(of share: ImageShare, withoutPast: Bool) throws(StorageFault) -> Int
  /// What is read or gone names none of these copies any more.
  func dropPastImages(of share: ImageShare) throws(StorageFault)
  /// Forgets copies that nothing names, all `but` this one, and says where they lie.
  func popUnusedImages(but kept: String?, limit: Int) throws(StorageFault) -> [String]
  func imagePaths() throws(StorageFault) -> [String]
  /// Whatever names them.
  func forgetImages(_ paths: Set<String>) throws(StorageFault)

  // MARK: Files that root left

  /// Those that were taken in.
  func acceptedFiles() throws(StorageFault) -> Set<String>
  func noteAccepted(file name: String) throws(StorageFault)
  func forgetAccepted(file name: String) throws(StorageFault)

  // MARK: Switches

  /// The person's switches, by name; `nil` where never set.
  func value(_ name: String) throws(StorageFault) -> String?
  /// `nil` removes it.
  func set(_ name: String, to value: String?) throws(StorageFault)
}

/// A kind that can be forbidden by itself, after it was accepted.
package enum RestrictedKind: String, Sendable {
  case marketing, rating
}

/// Where a live record stands. The same thing is looked for within one of these: what waits for its time is
/// not the same as what is in the list.
package enum Standing: Hashable, Sendable {
  case unread, scheduled, awaitingConsent
}

/// What a list is asked for.
package struct ListQuery: Hashable, Sendable {
  package var app: AppID?
  /// Found in title, subtitle, body or sender, whatever its case; also matches these apps.
  package var search: String?
  package var searchApps: [AppID]
  package var states: [State]?
  package var unreadOnly: Bool
  package var missedOnly: Bool
  package var before: ListPlace?
  /// Leaves out notifications that came before this time. The reader of the list applies it.
  package var since: Timestamp?
  /// None that is older.
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

  /// Removes a notification with its decisions, and its events that the app has not acknowledged. The numbers of these
  /// events are not used again.
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
  /// Removes those that were set aside before that time, or all, as far as the system allows.
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
