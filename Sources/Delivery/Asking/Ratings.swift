import Guidelines
package import NotificationModel

extension DeliveryEngine {
  /// Locked in `/etc`, else as the person said, else as the files say.
  var areRatingPromptsOn: Bool {
    live.policy.ratingPromptsLockedBy == nil
      ? live.switches.ratingPrompts ?? live.policy.ratingPrompts : live.policy.ratingPrompts
  }

  var ratingPromptsSource: Reason {
    guard live.policy.ratingPromptsLockedBy == nil, live.switches.ratingPrompts != nil else {
      return live.policy.source(of: "Prompts", in: "Ratings").reason
    }
    return Reason(.ratingsSwitch)
  }

  /// The person wants to be asked for ratings, or no longer: for all apps.
  package func setRatingPrompts(_ on: Bool, now: Moment) throws(Refusal) {
    try call(at: now) {
      if let file = live.policy.ratingPromptsLockedBy {
        throw Refusal.locked(nil, setting: "Ratings/Prompts", by: file)
      }
      try store.set(Switches.Name.ratingPrompts, to: on ? "on" : "off")
      live.switches.setRatingPrompts(on)
      for app in try store.apps() { live.backlog.followLater(app.id) }
    }
  }

  /// Takes back what is listed, where nobody wants to be asked any more. Of one app it is never much.
  func withdrawRatingPrompts(of app: AppID, _ now: Moment) throws {
    guard !areRatingPromptsOn else { return }
    for record in try store.records(restricted: .rating, app: app, limit: .max) where record.unread {
      guard let why = prohibition(of: record.request, try self.app(app, now)) else { continue }
      share.use(try withdraw([record], why, now))
    }
  }

  /// Refuses a prompt that would be one too many at the time at which it is to be shown.
  func admitRatingPrompt(_ candidate: Submission, _ now: Moment) throws {
    let app = candidate.app
    var history = try store.ratingHistory(of: app.id)
    // It does not stand in its own way.
    if let moved = candidate.movedPrompt { history.forgetNewest(notAfter: moved) }
    guard
      let excess = RatingPrompts.excess(
        history, firstSeen: app.firstSeen, isSwitchedOn: areRatingPromptsOn, at: candidate.shownAt(now))
    else { return }
    let wait = excess.until.map { max(0, $0.milliseconds - now.wall.milliseconds) }
    let why =
      excess == RatingPrompts.switchedOff
      ? RatingPrompts.whyOff(ratingPromptsSource, isLocked: live.policy.ratingPromptsLockedBy != nil) : nil
    throw Refusal.quotaExceeded(
      quota: excess.quota, limit: excess.limit, retryAfterMilliseconds: wait, why: why)
  }
  /// One more was accepted, or one that was has another time.
  func keepRatingPrompt(_ candidate: Submission, _ now: Moment) throws {
    let (app, time) = (candidate.app.id, candidate.shownAt(now))
    if let moved = candidate.movedPrompt, try store.moveRatingPrompt(of: app, notAfter: moved, to: time) {
      return
    }
    try store.keepRatingPrompt(of: app, at: time)
  }

  /// It counts from when it is seen, however long something held it.
  func ratingPromptShown(_ record: NotificationRecord, _ now: Moment) throws {
    guard record.request.kind == .rating else { return }
    _ = try store.moveRatingPrompt(of: record.request.app, notAfter: now.wall, to: now.wall)
  }
}
