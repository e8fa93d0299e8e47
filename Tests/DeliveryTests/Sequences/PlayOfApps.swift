import Delivery
import NotificationModel
import TestSupport

// The operations of apps, and the expected results of their posts.

extension Play {
  func post(_ request: NotificationRequest) throws {
    let settings = try settings(request.app)
    let expected = Expectation(
      request, settings, among: inOrder, try surroundings(of: request.app), now: stage.now.wall)
    let (isSure, isLockSure) = (stage.isClear, isLockedByPerson == isLockStored)
    let mayJoinDue = inOrder.contains { isOverdue($0, as: request) }
    let earlier = (ledger, order, summaries, records)
    let posted = try stage.call { engine, now in
      (try engine.post(request, by: app, now: now), try engine.badge(of: request.app))
    } answered: { receipt, _ in
      account(receipt, expected, request)
    }
    guard stage.wasStored else {
      (ledger, order, summaries, records) = earlier
      return
    }
    guard let (receipt, badge) = posted else { return }
    try admit(request, receipt, expected, settings)
    try require(receipt.unread == badge, "the receipt says \(receipt.unread) unread, and the badge \(badge)")
    if expected.isRead { endings[receipt.id, default: []].insert(.read) }
    if let existing = expected.existing {
      try require(receipt.id == existing.id, "\(existing.id) is the same thing, but \(receipt.id) is another")
    }
    let isTooFast = isTooFast(receipt)
    var allowed: Set = [expected.outcome]
    if expected.outcome == .presented && isTooFast { allowed = [.quiet] }
    if expected.outcome == .presented && !isSure { allowed.insert(.held) }
    if mayJoinDue { allowed.formUnion([.replaced, .coalesced]) }
    if expected.outcome == .held && isTooFast { allowed.insert(.quiet) }
    if isJustDismissed(receipt) { allowed = [.quiet] }
    // The same once more, silently or as a step of its work, leaves one that was just dismissed as it is.
    if records[receipt.id]?.state == .dismissed, request.silently || request.progress != nil {
      allowed.formUnion([.coalesced, .replaced])
    }
    if expected.outcome == .held && !isLockSure { allowed.formUnion([.presented, .quiet]) }
    try require(allowed.contains(receipt.outcome), "\(receipt.outcome) instead of \(expected.outcome)")
    let isStored = try stage.look { engine, now in try !engine.entries([receipt.id], now: now).isEmpty }
    try require(request.transient || isStored, "\(receipt.id) was accepted and is nowhere")
    guard (expected.due ?? stage.now.wall) <= stage.now.wall else { return }
    for record in try stage.records() where record.id != receipt.id {
      try require(
        !Expectation.givesWay(record, to: request),
        "\(record.id) is still to come, and \(receipt.id) was said since")
    }
  }

  /// Whether it is to come under the same identifier, and is due: it comes before the post.
  private func isOverdue(_ record: NotificationRecord, as request: NotificationRequest) -> Bool {
    record.state == .scheduled && record.request.app == request.app && request.identifier != nil
      && record.request.identifier == request.identifier
      && record.due.map { $0 <= stage.now.wall } == true
  }

  /// Checks that the post had to be accepted.
  private func admit(
    _ request: NotificationRequest, _ receipt: Receipt, _ expected: Expectation, _ settings: EffectiveSettings
  ) throws {
    try require(settings.authorization != .denied, "a post of a denied app was accepted")
    if receipt.outcome == .scheduled {
      try require(receipt.until == expected.due, "\(receipt.id) is due at another time than was asked for")
    }
    if request.kind == .marketing {
      try require(settings.marketing, "marketing was accepted of \(request.app), which may send none")
    }
    try moveRatingPrompt(request, expected)
    let isAskedAlready = request.silently && expected.existing?.request.kind == .rating
    guard request.kind == .rating, !expected.isRepeat, !isAskedAlready, pending(expected) == nil else {
      return
    }
    let areOn = try stage.look { try $0.state(now: $1).ratingPrompts == true }
    try require(areOn, "a rating prompt was accepted, and nobody wants any")
    let time = max(expected.due ?? stage.now.wall, stage.now.wall)
    try ratings.accept(request.app, at: time, noAppSeenBefore: earliest)
  }

  /// When a prompt that is to come, and that this one takes the place of, was to be shown.
  private func pending(_ expected: Expectation) -> Timestamp? {
    ([expected.existing].compactMap(\.self) + expected.pending).first { earlier in
      let isSnoozed = earlier.state == .scheduled && earlier.request.trigger == nil
      return earlier.request.kind == .rating && earlier.isWaiting && !isSnoozed
    }?.due
  }

  /// It is the same prompt, at another time.
  private func moveRatingPrompt(_ request: NotificationRequest, _ expected: Expectation) throws {
    guard request.kind == .rating, let earlier = pending(expected), expected.due != earlier else { return }
    ratings.forget(request.app, at: earlier)
    let time = max(expected.due ?? stage.now.wall, stage.now.wall)
    try ratings.accept(request.app, at: time, noAppSeenBefore: earliest)
  }

