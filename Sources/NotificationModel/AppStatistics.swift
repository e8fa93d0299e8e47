/// What became of the notifications of one app that are stored: `AppStatistics` of `io.bellhop.Control`. One can count in
/// several of these.
package struct AppStatistics: Hashable, Sendable {
  package var app: AppID
  package var name: String
  /// Whether nothing but the app's own word says that name.
  package var isNameClaimed = false
  /// Each post, those that were taken for one that was there already, or changed it, as well.
  package var posts = 0
  package var coalesced = 0
  package var replaced = 0
  /// Whose alert was held back, be it for a while.
  package var held = 0
  package var suppressed = 0
  package var pressed = 0
  package var dismissedUnread = 0

  /// What these posts made in the list: each is held, suppressed, pressed or dismissed once, however often it was posted.
  package var entries: Int { posts - coalesced - replaced }

  package init(app: AppID, name: String) {
    self.app = app
    self.name = name
  }

  package mutating func count(_ fate: NotificationFate) {
    posts += 1 + fate.repeats + fate.replacements
    coalesced += fate.repeats
    replaced += fate.replacements
    held += fate.wasHeld ? 1 : 0
    suppressed += fate.isSuppressed ? 1 : 0
    pressed += fate.wasPressed ? 1 : 0
    dismissedUnread += fate.wasDismissedUnread ? 1 : 0
  }
}

/// What became of one notification.
package struct NotificationFate: Hashable, Sendable {
  package var app: AppID
  package var posted: Timestamp
  package var repeats: Int
  package var replacements: Int
  package var isSuppressed: Bool
  package var wasHeld: Bool
  package var wasPressed: Bool
  package var wasDismissedUnread: Bool

  package init(
    app: AppID, posted: Timestamp, repeats: Int, replacements: Int, isSuppressed: Bool, wasHeld: Bool,
    wasPressed: Bool, wasDismissedUnread: Bool
  ) {
    self.app = app
    self.posted = posted
    self.repeats = repeats
    self.replacements = replacements
    self.isSuppressed = isSuppressed
    self.wasHeld = wasHeld
    self.wasPressed = wasPressed
    self.wasDismissedUnread = wasDismissedUnread
  }
}
