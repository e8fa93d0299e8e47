import Guidelines
package import NotificationModel

// What is allowed an app changes: by the person's hand, by an answer, by the configuration. It takes effect at
// once, on what is on screen too.

extension DeliveryEngine {
  /// Change what is given, leave the rest.
  package func change(_ app: AppID, by changes: AppSettings, now: Moment) throws(Refusal) {
    try call(at: now) {
      for setting in AppSetting.allCases where changes.says(setting) { try requireUnlocked(app, setting) }
      if app == .shell, changes.marketing == false {
        throw Refusal.invalid(
          path: "marketing", reason: "\(app) speaks for the person, who need not be asked")
      }
      try choose(app, now) { $0 = $0.overlaid(by: changes) }
    }
  }

  func requireUnlocked(_ app: AppID, _ setting: AppSetting) throws {
    if let file = live.policy.locks(setting, of: app) {
      throw Refusal.locked(app, setting: setting.key, by: file)
    }
  }

  /// The person chooses.
  func choose(_ id: AppID, _ now: Moment, _ change: (inout AppSettings) -> Void) throws {
    var app = try self.app(id, now)
    try remember(app, isVouchedFor: true, now)
    let earlier = live.backlog.takeReconfigured(id) ?? allowances(of: app)
    change(&app.chosen)
    try save(app)
    try follow(id, from: earlier, now)
    if earlier.settings.summary != settings(of: app).summary { try review([id], now) }
  }

  /// A new configuration, valid in whole. Handled at the end of the transaction, and again while that fails; once it
  /// holds, `Output.adopted` says so.
  package func adopt(_ policy: Policy, rememberedAs text: String) { inbox.add(policy, text: text) }

  func follow(_ policy: Policy, rememberedAs text: String, _ now: Moment) throws {
    // Followed app by app, in later transactions too; what is not yet shown is judged by it at once.
    let apps = try store.apps()
    for app in apps { live.backlog.followLater(app.id, from: allowances(of: app)) }
    share.use(apps.count / 50)
    store.setDurability(policy.durability)
    live.policy = policy
    live.quotas = Quotas()
    live.pace.forgetBuckets()
    try store.set(Self.rememberedConfiguration, to: text)
    try reviewHeld(now)
    outbox.add(.adopted(policy.limits))
  }

  /// All that can change about an app. An object, since thousands may be kept, and copied with every commit.
  final class Allowances {
    let settings: EffectiveSettings
    let marketing: Authorization

    fileprivate init(_ settings: EffectiveSettings, marketing: Authorization) {
      self.settings = settings
      self.marketing = marketing
    }
  }

  func allowances(of app: AppRecord) -> Allowances {
    Allowances(settings(of: app), marketing: marketingConsent(of: app))
  }

  func follow(_ id: AppID, from earlier: Allowances, _ now: Moment) throws {
    let app = try self.app(id, now)
    let present = allowances(of: app)
    let (old, new) = (earlier.settings, present.settings)
    if old.authorization != new.authorization {
      try followConsent(of: app, now)
      try announce(new.authorization, of: id, now)
      if new.authorization == .provisional {
        try takeBannersAway(of: id, .putOnProbation, now)
      }
      // The buttons to keep it or turn it off come and go with the probation.
      outbox.noteChanges(of: try store.unreadIDs(app: id))
    }
    if old.previews != new.previews { try refresh(app: id) }
    if old.banners && !new.banners {
      try takeBannersAway(of: id, .bannersWereSwitchedOff, now)
    }
    if old.badges != new.badges {
      live.badges.touch(id)
      emitBadge(new.badges ? try store.unreadCount(app: id) : 0, of: id, now)
    }
    if !mayExplainTimeSensitive(to: app) { try endQuestion(Question(id, .timeSensitive), now) }
    guard earlier.marketing != present.marketing else { return }
    if present.marketing != .authorized { try withdrawMarketing(of: id, now) }
    try followMarketing(of: id, now)
    // Says that there is something new to be asked for; what an event carries is the app's own authorization.
    if old.authorization == new.authorization {
      try keep(Event(time: now.wall, kind: .authorization, authorization: new.authorization), app: id)
    }
  }

  /// What is on screen goes, and what waits for it; the entries stay. Where there is no room for
  /// all of it, later transactions go on.
  func takeBannersAway(of app: AppID, _ why: Reason.Key, _ now: Moment) throws {
    for row in try store.banners(of: app, limit: share.left) {
      share.use(1)
      try happen(to: row) { $0.withdraw() }
      guard case .notification(let id) = row.subject, var record = try store.record(id) else { continue }
      if record.state == .held { record.state = .delivered }
      record.hold = nil
      try store.update(record)
      try decide(id, Ruling(QuietDelivery.name, .quiet, why), now)
      outbox.noteChange(of: id)
    }
    live.summaries.drop(app)
    try takeDownSummary(of: app)
    if share.isUsedUp { live.backlog.followLater(app) }
  }
}
