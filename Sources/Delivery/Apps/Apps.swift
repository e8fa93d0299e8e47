import Guidelines
import NotificationModel
import Records
import Store
import Wording

/// The known apps: their records, the settings that hold for each, and the room for new apps.
///
/// Inventing names must neither fill the disk nor shut out an app that a desktop entry, a sandbox or the person vouches
/// for. Apps that vouch for themselves alone share a part of the room. When that is full, the oldest of them without
/// stored notifications make room for the next.
final class Apps: Revertible {
  private static let mostInMemory = 1_024
  /// Apps without stored notifications that one search for room looks at; the search asks the desktop for each one's
  /// name.
  private static let idleAppsAtOnce = 256
  private static let millisecondsBetweenLooks: Int64 = 1_000

  let preferences: Preferences
  let wording: Wording
  /// Names of apps by their desktop entries.
  let directory: any AppDirectory
  private let store: SQLiteStore
  private let banners: BannerQueue
  /// A cache of stored records, with the changes of this transaction. A rollback empties it.
  private var records: [AppID: AppRecord] = [:]
  /// The number of stored apps.
  @Transacted private var count: Int
  /// The end of the person's next timed choice about each app. Apps without a timed choice are left out.
  @Transacted private var ends: [AppID: Timestamp]
  private var lastLookForIdle: Uptime?
  /// Apps that this transaction forgot to make room.
  private var forgotten: Set<AppID> = []

  init(
    _ directory: any AppDirectory, _ preferences: Preferences, _ wording: Wording, _ banners: BannerQueue,
    in transaction: Transaction
  ) {
    self.directory = directory
    self.preferences = preferences
    self.wording = wording
    self.banners = banners
    store = transaction.store
    _count = Transacted(0, in: transaction)
    _ends = Transacted([:], in: transaction)
    transaction.add(self)
  }

  func commit() { forgotten = [] }

  func rollBack() {
    records.removeAll()
    forgotten = []
  }

  func recover() throws {
    let known = try store.apps()
    count = known.count
    for app in known { ends[app.id] = app.timed.next }
  }

  /// Reads the ends of timed choices again.
  func followClock() throws {
    records.removeAll()
    for id in ends.keys { ends[id] = try store.app(id)?.timed.next }
  }

  /// The stored record of the app, or a new one.
  func app(_ id: AppID, _ now: Moment) throws(StorageFault) -> AppRecord {
    if let known = records[id] { return known }
    guard let record = try store.app(id) else { return AppRecord(id: id, firstSeen: now.wall) }
    keep(record)
    return record
  }

  /// `nil` if no record of the app is stored.
  func stored(_ id: AppID) throws(StorageFault) -> AppRecord? { try store.app(id) }

  func save(_ app: AppRecord) throws(StorageFault) {
    try store.save(app)
    keep(app)
    if ends[app.id] != app.timed.next { ends[app.id] = app.timed.next }
  }

  private func keep(_ record: AppRecord) {
    if records.count >= Self.mostInMemory { records.removeAll() }
    records[record.id] = record
  }

  /// The settings of the app for `request`, which decides the defaults; without a request, for native posts.
  func settings(of app: AppRecord, for request: NotificationRequest? = nil) -> EffectiveSettings {
    settings(of: app, from: request?.origin ?? .native)
  }

  /// The settings for an app's stored notifications as a whole. An app that has only ever posted through the front gets
  /// the defaults of the front.
  ///
  /// `policy`: a policy to use in place of the current one.
  func settings(ofListed app: AppRecord, under policy: Policy? = nil) -> EffectiveSettings {
    settings(of: app, from: app.comesByFront ? Origin(DesktopOrigin()) : .native, under: policy)
  }

  /// An app that posts only through the front has no badge by default.
  private func settings(of app: AppRecord, from origin: Origin, under other: Policy? = nil)
    -> EffectiveSettings
  {
    let policy = other ?? preferences.policy
    var builtIn = AppSettings(
      authorization: origin.consent(policy.front), previews: preferences.chosenPreviews,
      store: origin.store(policy.front))
    if app.comesByFront { builtIn.badges = false }
    var settings = policy.settings(of: app.id, chosen: app.choices, builtIn: builtIn)
    // The command line's own app speaks for the person, so it needs no permission.
    if app.id == .shell { settings.authorization = .authorized }
    return settings
  }

  /// How long each app's notifications are kept. Apps with the overall setting are left out.
  func keptDaysByApp() throws -> [AppID: KeptDays] {
    let overall = KeptDays(preferences.policy.keepDays)
    let days = try store.apps().map { ($0.id, settings(ofListed: $0).keepDays) }
    return Dictionary(uniqueKeysWithValues: days.filter { $0.1 != overall })
  }

  /// The app's name: of its desktop entry, else its own claim (the name it posts by), else its id. Bellhop's own name
  /// is refused to all other apps.
  func name(of app: AppID, claiming claim: String? = nil) -> String {
    if app.isReserved { return app == .shell ? OwnName.text : "System" }
    let names = [
      directory.name(of: app).map(PlainText.label) ?? claim ?? claimedName(of: app) ?? "", app.text,
    ]
    return names.first { !$0.isEmpty && !OwnName.isTaken(by: $0) } ?? "claimed-\(app)"
  }

