import Guidelines
import NotificationModel

// What Do Not Disturb, quiet hours and the summary hold back, and how it gets its turn.

extension DeliveryEngine {
  /// With more than these of one app, one banner says how many.
  static let mostBannersAtRelease = 3

  /// One that was held or waits its turn, as it stands now. `wherever`: wherever its app is, which counts only at
  /// the moment of showing.
  func judgeAgain(_ record: NotificationRecord, wherever: Bool = false, _ now: Moment) throws -> Judgement {
    let app = try self.app(record.request.app, now)
    var situation = situation(of: app.id, settings(of: app), existing: nil, waiting: record, now)
    if wherever { situation.foreground = .background }
    return Guidelines.judgeAgain(record.request, in: situation)
  }

  /// The end of quiet hours, and the time of the summary.
  func releaseDue(_ now: Moment) throws {
    if let release = live.outlook.release, release <= now.wall, !live.backlog.isReviewing {
      try reviewHeld(now)
    }
  }

  /// Looks at everything that is held back, app by app: what nothing holds any more gets its turn, the rest its new
  /// end. Where there is no room for all of it, the turns to come go on.
  func reviewHeld(_ now: Moment) throws { try review(try store.appsHeldBack(), now) }

  func review(_ apps: [AppID], _ now: Moment) throws {
    live.backlog.reviewLater(apps)
    try goOn(now)
  }

  /// As many of one app as there is room for. One banner may be to speak for all of them, and is not shown before
  /// that is known.
  func reviewHeld(of app: AppID, _ now: Moment) throws {
    guard var review = live.backlog[reviewOf: app] else { return }
    var ids = try review.ids ?? store.heldIDs(app: app)[...]
    var released: [NotificationRecord] = []
    while !share.isUsedUp, let id = ids.popFirst() {
      share.use(1)
      guard let record = try store.record(id), record.unread, try isHeld(record) else { continue }
      if let record = try look(at: record, now) { released.append(record) }
    }
    review.ids = ids
    let most = Self.mostBannersAtRelease
    let gathered = review.released
    if gathered.count <= most { review.released += released.map(\.id) }
    live.backlog[reviewOf: app] = ids.isEmpty ? nil : review
    guard ids.isEmpty, review.released.count <= most else { return try gather(released, of: app, now) }
    let earlier = try gathered.compactMap { try store.record($0) }
    let still = try earlier.filter { try $0.unread && isHeld($0) }
    try release(try inOrder(still + released), now)
  }

  /// Returns it where nothing holds it any more.
  private func look(at held: NotificationRecord, _ now: Moment) throws -> NotificationRecord? {
    var record = held
    // One whose time has come stays due, whatever else holds it.
    if let summary = record.summary, summary > now.wall {
      let isSummarised = settings(of: try self.app(record.request.app, now)).summary
      record.summary = isSummarised ? nextSummaryTime(now)?.time : nil
    }
    let judgement = try judgeAgain(record, wherever: true, now)
    guard judgement.alert != .now else { return record }
    live.summaries.remove([record.id], of: record.request.app)
    guard judgement.needsRelease else {
      try putAside(&record, judgement, now)
      try store.update(record)
      outbox.noteChange(of: record.id)
      return nil
    }
    record.until = judgement.until
    let isHeldByOthers = try record.until == nil && !isHeld(record.id, as: judgement)
    guard (record.until, record.summary) != (held.until, held.summary) || isHeldByOthers else { return nil }
    try store.update(record)
    try store.append(judgement.decisions, to: record.id, at: now.wall)
    outbox.noteChange(of: record.id)
    return nil
  }

  /// Whether the same guidelines held it before, though none of them can say until when.
  private func isHeld(_ id: NotificationID, as judgement: Judgement) throws -> Bool {
    try lastHold(of: id) == judgement.decisions.filter { $0.effect == "held" }.map(\.guideline)
  }

  private func lastHold(of id: NotificationID) throws -> [String] {
    let held = try store.decisions(of: id).filter { $0.decision.effect == "held" }
    return held.filter { $0.time == held.last?.time }.map(\.decision.guideline)
  }

  /// What was held comes in the order in which it was posted; what is of a summary, the most relevant first.
  func inOrder(_ records: [NotificationRecord]) throws -> [NotificationRecord] {
    let isSummary = records.contains { $0.summary != nil }
    let ranked = try records.map { record -> (record: NotificationRecord, rank: (Double, Int64)) in
      let number = if case .held(let number, _) = try row(of: record).phase { number } else { Int64(0) }
      return (record, (isSummary ? -(record.request.relevance ?? 0) : 0, number))
    }
    return ranked.sorted { $0.rank < $1.rank }.map(\.record)
  }

  /// They wait until one banner has spoken for them, so that a restart in between loses none.
  private func gather(_ records: [NotificationRecord], of app: AppID, _ now: Moment) throws {
    guard live.summaries.hasRoom(for: app) else { return try release(try inOrder(records), now) }
    let number = nextPlaceNumber()
    for var record in records {
      live.summaries.add(record, number: number, isReleased: true)
      guard record.until != nil else { continue }
      record.until = nil
      try store.update(record)
      outbox.noteChange(of: record.id)
    }
  }

  /// Each gets a banner of its own.
  func release(_ records: [NotificationRecord], _ now: Moment) throws {
    for var record in records {
      live.summaries.remove([record.id], of: record.request.app)
      let (guideline, why) = try endOfHold(record, now)
      record.until = nil
      record.summary = nil
      record.state = .delivered
      try store.update(record)
      let surroundings = surroundings(of: record.request, now)
      try happen(to: try row(of: record)) { $0.alert(surroundings) }
      try decide(record.id, guideline, "released", why, now)
      emit(.released, of: record, now)
      outbox.noteChange(of: record.id)
    }
  }

  /// What held it last is over.
  private func endOfHold(_ record: NotificationRecord, _ now: Moment) throws
    -> (guideline: String, why: String)
  {
    let judgement = try judgeAgain(record, now)
    let holds: [any Guideline.Type] = [DoNotDisturbHold.self, QuietHours.self, ScheduledSummary.self]
    if judgement.level == .timeSensitive, holds.contains(where: judgement.names) {
      return (Levels.name, "Its relevantDate is near enough by now to break through.")
    }
    let ends = [
      DoNotDisturbHold.name: "Do Not Disturb is over.", QuietHours.name: "Quiet hours are over.",
      ScheduledSummary.name: record.summary == nil
        ? "It waits for no summary any more." : "The time of the summary has come.",
      LockHold.name: "The screen is unlocked.",
      SummaryToCome.name: "Those that it was to come together with are few enough for banners of their own.",
    ]
    let last = try lastHold(of: record.id)
    guard let guideline = last.first(where: { ends[$0] != nil }) else {
      return (DoNotDisturbHold.name, "Nothing holds it any more.")
    }
    return (guideline, last.compactMap { ends[$0] }.joined(separator: " "))
  }

  /// It may not be shown now, and why.
  func putAside(_ record: inout NotificationRecord, _ judgement: Judgement, _ now: Moment) throws {
    try store.append(judgement.decisions, to: record.id, at: now.wall)
    if judgement.outcome == .awaitingConsent {
      try suspend(&record, now)
    } else if judgement.alert == .later {
      record.state = .held
      record.until = judgement.until
      let surroundings = surroundings(of: record.request, now)
      try happen(to: try row(of: record)) { $0.hold(surroundings) }
    } else {
      try withdrawBanner(of: record)
      record.state = .delivered
      record.until = nil
    }
  }
}
