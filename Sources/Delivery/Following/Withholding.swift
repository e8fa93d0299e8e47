import Guidelines
import NotificationModel

// What a configuration denies, another one can allow again: a word too many in a file is to cost nobody their list. So what
// it takes off the lists comes back as it was with the permission. What the person denies is gone for good.

extension Following {
  /// Takes what is there of a denied app off the lists. Of what a file denies the private ones alone are gone for good. Where
  /// there is no room for all of it, later transactions go on.
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

  /// Brings back what a configuration took off the lists, without an alert. Where there is no room for all of it, later
  /// transactions go on.
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

  /// What of the lists this configuration takes away, and gives back, before it holds.
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
