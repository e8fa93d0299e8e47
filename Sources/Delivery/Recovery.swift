import Guidelines
import NotificationModel

extension DeliveryEngine {
  /// Invariant: after a start no record is handed over, and every other is as its last commit left it.
  func recover(_ now: Moment) throws {
    // What was given a call is not among the others' turns.
    let waiting = try store.records(banner: .waiting, app: nil, limit: 1_000)
    lastTurn = max(Turn.counter(try store.lastTurn()), waiting.map { Turn.counter($0.turn) }.max() ?? 0)
    appCount = try store.apps().count
    switches = try Switches(from: store, bootID: bootID)
    questions = try QuestionQueue(from: store)
    summaries = Summaries(stored: try store.value(Self.summariesOnScreen))
    followedLock = presentLock
    lock.set(isLocked)
    for var record in try store.records(banner: .handedOver, app: nil, limit: 100) {
      try decide(
        record.id, ServerAnswer.name, "retried",
        "The daemon stopped while the server was asked to show it: it may be shown twice.", now)
      record.banner = record.unread ? .waiting : .gone
      try store.update(record)
    }
    for app in try store.apps() { backlog.followLater(app.id) }
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
      try takeBannersAway(of: app.id, "Banners are switched off for this app.", now)
    } else if settings.authorization == .provisional {
      try takeBannersAway(of: app.id, "The app is on probation.", now)
    }
    try withdrawMarketing(of: app.id, now)
    try withdrawRatingPrompts(of: app.id, now)
  }

  /// A server with a memory still shows what an earlier process gave it, but would send presses to that
  /// process: the newest ten of each app are sent once more, without an alert.
  func restore(_ now: Moment) throws {
    var restored: [AppID: Int] = [:]
    let onScreen = try store.records(banner: .onScreen, app: nil, limit: 100_000)
    for var record in onScreen.sorted(by: { $0.id > $1.id }) where record.unread {
      restored[record.request.app, default: 0] += 1
      guard restored[record.request.app, default: 0] <= 10 else { continue }
      record.banner = .waiting
      record.alerts = false
      record.turn = nextTurn()
      restoring.insert(record.id)
      try store.update(record)
    }
  }
}
