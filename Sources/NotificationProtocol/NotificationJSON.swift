package import NotificationModel
package import Varlink

extension NotificationRequest: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(app: try fields.required("app", try fields.app()))
    identifier = try fields.opaqueName("identifier")
    thread = try fields.opaqueName("thread")
    category = try fields.item("category")
    kind = try fields.word("kind")
    title = try fields.text("title", within: Limits.line)
    subtitle = try fields.text("subtitle", within: Limits.line)
    body = try fields.paragraph("body", limit: Limits.bodyBytes, lines: Limits.bodyLines)
    sender = try fields.value("sender")
    level = try fields.word("level")
    relevance = try fields.double("relevance", in: 0...1)
    relevantDate = try fields.time("relevantDate", zeroIsNone: true)
    actions = try fields.actions("actions")
    hiddenPreviewBody = try fields.text("hiddenPreviewBody", within: Limits.line)
    image = try fields.image("image")
    sound = try fields.sound("sound")
    progress = try fields.int("progress", in: Self.ofUnknownLength...100)
    target = try fields.opaqueObject("target", limit: Limits.targetBytes)
    trigger = try fields.value("trigger")
    expiresAfter = try fields.int64("expiresAfter", in: 1...Limits.longestSeconds)
    silently = try fields.bool("silently") ?? false
    isPrivate = try fields.bool("private") ?? false
    language = try fields.language("language")
    expiresAt = try fields.time("expiresAt", zeroIsNone: true)
    occurred = try fields.time("occurred", zeroIsNone: true)
    url = try fields.link("url")
    whileInFront = try fields.word("whileInFront")
    transient = try fields.bool("transient") ?? false
    guard sender != nil || !(title ?? "").isBlank || !(body ?? "").isBlank else {
      throw fields.invalid("title", "a title, a body or a sender is needed")
    }
  }

  package var json: JSON {
    JSON(fields: [
      "app": app.json, "identifier": identifier?.json, "thread": thread?.json, "category": category?.json,
      "kind": kind?.json, "title": title?.json, "subtitle": subtitle?.json, "body": body?.json,
      "sender": sender?.json, "level": level?.json, "relevance": relevance?.json,
      "relevantDate": relevantDate?.json, "actions": actions?.json,
      "hiddenPreviewBody": hiddenPreviewBody?.json, "image": image?.json, "sound": sound?.json,
      "progress": progress?.json, "target": target?.object, "trigger": trigger?.json,
      "expiresAfter": expiresAfter?.json, "silently": silently.jsonIfTrue, "private": isPrivate.jsonIfTrue,
      "language": language?.json, "expiresAt": expiresAt?.json, "occurred": occurred?.json,
      "url": url?.text.json, "whileInFront": whileInFront?.json, "transient": transient.jsonIfTrue,
    ])
  }
}

extension Sender: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      name: try fields.label("name", within: Limits.line),
      group: try fields.text("group", within: Limits.line), avatar: try fields.image("avatar"))
  }

  package var json: JSON {
    JSON(fields: ["name": name.json, "group": group?.json, "avatar": avatar?.json])
  }
}

extension ShapeReader {
  mutating func link(_ name: String) throws(FieldFault) -> Link? {
    guard let text = try text(name, limit: Limits.linkBytes) else { return nil }
    guard let link = Link(text) else {
      throw invalid(
        name, "must be an https, http or mailto address, or file:/// and a path, without blanks")
    }
    return link
  }

  /// An object with any fields, kept as text without blanks.
  mutating func opaqueObject(_ name: String, limit: Int) throws(FieldFault) -> OpaqueObject? {
    guard let text = try object(name)?.text else { return nil }
    let given = text.utf8.count
    guard !isLimited || given <= limit else {
      throw .tooLarge(field: path(of: name), limit: limit, given: given)
    }
    return OpaqueObject(json: text)
  }
}

extension Action: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    let id = try fields.required("id", try fields.item("id"))
    guard id != .defaultAction else {
      throw fields.invalid("id", "'default' is the press on the notification itself")
    }
    guard !id.isReserved else {
      throw fields.invalid("id", "what begins with 'io.bellhop.' is the daemon's own")
    }
    self.init(
      id: id, title: try fields.label("title", within: Limits.label),
      icon: try fields.iconName("icon"),
      destructive: try fields.bool("destructive") ?? false,
      authenticationRequired: try fields.bool("authenticationRequired") ?? false,
      foreground: try fields.bool("foreground") ?? false, input: try fields.value("input"))
  }

  package var json: JSON {
    JSON(fields: [
      "id": id.json, "title": title.json, "icon": icon?.json, "destructive": destructive.jsonIfTrue,
      "authenticationRequired": authenticationRequired.jsonIfTrue, "foreground": foreground.jsonIfTrue,
      "input": input?.json,
    ])
  }
}

extension TextInput: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      placeholder: try fields.text("placeholder", within: Limits.line),
      button: try fields.text("button", within: Limits.label))
  }

  package var json: JSON {
    JSON(fields: ["placeholder": placeholder?.json, "button": button?.json])
  }
}

extension ShapeReader {
  /// Far more than the guideline allows, so that its error can say how many actions were given.
  static let mostActions = 64

  /// Actions, whose ids must differ.
  mutating func actions(_ name: String) throws(FieldFault) -> [Action]? {
    guard let actions: [Action] = try values(name, limit: Self.mostActions) else { return nil }
    for index in actions.indices where actions[..<index].contains(where: { $0.id == actions[index].id }) {
      throw .invalid(path: "\(path(of: name))[\(index)].id", reason: "is the id of an earlier action")
    }
    return actions
  }
}

