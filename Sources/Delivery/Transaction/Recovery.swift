import Guidelines
import NotificationModel
import Records
import Store

extension DeliveryEngine {
  /// Invariant: after a start no banner is handed over, and every other is as its last commit left it.
  func recover(_ now: Moment) throws {
    try timing.recover(now)
    try banners.recover()
    try apps.recover()
    try scripts.recover()
    // Read the count first, so that damage to the database is met before any call is answered.
    _ = try store.unreadCount(app: nil)
    try preferences.read()
    try quiet.read()
    try context.acquaintances.read()
    try server.readCapabilities()
    try context.frontNumbers.recover()
    try context.passing.recover()
    try questions.recover()
    showing.inheritLock()
    var unanswered = 0
    for row in try banners.underWay() {
      if case .handedOver = row.phase, row.phase?.shown == nil { unanswered += 1 }
      let surroundings = banners.surroundings()
      try banners.transition(row) { $0.recover(surroundings) }
      guard case .handedOver = row.phase, case .notification(let id) = row.subject,
        try store.record(id) != nil
      else { continue }
      try entries.decide(id, Ruling(ServerAnswer.name, .retried, .stoppedMeanwhile), now)
    }
    try context.leftOnScreen.recover(unanswered: unanswered)
    for record in try store.numberedRecords(limit: EndedCallers.most) {
      if let link = record.link?.desktop { context.endedCallers.posted(record.request, by: link.caller) }
    }
    try joint.recover()
    try showing.recoverWorkUnderWay(now)
    try showing.personReturned()
    for row in try banners.onScreen() {
      if case .notification(let id) = row.subject, row.app == .shell { context.listeners.silence(id) }
      guard try isOutdated(row, now) else { continue }
      let surroundings = banners.surroundings()
      try banners.transition(row) { $0.redact(surroundings) }
    }
    for app in try store.apps() { backlog.followLater(app.id) }
    try reconciling.applyClockStep(now)
    try reconciling.reviewHeld(now)
  }

  /// Whether the banner was shown by another preview setting than holds now: the configuration changed while no process
  /// ran, or while it could not be stored.
  private func isOutdated(_ row: BannerRow, _ now: Moment) throws -> Bool {
    guard let shown = row.phase?.shown, Question(row.subject) == nil, row.subject != .missed else {
      return false
    }
    return shown.previews != apps.settings(of: try apps.app(row.app, now)).previews
  }
}
