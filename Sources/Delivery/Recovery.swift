import Guidelines
import NotificationModel

extension DeliveryEngine {
  /// Invariant: after a start no banner is handed over, and every other is as its last commit left it.
  func recover(_ now: Moment) throws {
    live.places = PlaceNumbers(after: try store.lastPlaceNumber())
    live.appRoom = AppRoom(taken: try store.apps().count)
    // Damage to what is counted is better met before anybody is answered.
    _ = try store.unreadCount(app: nil)
    try live.switches.read(from: store)
    live.frontNumbers = FrontNumbers(
      after: try store.value(Switches.Name.frontNumber).flatMap { UInt32($0) } ?? FrontNumbers.first,
      areInUse: !(try store.numberedRecords(limit: 1).isEmpty))
    live.questions = try QuestionQueue(from: store)
    inheritLock()
    for row in try store.bannersUnderWay() {
      let surroundings = surroundings()
      try happen(to: row) { $0.recover(surroundings) }
      guard case .handedOver = row.phase, case .notification(let id) = row.subject,
        try store.record(id) != nil
      else { continue }
      try decide(id, Ruling(ServerAnswer.name, .retried, .stoppedMeanwhile), now)
    }
    for row in try store.bannersShown() {
      // What they spoke for went with the process.
      if case .summary(let app) = row.subject { live.summaries.inherit(app) }
      guard try isOutdated(row, now) else { continue }
      let surroundings = surroundings()
      try happen(to: row) { $0.refresh(redacts: true, surroundings) }
    }
    for app in try store.apps() { live.backlog.followLater(app.id) }
    try reviewHeld(now)
  }

  /// Whether what it shows was decided by another setting than holds now: the configuration changed while no process was
  /// there, or none could store it.
  private func isOutdated(_ row: BannerRow, _ now: Moment) throws -> Bool {
    guard let shown = row.phase?.shown, Question(row.subject) == nil else { return false }
    return shown.previews != settings(of: try app(row.app, now)).previews
  }
}
