package import NotificationModel
package import Varlink

extension AppEntry: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    var settings = try EffectiveSettings(fields: &fields)
    settings.summary = try fields.bool("summary") ?? false
    self.init(
      app: try fields.required("app", try fields.app()), name: try fields.requiredText("name"),
      settings: settings, question: try fields.text("question", limit: .max),
      unread: try fields.requiredInt("unread"), held: try fields.requiredInt("held"),
      locked: try fields.required("locked", try fields.strings("locked")),
      marketingQuestion: try fields.text("marketingQuestion", limit: .max))
  }

  package var json: JSON {
    JSON(fields: [
      "app": app.json, "name": name.json, "authorization": settings.authorization.json,
      "question": question?.json, "unread": unread.json, "held": held.json, "banners": settings.banners.json,
      "badges": settings.badges.json, "sounds": settings.sounds.json,
      "timeSensitive": settings.timeSensitive.json, "critical": settings.critical.json,
      "marketing": settings.marketing.json, "previews": settings.previews.json,
      "summary": settings.summary.json, "locked": .array(locked.map(\.json)),
      "marketingQuestion": marketingQuestion?.json,
    ])
  }
}
