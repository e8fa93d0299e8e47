package import NotificationModel
package import Varlink

/// The daemon at a glance: `Status` of `io.bellhop.Control`.
package struct DaemonStatus: Hashable, Sendable {
  package var version: String
  package var sink: String
  /// Name and version of the notification server, where one is known.
  package var server: String?
  package var serverAnswers: Bool
  package var locked: Bool
  package var foreground: [String]
  package var doNotDisturb: Bool
  package var doNotDisturbUntil: Timestamp?
  /// Outside of quiet hours `nil`.
  package var quietHoursUntil: Timestamp?
  package var nextSummary: Timestamp?
  package var silent: Bool
  package var unread: Int
  package var held: Int
  package var scheduled: Int
  /// Requests accepted and refused since the daemon started.
  package var posted: Int
  package var refused: Int
  /// Whether apps may ask to be rated.
  package var ratingPrompts: Bool?
  /// Who says that the screen is locked; only while it is.
  package var lockedBy: [String]?
  /// Whether the server's own Do Not Disturb is on, where that can be learnt.
  package var serverMuted: Bool?
  /// Why nothing can be stored, while that is so.
  package var storageFault: String?

  package init(
    version: String, sink: String, server: String? = nil, serverAnswers: Bool, locked: Bool,
    foreground: [String] = [], doNotDisturb: Bool, doNotDisturbUntil: Timestamp? = nil,
    quietHoursUntil: Timestamp? = nil, nextSummary: Timestamp? = nil, silent: Bool,
    unread: Int, held: Int, scheduled: Int, posted: Int, refused: Int, ratingPrompts: Bool? = nil,
    lockedBy: [String]? = nil, serverMuted: Bool? = nil, storageFault: String? = nil
  ) {
    self.version = version
    self.sink = sink
    self.server = server
    self.serverAnswers = serverAnswers
    self.locked = locked
    self.foreground = foreground
    self.doNotDisturb = doNotDisturb
    self.doNotDisturbUntil = doNotDisturbUntil
    self.quietHoursUntil = quietHoursUntil
    self.nextSummary = nextSummary
    self.silent = silent
    self.unread = unread
    self.held = held
    self.scheduled = scheduled
    self.posted = posted
    self.refused = refused
    self.ratingPrompts = ratingPrompts
    self.lockedBy = lockedBy
    self.serverMuted = serverMuted
    self.storageFault = storageFault
  }
}

extension DaemonStatus: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      version: try fields.requiredText("version"), sink: try fields.requiredText("sink"),
      server: try fields.text("server", limit: .max), serverAnswers: try fields.requiredBool("serverAnswers"),
      locked: try fields.requiredBool("locked"),
      foreground: try fields.required("foreground", try fields.strings("foreground")),
      doNotDisturb: try fields.requiredBool("doNotDisturb"),
      doNotDisturbUntil: try fields.time("doNotDisturbUntil"),
      quietHoursUntil: try fields.time("quietHoursUntil"), nextSummary: try fields.time("nextSummary"),
      silent: try fields.requiredBool("silent"),
      unread: try fields.requiredInt("unread"), held: try fields.requiredInt("held"),
      scheduled: try fields.requiredInt("scheduled"), posted: try fields.requiredInt("posted"),
      refused: try fields.requiredInt("refused"), ratingPrompts: try fields.bool("ratingPrompts"),
      lockedBy: try fields.strings("lockedBy"), serverMuted: try fields.bool("serverMuted"),
      storageFault: try fields.text("storageFault", limit: .max))
  }

  package var json: JSON {
    JSON(fields: [
      "version": version.json, "sink": sink.json, "server": server?.json, "serverAnswers": serverAnswers.json,
      "locked": locked.json, "foreground": .array(foreground.map(\.json)), "doNotDisturb": doNotDisturb.json,
      "doNotDisturbUntil": doNotDisturbUntil?.json, "quietHoursUntil": quietHoursUntil?.json,
      "nextSummary": nextSummary?.json, "silent": silent.json, "unread": unread.json, "held": held.json,
      "scheduled": scheduled.json, "posted": posted.json, "refused": refused.json,
      "ratingPrompts": ratingPrompts?.json, "lockedBy": lockedBy.map { .array($0.map(\.json)) },
      "serverMuted": serverMuted?.json, "storageFault": storageFault?.json,
    ])
  }
}
