import NotificationModel

// Room for apps that are heard of for the first time. Inventing names must neither fill the disk nor shut anybody out
// whom more than their own word vouches for, or the person allows: invented ones share a part of the room, and there
// the oldest that have left nothing make room for the next.

struct AppRoom {
  private(set) var taken = 0

  init(taken: Int = 0) { self.taken = taken }
  mutating func take() { taken += 1 }
  mutating func free(_ count: Int) { taken -= count }
}

extension DeliveryEngine {
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
}
