package import NotificationModel
package import Varlink

extension DaemonStatus: JSONRepresentable {
  private static let fields: [NamedField<DaemonStatus>] = [
    NamedField("version", \.version, .text), NamedField("sink", \.sink, .text),
    NamedField("server", \.server, .text), NamedField("serverAnswers", \.serverAnswers, .flag),
    NamedField("locked", \.locked, .flag), NamedField("foreground", \.foreground, .apps),
    NamedField("present", \.present, .flag),
    NamedField("doNotDisturb", \.doNotDisturb, .flag),
    NamedField("doNotDisturbUntil", \.doNotDisturbUntil, .time),
    NamedField("quietHoursUntil", \.quietHoursUntil, .time),
    NamedField("nextSummary", \.nextSummary, .time), NamedField("silent", \.silent, .flag),
    NamedField("unread", \.unread, .count), NamedField("held", \.held, .count),
    NamedField("scheduled", \.scheduled, .count), NamedField("posted", \.posted, .count),
    NamedField("refused", \.refused, .count), NamedField("ratingPrompts", \.ratingPrompts, .flag),
    NamedField("lockedBy", \.lockedBy, .texts), NamedField("serverMuted", \.serverMuted, .flag),
    NamedField("inhibitedBy", \.inhibitedBy, .texts), NamedField("storageFault", \.storageFault, .text),
    NamedField("configurationFault", \.configurationFault, .text),
    NamedField("quietHours", \.quietHours, .text), NamedField("quietHoursFrom", \.quietHoursFrom, .text),
  ]

  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init()
    for field in Self.fields { try field.read(&fields, &self) }
  }

  package var json: JSON { .object(Self.fields.compactMap { $0.written(self) }) }
}

/// `Finding` of `io.bellhop.Control`.
extension DesktopFinding: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      try fields.required("subject", try fields.word("subject")),
      try fields.required("verdict", try fields.word("verdict")),
      try fields.requiredText("text"), remedy: try fields.text("remedy", limit: .max))
  }

  package var json: JSON {
    JSON(fields: [
      "subject": .string(subject.rawValue), "verdict": .string(verdict.rawValue), "text": text.json,
      "remedy": remedy?.json,
    ])
  }
}

extension DesktopFinding {
  /// Whether this version knows the finding's subject; a later daemon may have more subjects.
  package static func isKnown(_ finding: JSON) -> Bool {
    guard case .string(let subject)? = finding["subject"] else { return true }
    return Subject(rawValue: subject) != nil
  }
}

/// The part of `GetFront` of `io.bellhop.Control` about the front itself; the other part is about shadow mode.
extension FrontReport {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(mode: try fields.required("mode", try fields.text("mode", limit: .max)))
    lockedBy = try fields.text("lockedBy", limit: .max)
    store = try fields.text("store", limit: .max).flatMap(KeptText.init)
    keepDays = try fields.int("keepDays")
    guard let state = try fields.text("state", limit: .max).flatMap(FrontStanding.State.init) else { return }
    var standing = FrontStanding(state)
    standing.server = try fields.text("server", limit: .max)
    standing.owner = try fields.text("owner", limit: .max)
    standing.ownerProcess = try fields.int("ownerProcess").flatMap { Int32(exactly: $0) }
    standing.fault = try fields.text("fault", limit: .max)
    self.standing = standing
  }

  /// The fields about the front, in addition to those about shadow mode.
  package var fields: [JSON.Field] {
    let all: KeyValuePairs<String, JSON?> = [
      "lockedBy": lockedBy?.json, "store": store?.json, "keepDays": keepDays?.json,
      "state": standing?.state.json, "server": standing?.server?.json, "owner": standing?.owner?.json,
      "ownerProcess": standing?.ownerProcess?.json,
    ]
    return all.compactMap { name, value in value.map { JSON.Field(name, $0) } }
  }
}

extension ReloadEffect: JSONRepresentable {
  /// Counts that an older daemon leaves out are read as 0.
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init()
    withheld = try fields.value("withheld") ?? Count()
    restored = try fields.value("restored") ?? Count()
  }

  package var json: JSON { JSON(fields: ["withheld": withheld.json, "restored": restored.json]) }
}

extension ReloadEffect.Count: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      notifications: try fields.requiredInt("notifications"), apps: try fields.requiredInt("apps"))
  }

  package var json: JSON { JSON(fields: ["notifications": notifications.json, "apps": apps.json]) }
}

/// `WatchedApp` of `io.bellhop.Control`.
extension ShadowApp: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      app: try fields.required("app", try fields.app()), name: try fields.requiredText("name"),
      isVouchedFor: try fields.requiredBool("vouched"), posted: try fields.requiredInt("posted"),
      since: try fields.required("since", try fields.time("since")))
    merged = try fields.requiredInt("merged")
    held = try fields.requiredInt("held")
    hidden = try fields.requiredInt("hidden")
    quiet = try fields.int("quiet") ?? 0
    tooFast = try fields.requiredInt("tooFast")
    awaitingConsent = try fields.int("awaitingConsent") ?? 0
    denied = try fields.requiredInt("denied")
  }

  package var json: JSON {
    JSON(fields: [
      "app": app.json, "name": name.json, "vouched": isVouchedFor.json, "posted": posted.json,
      "merged": merged.json, "held": held.json, "hidden": hidden.json, "quiet": quiet.json,
      "tooFast": tooFast.json, "awaitingConsent": awaitingConsent.json, "denied": denied.json,
      "since": since.json,
    ])
  }
}

/// `Watched` of `io.bellhop.Control`.
extension ShadowEntry: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      id: Int64(try fields.requiredInt("id")), app: try fields.required("app", try fields.app()),
      time: try fields.required("time", try fields.time("time")), outcome: try fields.requiredText("outcome"),
      title: try fields.text("title", limit: .max), body: try fields.text("body", limit: .max),
      decisions: try fields.required("decisions", try fields.values("decisions")))
  }

  package var json: JSON {
    JSON(fields: [
      "id": Int(clamping: id).json, "app": app.json, "time": time.json, "outcome": outcome.json,
      "title": title?.json, "body": body?.json, "decisions": decisions.json,
    ])
  }
}
