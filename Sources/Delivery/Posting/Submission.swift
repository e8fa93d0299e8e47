import Guidelines
import NotificationModel

/// A request on its way to a judgement, complete, and what it is judged by.
struct Submission {
  let app: AppRecord
  /// Whether more than its own word says that there is this app.
  let isVouchedFor: Bool
  var request: NotificationRequest
  /// When it was posted; before now where it lay about since.
  let posted: Timestamp
  let category: Category?
  let due: Timestamp?
  let isAhead: Bool
  let standing: Standing
  /// Notifications still to come whose place this one takes.
  let pending: [NotificationRecord]
  let situation: Situation

  /// Whether this asks once more to be rated, or at another time.
  func isRatingPrompt(_ folding: Judgement.Folding) -> Bool {
    movedPrompt.map { $0 != due } ?? RatingPrompts.isPrompt(request, folding, existing: situation.existing)
  }

  /// When the prompt would have been shown whose place this one takes; it is the same prompt, then.
  var movedPrompt: Timestamp? {
    guard request.kind == .rating else { return nil }
    let earlier = [situation.existing].compactMap(\.self) + pending
    return earlier.first { earlier in
      let isUnseen = earlier.state == .awaitingConsent || (earlier.state == .scheduled && !earlier.isPutOff)
      return earlier.request.kind == .rating && isUnseen
    }?.due
  }

  func shownAt(_ now: Moment) -> Timestamp { max(due ?? now.wall, now.wall) }
}

extension DeliveryEngine {
  /// How far an app's clock may be ahead, in seconds: those of two computers on a network are seldom further apart.
  private static let clockSkew: Int64 = 300

  /// A request and everything that it is judged by; or why it is refused before it is judged. `posted`: when, where that
  /// was not now.
  func submission(
    _ request: NotificationRequest, by client: Client, under conditions: Conditions = Conditions(),
    posted: Timestamp? = nil, _ now: Moment
  ) throws -> Submission {
    let admitted = try admitted(request, by: client, under: conditions, now)
    let (category, app, settings) = (admitted.category, admitted.app, admitted.settings)
    var request = admitted.request
    let posted = posted ?? now.wall
    let due = try timing.firstDue(request.trigger, postedAt: posted)
    if let occurred = request.occurred, occurred > now.wall.advanced(bySeconds: Self.clockSkew) {
      throw Refusal.invalid(
        path: "notification.occurred", reason: "has not happened yet: relevantDate is for what is to come")
    }
    // A post whose time is over may be there to end an earlier one.
    if !request.isOver(now.wall), let end = timing.expiry(request, due: due ?? posted),
      end <= max(due ?? now.wall, now.wall)
    {
      let isPast = end <= now.wall
      throw Refusal.invalid(
        path: isPast ? "notification.expiresAfter" : "notification.expiresAt",
        reason: isPast
          ? "it was over \(timing.spoken(end, now)), before it was posted" : "is over before it is due")
    }
    let isAhead = due.map { $0 > now.wall } == true
    let standing: Standing =
      settings.authorization == .notDetermined
      ? .awaitingConsent : isAhead ? .scheduled : .unread
    let earlier = try situations.earlier(than: request, standing: standing, isAhead: isAhead, now)
    let situation = try situations.situation(
      for: &request,
      .posted(
        due: due, away: conditions.locked == false ? false : nil, over: earlier.pending.map(\.id)),
      settings, existing: earlier.entry, now)
    return Submission(
      app: app, isVouchedFor: admitted.isVouchedFor, request: request, posted: posted,
      category: category, due: due, isAhead: isAhead, standing: standing,
      pending: earlier.pending, situation: situation)
  }

  /// A request as it is judged, from an app that may make it.
  func admitted(
    _ request: NotificationRequest, by client: Client, under conditions: Conditions, _ now: Moment
  )
    throws -> (
      request: NotificationRequest, category: Category?, app: AppRecord, settings: EffectiveSettings,
      isVouchedFor: Bool
    )
  {
    var request = PlainText.cleaned(request)
    request.origin = try scripts.origin(of: request, by: client, now)
    let category = try complete(&request, client)
    let app = try apps.app(request.app, now)
    var settings = apps.settings(of: app, for: request)
    if let authorization = conditions.authorization { settings.assume(authorization) }
    guard !Consent.isDenied(settings) else {
      throw Refusal.notAuthorized(app.id, .denied, why: apps.whyLocked(.authorization, of: app.id))
    }
    try apps.requireMarketingConsent(request, app, settings)
    let isVouchedFor = apps.isVouchedFor(app.id, client)
    try rates.requireAnyUse(request.payer, isVouchedFor: isVouchedFor, now)
    return (request, category, app, settings, isVouchedFor)
  }

  /// What is missing filled in from the category, which it answers with, and what cannot be honoured refused.
  private func complete(_ request: inout NotificationRequest, _ client: Client) throws -> Category? {
    try apps.admit(request.app, client)
    let category = try request.category.map { id in
      guard let category = try store.category(id, of: request.app) else {
        throw Refusal.notFound("category \(id)")
      }
      return category
    }
    request.actions = request.actions ?? category?.actions
    request.kind = request.kind ?? category?.kind
    if request.url?.path != nil, client.isSandboxed {
      throw Refusal.invalid(
        path: "notification.url", reason: "must not be a file: a sandbox has files of its own")
    }
    switch RequestFault.first(in: request) {
    case .invalid(let path, let reason): throw Refusal.invalid(path: path, reason: reason)
    case .tooManyActions(let given): throw Refusal.tooManyActions(given: given)
    case nil: break
    }
    return category
  }
}
