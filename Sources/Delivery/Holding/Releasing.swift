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
    if let release = outlook.release, release <= now.wall, !backlog.isReviewing { try reviewHeld(now) }
  }

  /// Looks at everything that is held back: what nothing holds any more gets its turn, the rest its new end. Where
  /// there is no room for all of it, app by app in the turns to come: one banner may be to speak for all of an app.
  func reviewHeld(_ now: Moment) throws {
    let held = try store.records(banner: .heldBack, app: nil, limit: room + 1)
    guard held.count <= room, backlog.isEmpty else {
      return backlog.reviewLater(try store.appsHeldBack())
    }
    try review(held, now)
  }

  /// The same of one app, at once.
  func reviewHeld(of app: AppID, _ now: Moment) throws {
    try review(try store.records(banner: .heldBack, app: app, limit: .max), now)
  }

  private func review(_ held: [NotificationRecord], _ now: Moment) throws {
    room = max(0, room - held.count)
    var released: [AppID: [NotificationRecord]] = [:]
    for var record in held where record.unread {
      let earlier = (record.until, record.summary)
      // One whose time has come stays due, whatever else holds it.
      if let summary = record.summary, summary > now.wall {
        let isSummarised = settings(of: try self.app(record.request.app, now)).summary
        record.summary = isSummarised ? nextSummaryTime(now)?.time : nil
      }
      let judgement = try judgeAgain(record, wherever: true, now)
      guard judgement.alert != .now else {
        released[record.request.app, default: []].append(record)
        continue
      }
      summaries.remove([record.id], of: record.request.app)
      guard judgement.needsRelease else {
        try putAside(&record, judgement, now)
        try store.update(record)
        changed.insert(record.id)
        continue
      }
      record.until = judgement.until
      let isHeldByOthers = try record.until == nil && !isHeld(record.id, as: judgement)
      guard (record.until, record.summary) != earlier || isHeldByOthers else { continue }
      try store.update(record)
      try store.append(judgement.decisions, to: record.id, at: now.wall)
      changed.insert(record.id)
    }
    for (app, records) in inTurn(released) {
      if records.count > Self.mostBannersAtRelease && summaries.hasRoom(for: app) {
        try gather(records, of: app, now)
      } else {
        try release(records, now)
      }
    }
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
  func inOrder(_ records: [NotificationRecord]) -> [NotificationRecord] {
    let isSummary = records.contains { $0.summary != nil }
    func rank(_ record: NotificationRecord) -> (Double, Int64) {
      (isSummary ? -(record.request.relevance ?? 0) : 0, Turn.counter(record.turn))
    }
    return records.sorted { rank($0) < rank($1) }
  }

  /// The same among apps.
  private func inTurn(_ released: [AppID: [NotificationRecord]]) -> [(AppID, [NotificationRecord])] {
    func relevance(_ records: [NotificationRecord]) -> Double {
      records.first.flatMap { $0.summary == nil ? nil : $0.request.relevance } ?? 0
    }
    func firstTurn(_ records: [NotificationRecord]) -> Int64 { records.map(\.turn).min() ?? 0 }
    return released.mapValues(inOrder).sorted {
      (relevance($1.value), firstTurn($0.value)) < (relevance($0.value), firstTurn($1.value))
    }.map { ($0.key, $0.value) }
  }

  /// They wait until one banner has spoken for them, so that a restart in between loses none.
  private func gather(_ records: [NotificationRecord], of app: AppID, _ now: Moment) throws {
    let turn = nextTurn()
    for var record in records {
      summaries.add(record.id, of: app, turn: turn, isReleased: true)
      guard record.until != nil else { continue }
      record.until = nil
      try store.update(record)
      changed.insert(record.id)
    }
  }

  /// Each gets a banner of its own.
  func release(_ records: [NotificationRecord], _ now: Moment) throws {
    for var record in records {
      summaries.remove([record.id], of: record.request.app)
      let (guideline, why) = try endOfHold(record, now)
      record.until = nil
      record.summary = nil
      record.state = .delivered
      record.banner = .waiting
      record.turn = nextTurn(for: record.request, now)
      try store.update(record)
      try decide(record.id, guideline, "released", why, now)
      emit(.released, of: record, now)
      changed.insert(record.id)
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
      record.banner = .heldBack
      record.state = .held
      record.until = judgement.until
    } else {
      takeAway(&record)
      record.state = .delivered
      record.until = nil
    }
  }
}
