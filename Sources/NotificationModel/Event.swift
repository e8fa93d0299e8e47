/// The kinds of events about a notification, a badge or an app's authorization.
public enum EventKind: String, CaseIterable, Sendable {
  case ready, received, presented, released, activated, replied, dismissed, expired, withdrawn, read, badge,
    authorization, lost, restored

  /// Whether it is kept until the app acknowledges it; other events go only to the clients that follow at that moment.
  package var isKept: Bool {
    switch self {
    case .received, .activated, .replied, .dismissed, .withdrawn, .expired, .authorization, .lost, .restored:
      true
    case .ready, .presented, .released, .read, .badge: false
    }
  }
}

/// An event for an app. An event that is not kept carries the sequence of the last kept one, so that acknowledging any
/// event never acknowledges a later one.
public struct Event: Hashable, Sendable {
  public var sequence: EventSequence
  public var time: Timestamp
  public var kind: EventKind
  public var id: NotificationID?
  public var identifier: OpaqueName?
  public var action: ItemID?
  public var text: String?
  public var target: OpaqueObject?
  /// Sent to one subscriber once, and never stored.
  public var activationToken: String?
  public var unread: Int?
  public var authorization: Authorization?
  /// Whether a press or a reply was on an earlier text of the notification, whose present text is still unread. The
  /// target is that of the earlier text.
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
