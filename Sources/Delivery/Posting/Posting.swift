import Guidelines
package import NotificationModel

extension DeliveryEngine {
  /// Judges a request and stores it. Nothing is stored when it is refused; the receipt holds once the transaction
  /// is committed. With `strict`, any advice is a refusal, which costs
  /// what the post would have. `images`: copies of the files that it names; they are the engine's from then on.
  package func post(
    _ request: NotificationRequest, strict: Bool = false, images: [ImageCopy] = [], by client: Client,
    now: Moment
  ) throws(Refusal) -> Receipt {
    try call(at: now) {
      try store.begin()
      try followClock(now)
      try catchUpWhole(request.app, now)
      var unused = images
      defer { removeImages(unused) }
      let placed = try placing(images, in: request)
      let submission = try submission(placed.request, by: client, now)
      let (app, request) = (submission.app, submission.request)
      let judgement = Guidelines.judge(request, in: submission.situation)
      try requireRoom(for: submission, judgement.folding, now)
      try keepImages(placed.new, of: submission, now)
      unused.removeAll(where: placed.new.contains)
      // Before the advice, which costs as much whether or not it is a refusal.
      try charge(judgement.isRepeat ? .repeats : .posts, app.id, isVouchedFor: submission.isVouchedFor, now)
      let advice = try advice(on: submission, now)
      guard !strict || advice.isEmpty else { throw Refusal.againstGuidelines(advice) }

      try remember(app, isVouchedFor: submission.isVouchedFor, now)
      try vouch(for: app.id, client, now)
      if submission.isRatingPrompt(judgement.folding) {
        try keepRatingPrompt(submission, now)
      }
      var record = try persist(
        judgement, request, existing: submission.situation.existing, due: submission.due, now)
      if judgement.outcome == .awaitingConsent { try ask(app.id, purpose: nil, by: client.process, now) }
      attend(judgement, record, now)
      tally.post()
      record.outcome = judgement.outcome
      return Receipt(
        id: record.id, outcome: judgement.outcome, repeats: record.repeats,
        until: record.state == .scheduled ? record.due : record.until,
        unread: try store.unreadCount(app: app.id),
        decisions: judgement.decisions.map { wording.decision($0, at: now.wall, in: zones.local) },
        advice: advice)
    }
  }

  /// New content for an entry that is there costs its post, a new entry its place too.
  func requireRoom(for submission: Submission, _ folding: Judgement.Folding, _ now: Moment) throws {
    let app = submission.app.id
    if submission.isRatingPrompt(folding) { try admitRatingPrompt(submission, now) }
    if case .coalesced = folding {
      return try require(.repeats, app, isVouchedFor: submission.isVouchedFor, now)
    }
    try require(.posts, app, isVouchedFor: submission.isVouchedFor, now)
    switch submission.standing {
    case _ where folding != .none:
      break
    case .scheduled:
      try bound("scheduled", Limits.scheduledPerApp, try store.scheduledCount(app: app))
    case .awaitingConsent:
      // Once allowed they are all scheduled.
      if submission.isAhead {
        try bound("scheduled", Limits.scheduledPerApp, try store.scheduledCount(app: app))
      }
      try bound(
        "awaitingConsent", live.policy.limits.unreadPerApp, try store.count(app: app, state: .awaitingConsent)
      )
    case .unread:
      try bound("unread", live.policy.limits.unreadPerApp, try store.unreadCount(app: app))
    }
  }

  /// Milliseconds until this app may do so again.
  func wait(_ use: Quotas.Use, _ app: AppID, isVouchedFor: Bool, _ now: Moment) -> Int64 {
    live.quotas.wait(use, app, isVouchedFor: isVouchedFor, now: now.uptime)
  }

  func tooMany(_ use: Quotas.Use, isVouchedFor: Bool, wait: Int64) -> Refusal {
    .quotaExceeded(
      quota: use.rawValue, limit: use.burst(live.policy.limits, isVouchedFor: isVouchedFor),
      retryAfterMilliseconds: wait)
  }

  func require(_ use: Quotas.Use, _ app: AppID, isVouchedFor: Bool, _ now: Moment) throws {
    let wait = wait(use, app, isVouchedFor: isVouchedFor, now)
    guard wait == 0 else { throw tooMany(use, isVouchedFor: isVouchedFor, wait: wait) }
  }

  /// Refuses what would be refused whatever it is, before anything is looked up for it.
  func requireAnyUse(_ app: AppID, isVouchedFor: Bool, _ now: Moment) throws {
    guard wait(.repeats, app, isVouchedFor: isVouchedFor, now) > 0 else { return }
    try require(.posts, app, isVouchedFor: isVouchedFor, now)
  }

  /// What can bring the first word of an app costs as much as a post.
  func charge(_ use: Quotas.Use, _ app: AppID, isVouchedFor: Bool, _ now: Moment) throws {
    try require(use, app, isVouchedFor: isVouchedFor, now)
    live.quotas.charge(use, app, isVouchedFor: isVouchedFor, limits: live.policy.limits, now: now.uptime)
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
      live.pace.alerted(
        app, callsAndAlarms: isSpared(record.request, now), live.policy.limits, now: now.uptime)
      // It speaks for itself.
      live.summaries.remove([record.id], of: app)
    }
    if judgement.joinsSummary {
      live.summaries.add(record, number: nextPlaceNumber())
    }
    if judgement.isLeftToApp { emit(.received, of: record, now) }
  }

  /// Whether it counts as a call or an alarm, rather than for the app's alert rate.
  func isSpared(_ request: NotificationRequest, _ now: Moment) -> Bool {
    AlertExemption.covers(
      request,
      callsTooFast: live.pace.isTooFast(
        request.app, callsAndAlarms: true, live.policy.limits, now: now.uptime))
  }
}
