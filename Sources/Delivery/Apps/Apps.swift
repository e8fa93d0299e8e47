import Guidelines
package import NotificationModel

/// What is known of apps, besides what is stored.
///
/// Invariant: a record in it is as the store has it within this transaction; a rollback empties it.
final class KnownApps {
  private static let most = 1_024
  /// What the desktop calls them.
  let directory: any AppDirectory
  private var records: [AppID: AppRecord] = [:]
  private var lastLookForIdle: Uptime?

  init(_ directory: any AppDirectory) { self.directory = directory }

  subscript(id: AppID) -> AppRecord? { records[id] }

  func remember(_ record: AppRecord) {
    if records.count >= Self.most { records.removeAll() }
    records[record.id] = record
  }

  func forget(_ id: AppID) { records[id] = nil }
  func rollBack() { records.removeAll() }

  /// Whether so much time has passed since the last look.
  func mayLookForIdle(every milliseconds: Int64, now: Uptime) -> Bool {
    if let lastLookForIdle, now < lastLookForIdle.advanced(byMilliseconds: milliseconds) { return false }
    lastLookForIdle = now
    return true
  }
}

extension DeliveryEngine {
  var directory: any AppDirectory { knownApps.directory }

  /// The app as remembered, or as new.
  func app(_ id: AppID, _ now: Moment) throws(StorageFault) -> AppRecord {
    if let known = knownApps[id] { return known }
    guard let record = try store.app(id) else { return AppRecord(id: id, firstSeen: now.wall) }
    knownApps.remember(record)
    return record
  }

  func save(_ app: AppRecord) throws(StorageFault) {
    try store.save(app)
    knownApps.remember(app)
  }

  func settings(of app: AppRecord) -> EffectiveSettings {
    var settings = live.policy.settings(of: app.id, chosen: app.chosen)
    // The command line's own app speaks for the person, who need not be asked.
    if app.id == .shell { settings.authorization = .authorized }
    return settings
  }

  /// The name of the app's desktop entry; else its id, which is its own claim.
  func name(of app: AppID) -> String {
    guard let entry = directory.name(of: app) else { return app == .shell ? "Bellhop" : app.text }
    let name = PlainText.label(entry)
    return name.isEmpty ? app.text : name
  }

  package func settings(of app: AppID, now: Moment) throws(Refusal) -> EffectiveSettings {
    try query { settings(of: try self.app(app, now)) }
  }

  /// The app's own look at them.
  package func settings(of app: AppID, by client: Client, now: Moment) throws(Refusal) -> EffectiveSettings {
    try query { try admit(app, client) }
    return try settings(of: app, now: now)
  }

  /// Replaces the app's whole set.
  package func register(_ categories: [Category], of app: AppID, by client: Client, now: Moment)
    throws(Refusal)
  {
    try call(at: now) {
      try admit(app, client)
      guard categories.count <= Limits.categoriesPerApp else {
        throw Refusal.quotaExceeded(
          quota: "categories", limit: Limits.categoriesPerApp, retryAfterMilliseconds: nil)
      }
      var ids: Set<ItemID> = []
      for (index, category) in categories.enumerated() {
        guard ids.insert(category.id).inserted else {
          throw Refusal.invalid(path: "categories[\(index)].id", reason: "another one has this id")
        }
        if let given = ActionLimit.excess(in: category.actions ?? []) {
          throw Refusal.tooManyActions(given: given)
        }
        if let format = category.summaryFormat, PlainText.label(format).isEmpty {
          throw Refusal.invalid(
            path: "categories[\(index)].summaryFormat", reason: "there is no visible text in it")
        }
      }
      try charge(.posts, app, isVouchedFor: isVouchedFor(app, client), now)
      try remember(try self.app(app, now), isVouchedFor: isVouchedFor(app, client), now)
      try store.replaceCategories(of: app, with: categories.map(PlainText.cleaned))
    }
  }

  /// Who is known to be one app speaks for no other; and the shell's app is the person's alone.
  func admit(_ app: AppID, _ client: Client) throws {
    guard client.verified == nil || client.verified == app, app != .shell || client.isPerson else {
      throw Refusal.notPermitted(app, verified: client.verified)
    }
  }

  /// Remembers that an app is what it says, and no mere claim.
  func vouch(for app: AppID, _ client: Client, _ now: Moment) throws {
    guard client.verified == app else { return }
    var record = try self.app(app, now)
    guard !record.isVerified else { return }
    try remember(record, isVouchedFor: true, now)
    record.isVerified = true
    try save(record)
  }

  /// Whether more than its own word says that there is this app. The shell's is admitted for the person alone.
  package func isVouchedFor(_ app: AppID, _ client: Client) -> Bool {
    client.verified == app || app == .shell || directory.name(of: app) != nil
  }

  /// Apps seen or configured, by their ids: at most `limit`, those after `last`. `more`: there are further ones.
  package func apps(
    after last: AppID? = nil, limit: Int = Limits.listMaximum, now: Moment
  ) throws(Refusal) -> (apps: [AppEntry], more: Bool) {
    try query {
      let limit = min(limit, Limits.apps)
      let remembered = try store.apps(after: last, limit: limit + 1)
      let configured = Set(live.policy.apps.keys).union(live.policy.locked.keys)
        .filter { app in last.map { $0 < app } ?? true }.subtracting(remembered.map(\.id))
      let rest = (remembered + configured.map { AppRecord(id: $0, firstSeen: now.wall) })
        .sorted { $0.id < $1.id }
      let page = try rest.prefix(limit).map { app in
        AppEntry(
          app: app.id, name: name(of: app.id), settings: settings(of: app),
          question: app.question.map { $0.purpose ?? "" }, unread: try store.unreadCount(app: app.id),
          held: try store.count(app: app.id, state: .held)
            + store.count(app: app.id, state: .awaitingConsent),
          locked: AppSetting.allCases.filter { live.policy.locks($0, of: app.id) != nil }.map(\.key)
            .sorted(),
          marketingQuestion: app.marketingQuestion.map { $0.purpose ?? "" })
      }
      return (page, page.count < rest.count)
    }
  }
}
