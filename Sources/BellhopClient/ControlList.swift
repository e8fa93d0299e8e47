package import NotificationModel
package import NotificationProtocol
package import Varlink

extension ControlClient {
  /// The list, latest first: at most `limit` (100 by default, 1,000 at most), from below `before`, an entry as it was
  /// listed. `search` covers title, subtitle, body and app name. `more`: there are further ones.
  package func list(
    app: AppID? = nil, search: String? = nil, states: [State]? = nil, unreadOnly: Bool = false,
    missedOnly: Bool = false, since: Timestamp? = nil, limit: Int? = nil,
    before: Entry? = nil
  ) throws(ClientError) -> (entries: [Entry], more: Bool) {
    try connection.call(
      Self.method("List"),
      [
        "app": app?.json, "search": search?.json, "unreadOnly": unreadOnly.jsonIfTrue, "limit": limit?.json,
        "before": before?.id.json, "beforeTime": before?.came.json,
        "states": states.map { .array($0.map(\.rawValue.json)) }, "missedOnly": missedOnly.jsonIfTrue,
        "since": since?.json,
      ]
    ) { (fields) throws(FieldFault) in
      (
        entries: try fields.required("entries", try fields.values("entries")),
        more: try fields.required("more", try fields.bool("more"))
      )
    }
  }

  /// An entry of the list in any state; `nil` for an unknown id.
  package func entry(_ id: NotificationID) throws(ClientError) -> Entry? {
    try connection.call(Self.method("List"), ["id": id.json]) {
      (fields) throws(FieldFault) -> [Entry] in try fields.required("entries", try fields.values("entries"))
    }.first
  }

  /// Follows the list: first its present state, in as many replies as needed, then each change. Blocks until `onChange`
  /// returns false or throws, or the connection ends; then the connection is closed. `read`: includes read
  /// notifications. Throws `ClientError`, and the errors of `onChange`.
  package func watch(read: Bool = false, onChange: (WatchReply) throws -> Bool) throws {
    try connection.callMore(Self.method("Watch"), JSON(fields: ["read": read.jsonIfTrue])) { reply in
      try onChange(try VarlinkConnection.read(reply, WatchReply.init(fields:)))
    }
  }

  /// Presses an action of a stored notification; `ItemID.defaultAction` opens it. `text` is for an action that asks for
  /// it.
  package func activate(
    _ id: NotificationID, action: ItemID = .defaultAction, text: String? = nil
  ) throws(ClientError) {
    try connection.call(
      Self.method("Activate"), ["id": id.json, "action": action.json, "text": text?.json])
  }

  /// `nil` marks all, an empty list marks no notification. Returns the number of unread ones afterwards.
  @discardableResult
  package func markRead(_ ids: [NotificationID]?) throws(ClientError) -> Int {
    try connection.call(
      Self.method("MarkRead"), ["ids": ids.map { .array($0.map(\.json)) }]
    ) { (fields) throws(FieldFault) in
      try fields.required("unread", try fields.int("unread"))
    }
  }

  /// Tells the daemon that the person has looked at these notifications. They then no longer count as missed.
  package func markSeen(_ ids: [NotificationID]) throws(ClientError) {
    try connection.call(Self.method("MarkSeen"), ["ids": .array(ids.map(\.json))])
  }

  /// Dismisses these notifications; one that is gone already stays as it is. Returns how many are unread afterwards,
  /// and how many were dismissed, read ones included. `dismissed` is `nil` from an earlier daemon, which does not count
  /// them.
  @discardableResult
  package func dismiss(_ ids: [NotificationID]) throws(ClientError) -> (unread: Int, dismissed: Int?) {
    try dismiss(["ids": .array(ids.map(\.json))])
  }

  /// Dismisses all unread notifications. `unread` counts those that arrived meanwhile.
  @discardableResult
  package func dismissAll() throws(ClientError) -> (unread: Int, dismissed: Int?) {
    try dismiss(["ids": .array([]), "all": .bool(true)])
  }

