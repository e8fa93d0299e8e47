/// The kinds of events about a notification, a badge or an app's authorization.
public enum EventKind: String, CaseIterable, Sendable {
  /// The first event of each connection: with the badge and the app's authorization.
  case ready
  /// A post was accepted while the app is in the foreground: shown nowhere, the app's to present. Kept, the newest 100.
  case received
  /// The banner is on screen.
  case presented
  /// A held notification is on screen.
  case released
  /// The person pressed an action, or the notification itself (`ItemID.defaultAction`). Kept.
  case activated
  /// The person has typed a text into an action's field. Kept.
  case replied
  /// The person has dismissed it. Kept.
  case dismissed
  /// It was over before it was read. Kept.
  case expired
  /// Its app took it back, or the person deleted it for good. Kept.
  case withdrawn
  /// It was read.
  case read
  /// The number of unread notifications has changed.
  case badge
  /// The person has decided about the app, or changed that. Kept.
  case authorization
  /// More events were kept than there is room for; the oldest are gone. Kept.
  case lost
  /// The person has taken back what dismissed, read or withdrew it: it is as it was. Kept.
  case restored

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
  /// Counts up from 1 for each app; of `ready` the highest that this follower has acknowledged.
  public var sequence: EventSequence
  /// When it happened.
  public var time: Timestamp
  /// What has happened, which also says which of the other properties are set.
  public var kind: EventKind
  /// The notification's number.
  public var id: NotificationID?
  /// The notification's identifier, if the app gave one.
  public var identifier: OpaqueName?
  /// The pressed action, or `ItemID.defaultAction`.
  public var action: ItemID?
  /// The person's reply; at most 4,096 bytes.
  public var text: String?
  /// The notification's target, unchanged.
  public var target: OpaqueObject?
  /// By which a window may take the focus, for the toolkit. Sent to one subscriber once, and never stored.
  public var activationToken: String?
  /// The app's badge: of `ready` and `badge`.
  public var unread: Int?
  /// Of `ready` and `authorization`.
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
