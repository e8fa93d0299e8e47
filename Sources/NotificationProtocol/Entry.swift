package import NotificationModel
package import Varlink

/// A notification in the person's list. While the screen is locked, as it may be seen then.
package struct Entry: Hashable, Sendable {
  /// A button, as far as a list needs it.
  package struct Button: Hashable, Sendable {
    package var id: ItemID
    package var title: String
    package var destructive: Bool
    package init(id: ItemID, title: String, destructive: Bool) {
      self.id = id
      self.title = title
      self.destructive = destructive
    }
  }

  package var id: NotificationID
  package var app: AppID
  package var appName: String
  package var thread: OpaqueName?
  package var title: String
  package var subtitle: String?
  package var body: String?
  package var level: InterruptionLevel
  package var state: State
  package var outcome: Outcome
  package var repeats: Int
  package var posted: Timestamp
  package var until: Timestamp?
  package var unread: Bool
  package var actions: [Button]

  package init(
    id: NotificationID, app: AppID, appName: String, thread: OpaqueName? = nil, title: String,
    subtitle: String? = nil, body: String? = nil, level: InterruptionLevel, state: State, outcome: Outcome,
    repeats: Int, posted: Timestamp, until: Timestamp? = nil, unread: Bool, actions: [Button] = []
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
    self.until = until
    self.unread = unread
    self.actions = actions
  }
}

extension Entry: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      id: try fields.required("id", try fields.notificationID()),
      app: try fields.required("app", try fields.app()), appName: try fields.requiredText("appName"),
      thread: try fields.opaqueName("thread"), title: try fields.requiredText("title"),
      subtitle: try fields.text("subtitle", limit: .max), body: try fields.text("body", limit: .max),
      level: try fields.required("level", try fields.word("level")),
      state: try fields.required("state", try fields.word("state")),
      outcome: try fields.required("outcome", try fields.word("outcome")),
      repeats: try fields.requiredInt("repeats"),
      posted: try fields.required("posted", try fields.time("posted")), until: try fields.time("until"),
      unread: try fields.requiredBool("unread"),
      actions: try fields.required("actions", try fields.values("actions")))
  }

  package var json: JSON {
    JSON(fields: [
      "id": id.json, "app": app.json, "appName": appName.json, "thread": thread?.json, "title": title.json,
      "subtitle": subtitle?.json, "body": body?.json, "level": level.json, "state": state.json,
      "outcome": outcome.json, "repeats": repeats.json, "posted": posted.json, "until": until?.json,
      "unread": unread.json, "actions": actions.json,
    ])
  }
}

extension Entry.Button: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      id: try fields.required("id", try fields.item("id")), title: try fields.requiredText("title"),
      destructive: try fields.requiredBool("destructive"))
  }

  package var json: JSON {
    JSON(fields: ["id": id.json, "title": title.json, "destructive": destructive.json])
  }
}
