public import Guidelines
public import NotificationModel

/// A request on its way to a judgement, complete, and what it is judged by.
private struct Candidate {
  let app: AppRecord
  let request: NotificationRequest
  let due: Timestamp?
  let isAhead: Bool
  let standing: Standing
  let situation: Situation
}

extension DeliveryEngine {
  /// Judges a request and stores it. Nothing is stored when it is refused; the receipt holds once the turn
  /// is committed. With `strict`, any advice is a refusal.
  public func post(_ request: NotificationRequest, strict: Bool = false, by client: Client, now: Moment)
    throws(Refusal) -> Receipt
  {
    try call {
      try store.begin()
      let candidate = try candidate(request, by: client, now)
      let (app, request) = (candidate.app, candidate.request)
      let judgement = Guidelines.judge(request, in: candidate.situation)
      let advice = try advice(on: request, now)
      guard !strict || advice.isEmpty else { throw Refusal.againstGuidelines(advice) }
      try requireRoom(for: candidate, judgement.folding, now)
      if !judgement.isRepeat { charge(app.id, now) }

      try remember(app)
      var record = try settle(
        judgement, request, existing: candidate.situation.existing, due: candidate.due, now)
      if judgement.outcome == .awaitingConsent { try ask(app.id, purpose: nil, by: client.process, now) }
      attend(judgement, record, now)
      postedInTurn &+= 1
      record.outcome = judgement.outcome
      return Receipt(
        id: record.id, outcome: judgement.outcome, repeats: record.repeats,
        until: record.state == .scheduled ? record.due : record.until,
        unread: try store.unreadCount(app: app.id), decisions: judgement.decisions,
        advice: advice)
    }
  }

  /// What would become of a request under these conditions. Refuses what posting it would refuse; stores
  /// nothing, shows nothing, and uses nothing up.
  public func forecast(
    _ request: NotificationRequest, under conditions: Conditions, by client: Client, now: Moment
  ) throws(Refusal) -> Forecast {
    try look {
      let then = now.moved(to: conditions.time)
      let candidate = try candidate(request, by: client, under: conditions, then)
      let forecast = Forecast(
        of: candidate.request, in: candidate.situation, under: conditions, isLocked: switches.locked,
        advice: try advice(on: candidate.request, then))
      try requireRoom(for: candidate, forecast.folding, then)
      return forecast
    }
  }

  /// A request and everything that it is judged by; or why it is refused before it is judged.
  private func candidate(
    _ request: NotificationRequest, by client: Client, under conditions: Conditions = Conditions(),
    _ now: Moment
  ) throws -> Candidate {
    let request = try complete(PlainText.cleaned(request), client)
    let app = try self.app(request.app, now)
    var settings = settings(of: app)
    if let authorization = conditions.authorization { settings.assume(authorization) }
    guard !Consent.isDenied(settings) else { throw Refusal.notAuthorized(app.id, .denied) }

    let due = try firstDue(request.trigger, now)
    let isAhead = due.map { $0 > now.wall } == true
    let standing: Standing =
      settings.authorization == .notDetermined
      ? .awaitingConsent : isAhead ? .scheduled : .unread
    let existing = try sameThing(as: request, standing: standing)
    return Candidate(
      app: app, request: request, due: due, isAhead: isAhead, standing: standing,
      situation: situation(of: app.id, settings, existing: existing, now))
  }

  /// What is missing filled in from the category, and what cannot be honoured refused.
  private func complete(_ request: NotificationRequest, _ client: Client) throws -> NotificationRequest {
    var request = request
    try admit(request.app, client)
    if let id = request.category {
      guard let category = try store.category(id, of: request.app) else {
        throw Refusal.notFound("category")
      }
      request.actions = request.actions ?? category.actions
      request.kind = request.kind ?? category.kind
    }
    switch RequestFault.first(in: request) {
    case .invalid(let path, let reason): throw Refusal.invalid(path: path, reason: reason)
    case .tooManyActions(let given): throw Refusal.tooManyActions(given: given)
    case nil: break
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
  private func requireRoom(for candidate: Candidate, _ folding: Judgement.Folding, _ now: Moment) throws {
    try requireRoom(for: candidate.app)
    if case .coalesced = folding { return }
    let app = candidate.app.id
    let vouched = directory.name(of: app) != nil
    let wait = quotas.wait(app, isVouchedFor: vouched, limits: policy.limits, now: now.uptime)
    guard wait == 0 else {
      throw Refusal.quotaExceeded(
        quota: "posts", limit: policy.limits.postBurst * (vouched ? 1 : 2), retryAfterMilliseconds: wait)
    }
    switch candidate.standing {
    case _ where folding != .none:
      break
    case .scheduled:
      try bound("scheduled", Limits.scheduledPerApp, try store.count(app: app, state: .scheduled))
    case .awaitingConsent:
      // Once allowed they are all scheduled.
      if candidate.isAhead {
        try bound("scheduled", Limits.scheduledPerApp, try scheduledAwaitingConsent(app))
      }
      try bound(
        "awaitingConsent", policy.limits.unreadPerApp, try store.count(app: app, state: .awaitingConsent))
    case .unread:
      try bound("unread", policy.limits.unreadPerApp, try store.unreadCount(app: app))
    }
  }

  private func charge(_ app: AppID, _ now: Moment) {
    quotas.charge(
      app, isVouchedFor: directory.name(of: app) != nil, limits: policy.limits, now: now.uptime)
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
