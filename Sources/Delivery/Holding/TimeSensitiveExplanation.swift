import Guidelines
import NotificationModel

// "The first time a Time Sensitive notification arrives", people are told "how such a notification works" and
// given "a way to turn it off"; and again now and then.

extension DeliveryEngine {
  private static let againAfter: Int64 = 30 * 86_400

  /// Not where a file has decided, nor about the command line's own app, through which the person speaks.
  func mayExplainTimeSensitive(to app: AppRecord) -> Bool {
    let settings = settings(of: app)
    return app.id != .shell && settings.timeSensitive && settings.authorization == .authorized
      && live.policy.locks(.timeSensitive, of: app.id) == nil
  }

  /// A banner has broken through, or would have: the explanation follows it, also under Do Not Disturb, since
  /// that is when the person wants to know why.
  func explainTimeSensitive(_ record: NotificationRecord, _ now: Moment) throws {
    guard record.request.level == .timeSensitive else { return }
    var app = try self.app(record.request.app, now)
    guard try judgeAgain(record, now).level == .timeSensitive, mayExplainTimeSensitive(to: app) else {
      return
    }
    let earlier = app.explanation
    if let earlier {
      guard earlier.stage == .over,
        earlier.lastAsked.map({ $0.advanced(bySeconds: Self.againAfter) <= now.wall }) ?? true
      else { return }
    }
    app.explanation = ConsentQuestion(asked: earlier?.asked ?? 0, lastAsked: earlier?.lastAsked)
    try save(app)
    live.questions.enqueue(Question(app.id, .timeSensitive))
  }
}
