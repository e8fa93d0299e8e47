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
  /// Whether its app has changed it since the person put it off.
  package var isChanged = false
  /// The name by which its sender can be let through quiet.
  package var sender: String?
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
