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
    // What they spoke for went with the process.
    for row in try store.bannersShown() {
      if case .summary(let app) = row.subject { live.summaries.inherit(app) }
    }
    for app in try store.apps() { live.backlog.followLater(app.id) }
    try reviewHeld(now)
  }

  /// Brings an app's notifications in line with its settings, a share of them at a time: the configuration may be
  /// another than that by which an earlier process accepted and showed them.
  func followSettings(of app: AppRecord, _ now: Moment) throws {
    try followConsent(of: app, now)
    let settings = settings(of: app)
    // Answered by the configuration meanwhile, rather than by the person.
    if app.question != nil, settings.authorization != .notDetermined {
      try announce(settings.authorization, of: app.id, now)
    }
    if !settings.banners {
      try takeBannersAway(of: app.id, .bannersAreSwitchedOff, now)
    } else if settings.authorization == .provisional {
      try takeBannersAway(of: app.id, .isOnProbation, now)
    }
    try withdrawMarketing(of: app.id, now)
    try withdrawRatingPrompts(of: app.id, now)
  }
}
