/// The daemon at a glance: `Status` of `io.bellhop.Control`.
package struct DaemonStatus: Hashable, Sendable {
  package var version = ""
  package var sink = ""
  /// Name and version of the notification server, where one is known.
  package var server: String?
  package var serverAnswers = false
  package var locked = false
  package var foreground: [AppID] = []
  /// The process of the window in the foreground, where the desktop tells.
  package var foregroundProcess: Int?
  /// Whether the person is present; `nil` without a source of input events.
  package var present: Bool?
  package var doNotDisturb = false
  package var doNotDisturbUntil: Timestamp?
  /// The apps that have asked for quiet, each with its reason.
  package var inhibitedBy: [String]?
  /// Outside of quiet hours `nil`.
  package var quietHoursUntil: Timestamp?
  package var nextSummary: Timestamp?
  package var silent = false
  package var unread = 0
  package var held = 0
  package var scheduled = 0
  /// The apps with notifications that wait for the person's consent; `nil` from an earlier daemon.
  package var appsToDecide: Int?
  /// Requests accepted and refused since the daemon started.
  package var posted = 0
  package var refused = 0
  /// Whether apps may ask to be rated.
  package var ratingPrompts: Bool?
  /// Who says that the screen is locked; only while it is.
  package var lockedBy: [String]?
  /// Whether the server's own Do Not Disturb is on, where that can be learnt.
  package var serverMuted: Bool?
  /// Why nothing can be stored, while that is so.
  package var storageFault: String?
  /// The fault of the configuration on disk. While a layer has one, its last good files hold.
  package var configurationFault: String?
  /// Written as in the configuration; `nil` if there are no quiet hours.
  package var quietHours: String?
  /// The file that sets the quiet hours, or `person`; `nil` for the built-in setting.
  package var quietHoursFrom: String?

  /// What keeps alerts back now, in the order in which it is judged; `nil` from an earlier daemon.
  package var quiet: [QuietReport]?
  /// When the text of notifications may be seen, of apps without a choice of their own.
  package var previews: Previews?
  /// The file that sets `previews`, or `person`; `nil` for the built-in setting.
  package var previewsFrom: String?

  /// Stands in place of a file for the person's own choice.
  package static let person = "person"

  package init() {}
}

/// A reason for quiet that is on: `Quiet` of `io.bellhop.Control`.
package struct QuietReport: Hashable, Sendable {
  /// The name of a `QuietKind`, or one that a later daemon has.
  package var kind: String
  /// `nil` if its end is not known.
  package var until: Timestamp?
  /// The names of the apps that cause it.
  package var by: [String]

  package init(kind: String, until: Timestamp? = nil, by: [String] = []) {
    self.kind = kind
    self.until = until
    self.by = by
  }
}
