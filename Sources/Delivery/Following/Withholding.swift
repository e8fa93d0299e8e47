import Guidelines
import NotificationModel

// A later configuration can allow an app again that this one denies, and a slip in a file must not cost the person
// their list. So notifications that a configuration takes off the lists come back unchanged with the permission.
// Notifications of an app that the person denies are gone for good.

extension Following {
  /// Takes the notifications of a denied app off the lists. If a file denies the app, only private ones are gone for
  /// good. Later transactions go on with the rest if there is no room for all of them in this one.
  func takeAway(from app: AppRecord, _ settings: EffectiveSettings, _ now: Moment) throws {
    let isByPerson = if case .person = settings.source(of: .authorization) { true } else { false }
    let why = Ruling(Consent.name, .withdrawn, .withheld, .source(settings.source(of: .authorization)))
    for state in State.current {
      let records = try store.records(app: app.id, state: state, limit: share.left)
      share.use(records.count)
      try entries.withdraw(
        records.filter { isByPerson || $0.request.isPrivate }, apps.denial(settings), now)
      try entries.withhold(records.filter { !isByPerson && !$0.request.isPrivate }, why, now)
    }
    guard isByPerson else { return }
    let withheld = try store.withheld(app: app.id, identifier: nil, limit: share.left)
    share.use(try entries.withdraw(withheld.map(\.asItStood), apps.denial(settings), now))
  }

  /// Brings back the notifications that a configuration took off the lists, without an alert. Later transactions go on
  /// with the rest if there is no room for all of them in this one.
  func giveBack(to app: AppRecord, _ settings: EffectiveSettings, _ now: Moment) throws {
    let withheld = try store.withheld(app: app.id, identifier: nil, limit: share.left)
    guard !withheld.isEmpty else { return }
    let why = Ruling(Consent.name, .restored, .deniedNoMore, .source(settings.source(of: .authorization)))
    for record in withheld.map(\.asItStood) {
      share.use(1)
      if let why = apps.prohibition(of: record.request, app) {
        try entries.withdraw([record], why, now)
      } else if let expires = record.expires, expires <= now.wall {
        try entries.end([record], .expired, because: .expiredUnread, now)
      } else {
        try entries.decide(record.id, why, now)
        try giveBack(record, now)
      }
    }
    try entries.updateBadge(app.id, now)
  }

  private func giveBack(_ standing: NotificationRecord, _ now: Moment) throws {
    var record = standing
    let isOverdue = record.due.map { $0 <= now.wall } ?? false
    switch record.state {
    case .held:
      record.state = .delivered
      try entries.update(record)
      try holding.holdAgain(record, now)
    case .scheduled where isOverdue:
      try holding.passOver(record, now)
    case .awaitingConsent:
      try entries.update(record)
      let settings = apps.settings(of: try apps.app(record.request.app, now), for: record.request)
      guard settings.authorization == .notDetermined else { return }
      try questions.ask(record.request.app, purpose: nil, by: nil, now)
    default: try entries.update(record)
    }
  }

  /// Counts, before this configuration holds, the notifications that it takes off the lists and brings back.
  func effect(of policy: Policy) throws -> ReloadEffect {
    var effect = ReloadEffect()
    for app in try store.apps() {
      if Consent.isDenied(apps.settings(ofListed: app, under: policy)) {
        effect.withheld.add(try State.current.reduce(0) { $0 + (try store.count(app: app.id, state: $1)) })
      } else {
        effect.restored.add(try store.withheldCount(app: app.id))
      }
    }
    return effect
  }
}
