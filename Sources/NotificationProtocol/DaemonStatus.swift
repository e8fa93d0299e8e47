public import NotificationModel
public import Varlink

/// The daemon at a glance: `Status` of `io.bellhop.Control`.
public struct DaemonStatus: Hashable, Sendable {
  public var version: String
  public var sink: String
  /// Name and version of the notification server, where one is known.
  public var server: String?
  public var serverAnswers: Bool
  public var locked: Bool
  public var foreground: [String]
  public var doNotDisturb: Bool
  public var doNotDisturbUntil: Timestamp?
  /// Outside of quiet hours `nil`.
  public var quietHoursUntil: Timestamp?
  public var nextSummary: Timestamp?
  public var silent: Bool
  public var unread: Int
  public var held: Int
  public var scheduled: Int
  /// Requests accepted and refused since the daemon started.
  public var posted: Int
  public var refused: Int
  /// Whether apps may ask to be rated.
  public var ratingPrompts: Bool?
  /// Who says that the screen is locked; only while it is.
  public var lockedBy: [String]?
  /// Whether the server's own Do Not Disturb is on, where that can be learnt.
  public var serverMuted: Bool?
  /// Why nothing can be stored, while that is so.
  public var storageFault: String?

  public init(
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
  public init(fields: inout ShapeReader) throws(FieldFault) {
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

  public var json: JSON {
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
