import Guidelines
import NotificationModel

// What is put off (`Backlog`) is done, as much as one transaction has time for.

extension DeliveryEngine {
  /// How many rows one transaction changes of the engine's own accord. A hundred take some ten milliseconds, which is
  /// how long everybody else then waits.
  package static let rowsPerTransaction = 100

  /// Whether the next transaction goes on at once with what this one had no time for.
  var goesOn: Bool {
    !backlog.isEmpty || !screenChanges.isEmpty || !inbox.isEmpty || backlog.isRescheduling
      || share.leavesWork
  }

  /// Whether something is to be done before anything is given to the server again.
  var mustGoOnFirst: Bool { backlog.hasErrands || !screenChanges.isEmpty || !inbox.isEmpty }

  /// Looks at everything that is held back, app by app: what nothing holds any more is shown, the rest gets its new
  /// end. Where there is no room for all of it, later transactions go on.
  func reviewHeld(_ now: Moment) throws { try review(try store.appsHeldBack(), now) }

  func review(_ apps: [AppID], _ now: Moment) throws {
    backlog.reviewLater(apps)
    try goOn(now)
  }

  /// Does what there is room for of what is put off.
  func goOn(_ now: Moment) throws {
    try rescheduleSome(now)
    while !share.isUsedUp {
      if let (kind, id) = backlog.nextErrand() {
        share.use(1)
        try run(kind, id, now)
      } else if let app = backlog.next {
        try catchUp(app, now)
        // What is looked up about an app costs as much as some rows.
        share.use(5)
      } else {
        break
      }
    }
  }

  /// Does all that is put off about an app, however much of the share is left: what is posted now comes after it, and
  /// is judged beside it.
  func catchUpWhole(_ app: AppID, _ now: Moment) throws {
    while backlog.isBehind(app) {
      share.refill()
      try catchUp(app, now)
    }
  }

  /// Does what there is room for of one of the things that are put off about an app.
  func catchUp(_ app: AppID, _ now: Moment) throws {
    while !share.isUsedUp, let (kind, id) = backlog.nextErrand(of: app) {
      share.use(1)
      try run(kind, id, now)
    }
    guard !share.isUsedUp else { return }
    if let earlier = backlog.popReconfigured(app) {
      try follow(app, from: earlier, now)
      if apps.settings(ofListed: try apps.app(app, now)).showsBanners { try refresh(app: app) }
      try withdrawRatingPrompts(of: app, now)
    } else if backlog.popUnfollowed(app) {
      try followSettings(of: try apps.app(app, now), now)
    } else if backlog[reviewOf: app] != nil {
      try reviewSome(of: app, now)
    }
  }

  private func run(_ kind: ErrandKind, _ id: NotificationID, _ now: Moment) throws {
    guard let record = try store.record(id) else { return }
    switch kind {
    case .summarised: try summarised(record, now)
    case .unspoken: try showAlone(record, now)
    case .explain(let decision): try decide(id, decision, now)
    }
  }

  /// Computes anew when what is scheduled comes, the clock having been moved by so many milliseconds. Where there is
  /// no room for all of it, later transactions go on, and nothing fires until then.
  func reschedule(_ now: Moment, step: Int64) throws {
    try followLocalTime(now)
    // Each step is followed from where the one before has led.
    while backlog.isRescheduling {
      share.refill()
      try rescheduleSome(now)
    }
    backlog.reschedule(try store.scheduledIDs(), step: step)
    try rescheduleSome(now)
  }

  /// The clocks show other times than before: they were put back, or the zone has changed.
  private func followLocalTime(_ now: Moment) throws {
    timing.forgetLocalTime()
    try reviewHeld(now)
  }

  private func rescheduleSome(_ now: Moment) throws {
    while !share.isUsedUp, let (step, id) = backlog.nextToReschedule() {
      share.use(1)
      guard var record = try store.record(id), record.state == .scheduled, let due = record.due else {
        continue
      }
      let reconsidered =
        record.request.trigger.map {
          Timetable($0, in: timing.zones).reconsidered(
            due: due, fired: record.fired, now: now.wall, step: step)
        } ?? (Timing.wasClockWrong(step) ? due.advanced(byMilliseconds: step) : due)
      guard reconsidered != due else { continue }
      record.due = reconsidered
      record.awaitsZone = false
      if record.request.trigger != nil { record.expires = timing.expiry(record.request, due: reconsidered) }
      try update(record)
      try decide(record.id, Ruling(Schedule.name, .rescheduled, .rescheduled, .time(reconsidered)), now)
    }
  }
}
