public import NotificationModel
public import NotificationProtocol
internal import Varlink

extension NotificationsClient {
  /// The app's own notifications, the one that came last first: at most `limit` (100 without one, 1,000 at most), those
  /// that stand below `before`, as it was listed. Without `states`, everything not yet read or gone. `more`: there are further ones.
  public func list(
    app: AppID, states: [State]? = nil, limit: Int? = nil, before: Record? = nil
  ) throws(ClientError) -> (records: [Record], more: Bool) {
    try connection.call(
      Self.method("List"),
      [
        "app": app.json, "states": states.map { .array($0.map(\.json)) }, "limit": limit?.json,
        "before": before?.id.json, "beforeTime": before?.came.json,
      ]
    ) { (fields) throws(FieldFault) in
      (
        records: try fields.required("records", try fields.values("records")),
        more: try fields.required("more", try fields.bool("more"))
      )
    }
  }

  /// Takes notifications back: from the desktop, from the list, from the schedule. One of the two is needed;
  /// unknown ones are passed over and not counted. `unread` is the badge afterwards.
  @discardableResult
  public func withdraw(
    app: AppID, identifiers: [OpaqueName]? = nil, ids: [NotificationID]? = nil
  ) throws(ClientError) -> (withdrawn: Int, unread: Int) {
    try connection.call(.withdraw(app: app, identifiers: identifiers, ids: ids))
  }

  /// Says that the person has seen these in the app itself: with neither all of them, with an empty list none.
  /// Returns the badge afterwards.
  @discardableResult
  public func markRead(
    app: AppID, identifiers: [OpaqueName]? = nil, ids: [NotificationID]? = nil
  ) throws(ClientError) -> Int {
    try connection.call(
      Self.method("MarkRead"), Self.selection(app, identifiers, ids)
    ) { (fields) throws(FieldFault) in
      try fields.required("unread", try fields.int("unread"))
    }
  }

  /// The number of the app's unread notifications.
  public func badge(app: AppID) throws(ClientError) -> Int {
    try connection.call(Self.method("GetBadge"), ["app": app.json]) { (fields) throws(FieldFault) in
      try fields.required("unread", try fields.int("unread"))
    }
  }

  static func selection(
    _ app: AppID, _ identifiers: [OpaqueName]?, _ ids: [NotificationID]?
  ) -> KeyValuePairs<String, JSON?> {
    [
      "app": app.json, "identifiers": identifiers.map { .array($0.map(\.json)) },
      "ids": ids.map { .array($0.map(\.json)) },
    ]
  }
}