  /// The same was dismissed a moment ago, and stays so.
  private func isJustDismissed(_ receipt: Receipt) -> Bool {
    receipt.decisions.contains { $0.guideline == "duplicates.dismissed" }
  }

  private func isTooFast(_ receipt: Receipt) -> Bool {
    receipt.decisions.contains {
      $0.guideline == "alerts.rate" || $0.guideline == "duplicates.dismissed"
        || ($0.guideline == "alerts.summary" && $0.effect == "quiet")
    }
  }

  /// Before the transaction ends, since it may show it.
  private func account(_ receipt: Receipt, _ expected: Expectation, _ request: NotificationRequest) {
    accepted = receipt.id
    order.note(receipt.id, request)
    if receipt.outcome == .scheduled || receipt.outcome == .awaitingConsent {
      // The same transaction may release it already.
      records[receipt.id] = TestSupport.record(
        request, id: receipt.id, state: receipt.outcome == .scheduled ? .scheduled : .awaitingConsent,
        outcome: receipt.outcome, posted: stage.now.wall, due: receipt.until)
    }
    // At another level it may have been put aside, and have lost its place.
    if expected.existing.map({ $0.request.level != request.level }) == true { order.leave(receipt.id) }
    guard expected.alert != .kept else { return }
    let mayCall = mayCall(request)
    // An alert that waits already says the new text.
    if isTooFast(receipt), let existing = expected.existing,
      (try? stage.phase(of: existing))??.hasAlertToCome == true
    {
      return
    }
    if expected.alert == .none || isTooFast(receipt) {
      ledger.drop(receipt.id)
      order.leave(receipt.id)
      return
    }
    ledger.want(receipt.id)
    if expected.outcome == .presented, mayCall {
      order.join(receipt.id, request)
    } else {
      order.leave(receipt.id)
    }
    if !expected.waitsForSummary {
      summaries[receipt.id] = nil
    } else if summaries[receipt.id] == nil {
      // The summary of one that waits for something else by now stays its own: new text waits for no other.
      let held = expected.existing.flatMap { $0.state == .held ? $0.summary : nil }
      summaries[receipt.id] =
        held ?? DailyClock.next(stage.policy.summaryTimes, after: stage.now.wall)
    }
  }

  /// Whether a call is sure to go before others: no more than the burst of calls and alarms of its app came
  /// within the time in which that is given back.
  private func mayCall(_ request: NotificationRequest) -> Bool {
    guard request.kind == .call || request.kind == .alarm else { return true }
    let limits = stage.policy.limits
    let window = Int64(limits.alertBurst * limits.alertRefillSeconds) * 1_000
    let now = stage.now.uptime
    let recent = calls[request.app, default: []].filter { now < $0.advanced(byMilliseconds: window) }
    calls[request.app] = recent + [now]
    return recent.count < limits.alertBurst || request.kind == .alarm
  }

  func register(_ id: AppID) throws {
    try stage.call { try $0.register(PostShape.categories, of: id, by: app, now: $1) }
  }

  func ask(_ id: AppID, _ isMarketing: Bool) throws {
    try stage.call {
      try $0.requestAuthorization(
        id, purpose: "To tell you things.", marketing: isMarketing, by: app, now: $1)
    }
  }

  func readInApp(_ id: AppID, _ pick: Int) throws {
    let one = record(pick) { $0.request.app == id }
    let ids = pick % 4 == 0 ? nil : [one?.id].compactMap { $0 }
    mayEnd(ids ?? Array(records.keys), .read)
    try stage.call { try $0.markRead(nil, ids, of: id, by: app, now: $1) }
  }

  func withdraw(_ id: AppID, _ pick: Int) throws {
    guard let one = record(pick, where: { $0.request.app == id }) else { return }
    let byName = pick % 2 == 0 ? one.request.identifier : nil
    mayEnd(records.values.filter { $0.id == one.id || $0.request.identifier == byName }.map(\.id), .withdrawn)
    try stage.call {
      try $0.withdraw(byName.map { [$0] }, byName == nil ? [one.id] : nil, of: id, by: app, now: $1)
    }
  }

  func front(_ id: AppID, _ thread: OpaqueName?, _ connection: UInt64) throws {
    claims[connection, default: [:]].updateValue(thread, forKey: id)
    let client = Client(connection: connection, process: 100, isPerson: false)
    try stage.call { engine, _ in try engine.setForeground(id, isForeground: true, thread: thread, by: client)
    }
  }

  func acknowledge(_ id: AppID, _ pick: Int) throws {
    let last = stage.events[id]?.last { $0.kind.isKept }?.sequence.number ?? 0
    let through = last == 0 ? 0 : Int64(pick) % (last + 2)
    try stage.call { engine, now in try engine.acknowledge(EventSequence(through), of: id, by: app, now: now)
    }
    if stage.wasStored { acknowledged[id] = max(acknowledged[id] ?? 0, min(through, last)) }
  }
}