extension Category: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      id: try fields.required("id", try fields.item("id")), kind: try fields.word("kind"),
      actions: try fields.actions("actions"),
      hiddenPreviewBody: try fields.text("hiddenPreviewBody", within: Limits.line),
      hiddenPreviewShowsTitle: try fields.bool("hiddenPreviewShowsTitle") ?? false,
      hiddenPreviewShowsSubtitle: try fields.bool("hiddenPreviewShowsSubtitle") ?? false,
      summaryFormat: try fields.text("summaryFormat", within: Limits.line),
      reportsDismissal: try fields.bool("reportsDismissal"),
      language: try fields.language("language"),
      hiddenPreviewBodyOne: try fields.text("hiddenPreviewBodyOne", within: Limits.line),
      summaryFormatOne: try fields.text("summaryFormatOne", within: Limits.line))
  }

  package var json: JSON {
    JSON(fields: [
      "id": id.json, "kind": kind?.json, "actions": actions?.json,
      "hiddenPreviewBody": hiddenPreviewBody?.json,
      "hiddenPreviewShowsTitle": hiddenPreviewShowsTitle.jsonIfTrue,
      "hiddenPreviewShowsSubtitle": hiddenPreviewShowsSubtitle.jsonIfTrue,
      "summaryFormat": summaryFormat?.json, "reportsDismissal": reportsDismissal?.json,
      "language": language?.json, "hiddenPreviewBodyOne": hiddenPreviewBodyOne?.json,
      "summaryFormatOne": summaryFormatOne?.json,
    ])
  }
}

extension Trigger: JSONRepresentable {
  /// The shortest interval, in seconds: more often than once a minute is a nuisance rather than a reminder.
  private static let shortestRepeat: Int64 = 60

  package init(fields: inout ShapeReader) throws(FieldFault) {
    let at = try fields.time("at")
    let seconds = try fields.int64("after", in: 1...Limits.longestSeconds)
    let calendar: CalendarFields? = try fields.value("calendar")
    let repeats = try fields.bool("repeats") ?? false
    switch (at, seconds, calendar) {
    case (let at?, nil, nil):
      guard !repeats else { throw fields.invalid("repeats", "goes with after or calendar only") }
      self = .at(at)
    case (nil, let seconds?, nil):
      guard !repeats || seconds >= Self.shortestRepeat else {
        throw fields.invalid("repeats", "goes with after from \(Self.shortestRepeat) seconds on")
      }
      self = .after(seconds: seconds, repeats: repeats)
    case (nil, nil, let calendar?): self = .calendar(calendar, repeats: repeats)
    default: throw fields.invalidWhole("must have exactly one of at, after and calendar")
    }
  }

  package var json: JSON {
    switch self {
    case .at(let time): JSON(fields: ["at": time.json])
    case .after(let seconds, let repeats):
      JSON(fields: ["after": seconds.json, "repeats": repeats.jsonIfTrue])
    case .calendar(let calendar, let repeats):
      JSON(fields: ["calendar": calendar.json, "repeats": repeats.jsonIfTrue])
    }
  }
}

extension CalendarFields: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      minute: try fields.int("minute", in: 0...59), hour: try fields.int("hour", in: 0...23),
      day: try fields.int("day", in: 1...31), month: try fields.int("month", in: 1...12),
      weekday: try fields.int("weekday", in: 1...7), timeZone: try fields.timeZone("timeZone"))
    guard minute != nil || hour != nil || day != nil || month != nil || weekday != nil else {
      throw fields.invalidWhole("must have at least one of minute, hour, day, month and weekday")
    }
    guard (day ?? 1) <= Self.longest(month: month) else {
      throw fields.invalid("day", "does not exist in that month")
    }
  }

  package var json: JSON {
    JSON(fields: [
      "minute": minute?.json, "hour": hour?.json, "day": day?.json, "month": month?.json,
      "weekday": weekday?.json, "timeZone": timeZone?.json,
    ])
  }

  /// The number of days of the month in a leap year.
  private static func longest(month: Int?) -> Int {
    switch month {
    case 2: 29
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

// The types that calls carry, by their names in the interfaces.

extension NotificationRequest {
  package static var declaredFields: [DeclaredField]? { notificationsDeclarations.fields(of: "Notification") }
}

extension Action {
  package static var declaredFields: [DeclaredField]? { notificationsDeclarations.fields(of: "Action") }
}

extension TextInput {
  package static var declaredFields: [DeclaredField]? { notificationsDeclarations.fields(of: "TextInput") }
}

extension Category {
  package static var declaredFields: [DeclaredField]? { notificationsDeclarations.fields(of: "Category") }
}

extension Sender {
  package static var declaredFields: [DeclaredField]? { notificationsDeclarations.fields(of: "Sender") }
}

extension Trigger {
  package static var declaredFields: [DeclaredField]? { notificationsDeclarations.fields(of: "Trigger") }
}

extension CalendarFields {
  package static var declaredFields: [DeclaredField]? { notificationsDeclarations.fields(of: "Calendar") }
}

extension Conditions {
  package static var declaredFields: [DeclaredField]? { controlDeclarations.fields(of: "Conditions") }
}

extension Declarations {
  fileprivate func fields(of name: String) -> [DeclaredField] { fields(of: .named(name)) }
}
