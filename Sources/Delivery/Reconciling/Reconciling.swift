import Guidelines
import NotificationModel

/// Brings stored and shown notifications in line with changed settings and clocks, and releases held ones. Work that
/// does not fit in one transaction goes on in the next (`Backlog`).
final class Reconciling: Stage {
  let context: Context
  let entries: Entries
  let holding: Holding

  init(_ context: Context, _ entries: Entries, _ holding: Holding) {
    self.context = context
    self.entries = entries
    self.holding = holding
  }

  /// Whether the next transaction begins at once, with work left by this one.
  var hasMoreWork: Bool {
    !backlog.isEmpty || !screenChanges.isEmpty || !inbox.isEmpty || backlog.isRescheduling
      || share.leavesWork
  }

  /// Whether work is left that comes before the next banner.
  var hasWorkBeforeShowing: Bool { backlog.hasErrands || !screenChanges.isEmpty || !inbox.isEmpty }

  /// Judges all held notifications again, app by app: shows those that nothing holds any more, and gives the others
  /// their new end. Later transactions go on with the rest.
  func reviewHeld(_ now: Moment) throws { try review(try banners.appsHeldBack(), now) }

  func review(_ apps: [AppID], _ now: Moment) throws {
    backlog.reviewLater(apps)
    try continueBacklog(now)
  }

  /// Does as much of the backlog as this transaction's share of work allows.
  func continueBacklog(_ now: Moment) throws {
    try rescheduleSome(now)
    while !share.isUsedUp {
      if let errand = backlog.nextErrand() {
        try run(errand, now)
      } else if let app = backlog.next {
        try catchUp(app, now)
        // Looking up an app costs as much as some rows.
        share.use(5)
      } else {
        break
      }
    }
  }

  /// Does all of an app's backlog at once, beyond the share of work: the app's new post must be judged after it.
  func catchUpFully(_ app: AppID, _ now: Moment) throws {
    while backlog.isBehind(app) {
      share.refill()
      try catchUp(app, now)
    }
  }

  /// Does one part of an app's backlog, as far as the share of work allows.
  func catchUp(_ app: AppID, _ now: Moment) throws {
    while !share.isUsedUp, let errand = backlog.nextErrand(of: app) { try run(errand, now) }
    guard !share.isUsedUp else { return }
    if let earlier = backlog.popReconfigured(app) {
      try applyPermissions(of: app, from: earlier, now)
      try withdrawRatingPrompts(of: app, now)
    } else if backlog.popUnfollowed(app) {
      try applySettings(of: try apps.app(app, now), now)
    } else if backlog[reviewOf: app] != nil {
      try holding.reviewSome(of: app, now)
      // Wait until all missed notifications have been looked up, because they count too.
      let looksUp = joint.lookedUpTo != nil && canTellMissed(now)
      if !backlog.isReviewing, !looksUp { try holding.releaseMissedWhileFew(now) }
    }
  }

  /// Runs an errand as far as the share of work allows.
  private func run(_ errand: Errand, _ now: Moment) throws {
    let limit = share.left
    switch errand {
    case .joint(let banner, let app, let round, let isShown):
      let records = try store.untold(by: banner, of: app, round: round, limit: limit)
      for record in records {
        if isShown {
          try holding.told(record, by: banner, round: round, now)
        } else {
          try holding.showOwnBanner(record, now)
        }
      }
      share.use(records.count)
      if records.count < limit { backlog.replace(errand, with: nil) }
    case .tellAgain(let banner, let app, let round):
      let records = try store.told(by: banner, of: app, round: round, limit: limit)
      for record in records { try holding.tellAgain(record, by: banner, round: round, now) }
      share.use(records.count)
      guard records.count < limit else { return }
      backlog.replace(errand, with: nil)
      try joint.isToBeTold(banner, of: app, after: round)
    case .explain(let ruling, let ids):
      for id in ids.prefix(limit) where try store.record(id) != nil { try entries.decide(id, ruling, now) }
      share.use(min(limit, ids.count))
      backlog.replace(errand, with: ids.count > limit ? .explain(ruling, ids.dropFirst(limit)) : nil)
    }
  }

  /// Computes the due times of scheduled notifications anew after the clock moved by `step` milliseconds. Later
  /// transactions go on with the rest, and nothing fires until they are done.
  func reschedule(_ now: Moment, step: Int64) throws {
    try applyLocalTime(now)
    // An earlier step is applied in full before the next one.
    while backlog.isRescheduling {
      share.refill()
      try rescheduleSome(now)
    }
    backlog.reschedule(try store.scheduledIDs(), step: step)
    try rescheduleSome(now)
  }

  /// Local times changed: the clock was set, or the time zone changed.
  private func applyLocalTime(_ now: Moment) throws {
    timing.forgetLocalTime()
    quiet.forgetLocalTime()
    try reviewHeld(now)
  }

