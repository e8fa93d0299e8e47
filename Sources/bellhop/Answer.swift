import NotificationModel
import NotificationProtocol
import Varlink

/// What a person did about a notification of ours.
enum Answer {
  /// Posts and follows until the person, or time, has settled it. The subscription stands before the post, so
  /// that no press is missed however fast it comes.
  static func await(
    to parameters: JSON, as app: String, on socket: Session.Socket, session: Session,
    posted: (JSON) -> Void, answered: (JSON) -> Void
  ) throws(Failure) {
    let since = session.clock.now
    var id: Int64?
    var acknowledged: Int64 = 0
    let subscription = JSON(fields: ["app": app.json])
    try session.follow(socket, .notifications, "Subscribe", subscription) { (reply) throws(Failure) -> Bool in
      let event = reply["event"] ?? .object([])
      if event.string("kind") == EventKind.ready.rawValue {
        acknowledged = event.number("sequence")
        let receipt = try session.call(socket, .notifications, "Post", parameters)
        id = receipt["receipt"]?.number("id")
        posted(receipt)
        return true
      }
      guard let id, isAnswer(event, to: id, since: since) else { return true }
      answered(event)
      if settles(event, of: app, after: acknowledged) {
        let dealtWith = JSON(fields: ["app": app.json, "sequence": event["sequence"]])
        _ = try session.call(socket, .notifications, "Acknowledge", dealtWith)
      }
      return false
    }
  }

  /// Whether this event may be acknowledged here. Only the shell's own: an app's events are the app's to
  /// acknowledge, and it has to hear of them first. And only the very next one, since acknowledging one
  /// acknowledges all before it, which another `--wait` may be about; what is left stands until newer events
  /// push it out. An event that is not kept carries the number of one before it.
  static func settles(_ event: JSON, of app: String, after acknowledged: Int64) -> Bool {
    app == AppID.shell.text && EventKind(rawValue: event.string("kind"))?.isKept == true
      && event.number("sequence") == acknowledged + 1
  }

  /// Kept events of earlier posts come first, and may be about the same notification when this post replaces
  /// it; their time tells them apart.
  static func isAnswer(_ event: JSON, to id: Int64, since: Timestamp) -> Bool {
    guard let time = Timestamp(rfc3339: event.string("time")), time >= since,
      let kind = EventKind(rawValue: event.string("kind"))
    else { return false }
    switch kind {
    case .activated, .replied, .dismissed, .expired, .withdrawn, .read: return event.number("id") == id
    case .authorization: return event.string("authorization") == Authorization.denied.rawValue
    case .ready, .received, .presented, .released, .badge, .lost: return false
    }
  }

  /// One line: the action, the reply, or what happened instead.
  static func text(of event: JSON) -> String {
    switch EventKind(rawValue: event.string("kind")) {
    case .activated: visible(event.string("action"))
    case .replied: visible(event.string("text"))
    case .authorization: visible(event.string("authorization"))
    default: visible(event.string("kind"))
    }
  }
}