  /// `nil` as well if the store cannot be read.
  private func claimedName(of app: AppID) -> String? {
    if let known = records[app] { return known.claimedName }
    return (try? store.app(app))?.claimedName
  }

  /// Whether a desktop entry or a sandbox vouches for the app's name, or the app is Bellhop itself.
  func isNameVouchedFor(_ app: AppRecord) -> Bool {
    app.isVerified || app.id == .shell || app.id == .system || directory.name(of: app.id) != nil
  }

  func isNameVouchedFor(_ app: AppID) throws -> Bool {
    try isNameVouchedFor(stored(app) ?? AppRecord(id: app, firstSeen: Timestamp(milliseconds: 0)))
  }

  /// The app's name, with the mark of one that nothing vouches for, as `bellhop list` shows it.
  func markedName(of app: AppID, isClaimed: Bool = false) throws -> String {
    let isMarked = try isClaimed || !isNameVouchedFor(app)
    return name(of: app) + (isMarked ? "?" : "")
  }

  /// The name to show while previews are hidden; `nil` if the app's own name may be shown then.
  func nameWhenHidden(_ app: AppRecord) -> String? { isNameVouchedFor(app) ? nil : wording.notification }

  /// Throws unless the client may act for the app. A client that is verified as one app may act for that app only. The
  /// shell's app is reserved for the person, the system's for root.
  func admit(_ app: AppID, _ client: Client) throws {
    guard client.verified == app || client.verified == nil && app != .system,
      app != .shell || client.isPerson
    else { throw Refusal.notPermitted(app, verified: client.verified) }
  }

  /// Stores that the app's identity is verified, and drops its claimed name.
  func vouch(for app: AppID, _ client: Client, _ now: Moment) throws {
    guard client.verified == app else { return }
    var record = try self.app(app, now)
    guard !record.isVerified else { return }
    try remember(record, isVouchedFor: true, now)
    record.isVerified = true
    record.claimedName = nil
    try save(record)
  }

  /// The record of the app after a post: whether the app posts only through the front, which decides consent and badge
  /// defaults, and the name that it claims there.
  func recordingOrigin(_ app: AppRecord, of request: NotificationRequest) throws -> AppRecord {
    let isNew = records[app.id] == nil
    var updated = app
    updated.comesByFront = request.origin.desktop != nil && (isNew || app.comesByFront)
    // A verified app needs no claim.
    if let claim = request.origin.desktop?.claimedName, app.id != .unknown, !app.isVerified {
      updated.claimedName = claim == app.id.text ? nil : claim
    }
    if !isNew, updated != app { try save(updated) }
    return updated
  }

  /// Whether the app's existence is vouched for: by the client's sandbox or by a desktop entry. The shell counts too,
  /// because `admit` lets only the person use it.
  func isVouchedFor(_ app: AppID, _ client: Client) -> Bool {
    // The unknown app stands for all clients without a usable name, and is a single app.
    client.verified == app || app == .shell || app == .unknown || directory.name(of: app) != nil
  }

  // MARK: Choices that end

  /// The earliest end of a timed choice.
  var nextChoiceEnd: Timestamp? { ends.values.min() }

  /// An app with a timed choice that has ended by `now`.
  func nextWithEndedChoice(by now: Timestamp) -> AppID? { ends.first { $0.value <= now }?.key }

  /// The person's clock was wrong until it was set by so many milliseconds.
  func correctChoiceEnds(byMilliseconds step: Int64, _ now: Moment) throws {
    for id in ends.keys {
      var app = try app(id, now)
      app.timed.correct(byMilliseconds: step)
      try save(app)
    }
  }

  // MARK: Room

  /// Stores a new app, if there is room. `isVouchedFor`: by a sandbox, a desktop entry, or a choice of the person.
  func remember(_ app: AppRecord, isVouchedFor: Bool, _ now: Moment) throws {
    guard records[app.id] == nil else { return }
    let limit = isVouchedFor ? Limits.apps : Limits.unvouchedApps
    if count >= limit { try forgetIdle(now) }
    guard count < limit else {
      throw Refusal.quotaExceeded(
        quota: "apps", limit: limit, retryAfterMilliseconds: nil,
        why: "Too many apps have no desktop entry and no sandbox to vouch for them. "
          + "Install one, or let the person say: bellhop allow \(app.id).")
    }
    count += 1
    forgotten.remove(app.id)
    try save(app)
  }

  private func forgetIdle(_ now: Moment) throws {
    if let last = lastLookForIdle, now.uptime < last.advanced(byMilliseconds: Self.millisecondsBetweenLooks) {
      return
    }
    lastLookForIdle = now.uptime
    try banners.flush()
    for app in try store.idleApps(limit: Self.idleAppsAtOnce) where directory.name(of: app) == nil {
      try forget(app)
      forgotten.insert(app)
    }
  }

  /// Removes the app's record and banners, as if it had never posted.
  func forget(_ app: AppID) throws {
    try banners.forget(app)
    records[app] = nil
    ends[app] = nil
    count -= 1
  }

  /// The apps that were forgotten to make room, each returned once: pending work for them is to be dropped.
  func popForgotten() -> Set<AppID> {
    defer { forgotten = [] }
    return forgotten
  }
}
