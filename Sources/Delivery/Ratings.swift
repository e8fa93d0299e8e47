import Guidelines
public import NotificationModel

extension DeliveryEngine {
  /// Locked in `/etc`, else as the person said, else as the files say.
  var areRatingPromptsOn: Bool {
    policy.ratingPromptsLockedBy == nil
      ? switches.ratingPrompts ?? policy.ratingPrompts : policy.ratingPrompts
  }

  var ratingPromptsSource: String {
    guard policy.ratingPromptsLockedBy == nil, switches.ratingPrompts != nil else {
      return policy.source(of: "Prompts", in: "Ratings").description
    }
    return "bellhop ratings"
  }

  /// The person wants to be asked for ratings, or no longer: for all apps.
  public func setRatingPrompts(_ on: Bool, now: Moment) throws(Refusal) {
    try call {
      if let file = policy.ratingPromptsLockedBy {
        throw Refusal.locked(nil, setting: "Ratings/Prompts", by: file)
      }
      try store.set(Switches.Name.ratingPrompts, to: on ? "on" : "off")
      switches.ratingPrompts = on
      try followRatingPrompts(now)
    }
  }

  /// Takes back what is listed, where nobody wants to be asked any more.
  func followRatingPrompts(_ now: Moment) throws {
    guard !areRatingPromptsOn else { return }
    for record in try store.unreadRecords(app: nil, limit: .max) where record.request.kind == .rating {
      guard let why = prohibition(of: record.request, try app(record.request.app, now)) else { continue }
      try withdraw([record], why, now)
    }
  }

  /// Refuses a prompt that would be one too many at the time at which it is to be shown.
  func admitRatingPrompt(of app: AppRecord, at time: Timestamp, _ now: Moment) throws {
    let history = try store.ratingHistory(of: app.id)
    guard
      let excess = RatingPrompts.excess(
        history, firstSeen: app.firstSeen, isSwitchedOn: areRatingPromptsOn, at: time)
    else { return }
    let wait = excess.until.map { max(0, $0.milliseconds - now.wall.milliseconds) }
    throw Refusal.quotaExceeded(quota: excess.quota, limit: excess.limit, retryAfterMilliseconds: wait)
  }
}
