package import NotificationModel
import Records

/// The progress of reading the list of apps. Each piece is bounded, however many apps there are.
package struct AppListCursor: Sendable {
  /// The apps in one piece; the counts of each are looked up one by one.
  fileprivate static let apps = 4
  /// The notifications of an app whose posts are counted, and for how many seconds back.
  fileprivate static let (counted, week): (Int, Int64) = (250, 7 * 86_400)

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
        entry.week = try store.postCount(
          app: app.id, since: now.wall.advanced(bySeconds: -AppListCursor.week), rows: AppListCursor.counted)
        entry.refused = tally.refused(of: app.id)
        entry.isNameClaimed = !apps.isNameVouchedFor(app)
        entry.front = listed.authorization == settings.authorization ? nil : listed.authorization
        entry.questionStanding = questions.standing(.notifications, of: app, now)
        entry.ending = AppSetting.allCases.compactMap { setting in
          guard preferences.policy.locks(setting, of: app.id) == nil else { return nil }
          return app.timed.ends[setting].map { ChoiceEnd(setting: setting.key, until: $0.time) }
        }
        entry.marketingStanding = questions.standing(.marketing, of: app, now)
        return entry
      }
      return (page, page.count < rest.count)
    }
  }
}
