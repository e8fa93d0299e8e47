import Guidelines
public import NotificationModel

extension DeliveryEngine {
  /// Judges a request and stores it. Nothing is stored when it is refused; the receipt holds once the turn
  /// is committed.
  public func post(_ request: NotificationRequest, by client: Client, now: Moment) throws(Refusal) -> Receipt
  {
    try call {
      try store.begin()
      let request = try complete(PlainText.cleaned(request), client)
      let app = try self.app(request.app, now)
      let settings = settings(of: app)
      guard !Consent.isDenied(settings) else { throw Refusal.notAuthorized(app.id, .denied) }

      let due = try firstDue(request.trigger, now)
      let isAhead = due.map { $0 > now.wall } == true
      let standing: Standing =
        settings.authorization == .notDetermined
        ? .awaitingConsent : isAhead ? .scheduled : .unread
      let existing = try sameThing(as: request, standing: standing)
      let judgement = Guidelines.judge(
        request, in: situation(of: app.id, settings, existing: existing, now))
      try charge(request.app, judgement.folding, standing, isAhead: isAhead, now)

      try remember(app)
      var record = try settle(judgement, request, existing: existing, due: due, now)
      if judgement.outcome == .awaitingConsent { try ask(app.id, purpose: nil, by: client.process, now) }
      attend(judgement, record, now)
      postedInTurn &+= 1
      record.outcome = judgement.outcome
      return Receipt(
        id: record.id, outcome: judgement.outcome, repeats: record.repeats,
        until: record.state == .scheduled ? record.due : record.until,
        unread: try store.unreadCount(app: app.id), decisions: judgement.decisions)
    }
  }

  /// What is missing filled in from the category, and what cannot be honoured refused.
  private func complete(_ request: NotificationRequest, _ client: Client) throws -> NotificationRequest {
    var request = request
    try admit(request.app, client)
    guard PlainText.isVisible(request) else {
      throw Refusal.invalid(
        path: "notification", reason: "there is neither a title nor a body nor a sender with visible text")
    }
    if let id = request.category {
      guard let category = try store.category(id, of: request.app) else {
        throw Refusal.notFound("category")
      }
      request.actions = request.actions ?? category.actions
      request.kind = request.kind ?? category.kind
    }
    if let given = ActionLimit.excess(in: request.actions ?? []) {
      throw Refusal.tooManyActions(given: given)
    }
    if request.actions?.contains(where: { $0.title.isEmpty }) == true {
      throw Refusal.invalid(path: "notification.actions", reason: "a title has no visible text")
    }
    if let kind = request.kind { try honour(kind, path: "notification.kind") }
    return request
  }

  /// Kinds with a consent or a pace of their own must not pass for ordinary ones.
  func honour(_ kind: Kind, path: String) throws {
    switch kind {
    case .message, .call, .reminder, .alarm: return
    case .rating, .marketing:
      throw Refusal.invalid(path: path, reason: "this version cannot honour this kind")
    }
  }

  /// The entry about the same thing, among those that stand where this one would.
  func sameThing(as request: NotificationRequest, standing: Standing) throws -> NotificationRecord? {
    if let identifier = request.identifier {
      return try store.live(app: request.app, identifier: identifier, standing: standing)
    }
    return request.sender == nil ? try store.live(like: request, standing: standing) : nil
  }

  func situation(
    of app: AppID, _ settings: EffectiveSettings, existing: NotificationRecord?,
    waiting: NotificationRecord? = nil, _ now: Moment
  ) -> Situation {
    // While a summary is due, later ones join it, or they would overtake it.
    let isTooFast = summaries.due[app] != nil || pace.isTooFast(app, policy.limits, now: now.uptime)
    return Situation(
      now: now.wall, settings: settings, existing: existing, foreground: claims.foreground(app),
      doNotDisturb: switches.doNotDisturb(now: now.wall), quietHoursEnd: quietHoursEnd(now),
      summary: settings.summary ? summary(for: waiting, now) : nil, alertsTooFast: isTooFast,
      server: server.reachability, isMuted: switches.silent,
      soundsTooFast: soundPace.isTooFast(app, now: now.uptime))
  }

  /// One that waits already misses no summary by being looked at again.
  private func summary(for waiting: NotificationRecord?, _ now: Moment) -> ClockMoment? {
    guard let waiting else { return nextSummaryTime(now) }
    return waiting.summary.flatMap { $0 > now.wall ? ClockMoment($0, in: zones.local) : nil }
  }

  /// A repeat costs nothing, new content for an entry that is there costs its post, a new entry its place too.
  private func charge(
    _ app: AppID, _ folding: Judgement.Folding, _ standing: Standing, isAhead: Bool, _ now: Moment
  ) throws {
    if case .coalesced = folding { return }
    let vouched = directory.name(of: app) != nil
    let wait = quotas.wait(app, isVouchedFor: vouched, limits: policy.limits, now: now.uptime)
    guard wait == 0 else {
      throw Refusal.quotaExceeded(
        quota: "posts", limit: policy.limits.postBurst * (vouched ? 1 : 2), retryAfterMilliseconds: wait)
    }
    switch standing {
    case _ where folding != .none:
      break
    case .scheduled:
      try bound("scheduled", Limits.scheduledPerApp, try store.count(app: app, state: .scheduled))
    case .awaitingConsent:
      // Once allowed they are all scheduled.
      if isAhead { try bound("scheduled", Limits.scheduledPerApp, try scheduledAwaitingConsent(app)) }
      try bound(
        "awaitingConsent", policy.limits.unreadPerApp, try store.count(app: app, state: .awaitingConsent))
    case .unread:
      try bound("unread", policy.limits.unreadPerApp, try store.unreadCount(app: app))
    }
    quotas.charge(app, isVouchedFor: vouched, limits: policy.limits, now: now.uptime)
  }

  private func bound(_ quota: String, _ limit: Int, _ count: Int) throws {
    guard count < limit else {
      throw Refusal.quotaExceeded(quota: quota, limit: limit, retryAfterMilliseconds: nil)
    }
  }

  /// What a judgement means beyond the record: the app's pace, and the app's own chance to present it.
  func attend(_ judgement: Judgement, _ record: NotificationRecord, _ now: Moment) {
    let app = record.request.app
    if judgement.alert == .now {
      pace.alerted(app, policy.limits, now: now.uptime)
      // It speaks for itself.
      summaries.remove([record.id], of: app)
    }
    if judgement.names(AlertRate.self) { summaries.add(record.id, of: app, turn: nextTurn()) }
    if judgement.names(ForegroundSuppression.self) { emit(.received, of: record, now) }
  }

  func nextTurn() -> Int64 {
    lastTurn += 1
    return lastTurn
  }
}
