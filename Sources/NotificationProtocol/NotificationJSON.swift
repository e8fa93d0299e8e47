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
    progress = try fields.int("progress", in: 0...100)
    target = try fields.opaqueObject("target", limit: Limits.targetBytes)
    trigger = try fields.value("trigger")
    expiresAfter = try fields.int64("expiresAfter", in: 1...Limits.longestSeconds)
    silently = try fields.bool("silently") ?? false
    isPrivate = try fields.bool("private") ?? false
    language = try fields.language("language")
    expiresAt = try fields.time("expiresAt", zeroIsNone: true)
    occurred = try fields.time("occurred", zeroIsNone: true)
    url = try fields.link("url")
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
      "url": url?.text.json,
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

  /// Any object, kept as its text without blanks.
  mutating func opaqueObject(_ name: String, limit: Int) throws(FieldFault) -> OpaqueObject? {
    guard let text = try object(name)?.text else { return nil }
    let given = text.utf8.count
    guard given <= limit else { throw .tooLarge(field: path(of: name), limit: limit, given: given) }
    return OpaqueObject(json: text)
  }
}
