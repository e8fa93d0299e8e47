package import NotificationModel

/// The progress of reading the list of apps. Each piece is bounded, however many apps there are.
package struct AppListCursor: Sendable {
  /// The apps in one piece; the counts of each are looked up one by one.
  fileprivate static let apps = 4

  fileprivate private(set) var last: AppID?
  fileprivate private(set) var room: Int
  /// Whether there are more apps than may be returned.
  package private(set) var isCut = false
  package private(set) var isOver = false

  /// Reads the apps `after` this one, at most `limit`.
  package init(after: AppID?, limit: Int) { (last, room) = (after, limit) }

  fileprivate mutating func accept(_ apps: [AppEntry], upTo read: AppID?, more: Bool) {
    last = read ?? last
    room -= apps.count
    isCut = more
    isOver = !more || room <= 0
  }
}

extension DeliveryEngine {
  package func apps(_ cursor: inout AppListCursor, now: Moment) throws(Refusal) -> [AppEntry] {
    let (found, more) = try apps(after: cursor.last, limit: min(cursor.room, AppListCursor.apps), now: now)
    // Apps with hidden names are left out.
    let apps = try query { try found.filter { try !isNameHidden($0.app) } }
    cursor.accept(apps, upTo: found.last?.app, more: more)
    return apps
  }

  /// Counts the notifications that this configuration would take off the lists, and bring back.
  package func effect(of policy: Policy) throws(Refusal) -> ReloadEffect {
    try query { try reconciling.effect(of: policy) }
  }

  /// Known and configured apps in the order of their ids: at most `limit`, after `last`. `more`: whether there are
  /// further ones.
  package func apps(
    after last: AppID? = nil, limit: Int = Limits.listMaximum, now: Moment
  ) throws(Refusal) -> (apps: [AppEntry], more: Bool) {
    try query {
      let limit = min(limit, Limits.apps)
      let remembered = try store.apps(after: last, limit: limit + 1)
      let configured = Set(preferences.policy.apps.keys).union(preferences.policy.locked.keys)
        .filter { app in last.map { $0 < app } ?? true }.subtracting(remembered.map(\.id))
      let rest = (remembered + configured.map { AppRecord(id: $0, firstSeen: now.wall) })
        .sorted { $0.id < $1.id }
      let page = try rest.prefix(limit).map { app in
        let listed = apps.settings(ofListed: app)
        var settings = apps.settings(of: app)
        settings.store = listed.store
        var entry = AppEntry(
          app: app.id, name: apps.name(of: app.id), settings: settings,
          question: app.question.map { $0.purpose ?? "" }, unread: try store.unreadCount(app: app.id),
          held: try store.count(app: app.id, state: .held)
            + store.count(app: app.id, state: .awaitingConsent),
          locked: AppSetting.allCases.filter { preferences.policy.locks($0, of: app.id) != nil }.map(\.key)
            .sorted(),
          marketingQuestion: app.marketingQuestion.map { $0.purpose ?? "" }, deciders: settings.deciders)
        entry.isNameClaimed = !apps.isNameVouchedFor(app)
        entry.front = listed.authorization == settings.authorization ? nil : listed.authorization
        entry.questionStanding = questions.standing(.notifications, of: app, now)
        entry.ending = AppSetting.allCases.compactMap { setting in
          guard preferences.policy.locks(setting, of: app.id) == nil else { return nil }
          return app.timed.ends[setting].map { ChoiceEnd(setting: setting.key, until: $0) }
        }
        entry.marketingStanding = questions.standing(.marketing, of: app, now)
        return entry
      }
      return (page, page.count < rest.count)
    }
  }
}

/// The progress of counting the stored notifications, newest first, in bounded pieces.
package struct StatisticsCursor: Sendable {
  fileprivate static let rows = 64

  fileprivate let since: Timestamp
  fileprivate var before: ListPlace?
  fileprivate var counts: [AppID: AppStatistics] = [:]
  /// When the earliest counted notification was posted.
  package fileprivate(set) var earliest: Timestamp?
  package fileprivate(set) var isOver = false

  /// Counts notifications posted since then.
  package init(since: Timestamp) { self.since = since }
}

extension DeliveryEngine {
  /// Counts the next piece. Returns the figures of all apps at the end, the app with the most posts first; until then,
  /// an empty list.
  package func statistics(_ cursor: inout StatisticsCursor) throws(Refusal) -> [AppStatistics] {
    try query {
      let first = try store.horizon(ListQuery(before: cursor.before), rows: StatisticsCursor.rows)
      for fate in try store.fates(from: first, before: cursor.before) where fate.posted >= cursor.since {
        // There are no more apps than `Limits.apps`.
        cursor.counts[fate.app, default: AppStatistics(app: fate.app, name: apps.name(of: fate.app))].count(
          fate)
        cursor.earliest = min(cursor.earliest ?? fate.posted, fate.posted)
      }
      cursor.before = first
      guard first == nil else { return [] }
      cursor.isOver = true
      let shown = try cursor.counts.values.compactMap { app -> AppStatistics? in
        guard try !isNameHidden(app.app) else { return nil }
        var app = app
        app.isNameClaimed = try !apps.isNameVouchedFor(app.app)
        return app
      }
      return shown.sorted { ($1.posts, $0.app) < ($0.posts, $1.app) }
    }
  }

  /// How many days read notifications are kept; figures about earlier days are incomplete.
  package var keptDays: Int { preferences.policy.keepDays }
}
