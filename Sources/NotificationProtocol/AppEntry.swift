package import NotificationModel
package import Varlink

/// An app as the person sees it in a list: `App` of `io.bellhop.Control`.
package struct AppEntry: Hashable, Sendable {
  package var app: AppID
  package var name: String
  package var settings: EffectiveSettings
  /// The purpose of a question that waits for an answer.
  package var question: String?
  package var unread: Int
  package var held: Int
  /// The settings that an administrator has fixed.
  package var locked: [String]
  /// The purpose of a question about marketing that waits for an answer.
  package var marketingQuestion: String?

  package init(
    app: AppID, name: String, settings: EffectiveSettings, question: String? = nil, unread: Int, held: Int,
    locked: [String] = [], marketingQuestion: String? = nil
  ) {
    self.app = app
    self.name = name
    self.settings = settings
    self.question = question
    self.unread = unread
    self.held = held
    self.locked = locked
    self.marketingQuestion = marketingQuestion
  }
}

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
