package import NotificationModel
package import Varlink

extension DaemonStatus: JSONRepresentable {
  private static let fields: [NamedField<DaemonStatus>] = [
    NamedField("version", \.version, .text), NamedField("sink", \.sink, .text),
    NamedField("server", \.server, .text), NamedField("serverAnswers", \.serverAnswers, .flag),
    NamedField("locked", \.locked, .flag), NamedField("foreground", \.foreground, .apps),
    NamedField("appsToDecide", \.appsToDecide, .count),
    NamedField("foregroundProcess", \.foregroundProcess, .count),
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
    NamedField("previewsFrom", \.previewsFrom, .text),
  ]

  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init()
    for field in Self.fields { try field.read(&fields, &self) }
    quiet = try fields.values("quiet")
    previews = try fields.word("previews")
  }

  package var json: JSON {
    let nested = [
      quiet.map { JSON.Field("quiet", $0.json) }, previews.map { JSON.Field("previews", $0.json) },
    ]
    return .object(Self.fields.compactMap { $0.written(self) } + nested.compactMap(\.self))
  }
}

extension QuietReport: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      kind: try fields.requiredText("kind"), until: try fields.time("until"),
      by: try fields.strings("by") ?? [])
  }

  package var json: JSON {
    JSON(fields: [
      "kind": kind.json, "until": until?.json, "by": by.isEmpty ? nil : .array(by.map(\.json)),
    ])
  }
}

extension LetThrough: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(name: try fields.requiredText("name"), app: try fields.app("app"))
  }

  package var json: JSON { JSON(fields: ["name": name.json, "app": app?.json]) }
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

/// The reply of `GetFront` of `io.bellhop.Control`.
extension FrontReport: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(mode: try fields.required("mode", try fields.text("mode", limit: .max)))
    until = try fields.time("until")
    over = try fields.time("over")
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

  package var json: JSON {
    JSON(fields: [
      "mode": mode.json, "until": until?.json, "over": over?.json, "fault": standing?.fault?.json,
      "lockedBy": lockedBy?.json, "store": store?.json, "keepDays": keepDays?.json,
      "state": standing?.state.json, "server": standing?.server?.json, "owner": standing?.owner?.json,
      "ownerProcess": standing?.ownerProcess?.json,
    ])
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
