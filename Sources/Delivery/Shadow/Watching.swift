import Guidelines
package import NotificationModel
package import Wording

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

  package func setFrontMode(_ mode: FrontMode) throws(Refusal) {
    try call {
      if let file = live.policy.frontLockedBy { throw Refusal.locked(nil, setting: "Front/Mode", by: file) }
      try store.set(Switches.Name.frontMode, to: mode.rawValue)
      live.switches.setFrontMode(mode)
    }
  }

  /// A notification passed by. `isVouchedFor`: more than its own word says that it is of this app.
  package func watch(_ request: NotificationRequest, isVouchedFor: Bool, now: Moment) throws(Refusal) {
    try call(at: now) {
      let request = PlainText.cleaned(request)
      guard frontMode == .watch, RequestFault.first(in: request) == nil else { return }
      let app = try self.app(request.app, now)
      let settings = live.policy.settings(
        of: app.id, chosen: app.chosen, builtIn: AppSettings(authorization: live.policy.front.consent))
      var watched = WatchedNotification(
        app: app.id, isVouchedFor: isVouchedFor, time: now.wall, title: request.title, body: request.body)
      if !Consent.isDenied(settings) {
        judge(request, settings, &watched, now)
      }
      try store.insert(watched)
    }
  }

  /// The server says that it shows the one with this number no more, or its app has taken it back.
  package func watchedClosed(_ number: OpaqueName, now: Moment) {
    live.watched.closed(number, now: now.uptime)
  }

  private func judge(
    _ request: NotificationRequest, _ settings: EffectiveSettings, _ watched: inout WatchedNotification,
    _ now: Moment
  ) {
    let existing = live.watched.existing(for: request, now: now.uptime)
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
      NotificationRecord(
        request: request, state: .delivered, outcome: judgement.outcome, posted: now.wall, unread: true),
      now: now.uptime)
    watched.outcome = judgement.outcome
    watched.isMerged = judgement.folding != .none
    watched.isTooFast = judgement.joinsSummary
    watched.isHidden = HiddenPreviews.areHidden(request, previews: settings.previews, locked: isLocked)
    watched.decisions = judgement.decisions
    if watched.isHidden {
      watched.decisions.append(
        HiddenPreviews.form(of: request, settings: settings, locked: isLocked, by: situation.lockHolders))
    }
  }

  // MARK: The report

  /// The mode, why nothing can be watched, and how many are kept.
  package func front() throws(Refusal) -> (mode: FrontMode, fault: String?, watched: Int) {
    try query {
      let watched = try store.watchedApps(limit: Limits.watchedApps).reduce(0) { $0 + $1.posted }
      let fault = diagnosis.findings[.front].flatMap { $0.verdict == .missing ? $0 : nil }
      return (frontMode, frontMode == .watch ? fault?.text : nil, watched)
    }
  }

  /// By app, those with the most first.
  package func watchedApps() throws(Refusal) -> [WatchedApp] {
    try query {
      try store.watchedApps(limit: Limits.watchedApps).map { app in
        var app = app
        app.name = name(of: app.app)
        return app
      }
    }
  }

  /// The newest first. While the screen is locked without what they say.
  package func watched(app: AppID?, before id: Int64?, limit: Int, told: Wording)
    throws(Refusal) -> [WatchedEntry]
  {
    try query {
      try store.watched(app: app, before: id, limit: limit).map { watched in
        WatchedEntry(
          id: watched.id, app: watched.app, time: watched.time,
          outcome: watched.outcome?.rawValue ?? WatchedEntry.denied, title: isLocked ? nil : watched.title,
          body: isLocked ? nil : watched.body,
          decisions: watched.decisions.map { told.decision($0, at: watched.time, in: zones.local) })
      }
    }
  }

  /// All of it; returns how many there were.
  package func forgetWatched() throws(Refusal) -> Int {
    try call {
      let gone = try store.removeWatched(before: nil, rows: 0)
      live.watched = RecentlyWatched()
      if gone > 0 { health.erased() }
      return gone
    }
  }
}
