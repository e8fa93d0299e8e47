import Guidelines
import NotificationModel

/// Makes what is stored and shown follow what has changed: settings, clocks, the end of what held something. Where one
/// transaction has no time for all of it, the next ones go on (`Backlog`).
final class Following: Stage {
  let context: Context
  let entries: Entries
  let holding: Holding

  init(_ context: Context, _ entries: Entries, _ holding: Holding) {
    self.context = context
    self.entries = entries
    self.holding = holding
  }

  /// Whether the next transaction goes on at once with what this one had no time for.
  var hasMoreWork: Bool {
    !backlog.isEmpty || !screenChanges.isEmpty || !inbox.isEmpty || backlog.isRescheduling
      || share.leavesWork
  }

  /// Whether something is to be done before anything is given to the server again.
  var hasWorkBeforeShowing: Bool { backlog.hasErrands || !screenChanges.isEmpty || !inbox.isEmpty }

  /// Looks at everything that is held back, app by app: what nothing holds any more is shown, the rest gets its new
  /// end. Where there is no room for all of it, later transactions go on.
  func reviewHeld(_ now: Moment) throws { try review(try banners.appsHeldBack(), now) }

  func review(_ apps: [AppID], _ now: Moment) throws {
    backlog.reviewLater(apps)
    try continueBacklog(now)
  }

  /// Does what there is room for of what is put off.
  func continueBacklog(_ now: Moment) throws {
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
  func catchUpFully(_ app: AppID, _ now: Moment) throws {
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
      try withdrawRatingPrompts(of: app, now)
    } else if backlog.popUnfollowed(app) {
      try followSettings(of: try apps.app(app, now), now)
    } else if backlog[reviewOf: app] != nil {
      try holding.reviewSome(of: app, now)
      // Missed notifications that are still to be looked up count too, so this waits until the lookup is done.
      let looksUp = missedNotice.lookedUpTo != nil && canTellMissed(now)
      if !backlog.isReviewing, !looksUp { try holding.releaseMissedWhileFew(now) }
    }
  }

  private func run(_ kind: ErrandKind, _ id: NotificationID, _ now: Moment) throws {
    guard let record = try store.record(id) else { return }
    switch kind {
    case .summarised: try holding.announcedByAnother(record, SummaryText.ruling, now)
    case .missed: try holding.announcedByAnother(record, MissedAlerts.ruling, now)
    case .unspoken: try holding.showOwnBanner(record, now)
    case .explain(let decision): try entries.decide(id, decision, now)
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
      try entries.update(record)
      try entries.decide(
        record.id, Ruling(Schedule.name, .rescheduled, .rescheduled, .time(reconsidered)), now)
    }
  }

  /// Follows a step of the person's clock against the one that never makes any, before anything is counted anew.
  func followClock(_ now: Moment) throws {
    guard let step = timing.popStep(now) else { return }
    entries.forgetRecentJudgement()
    if let until = preferences.doNotDisturbUntil, Timing.wasClockWrong(step) {
      try setDoNotDisturb(.on(until: until.advanced(byMilliseconds: step)))
    }
    if Timing.wasClockWrong(step) { try apps.moveChoiceEnds(byMilliseconds: step, now) }
    try reschedule(now, step: step)
  }

  func switchDoNotDisturb(_ doNotDisturb: DoNotDisturb, _ now: Moment) throws {
    try setDoNotDisturb(doNotDisturb)
    try reviewHeld(now)
  }

  /// Ends apps' requests for quiet: the app took its request back or is gone, or the person ends it.
  func endInhibitions(_ now: Moment, where isOver: (Inhibitor) -> Bool) throws {
    guard inhibitors.all.contains(where: isOver) else { return }
    let wasLast = inhibitors.remove(where: isOver)
    outbox.add(.changed([]))
    if wasLast { try reviewHeld(now) }
  }

  private func setDoNotDisturb(_ doNotDisturb: DoNotDisturb) throws {
    try preferences.setDoNotDisturb(doNotDisturb)
    outbox.add(.changed([]))
  }

  // MARK: On screen

  /// Shows the banners of an app again, their previews being otherwise.
  func refresh(app: AppID) throws {
    try banners.markStale(app)
    transient.end(of: app)
    screenChanges.add(.refresh)
    // New to the screen, and on its way there: no row says so yet.
    guard let asked = server.outstanding?.asked, asked.app == app, Question(asked.subject) == nil
    else { return }
    let surroundings = banners.surroundings()
    try banners.transition(asked.subject, of: app) { $0.redact(surroundings) }
  }

  /// Removes passing banners that were shown by settings which no longer hold.
  func reviewTransient(_ now: Moment) throws {
    for banner in transient.shown {
      let settings = apps.settings(of: try apps.app(banner.request.app, now), for: banner.request)
      if !settings.showsBanners || banner.shown?.previews != settings.previews {
        transient.over(transient.remove(banner.number), .expired)
      }
    }
  }
}

extension Following {
  /// What time has brought: triggers that fire, notifications that expire, the end of Do Not Disturb.
  func runSchedule(_ now: Moment) throws {
    try followClock(now)
    if let until = preferences.doNotDisturbUntil, until <= now.wall {
      try switchDoNotDisturb(.off, now)
    }
    try endTimedChoices(now)
    try releaseDue(now)
    // What is due may be due at another time, as soon as that is worked out.
    guard !backlog.isRescheduling, let deadline = timing.deadline, deadline <= now.wall else {
      return
    }
    let expired = try store.expired(by: now.wall, limit: share.left)
    try entries.end(expired, .expired, because: .expiredUnread, now)
    share.use(expired.count)
    for record in try store.due(by: now.wall, limit: share.left) {
      // It comes after what is put off about its app.
      while !share.isUsedUp, backlog.isBehind(record.request.app) {
        try catchUp(record.request.app, now)
      }
      guard !share.isUsedUp else { break }
      // That may have ended it.
      guard let record = try store.record(record.id), record.state == .scheduled else { continue }
      try holding.fire(record, now)
      share.use(1)
    }
    if share.isUsedUp { share.leaveWork() }
  }

  /// The end of quiet hours, and the time of the summary.
  private func releaseDue(_ now: Moment) throws {
    if let release = timing.release, release <= now.wall, !backlog.isReviewing {
      try reviewHeld(now)
    }
  }
}
