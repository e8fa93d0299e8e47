import Guidelines
import NotificationModel

extension DeliveryEngine {
  /// Invariant: after a start no banner is handed over, and every other is as its last commit left it.
  func recover(_ now: Moment) throws {
    try banners.recover()
    try apps.recover()
    // Damage to what is counted is better met before anybody is answered.
    _ = try store.unreadCount(app: nil)
    try preferences.read()
    try frontNumbers.recover()
    try questions.recover()
    showing.inheritLock()
    for row in try store.bannersUnderWay() {
      let surroundings = banners.surroundings()
      try banners.transition(row) { $0.recover(surroundings) }
      guard case .handedOver = row.phase, case .notification(let id) = row.subject,
        try store.record(id) != nil
      else { continue }
      try entries.decide(id, Ruling(ServerAnswer.name, .retried, .stoppedMeanwhile), now)
    }
    for row in try store.bannersShown() {
      // What they spoke for went with the process.
      if case .summary(let app) = row.subject { summaries.inherit(app) }
      guard try isOutdated(row, now) else { continue }
      let surroundings = banners.surroundings()
      try banners.transition(row) { $0.refresh(redacts: true, surroundings) }
    }
    for app in try store.apps() { backlog.followLater(app.id) }
    try following.reviewHeld(now)
  }

  /// Whether what it shows was decided by another setting than holds now: the configuration changed while no process was
  /// there, or none could store it.
  private func isOutdated(_ row: BannerRow, _ now: Moment) throws -> Bool {
    guard let shown = row.phase?.shown, Question(row.subject) == nil else { return false }
    return shown.previews != apps.settings(of: try apps.app(row.app, now)).previews
  }
}
