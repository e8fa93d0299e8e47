import Guidelines
public import NotificationModel

// What is allowed an app changes: by the person's hand, by an answer, by the configuration. It takes effect at
// once, on what is on screen too.

extension DeliveryEngine {
  /// Change what is given, leave the rest.
  public func change(_ app: AppID, by changes: AppSettings, now: Moment) throws(Refusal) {
    try call {
      for (setting, isChanged) in [
        (AppSetting.banners, changes.banners != nil), (.badges, changes.badges != nil),
        (.sounds, changes.sounds != nil), (.timeSensitive, changes.timeSensitive != nil),
        (.marketing, changes.marketing != nil), (.previews, changes.previews != nil),
        (.summary, changes.summary != nil),
      ] where isChanged {
        try requireUnlocked(app, setting)
      }
      try choose(app, now) { $0 = $0.overlaid(by: changes) }
    }
  }

  func requireUnlocked(_ app: AppID, _ setting: AppSetting) throws {
    if let file = policy.locks(setting, of: app) {
      throw Refusal.locked(app, setting: setting.rawValue, by: file)
    }
  }

  /// The person chooses.
  func choose(_ id: AppID, _ now: Moment, _ change: (inout AppSettings) -> Void) throws {
    var app = try self.app(id, now)
    try remember(app)
    let earlier = allowances(of: app)
    change(&app.chosen)
    try save(app)
    try follow(id, from: earlier, now)
  }

  /// All that can change about an app besides whether it may notify at all.
  struct Allowances {
    let settings: EffectiveSettings
    let marketing: Authorization
  }

  func allowances(of app: AppRecord) -> Allowances {
    Allowances(settings: settings(of: app), marketing: marketingConsent(of: app))
  }

  func follow(_ id: AppID, from earlier: Allowances, _ now: Moment) throws {
    let app = try self.app(id, now)
    let present = allowances(of: app)
    let (old, new) = (earlier.settings, present.settings)
    if old.previews != new.previews { try refresh(app: id) }
    if old.banners && !new.banners {
      try takeBannersAway(of: id, "Banners were switched off for this app.", now)
    }
    if old.badges != new.badges {
      emitBadge(new.badges ? try store.unreadCount(app: id) : 0, of: id, now)
    }
    if old.summary != new.summary { try reviewHeld(now) }
    if old.timeSensitive && !new.timeSensitive { try endQuestion(Question(id, .timeSensitive), now) }
    guard earlier.marketing != present.marketing else { return }
    if present.marketing != .authorized { try withdrawMarketing(of: app, now) }
    try followMarketing(of: id, now)
    // Says that there is something new to be asked for; what an event carries is the app's own authorization.
    if old.authorization == new.authorization {
      try keep(Event(time: now.wall, kind: .authorization, authorization: new.authorization), app: id)
    }
  }

  /// What is on screen goes, and what waits for it; the entries stay.
  func takeBannersAway(of app: AppID, _ why: String, _ now: Moment) throws {
    for banner in [BannerState.heldBack, .waiting, .onScreen] {
      for var record in try store.records(banner: banner, app: app, limit: .max) {
        takeAway(&record)
        if record.state == .held { record.state = .delivered }
        record.until = nil
        restoring.remove(record.id)
        try store.update(record)
        try decide(record.id, QuietDelivery.name, "quiet", why, now)
        changed.insert(record.id)
      }
    }
    summaries.remove(summaries.due[app]?.ids ?? [], of: app)
    try takeDownSummary(of: app)
  }
}
