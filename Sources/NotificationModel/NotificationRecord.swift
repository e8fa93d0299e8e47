/// The state of a stored notification, as reported to its app and the person's tools.
public enum State: String, CaseIterable, Sendable {
  case scheduled, awaitingConsent, held, delivered, read, dismissed, withdrawn, expired, failed

  /// The states of notifications that are neither read nor gone.
  package static let current: [State] = [.scheduled, .awaitingConsent, .held, .delivered, .failed]
  /// The states of notifications in the list: all except dismissed, withdrawn and expired.
  package static let listed: [State] = current + [.read]
}

/// A banner as its notification server identifies it. The number is only meaningful together with the server that gave
/// it, since each new server counts from one again.
package struct BannerHandle: Hashable, Sendable {
  /// The bus's id and the server's unique name on it.
  package var server: String
  package var id: UInt32
  package init(server: String, id: UInt32) {
    self.server = server
    self.id = id
  }
}

/// Why an alert is held, and until when.
package struct Hold: Hashable, Sendable {
  /// Names of the guidelines that hold it, in the order in which they judge.
  package var guidelines: [String]
  /// When the last of these guidelines releases the alert, if that is known.
  package var until: Timestamp?
  package init(by guidelines: [String], until: Timestamp?) {
    self.guidelines = guidelines
    self.until = until
  }
}

/// Why the person could not see a notification when it came. The mark goes when they look at the notification, or see
/// its own banner.
package struct Missed: Hashable, Sendable {
  package enum Cause: String, CaseIterable, Sendable {
    case doNotDisturb, inhibited, quietHours, locked
    /// The person was there and saw only the form without its text, for instance while the screen was shared.
    case hidden
    /// The screen was not locked, and the person was away.
    case away
  }

  package var cause: Cause
  /// Whether the line about missed notifications has counted this one.
  package var isTold: Bool
  package init(_ cause: Cause, isTold: Bool = false) {
    self.cause = cause
    self.isTold = isTold
  }
}

/// The place of a notification in lists, which are sorted by when it last came. The newest is the greatest.
package struct ListPlace: Hashable, Sendable, Comparable {
  package var came: Timestamp
  package var id: NotificationID
  package init(came: Timestamp, id: NotificationID) {
    self.came = came
    self.id = id
  }
  package static func < (a: ListPlace, b: ListPlace) -> Bool { (a.came, a.id) < (b.came, b.id) }
}

/// A stored notification. Invariant: an unread notification is held, delivered or failed; a scheduled or waiting one is
/// not yet unread.
package struct NotificationRecord: Hashable, Sendable {
  /// Zero until the store has numbered it.
  package var id: NotificationID
  /// The newest post, with its category's fields already filled in.
  package var request: NotificationRequest
  package var state: State
  package var outcome: Outcome
  package var repeats: Int
  /// How many posts have changed the notification.
  package var replacements = 0
  /// When it was posted first; by the desktop's own interface, when it last alerted.
  package var posted: Timestamp
  /// When it last came: was posted, posted again, or was due. Lists are sorted by this time. Changes that the daemon
  /// makes on its own do not move it.
  package var came: Timestamp
  /// When a scheduled notification fires.
  package var due: Timestamp?
  /// Whether the time zone of its trigger is unknown to this computer: `due` is when the zone is looked up again.
  package var awaitsZone: Bool
  /// The last occurrence of a repeating notification: occurrences at or before this time do not fire (again).
  package var fired: Timestamp?
  /// The hold, while the state is `held`.
  package var hold: Hold?
  /// The time of the summary that a held notification waits for; other guidelines may hold it longer.
  package var summary: Timestamp?
  /// When the daemon withdraws the notification if it is still unread.
  package var expires: Timestamp?
  package var unread: Bool
  /// Set until the person has looked at the notification. It can stay after the notification ends unseen.
  package var missed: Missed?
  /// The state before a configuration denied the app. While it is set the notification is withdrawn, and in no list.
  package var withheld: State?

  /// The record as it was before it was withheld.
  package var asItStood: NotificationRecord {
    guard let withheld else { return self }
    var record = self
    record.withheld = nil
    record.state = withheld
    record.unread = [.held, .delivered, .failed].contains(withheld)
    return record
  }

  /// The place in lists.
  package var place: ListPlace { ListPlace(came: came, id: id) }

  /// When a held notification is released, if that is known.
  package var until: Timestamp? { hold?.until }

  /// Whether the person has snoozed it. A notification that its app has scheduled has a trigger instead.
  package var isSnoozed: Bool { state == .scheduled && request.trigger == nil }

  package init(
    id: NotificationID = NotificationID(0), request: NotificationRequest, state: State, outcome: Outcome,
    repeats: Int = 0, posted: Timestamp, came: Timestamp? = nil, due: Timestamp? = nil,
    awaitsZone: Bool = false,
    fired: Timestamp? = nil, hold: Hold? = nil, summary: Timestamp? = nil, expires: Timestamp? = nil,
    unread: Bool
  ) {
    self.id = id
    self.request = request
    self.state = state
    self.outcome = outcome
    self.repeats = repeats
    self.posted = posted
    self.came = came ?? posted
    self.due = due
    self.fired = fired
    self.hold = hold
    self.awaitsZone = awaitsZone
    self.summary = summary
    self.expires = expires
    self.unread = unread
  }
}