  private func dismiss(
    _ parameters: KeyValuePairs<String, JSON?>
  ) throws(ClientError) -> (unread: Int, dismissed: Int?) {
    try connection.call(Self.method("Dismiss"), parameters) { (fields) throws(FieldFault) in
      (
        unread: try fields.required("unread", try fields.int("unread")),
        dismissed: try fields.int("dismissed")
      )
    }
  }

  /// Removes the read notifications from the list, and returns their number. `before`: only those that last arrived
  /// before this time.
  @discardableResult
  package func clear(app: AppID? = nil, before time: Timestamp? = nil) throws(ClientError) -> Int {
    try connection.call(Self.method("Clear"), ["app": app?.json, "before": time?.json]) {
      (fields) throws(FieldFault) in try fields.required("cleared", try fields.int("cleared"))
    }
  }

  /// Takes back the person's last command of this day about notifications or an app. Returns how many notifications are
  /// again as before, the ids of at most 10,000 of them, and the app whose earlier settings hold again.
  @discardableResult
  package func undo() throws(ClientError) -> (count: Int, restored: [NotificationID], app: AppID?) {
    try connection.call(Self.method("Undo")) { (fields) throws(FieldFault) in
      let restored = try fields.required("restored", try fields.notificationIDs("restored"))
      return (count: try fields.int("count") ?? restored.count, restored: restored, app: try fields.app())
    }
  }

  /// Deletes notifications for good. Returns how many were deleted, the name of a notification server that may keep a
  /// list of its own, and the files that may still hold traces. `counts`: deletes nothing, and returns how many would
  /// be deleted.
  @discardableResult
  package func erase(_ what: Erasing, counts: Bool = false) throws(ClientError) -> (
    erased: Int, serverKeeps: String?, left: [String]
  ) {
    let parameters: KeyValuePairs<String, JSON?> =
      switch what {
      case .notifications(let ids): ["ids": .array(ids.map(\.json)), "counts": counts.jsonIfTrue]
      case .app(let app): ["app": app.json, "counts": counts.jsonIfTrue]
      case .everything: ["all": .bool(true), "counts": counts.jsonIfTrue]
      }
    return try connection.call(Self.method("Erase"), parameters) { (fields) throws(FieldFault) in
      (
        erased: try fields.required("erased", try fields.int("erased")),
        serverKeeps: try fields.text("serverKeeps", limit: .max), left: try fields.strings("left") ?? []
      )
    }
  }

  /// Alerts again at that time.
  package func snooze(_ id: NotificationID, until: ChosenEnd) throws(ClientError) {
    try connection.call(
      Self.method("Snooze"), ["id": id.json, "until": until.moment?.json, "seconds": until.seconds?.json])
  }

  /// Every decision about a notification, oldest first, and the guidelines' advice on its text.
  package func explain(
    _ id: NotificationID, language: String? = nil
  ) throws(ClientError) -> (decisions: [DatedDecision], advice: [Advice]) {
    try connection.call(
      Self.method("Explain"), ["id": id.json, "language": language?.json]
    ) { (fields) throws(FieldFault) in
      (
        decisions: try fields.required("decisions", try fields.values("decisions")),
        advice: try fields.values("advice") ?? []
      )
    }
  }

  /// The outcome of a request and its reasons. Nothing is stored or shown.
  package func judge(
    _ request: NotificationRequest, under conditions: Conditions? = nil, language: String? = nil
  ) throws(ClientError) -> JudgeReply {
    try judge(notification: request.json, under: conditions, language: language)
  }

  /// Judges JSON that may not be a valid notification: the daemon reports its faults.
  package func judge(
    notification: JSON, under conditions: Conditions? = nil, language: String? = nil
  ) throws(ClientError) -> JudgeReply {
    try connection.call(
      Self.method("Judge"),
      ["notification": notification, "conditions": conditions?.json, "language": language?.json],
      returning: JudgeReply.init(fields:))
  }
}

/// The notifications to delete for good.
package enum Erasing: Hashable, Sendable {
  case notifications([NotificationID])
  case app(AppID)
  case everything
}
