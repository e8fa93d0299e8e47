import Guidelines
package import NotificationModel

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

  /// `request`: what it posts, or has posted.
  func settings(of app: AppRecord, for request: NotificationRequest? = nil) -> EffectiveSettings {
    settings(of: app, from: request?.origin ?? .native)
  }

  /// What holds for all of an app that is there by now: of one that has only ever come by the desktop's own interface,
  /// what holds there.
  func settings(ofListed app: AppRecord) -> EffectiveSettings {
    settings(of: app, from: app.comesByFront ? Origin(DesktopOrigin()) : .native)
  }

  /// No dock waits for a badge of an app that only comes by the desktop's own interface.
  private func settings(of app: AppRecord, from origin: Origin) -> EffectiveSettings {
    var builtIn = AppSettings(authorization: origin.consent(live.policy.front))
    if app.comesByFront { builtIn.badges = false }
    var settings = live.policy.settings(of: app.id, chosen: app.chosen, builtIn: builtIn)
    // The command line's own app speaks for the person, who need not be asked.
    if app.id == .shell { settings.authorization = .authorized }
    return settings
  }

  /// The name of the app's desktop entry; else its id, which is its own claim.
  func name(of app: AppID) -> String {
    guard let entry = directory.name(of: app) else {
      return app == .shell ? "Bellhop" : app == .system ? "System" : app.text
    }
    let name = PlainText.label(entry)
    return name.isEmpty ? app.text : name
  }

  /// Whether more than the app's own word says what it is called: a desktop entry, or a sandbox.
  func isNameVouchedFor(_ app: AppRecord) -> Bool {
    app.isVerified || app.id == .shell || directory.name(of: app.id) != nil
  }

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
    try save(record)
  }

  /// The app as it is remembered: whether it speaks to us by another door as well, where it asks for consent and has its
  /// badge.
  func followingDoor(_ app: AppRecord, of request: NotificationRequest) throws -> AppRecord {
    var app = app
    if request.origin == .native {
      guard app.comesByFront else { return app }
      app.comesByFront = false
      try save(app)
    } else if knownApps[app.id] == nil {
      app.comesByFront = true
    }
    return app
  }

  /// Whether more than its own word says that there is this app. The shell's is admitted for the person alone.
  package func isVouchedFor(_ app: AppID, _ client: Client) -> Bool {
    // It stands for all who give no name that could be kept, and is one.
    client.verified == app || app == .shell || app == .unknown || directory.name(of: app) != nil
  }

  // MARK: Room

  /// Every look asks the desktop about as many names.
  private static let idleAppsAtOnce = 256
  private static let millisecondsBetweenLooks: Int64 = 1_000

  /// Remembers an app that is new. `isVouchedFor`: by more than its own word; the person's counts.
  func remember(_ app: AppRecord, isVouchedFor: Bool, _ now: Moment) throws {
    guard knownApps[app.id] == nil else { return }
    let limit = isVouchedFor ? Limits.apps : Limits.unvouchedApps
    if live.appRoom.taken >= limit { try forgetIdleApps(now) }
    guard live.appRoom.taken < limit else {
      throw Refusal.quotaExceeded(
        quota: "apps", limit: limit, retryAfterMilliseconds: nil,
        why: "Too many apps have no desktop entry and no sandbox to vouch for them. "
          + "Install one, or let the person say: bellhop allow \(app.id).")
    }
    live.appRoom.take()
    try save(app)
  }

  private func forgetIdleApps(_ now: Moment) throws {
    guard knownApps.mayLookForIdle(every: Self.millisecondsBetweenLooks, now: now.uptime) else { return }
    let idle = try store.idleApps(limit: Self.idleAppsAtOnce).filter { directory.name(of: $0) == nil }
    for app in idle {
      try store.forget(app)
      knownApps.forget(app)
      live.backlog.forget(app)
    }
    live.appRoom.free(idle.count)
    live.questions.forget(Set(idle))
  }

  // MARK: Quotas

  /// Milliseconds until this app may do so again.
  func wait(_ use: Quotas.Use, _ app: AppID, isVouchedFor: Bool, _ now: Moment) -> Int64 {
    live.quotas.wait(use, app, isVouchedFor: isVouchedFor, now: now.uptime)
  }

  func tooMany(_ use: Quotas.Use, isVouchedFor: Bool, wait: Int64) -> Refusal {
    .quotaExceeded(
      quota: use.rawValue, limit: use.burst(live.policy.limits, isVouchedFor: isVouchedFor),
      retryAfterMilliseconds: wait)
  }

  func require(_ use: Quotas.Use, _ app: AppID, isVouchedFor: Bool, _ now: Moment) throws {
    let wait = wait(use, app, isVouchedFor: isVouchedFor, now)
    guard wait == 0 else { throw tooMany(use, isVouchedFor: isVouchedFor, wait: wait) }
  }

  /// Refuses what would be refused whatever it is, before anything is looked up for it.
  func requireAnyUse(_ app: AppID, isVouchedFor: Bool, _ now: Moment) throws {
    guard wait(.repeats, app, isVouchedFor: isVouchedFor, now) > 0 else { return }
    try require(.posts, app, isVouchedFor: isVouchedFor, now)
  }

  /// What can bring the first word of an app costs as much as a post.
  func charge(_ use: Quotas.Use, _ app: AppID, isVouchedFor: Bool, _ now: Moment) throws {
    try require(use, app, isVouchedFor: isVouchedFor, now)
    live.quotas.charge(use, app, isVouchedFor: isVouchedFor, limits: live.policy.limits, now: now.uptime)
  }
}