/// A notification in the person's list. While the screen is locked, it holds only the text that may be seen then.
package struct Entry: Hashable, Sendable {
  /// A button, as far as a list needs it.
  package struct Button: Hashable, Sendable {
    package var id: ItemID
    package var title: String
    package var destructive: Bool
    /// Whether a press carries a text, such as a reply.
    package var takesText: Bool
    package init(id: ItemID, title: String, destructive: Bool, takesText: Bool = false) {
      self.id = id
      self.title = title
      self.destructive = destructive
      self.takesText = takesText
    }
  }

  package var id: NotificationID
  package var app: AppID
  package var appName: String
  /// Whether the name is only the app's own claim.
  package var isNameClaimed = false
  package var thread: OpaqueName?
  package var title: String
  package var subtitle: String?
  package var body: String?
  package var level: InterruptionLevel
  package var state: State
  package var outcome: Outcome
  package var repeats: Int
  package var posted: Timestamp
  /// When the notification last came.
  package var came: Timestamp
  /// When the event itself happened, if the app says so.
  package var occurred: Timestamp?
  package var until: Timestamp?
  package var unread: Bool
  /// Why the person could not see the notification when it came; `nil` once they have looked at it.
  package var missed: Missed.Cause?
  package var actions: [Button]
  /// The link that a press on the notification opens.
  package var url: Link?

  package var place: ListPlace { ListPlace(came: came, id: id) }

  package init(
    id: NotificationID, app: AppID, appName: String, thread: OpaqueName? = nil, title: String,
    subtitle: String? = nil, body: String? = nil, level: InterruptionLevel, state: State, outcome: Outcome,
    repeats: Int, posted: Timestamp, came: Timestamp? = nil, occurred: Timestamp? = nil,
    until: Timestamp? = nil, unread: Bool, actions: [Button] = [],
    url: Link? = nil
  ) {
    self.id = id
    self.app = app
    self.appName = appName
    self.thread = thread
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.level = level
    self.state = state
    self.outcome = outcome
    self.repeats = repeats
    self.posted = posted
    self.came = came ?? posted
    self.occurred = occurred
    self.until = until
    self.unread = unread
    self.actions = actions
    self.url = url
  }
}

/// The kinds of events about a notification, a badge or an app's authorization.
public enum EventKind: String, CaseIterable, Sendable {
  case ready, received, presented, released, activated, replied, dismissed, expired, withdrawn, read, badge,
    authorization, lost, restored

  /// Whether it is kept until the app acknowledges it; other events go only to the clients that follow at that moment.
  package var isKept: Bool {
    switch self {
    case .activated, .replied, .dismissed, .withdrawn, .expired, .authorization, .lost, .restored: true
    case .ready, .received, .presented, .released, .read, .badge: false
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
