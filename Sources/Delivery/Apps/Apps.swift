import Guidelines
import NotificationModel
import Wording

/// The apps: what is remembered of each, what holds for it, and room for those that are heard of for the first time.
///
/// Inventing names must neither fill the disk nor shut out an app that more than its own word vouches for, or that the
/// person allows: invented ones share a part of the room, and there the oldest that have left nothing make room for the
/// next.
final class Apps: Revertible {
  private static let mostInMemory = 1_024
  /// Every look asks the desktop about as many names.
  private static let idleAppsAtOnce = 256
  private static let millisecondsBetweenLooks: Int64 = 1_000

  let preferences: Preferences
  let wording: Wording
  /// What the desktop calls them.
  let directory: any AppDirectory
  private let store: any RecordStore
  private let banners: BannerQueue
  /// As the store has them within this transaction; a rollback empties it.
  private var records: [AppID: AppRecord] = [:]
  /// How many are stored.
  @Transacted private var count: Int
  /// When the person's next timed choice about the app ends. Apps without a timed choice are left out.
  @Transacted private var ends: [AppID: Timestamp]
  private var lastLookForIdle: Uptime?
  /// Those that were forgotten in this transaction to make room.
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

  /// The app as remembered, or as new.
  func app(_ id: AppID, _ now: Moment) throws(StorageFault) -> AppRecord {
    if let known = records[id] { return known }
    guard let record = try store.app(id) else { return AppRecord(id: id, firstSeen: now.wall) }
    keep(record)
    return record
  }

  /// `nil` where nothing is remembered of it.
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

  /// `request`: what it posts, or has posted.
  func settings(of app: AppRecord, for request: NotificationRequest? = nil) -> EffectiveSettings {
    settings(of: app, from: request?.origin ?? .native)
  }

  /// What holds for all of an app that is there by now: of one that has only ever come by the desktop's own interface,
  /// what holds there.
  /// `policy`: a policy to use in place of the current one.
  func settings(ofListed app: AppRecord, under policy: Policy? = nil) -> EffectiveSettings {
    settings(of: app, from: app.comesByFront ? Origin(DesktopOrigin()) : .native, under: policy)
  }

  /// No dock waits for a badge of an app that only comes by the desktop's own interface.
  private func settings(of app: AppRecord, from origin: Origin, under other: Policy? = nil)
    -> EffectiveSettings
  {
    let policy = other ?? preferences.policy
    var builtIn = AppSettings(
      authorization: origin.consent(policy.front), store: origin.store(policy.front))
    if app.comesByFront { builtIn.badges = false }
    var settings = policy.settings(of: app.id, chosen: app.choices, builtIn: builtIn)
    // The command line's own app speaks for the person, who need not be asked.
    if app.id == .shell { settings.authorization = .authorized }
    return settings
  }

  /// How long each app's notifications are kept. Apps that keep theirs as long as the overall setting are left out.
  func keptDaysByApp() throws -> [AppID: KeptDays] {
    let overall = KeptDays(preferences.policy.keepDays)
    let days = try store.apps().map { ($0.id, settings(ofListed: $0).keepDays) }
    return Dictionary(uniqueKeysWithValues: days.filter { $0.1 != overall })
  }

  /// The name of the app's desktop entry; else its own claim: the name that it posts by, or its id. No other app has
  /// Bellhop's name.
  func name(of app: AppID, claiming claim: String? = nil) -> String {
    if app.isReserved { return app == .shell ? OwnName.text : "System" }
    let names = [
      directory.name(of: app).map(PlainText.label) ?? claim ?? claimedName(of: app) ?? "", app.text,
    ]
    return names.first { !$0.isEmpty && !OwnName.isTaken(by: $0) } ?? "claimed-\(app)"
  }

  /// `nil` also where the store cannot be read.
  private func claimedName(of app: AppID) -> String? {
    if let known = records[app] { return known.claimedName }
    return (try? store.app(app))?.claimedName
  }

  /// Whether the app's name is more than its own claim: a desktop entry or a sandbox says it, or the app is Bellhop itself.
  func isNameVouchedFor(_ app: AppRecord) -> Bool {
    app.isVerified || app.id == .shell || app.id == .system || directory.name(of: app.id) != nil
  }

  /// The same, by its id.
  func isNameVouchedFor(_ app: AppID) throws -> Bool {
    try isNameVouchedFor(stored(app) ?? AppRecord(id: app, firstSeen: Timestamp(milliseconds: 0)))
  }

  /// What it is called where it is hidden; `nil` where it is called by its name there, too.
  func nameWhenHidden(_ app: AppRecord) -> String? { isNameVouchedFor(app) ? nil : wording.notification }

  /// Who is known to be one app speaks for no other; the shell's app is the person's alone, and the system's is root's.
  func admit(_ app: AppID, _ client: Client) throws {
    guard client.verified == app || client.verified == nil && app != .system,
      app != .shell || client.isPerson
    else { throw Refusal.notPermitted(app, verified: client.verified) }
  }

  /// Remembers that an app is what it says, and no mere claim.
  func vouch(for app: AppID, _ client: Client, _ now: Moment) throws {
    guard client.verified == app else { return }
    var record = try self.app(app, now)
    guard !record.isVerified else { return }
    try remember(record, isVouchedFor: true, now)
    record.isVerified = true
    record.claimedName = nil
    try save(record)
  }

  /// The app as it is remembered: whether it speaks to us by another door as well, where it asks for consent and has its
  /// badge; and what it calls itself there.
  func recordingOrigin(_ app: AppRecord, of request: NotificationRequest) throws -> AppRecord {
    let isNew = records[app.id] == nil
    var following = app
    following.comesByFront = request.origin.desktop != nil && (isNew || app.comesByFront)
    // A claim says nothing of an app that a sandbox has vouched for.
    if let claim = request.origin.desktop?.claimedName, app.id != .unknown, !app.isVerified {
      following.claimedName = claim == app.id.text ? nil : claim
    }
    if !isNew, following != app { try save(following) }
    return following
  }

  /// Whether more than its own word says that there is this app. The shell's is admitted for the person alone.
  func isVouchedFor(_ app: AppID, _ client: Client) -> Bool {
    // It stands for all who give no name that could be kept, and is one.
    client.verified == app || app == .shell || app == .unknown || directory.name(of: app) != nil
  }

  // MARK: Choices that end

  /// When the next of the timed choices ends.
  var nextChoiceEnd: Timestamp? { ends.values.min() }

  /// An app with a timed choice that has ended by then.
  func nextWithEndedChoice(by now: Timestamp) -> AppID? { ends.first { $0.value <= now }?.key }

  /// Moves the ends by as much as the person's clock was set, because the clock was wrong.
  func moveChoiceEnds(byMilliseconds step: Int64, _ now: Moment) throws {
    for id in ends.keys {
      var app = try app(id, now)
      app.timed.move(byMilliseconds: step)
      try save(app)
    }
  }

  // MARK: Room

  /// Remembers an app that is new. `isVouchedFor`: by more than its own word; the person's counts.
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

  /// It is as one that was never heard of.
  func forget(_ app: AppID) throws {
    try banners.forget(app)
    records[app] = nil
    ends[app] = nil
    count -= 1
  }

  /// Those that made room for others, each once: nothing is to be done about them any more.
  func popForgotten() -> Set<AppID> {
    defer { forgotten = [] }
    return forgotten
  }
}
