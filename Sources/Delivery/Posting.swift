import Guidelines
public import NotificationModel

extension DeliveryEngine {
  /// Judges a request and stores it. Nothing is stored when it is refused; the receipt holds once the turn
  /// is committed.
  public func post(_ request: NotificationRequest, by client: Client, now: Moment) throws(Refusal) -> Receipt
  {
    try call {
      try store.begin()
      var request = try complete(PlainText.cleaned(request), client)
      let app = try self.app(request.app, now)
      let settings = settings(of: app)
      guard !Consent.isDenied(settings) else { throw Refusal.notAuthorized(app.id, .denied) }
      try requireMarketingConsent(request, app)

      let due = try firstDue(request.trigger, now)
      let isAhead = due.map { $0 > now.wall } == true
      let standing: Standing =
        settings.authorization == .notDetermined
        ? .awaitingConsent : isAhead ? .scheduled : .unread
      let existing = try sameThing(as: request, standing: standing)
      var situation = situation(of: app.id, settings, existing: existing, now)
      if due != nil, !isAhead { fire(&request, &situation, now) }
      situation.othersWait = try othersWait(for: request)
      let judgement = Guidelines.judge(request, in: situation)
      let isPrompt = isRatingPrompt(request, judgement.folding, existing: existing)
      let shownAt = max(due ?? now.wall, now.wall)
      if isPrompt { try admitRatingPrompt(of: app, at: shownAt, now) }
      try charge(request.app, judgement.folding, standing, isAhead: isAhead, now)

      try remember(app)
      if isPrompt { try store.keepRatingPrompt(of: app.id, at: shownAt) }
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
    if request.kind == .rating, request.trigger?.repeats == true {
      throw Refusal.invalid(
        path: "notification.trigger.repeats", reason: "a prompt to rate is asked for each time anew")
    }
    return request
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
    var situation = Situation(
      now: now.wall, settings: settings, existing: existing, foreground: claims.foreground(app),
      doNotDisturb: switches.doNotDisturb(now: now.wall), quietHoursEnd: quietHoursEnd(now),
      summary: settings.summary ? summary(for: waiting, now) : nil, alertsTooFast: isTooFast,
      server: server.reachability, isMuted: switches.silent,
      soundsTooFast: soundPace.isTooFast(app, now: now.uptime))
    situation.isLocked = switches.locked
    return situation
  }

  /// One that waits already misses no summary by being looked at again.
  private func summary(for waiting: NotificationRecord?, _ now: Moment) -> ClockMoment? {
    guard let waiting else { return nextSummaryTime(now) }
    return waiting.summary.flatMap { $0 > now.wall ? ClockMoment($0, in: zones.local) : nil }
  }

  /// Its trigger fires, or the time it was put off to has come: what is about this moment is relevant now.
  func fire(
    _ request: inout NotificationRequest, _ situation: inout Situation, wasPutOff: Bool = false, _ now: Moment
  ) {
    let fired = OwnMoment.fired(request, at: now.wall, wasPutOff: wasPutOff)
    situation.isItsMoment = fired != request
    request = fired
  }

  /// Looked up for a call alone, which overtakes them.
  func othersWait(for request: NotificationRequest) throws -> Bool {
    request.kind == .call ? try store.nextWaiting(after: Turn.redaction) != nil : false
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
      if AlertRate.counts(record.request) { pace.alerted(app, policy.limits, now: now.uptime) }
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

  /// The place of an alert.
  func nextTurn(for request: NotificationRequest) -> Int64 {
    request.kind == .call ? Turn.call(nextTurn()) : nextTurn()
  }
}
