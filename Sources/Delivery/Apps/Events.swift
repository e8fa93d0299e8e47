import Guidelines
package import NotificationModel

extension DeliveryEngine {
  /// Tells whoever follows the app now; nobody else will hear of it.
  func emit(_ kind: EventKind, of record: NotificationRecord, _ now: Moment) {
    outbox.add(.event(event(kind, of: record, now), app: record.request.app))
  }

  func event(_ kind: EventKind, of record: NotificationRecord, _ now: Moment) -> Event {
    Event(
      time: now.wall, kind: kind, id: record.id, identifier: record.request.identifier,
      target: record.request.target)
  }

  /// Stores the event until the app has dealt with it, and tells whoever follows the app now. A token is
  /// passed on once, and not stored.
  func keep(_ event: Event, app: AppID, token: String? = nil) throws {
    var kept = try store.append(event, app: app)
    kept.activationToken = token
    outbox.add(.event(kept, app: app))
  }

  func keep(
    _ kind: EventKind, of record: NotificationRecord, action: ItemID? = nil, text: String? = nil,
    token: String? = nil, _ now: Moment
  ) throws {
    var event = event(kind, of: record, now)
    event.action = action
    event.text = text
    try keep(event, app: record.request.app, token: token)
  }

  /// An event as it may be told now. Whole, it is for the app: on a locked screen the person's socket tells that
  /// something was done with a notification, and not what that was about.
  package func visible(_ event: Event, of app: AppID, isPerson: Bool) -> Event {
    guard isPerson, isLocked, app != .shell else { return event }
    var event = event
    event.identifier = nil
    event.text = nil
    event.target = nil
    return event
  }

  /// Kept events after this sequence, oldest first.
  package func events(of app: AppID, after: EventSequence, limit: Int) throws(Refusal) -> [Event] {
    try query { try store.events(app: app, after: after, limit: limit) }
  }

  /// The highest acknowledged sequence: what `ready` carries, and where following begins.
  package func acknowledged(of app: AppID, by client: Client) throws(Refusal) -> EventSequence {
    try query {
      try admit(app, client)
      return try store.acknowledged(app: app)
    }
  }

  package func acknowledge(_ sequence: EventSequence, of app: AppID, by client: Client) throws(Refusal) {
    try call {
      try admit(app, client)
      // What was kept for the app alone leaves no trace either.
      if try store.acknowledge(app: app, through: sequence) { health.erased() }
    }
  }
}
