import NotificationModel
import NotificationProtocol
import Varlink

/// What a person did about a notification of ours.
enum Answer {
  /// Posts and follows until the person, or time, has settled it, or another post has taken its place. The subscription
  /// stands before the post, so that no press is missed however fast it comes.
  static func await(
    _ notification: WrittenNotification, on socket: Session.Socket, session: Session,
    post: () throws(Failure) -> Receipt, ended: (Event, _ isReplaced: Bool) -> Void
  ) throws(Failure) {
    let since = LocalClock().now
    var posted = since
    var id: NotificationID?
    var acknowledged = EventSequence(0)
    try session.notifications(on: socket) { client in
      let app = try AppID(operand: notification.app)
      try client.subscribe(app: app) { event in
        if event.kind == .ready {
          acknowledged = event.sequence
          id = try post().id
          posted = LocalClock().now
          return true
        }
        guard let own = id else { return true }
        // Due, it may have joined the entry that was there.
        if event.time > posted, isOwn(event, notification) { id = event.id }
        guard let id else { return true }
        let isReplaced =
          event.id == id && isOfAnother(event, than: notification)
          || takesPlace(event, of: own, notification)
        if isReplaced {
          // What was there before this post is told of all the same.
          guard event.time > posted else { return true }
          ended(event, true)
          return false
        }
        guard isAnswer(event, to: id, since: since) else { return true }
        ended(event, false)
        if settles(event, of: app, after: acknowledged) {
          try session.notifications(on: socket) { try $0.acknowledge(app: app, through: event.sequence) }
        }
        return false
      }
    }
  }

  /// With a target that tells its events from those of another post under the same identifier; as it is where it has no
  /// identifier, or a target of its own. The same words again have the same one: whichever wait asks, it is one question.
  static func marked(_ notification: WrittenNotification) -> WrittenNotification {
    guard case .object(let fields) = notification.json, notification.json["identifier"] != nil,
      notification.json["target"] == nil
    else { return notification }
    // FNV-1a.
    let hash = notification.json.text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let target = JSON(fields: ["io.bellhop.wait": String(hash, radix: 16).json])
    return WrittenNotification(json: .object(fields + [JSON.Field("target", target)]))
  }

  /// Whether the event says that its notification is what another post has made of it. Posts without a target, such as
  /// updates of a progress, leave it to who waits.
  static func isOfAnother(_ event: Event, than notification: WrittenNotification) -> Bool {
    guard let own = notification.json["target"], let target = event.target?.json else { return false }
    return (try? JSON(parsing: Array(target.utf8))) != own
  }

  /// Whether the event is about what this post says, in whatever entry.
  static func isOwn(_ event: Event, _ notification: WrittenNotification) -> Bool {
    notification.json["target"] != nil && event.target != nil && event.identifier != nil
      && event.identifier?.text.json == notification.json["identifier"]
      && !isOfAnother(event, than: notification)
  }

  /// Whether the event is about a later entry, posted while this was still to come once: another post under its identifier.
  static func takesPlace(_ event: Event, of id: NotificationID, _ notification: WrittenNotification) -> Bool {
    guard let trigger = notification.json["trigger"], trigger["repeats"] != .bool(true),
      let identifier = event.identifier, identifier.text.json == notification.json["identifier"],
      let other = event.id
    else { return false }
    return other > id && !isOwn(event, notification)
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
    case .ready, .received, .presented, .released, .badge, .lost, .restored: return false
    }
  }

  /// Of what another post has taken the place of, in place of an event.
  static func replaced(_ event: Event) -> JSON {
    JSON(fields: ["time": event.time.json, "kind": replaced.json, "id": event.id?.json])
  }
  static let replaced = "replaced"

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
