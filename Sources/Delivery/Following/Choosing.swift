import NotificationModel

// The person chooses, or the configuration does.

extension Following {
  /// The person chooses.
  func choose(_ id: AppID, _ now: Moment, _ edit: (inout AppSettings) -> Void) throws {
    var app = try apps.app(id, now)
    try apps.remember(app, isVouchedFor: true, now)
    let earlier = backlog.popReconfigured(id) ?? apps.allowances(of: app)
    edit(&app.chosen)
    try apps.save(app)
    try follow(id, from: earlier, now)
    if earlier.settings.summary != apps.settings(of: app).summary { try review([id], now) }
  }

  func choose(_ id: AppID, _ authorization: Authorization, _ now: Moment) throws {
    try choose(id, now) { $0.authorization = authorization == .notDetermined ? nil : authorization }
  }

  func answer(_ question: Question, _ action: ItemID, _ now: Moment) throws {
    guard questions.isOpen(question.topic, of: try apps.app(question.app, now)) else {
      return try questions.questionClosed(question)
    }
    switch (question.topic, action) {
    case (.notifications, Question.allow): try choose(question.app, .authorized, now)
    case (.notifications, Question.deny): try choose(question.app, .denied, now)
    case (.marketing, Question.allow): try choose(question.app, now) { $0.marketing = true }
    case (.marketing, Question.deny): try choose(question.app, now) { $0.marketing = false }
    case (.timeSensitive, .keep): try questions.endQuestion(question, now)
    case (.timeSensitive, .turnOff): try choose(question.app, now) { $0.timeSensitive = false }
    case (_, .defaultAction): try questions.questionClosed(question)
    default: break
    }
  }

  func enforce(_ policy: Policy, rememberedAs text: String, _ now: Moment) throws {
    // Followed app by app, in later transactions too; what is not yet shown is judged by it at once.
    let known = try store.apps()
    for app in known { backlog.followLater(app.id, from: apps.allowances(of: app)) }
    share.use(known.count / 50)
    try preferences.adopt(policy, rememberedAs: text)
    rates.startOver()
    try reviewHeld(now)
    try reviewPassing(now)
    outbox.add(.adopted(policy.limits))
  }
}
