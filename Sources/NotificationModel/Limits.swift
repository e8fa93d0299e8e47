/// How much of everything is accepted. All sizes are bytes of UTF-8.
public enum Limits {
  /// One message, without its NUL: far above any notification, far below what would hurt to keep per peer.
  public static let messageBytes = 65_536
  /// A title is one line of a banner; servers cut much earlier.
  public static let titleBytes = 256
  public static let subtitleBytes = 256
  /// As much as any server lays out without slowing down; longer texts belong into the app.
  public static let bodyBytes = 4_096
  /// Layout in some servers costs more than linearly in the number of lines.
  public static let bodyLines = 40
  public static let actionTitleBytes = 64
  /// The guideline: "up to four buttons".
  public static let actions = 4
  /// Identifier and thread.
  public static let nameBytes = 255
  /// App, category and action ids; the longest file name Linux allows.
  public static let idBytes = 255
  public static let hiddenPreviewBytes = 256
  /// A purpose is one short sentence within the question it stands in.
  public static let purposeBytes = 160
  public static let targetBytes = 4_096
  /// Names, avatars, images, sounds, zones, languages and the like, where nothing else is said.
  public static let wordBytes = 255
  /// An absolute path, as long as Linux allows one.
  public static let pathBytes = 4_096
  /// One image file: what the portal takes too, and more than any banner shows.
  public static let imageBytes = 4_194_304
  /// Copies of an app's image files: hundreds of pictures as apps make them for notifications. Apps that nothing
  /// vouches for have as much together.
  public static let imageBytesPerApp = 67_108_864
  /// The same of all apps.
  public static let imageBytesInAll = 536_870_912
  /// A line that a person answered with.
  public static let replyBytes = 4_096
  /// A list call hands out this many entries at most, and this many when not told.
  public static let listMaximum = 1_000
  public static let listDefault = 100
  /// Ids or identifiers in one call; a full message holds fewer.
  public static let idsPerCall = 10_000
  /// Apps remembered; no desktop has as many. Half of the room is kept for those that more than their own word
  /// vouches for: nobody gets there by inventing names.
  public static let apps = 20_000
  public static let unvouchedApps = 10_000
  public static let scheduledPerApp = 64
  public static let categoriesPerApp = 64
  /// Kept events; past them the oldest go, and `lost` says so.
  public static let eventsPerApp = 1_000
  /// Kept with a notification; past them the oldest but the first few go. A thing that is posted again and again,
  /// such as a progress, must not grow for ever, and how it came about must still be told.
  public static let decisionsPerNotification = 256
  /// The first of those, which stay.
  public static let firstDecisions = 16
  /// A whole year and a day; later dates are mistakes of units.
  public static let longestSeconds: Int64 = 366 * 86_400
}
