package import NotificationModel
package import Wording

// What was watched, as the person is told of it. Names that nobody vouches for may say anything, and so they are not
// told while the screen is locked, no more than texts are.

/// How the watching stands.
package struct FrontStatus: Hashable, Sendable {
  package var mode: FrontMode
  /// Why nothing can be watched, where that is wanted.
  package var fault: String?
  /// How many are kept.
  package var watched: Int
  /// How many passed by unseen since the start, or since all was forgotten.
  package var dropped: Int
}

extension DeliveryEngine {
  package func front(_ wording: Wording = .english) throws(Refusal) -> FrontStatus {
    try query {
      FrontStatus(
        mode: frontMode, fault: frontMode == .watch ? diagnosis.fault(of: .front, wording) : nil,
        watched: try store.watchedCount(app: nil), dropped: tally.dropped)
    }
  }

  /// What holds for what comes by the desktop's own interface, and who has fixed that.
  package var frontTerms: FrontReport {
    var report = FrontReport(mode: frontMode.rawValue)
    report.lockedBy = preferences.policy.frontLockedBy
    report.store = preferences.policy.front.store
    report.keepDays = preferences.policy.keepDays
    return report
  }

  /// By app, those with the most first.
  package func watchedApps() throws(Refusal) -> [WatchedApp] {
    try query {
      let watched = try store.watchedApps(limit: Limits.watchedApps)
      let shown = attention.isLocked ? WatchedApp.withoutClaims(watched) : watched
      return shown.map { app in
        var app = app
        app.name = apps.name(of: app.app, claiming: app.name)
        return app
      }
    }
  }

  /// The newest first. `texts`: with what they say, but not while the screen is locked.
  package func watched(app: AppID?, before id: Int64?, limit: Int, texts: Bool = true, told: Wording)
    throws(Refusal) -> [WatchedEntry]
  {
    try query {
      let areTextsTold = texts && !attention.isLocked
      return try store.watched(app: app, before: id, limit: limit).map { watched in
        let isNameHidden = attention.isLocked && !watched.isVouchedFor
        let decisions =
          isNameHidden ? watched.decisions.map { $0.withoutName(watched.app.text) } : watched.decisions
        return WatchedEntry(
          id: watched.id, app: isNameHidden ? .unknown : watched.app, time: watched.time,
          outcome: watched.outcome?.rawValue ?? WatchedEntry.denied,
          title: areTextsTold ? watched.title : nil, body: areTextsTold ? watched.body : nil,
          decisions: decisions.map { told.decision($0, at: watched.time, in: timing.zones.local) })
      }
    }
  }

  /// All of it; returns how many there were.
  package func forgetWatched() throws(Refusal) -> Int {
    try call {
      let gone = try store.forgetWatched(app: nil, limit: .max)
      forgetRecentlyWatched()
      tally.forgetDropped()
      if gone > 0 { health.erased() }
      return gone
    }
  }
}

extension WatchedApp {
  /// Those that nobody vouches for as one.
  fileprivate static func withoutClaims(_ apps: [WatchedApp]) -> [WatchedApp] {
    let claimed = apps.filter { !$0.isVouchedFor }
    guard var sum = claimed.first else { return apps }
    (sum.app, sum.name) = (.unknown, AppID.unknown.text)
    for app in claimed.dropFirst() { sum.add(app) }
    let place = apps.filter { $0.isVouchedFor && $0.posted >= sum.posted }.count
    var shown = apps.filter(\.isVouchedFor)
    shown.insert(sum, at: place)
    return shown
  }

  private mutating func add(_ other: WatchedApp) {
    posted += other.posted
    merged += other.merged
    held += other.held
    hidden += other.hidden
    quiet += other.quiet
    tooFast += other.tooFast
    awaitingConsent += other.awaitingConsent
    denied += other.denied
    since = min(since, other.since)
  }
}
