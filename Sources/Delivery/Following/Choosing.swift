package import NotificationModel

// The person chooses, or the configuration does.

extension DeliveryEngine {
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
    guard isOpen(question.topic, of: try apps.app(question.app, now)) else {
      return try questionClosed(question)
    }
    switch (question.topic, action) {
    case (.notifications, Question.allow): try choose(question.app, .authorized, now)
    case (.notifications, Question.deny): try choose(question.app, .denied, now)
    case (.marketing, Question.allow): try choose(question.app, now) { $0.marketing = true }
    case (.marketing, Question.deny): try choose(question.app, now) { $0.marketing = false }
    case (.timeSensitive, .keep): try endQuestion(question, now)
    case (.timeSensitive, .turnOff): try choose(question.app, now) { $0.timeSensitive = false }
    case (_, .defaultAction): try questionClosed(question)
    default: break
    }
  }

  /// A new configuration, valid in whole. Handled at the end of the transaction, and again while that fails; once it
  /// holds, `Output.adopted` says so.
  package func adopt(_ policy: Policy, rememberedAs text: String) { inbox.add(policy, text: text) }

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
