public import NotificationModel
public import Varlink

/// A notification in the person's list. While the screen is locked, as it may be seen then.
public struct Entry: Hashable, Sendable {
  /// A button, as far as a list needs it.
  public struct Button: Hashable, Sendable {
    public var id: ItemID
    public var title: String
    public var destructive: Bool
    public init(id: ItemID, title: String, destructive: Bool) {
      self.id = id
      self.title = title
      self.destructive = destructive
    }
  }

  public var id: NotificationID
  public var app: AppID
  public var appName: String
  public var thread: OpaqueName?
  public var title: String
  public var subtitle: String?
  public var body: String?
  public var level: InterruptionLevel
  public var state: State
  public var outcome: Outcome
  public var repeats: Int
  public var posted: Timestamp
  public var until: Timestamp?
  public var unread: Bool
  public var actions: [Button]

  public init(
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
  public init(fields: inout ShapeReader) throws(FieldFault) {
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

  public var json: JSON {
    JSON(fields: [
      "id": id.json, "app": app.json, "appName": appName.json, "thread": thread?.json, "title": title.json,
      "subtitle": subtitle?.json, "body": body?.json, "level": level.json, "state": state.json,
      "outcome": outcome.json, "repeats": repeats.json, "posted": posted.json, "until": until?.json,
      "unread": unread.json, "actions": actions.json,
    ])
  }
}

extension Entry.Button: JSONRepresentable {
  public init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      id: try fields.required("id", try fields.item("id")), title: try fields.requiredText("title"),
      destructive: try fields.requiredBool("destructive"))
  }

  public var json: JSON {
    JSON(fields: ["id": id.json, "title": title.json, "destructive": destructive.json])
  }
}
