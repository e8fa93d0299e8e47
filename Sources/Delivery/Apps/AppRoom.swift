import NotificationModel

// Room for apps that are heard of for the first time. Inventing names must neither fill the disk nor shut anybody out
// whom more than their own word vouches for, or the person allows: invented ones share a part of the room, and there
// the oldest that have left nothing make room for the next.

extension DeliveryEngine {
  /// Every look asks the desktop about as many names.
  private static let idleAppsAtOnce = 256
  private static let millisecondsBetweenLooks: Int64 = 1_000

  /// Remembers an app that is new. `isVouchedFor`: by more than its own word; the person's counts.
  func remember(_ app: AppRecord, isVouchedFor: Bool, _ now: Moment) throws {
    guard appCache[app.id] == nil else { return }
    let limit = isVouchedFor ? Limits.apps : Limits.unvouchedApps
    if live.appCount >= limit { try forgetIdleApps(now) }
    guard live.appCount < limit else {
      throw Refusal.quotaExceeded(
        quota: "apps", limit: limit, retryAfterMilliseconds: nil,
        why: "Too many apps have no desktop entry and no sandbox to vouch for them. "
          + "Install one, or let the person say: bellhop allow \(app.id).")
    }
    live.appCount += 1
    try save(app)
  }

  private func forgetIdleApps(_ now: Moment) throws {
    if let lastLookForIdleApps,
      now.uptime < lastLookForIdleApps.advanced(byMilliseconds: Self.millisecondsBetweenLooks)
    {
      return
    }
    lastLookForIdleApps = now.uptime
    let idle = try store.idleApps(limit: Self.idleAppsAtOnce).filter { directory.name(of: $0) == nil }
    for app in idle {
      try store.forget(app)
      appCache[app] = nil
      live.backlog.forget(app)
    }
    live.appCount -= idle.count
    live.questions.forget(Set(idle))
  }
}
