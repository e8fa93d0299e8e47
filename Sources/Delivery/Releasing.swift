import Guidelines
import NotificationModel

// What Do Not Disturb, quiet hours and the summary hold back, and how it gets its turn.

extension DeliveryEngine {
  /// With more than these of one app, one banner says how many.
  static let mostBannersAtRelease = 3

  /// One that was held or waits its turn, as it stands now.
  func judgeAgain(_ record: NotificationRecord, _ now: Moment) throws -> Judgement {
    let app = try self.app(record.request.app, now)
    return Guidelines.judgeAgain(
      record.request, in: situation(of: app.id, settings(of: app), existing: nil, waiting: record, now))
  }

  /// The end of quiet hours, and the time of the summary.
  func releaseDue(_ now: Moment) throws {
    if let release = outlook.release, release <= now.wall { try reviewHeld(now) }
  }

  /// Looks at everything that is held back: what nothing holds any more gets its turn, the rest its new end.
  func reviewHeld(_ now: Moment) throws {
    var released: [AppID: [NotificationRecord]] = [:]
    for var record in try store.records(banner: .heldBack, app: nil, limit: .max) where record.unread {
      let earlier = (record.until, record.summary)
      // One whose time has come stays due, whatever else holds it.
      if let summary = record.summary, summary > now.wall {
        let isSummarised = settings(of: try app(record.request.app, now)).summary
        record.summary = isSummarised ? nextSummaryTime(now)?.time : nil
      }
      let judgement = try judgeAgain(record, now)
      guard judgement.needsRelease else {
        released[record.request.app, default: []].append(record)
        continue
      }
      summaries.remove([record.id], of: record.request.app)
      record.until = judgement.until
      guard (record.until, record.summary) != earlier else { continue }
      try store.update(record)
      try store.append(judgement.decisions, to: record.id, at: now.wall)
      changed.insert(record.id)
    }
    for (app, records) in inOrder(released) {
      if records.count > Self.mostBannersAtRelease {
        try gather(records, of: app, now)
      } else {
        try release(records, now)
      }
    }
  }

  /// What Do Not Disturb held comes in the order in which it was posted; a summary, and its apps, by relevance.
  private func inOrder(_ released: [AppID: [NotificationRecord]]) -> [(AppID, [NotificationRecord])] {
    let sorted = released.mapValues { records in
      records.contains { $0.summary != nil }
        ? records.sorted { SummaryText.isMoreImportant($0, than: $1) } : records
    }
    func relevance(_ records: [NotificationRecord]) -> Double {
      records.first.flatMap { $0.summary == nil ? nil : $0.request.relevance } ?? 0
    }
    func firstTurn(_ records: [NotificationRecord]) -> Int64 { records.map(\.turn).min() ?? 0 }
    return sorted.sorted {
      (relevance($1.value), firstTurn($0.value)) < (relevance($0.value), firstTurn($1.value))
    }.map { ($0.key, $0.value) }
  }

  /// They wait until one banner has spoken for them, so that a restart in between loses none.
  private func gather(_ records: [NotificationRecord], of app: AppID, _ now: Moment) throws {
    let turn = nextTurn()
    for var record in records {
      summaries.add(record.id, of: app, turn: turn)
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
      record.turn = nextTurn(for: record.request)
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
      ScheduledSummary.name: "The time of the summary has come.", LockHold.name: "The screen is unlocked.",
    ]
    let held = try store.decisions(of: record.id).filter {
      $0.decision.effect == "held" && ends[$0.decision.guideline] != nil
    }
    let last = held.filter { $0.time == held.last?.time }.map(\.decision.guideline)
    guard let guideline = last.first else { return (DoNotDisturbHold.name, "Nothing holds it any more.") }
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
