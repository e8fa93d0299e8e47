import NotificationModel

/// What a person did about a notification of ours.
enum Answer {
  /// Posts and follows until the person, or time, has settled it. The subscription stands before the post, so
  /// that no press is missed however fast it comes.
  static func await(
    as app: String, on socket: Session.Socket, session: Session, post: () throws(Failure) -> Receipt,
    answered: (Event) -> Void
  ) throws(Failure) {
    let since = session.clock.now
    var id: NotificationID?
    var acknowledged = EventSequence(0)
    try session.notifications(on: socket) { client in
      let app = try AppID(operand: app)
      try client.subscribe(app: app) { event in
        if event.kind == .ready {
          acknowledged = event.sequence
          id = try post().id
          return true
        }
        guard let id, isAnswer(event, to: id, since: since) else { return true }
        answered(event)
        if settles(event, of: app, after: acknowledged) {
          try session.notifications(on: socket) { try $0.acknowledge(app: app, through: event.sequence) }
        }
        return false
      }
    }
  }

  /// Whether this event may be acknowledged here. Only the shell's own: an app's events are the app's to
  /// acknowledge, and it has to hear of them first. And only the very next one, since acknowledging one
  /// acknowledges all before it, which another `--wait` may be about; what is left stands until newer events
  /// push it out. An event that is not kept carries the number of one before it.
  static func settles(_ event: Event, of app: AppID, after acknowledged: EventSequence) -> Bool {
    app == .shell && event.kind.isKept && event.sequence.number == acknowledged.number + 1
  }

  /// Kept events of earlier posts come first, and may be about the same notification when this post replaces
  /// it; their time tells them apart.
  static func isAnswer(_ event: Event, to id: NotificationID, since: Timestamp) -> Bool {
    guard event.time >= since else { return false }
    switch event.kind {
    case .activated, .replied, .dismissed, .expired, .withdrawn, .read: return event.id == id
    case .authorization: return event.authorization == .denied
    case .ready, .received, .presented, .released, .badge, .lost: return false
    }
  }

  /// One line: the action, the reply, or what happened instead.
  static func text(of event: Event) -> String {
    switch event.kind {
    case .activated: visible(event.action?.text ?? "")
    case .replied: visible(event.text ?? "")
    case .authorization: event.authorization?.rawValue ?? ""
    default: event.kind.rawValue
    }
  }
}
