public import NotificationModel
package import Varlink

/// A stored notification, as its own app sees it.
public struct Record: Hashable, Sendable {
  public var id: NotificationID
  public var notification: NotificationRequest
  public var state: State
  public var outcome: Outcome
  /// How often it has been coalesced.
  public var repeats: Int
  public var posted: Timestamp
  /// When it last came: was posted, posted again, or was due.
  public var came: Timestamp
  /// When a held or scheduled one is due.
  public var until: Timestamp?
  /// Whether it came by the desktop's own notification interface.
  public var desktop: Bool

  package init(
    id: NotificationID, notification: NotificationRequest, state: State, outcome: Outcome, repeats: Int,
    posted: Timestamp, came: Timestamp? = nil, until: Timestamp?, desktop: Bool = false
  ) {
    self.id = id
    self.notification = notification
    self.state = state
    self.outcome = outcome
    self.repeats = repeats
    self.posted = posted
    self.came = came ?? posted
    self.until = until
    self.desktop = desktop
  }
}

extension Record: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      id: try fields.required("id", try fields.notificationID()),
      notification: try fields.required("notification", try fields.value("notification")),
      state: try fields.required("state", try fields.word("state")),
      outcome: try fields.required("outcome", try fields.word("outcome")),
      repeats: try fields.requiredInt("repeats"),
      posted: try fields.required("posted", try fields.time("posted")), came: try fields.time("came"),
      until: try fields.time("until"),
      desktop: try fields.bool("desktop") ?? false)
  }

  package var json: JSON {
    JSON(fields: [
      "id": id.json, "notification": notification.json, "state": state.json, "outcome": outcome.json,
      "repeats": repeats.json, "posted": posted.json, "came": came.json, "until": until?.json,
      "desktop": desktop.jsonIfTrue,
    ])
  }
}
