import Guidelines
package import NotificationModel

// Shadow mode: what other programs post to another server is judged as if it had been posted here.
//
// Invariant: nothing here touches the list, a count, a banner, or what anything that is posted here is judged by.

extension DeliveryEngine {
  /// What is done about the desktop's own notification interface: locked by the administrator, over the person's choice,
  /// over the files.
  package var frontMode: FrontMode {
    guard live.policy.frontLockedBy == nil else { return live.policy.front.mode }
    return live.switches.frontMode ?? live.policy.front.mode
  }

  /// With the mode as it holds.
  package var frontPolicy: FrontPolicy {
    var policy = live.policy.front
    policy.mode = frontMode
    return policy
  }

  package var limits: RateLimits { live.policy.limits }

  package func setFrontMode(_ mode: FrontMode) throws(Refusal) {
    try call {
      if let file = live.policy.frontLockedBy { throw Refusal.locked(nil, setting: "Front/Mode", by: file) }
      try store.set(Switches.Name.frontMode, to: mode.rawValue)
      live.switches.setFrontMode(mode)
    }
  }

  /// A notification passed by. While storing fails it is not watched: what cannot be stored would spoil what others
  /// post.
  package func watch(_ post: WatchedPost, now: Moment) throws(Refusal) {
    guard health.fault == nil, health.spoiled == nil else { return watchedDropped(1) }
    try call(at: now) {
      guard frontMode == .watch else { return }
      var post = post
      post.request = PlainText.cleaned(post.request)
      guard RequestFault.first(in: post.request) == nil else { return watchedDropped(1) }
      let app = try self.app(post.request.app, now)
      let settings = live.policy.settings(
        of: app.id, chosen: app.chosen, builtIn: AppSettings(authorization: live.policy.front.consent))
      var watched = WatchedNotification(
        app: app.id, isVouchedFor: post.isVouchedFor, time: now.wall, title: post.request.title,
        body: post.request.body)
      if !Consent.isDenied(settings) {
        judge(post, settings, &watched, now)
      }
      try store.insert(watched)
      live.watchedSincePrune += 1
    }
  }

  /// The server says that it shows the one with this number no more, or its app has taken it back.
  package func watchedClosed(_ number: UInt32, now: Moment) {
    live.watched.closed(number, now: now.uptime)
  }

  /// There is another server, or none.
  package func watchedServerChanged(now: Moment) { live.watched.closedAll(now: now.uptime) }

  /// So many passed by unseen.
  package func watchedDropped(_ count: Int) { tally.drop(count) }

  /// Whoever wants nothing watched wants nothing remembered either, but what is stored.
  func forgetUnlessWatching() {
    if frontMode != .watch, !live.watched.isEmpty { forgetRecentlyWatched() }
  }

  func forgetRecentlyWatched() { live.watched = RecentlyWatched() }

  /// Removes what is old and what is beyond the newest, some of it at a time: once an hour, and after so many more.
  func pruneWatched(before time: Timestamp, isDue: Bool, limit: Int) throws {
    let often = 256
    guard isDue || live.watchedSincePrune >= often else { return }
    let gone = try store.removeWatched(before: time, rows: live.policy.limits.historyRows, limit: limit)
    if gone > 0 { health.erased() }
    live.watchedSincePrune = gone < limit ? 0 : often
  }

  private func judge(
    _ post: WatchedPost, _ settings: EffectiveSettings, _ watched: inout WatchedNotification, _ now: Moment
  ) {
    let request = post.request
    let existing = live.watched.existing(for: post, now: now.uptime)
    var situation = situation(of: request.app, settings, existing: existing, pace: live.watched.pace, now)
    // Whoever it was posted to is there; and what a claimed name has in front is another's window.
    situation.server = .reachable
    situation.summaryToCome = nil
    if !watched.isVouchedFor { situation.foreground = .background }
    let judgement = Guidelines.judge(request, in: situation)
    if judgement.alert == .now {
      let lane = AlertLane(of: request, level: judgement.level, in: situation)
      live.watched.pace.alerted(request.app, lane, live.policy.limits, now: now.uptime)
    }
    live.watched.note(
      post,
      NotificationRecord(
        request: request, state: .delivered, outcome: judgement.outcome, posted: now.wall, unread: true),
      now: now.uptime)
    watched.outcome = judgement.outcome
    // What its app has replaced is one without us, too.
    watched.isMerged = judgement.folding != .none && !post.replaces
    watched.isTooFast = judgement.joinsSummary
    watched.isHidden = HiddenPreviews.areHidden(request, previews: settings.previews, locked: isLocked)
    watched.decisions = judgement.decisions
    if watched.isHidden {
      watched.decisions.append(
        HiddenPreviews.form(of: request, settings: settings, locked: isLocked, by: situation.lockHolders))
    }
  }
}
