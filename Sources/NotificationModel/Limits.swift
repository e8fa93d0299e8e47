/// The unit of a size.
public enum SizeUnit: String, Hashable, Sendable {
  /// Bytes of UTF-8, as in the message.
  case bytes
  /// Grapheme clusters, as a person counts characters, so that a translation has as much room as the original.
  case characters
}

/// The longest allowed text: in characters, as people read it, and in bytes, at a bound that no real text of that many
/// characters reaches.
package struct TextLimit: Hashable, Sendable {
  package let characters: Int
  package let bytes: Int

  /// The bound that the text exceeds, and its size in the same unit.
  package func excess(of text: String) -> (limit: Int, given: Int, unit: SizeUnit)? {
    let size = text.utf8.count
    // No character has less than a byte.
    guard size > characters else { return nil }
    let count = text.count
    if count > characters { return (characters, count, .characters) }
    return size > bytes ? (bytes, size, .bytes) : nil
  }
}

/// The bounds of all input. Sizes are bytes of UTF-8 unless another unit is given.
package enum Limits {
  /// One message, without its NUL: far above any notification, and little enough to keep for each peer.
  package static let messageBytes = 65_536
  /// Titles, names, previews: one line of a banner; servers cut much earlier.
  package static let line = TextLimit(characters: 256, bytes: 2_048)
  /// The length that servers lay out without slowing down; longer texts belong in the app.
  package static let bodyBytes = 4_096
  /// Layout in some servers costs more than linearly in the number of lines.
  package static let bodyLines = 40
  /// The label of a button.
  package static let label = TextLimit(characters: 64, bytes: 512)
  /// The guideline: "up to four buttons".
  package static let actions = 4
  /// Actions kept from a call of the desktop's own interface. No app was seen to give more.
  package static let desktopActions = 16
  /// Identifier and thread.
  package static let nameBytes = 255
  /// App, category and action ids; the longest file name Linux allows.
  package static let idBytes = 255
  /// A purpose is one short sentence within the question it stands in.
  package static let purpose = TextLimit(characters: 160, bytes: 640)
  package static let targetBytes = 4_096
  /// The longest address that browsers and servers agree upon.
  package static let linkBytes = 2_048
  /// Avatars, images, sounds, zones, languages and the like, without a bound of their own.
  package static let wordBytes = 255
  /// An absolute path, as long as Linux allows one.
  package static let pathBytes = 4_096
  /// One image file: the portal's limit as well, and more than any banner shows.
  package static let imageBytes = 4_194_304
  /// Copies of an app's image files: room for hundreds of pictures of the usual size. All apps that are not vouched for
  /// share one such room.
  package static let imageBytesPerApp = 67_108_864
  /// The copies of all apps together.
  package static let imageBytesInAll = 536_870_912
  /// The text of a person's reply.
  package static let replyBytes = 4_096
  /// The most entries that a list call returns, and its default.
  package static let listMaximum = 1_000
  package static let listDefault = 100
  /// Ids or identifiers in one call; a full message holds fewer.
  package static let idsPerCall = 10_000
  /// Apps remembered; no desktop has as many. Half of the room is reserved for apps that are vouched for, so that
  /// invented names cannot fill it.
  package static let apps = 20_000
  package static let unvouchedApps = 10_000
  /// An app that plans a month of appointments ahead; a trigger that repeats counts as one.
  package static let scheduledPerApp = 256
  package static let categoriesPerApp = 64
  /// Events kept for an app. Beyond that, the oldest are dropped, and a `lost` event reports it.
  package static let eventsPerApp = 1_000
  /// Of these, the most of kind `received`: an app that does not acknowledge them finds the notifications in its list.
  package static let receivedPerApp = 100
  /// Programs of one app that follow its events by a name of their own. An event is kept for the slowest of them.
  package static let followersPerApp = 8
  package static let followerNameBytes = 64
  /// After so many seconds without a call of a follower's, no event is kept for it any more: 30 days.
  package static let followerSeconds: Int64 = 30 * 86_400
  /// Decisions kept with a notification. Beyond that, the oldest are dropped, except for `firstDecisions`: a
  /// notification that is posted again and again, such as a progress, must not grow without bound, and its beginning
  /// stays explained.
  package static let decisionsPerNotification = 256
  /// The first of those, which stay.
  package static let firstDecisions = 16
  /// A leap year. Later dates are mistakes of units.
  package static let longestSeconds: Int64 = 366 * 86_400
}
