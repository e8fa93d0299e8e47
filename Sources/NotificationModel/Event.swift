/// What can happen to a notification, a badge or an app's authorization.
public enum EventKind: String, CaseIterable, Sendable {
  case ready, received, presented, released, activated, replied, dismissed, expired, withdrawn, read, badge,
    authorization, lost, restored

  /// Whether it waits for the app to acknowledge it; the others go to whoever follows at that moment.
  package var isKept: Bool {
    switch self {
    case .activated, .replied, .dismissed, .withdrawn, .expired, .authorization, .lost, .restored: true
    case .ready, .received, .presented, .released, .read, .badge: false
    }
  }
}

/// Something that happened. A passing event carries the sequence of the last kept one, so that
/// acknowledging any event never acknowledges a later one.
public struct Event: Hashable, Sendable {
  public var sequence: EventSequence
  public var time: Timestamp
  public var kind: EventKind
  public var id: NotificationID?
  public var identifier: OpaqueName?
  public var action: ItemID?
  public var text: String?
  public var target: OpaqueObject?
  /// Goes to one subscriber once, and is never kept.
  public var activationToken: String?
  public var unread: Int?
  public var authorization: Authorization?
  /// Of a press or a reply: it was on an earlier text than the notification has now, which is unread still. The target is
  /// that text's.
  public var earlier: Bool

  package init(
    sequence: EventSequence = EventSequence(0), time: Timestamp, kind: EventKind, id: NotificationID? = nil,
    identifier: OpaqueName? = nil, action: ItemID? = nil, text: String? = nil, target: OpaqueObject? = nil,
    activationToken: String? = nil, unread: Int? = nil, authorization: Authorization? = nil,
    earlier: Bool = false
  ) {
    self.sequence = sequence
    self.time = time
    self.kind = kind
    self.id = id
    self.identifier = identifier
    self.action = action
    self.text = text
    self.target = target
    self.activationToken = activationToken
    self.unread = unread
    self.authorization = authorization
    self.earlier = earlier
  }
}