  private func rescheduleSome(_ now: Moment) throws {
    while !share.isUsedUp, let (step, id) = backlog.nextToReschedule() {
      share.use(1)
      guard var record = try store.record(id), record.state == .scheduled, let due = record.life.due else {
        continue
      }
      let end =
        record.request.trigger.map { trigger in
          trigger.end(
            Timetable(trigger, in: timing.zones).reconsidered(
              due: due.time, fired: due.fired, now: now.wall))
        } ?? (Timing.wasClockWrong(step) ? due.end.corrected(byMilliseconds: step) : due.end)
      // A lapse has moved with the clock already.
      guard end != due.end || due.end.isLapse && step != 0 else { continue }
      let expiry = record.isSnoozed ? record.expiry : timing.expiry(record.request, from: end)
      try entries.apply(
        .rescheduled(due.moved(to: end), expiry), to: &record,
        because: Ruling(Schedule.name, .rescheduled, .rescheduled, .time(end.time)), now)
    }
  }

  /// Applies a step of the person's clock, measured against the clock that never steps, before any times are compared.
  func applyClockStep(_ now: Moment) throws {
    guard let step = try timing.popStep(now) else { return }
    entries.forgetRecentJudgement()
    try preferences.read()
    try quiet.read()
    try apps.followClock()
    if Timing.wasClockWrong(step) {
      try quiet.correctEnd(byMilliseconds: step)
      try preferences.correctFrontEnd(byMilliseconds: step)
      try apps.correctChoiceEnds(byMilliseconds: step, now)
    }
    try reschedule(now, step: step)
  }

  /// Tells followers of the list that quiet has begun, changed or ended since the last call, and reviews the held
  /// notifications if some of them may be shown now.
  func followQuiet(_ now: Moment) throws {
    try quiet.endDoNotDisturb(now)
    guard let change = quiet.popChange(now) else { return }
    outbox.add(.changed([]))
    if change == .less { try reviewHeld(now) }
  }

  // MARK: On screen

  /// Shows the banners of an app again, because its preview setting changed.
  func refresh(app: AppID) throws {
    try banners.markStale(app)
    try joint.refreshNotice(naming: app)
    transient.end(of: app)
    screenChanges.add(.refresh)
    // A banner that was handed over for the first time: its row does not say yet that it is shown.
    guard let asked = server.outstanding?.asked, asked.app == app, Question(asked.subject) == nil
    else { return }
    let surroundings = banners.surroundings()
    try banners.transition(asked.subject, of: app) { $0.redact(surroundings) }
  }

  /// Removes transient banners that were shown by earlier settings.
  func reviewTransient(_ now: Moment) throws {
    for banner in transient.shown {
      let settings = apps.settings(of: try apps.app(banner.request.app, now), for: banner.request)
      if !settings.showsBanners || banner.shown?.previews != settings.previews {
        transient.over(transient.remove(banner.number), .expired)
      }
    }
  }
}

extension Reconciling {
  /// Handles times that have come: triggers fire, notifications expire, and quiet, the front and timed choices end.
  func runSchedule(_ now: Moment) throws {
    try followQuiet(now)
    try endFront(now)
    try endTimedChoices(now)
    try releaseDue(now)
    // Due times that are being computed anew may change.
    guard !backlog.isRescheduling, let deadline = timing.deadline, deadline <= now.wall else {
      return
    }
    let expired = try store.expired(by: now.wall, limit: share.left)
    let (passing, others) = (
      expired.filter(\.request.passes), expired.filter { !$0.request.passes }
    )
    for record in passing { try entries.pass(record, now) }
    try entries.end(others, .expired, because: .expiredUnread, now)
    share.use(expired.count)
    for record in try store.due(by: now.wall, limit: share.left) {
      // The app's backlog comes first.
      while !share.isUsedUp, backlog.isBehind(record.request.app) {
        try catchUp(record.request.app, now)
      }
      guard !share.isUsedUp else { break }
      // The backlog may have ended the notification.
      guard let record = try store.record(record.id), record.state == .scheduled else { continue }
      try holding.fire(record, now)
      share.use(1)
    }
    if share.isUsedUp { share.leaveWork() }
    // A count that reaches zero takes the summary along, also where a post comes next.
    try entries.announceBadges(now)
  }

  /// Ends a front for a time. What switching it on has written is taken back by the person's own tool, and the desktop
  /// has that run; where the process ends before, by the next one.
  private func endFront(_ now: Moment) throws {
    if let until = preferences.frontUntil, until <= now.wall { try preferences.endFront(at: now.wall) }
    if preferences.takesFrontBack() { outbox.add(.desktop(.takeFrontBack)) }
  }

  /// Releases held notifications when quiet hours end and when a summary is due.
  private func releaseDue(_ now: Moment) throws {
    if let release = timing.release, release <= now.wall, !backlog.isReviewing {
      try reviewHeld(now)
    }
  }
}
