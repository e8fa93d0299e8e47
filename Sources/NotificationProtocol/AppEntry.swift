public import NotificationModel
public import Varlink

/// An app as the person sees it in a list: `App` of `io.bellhop.Control`.
public struct AppEntry: Hashable, Sendable {
  public var app: AppID
  public var name: String
  public var settings: EffectiveSettings
  /// The purpose of a question that waits for an answer.
  public var question: String?
  public var unread: Int
  public var held: Int
  /// The settings that an administrator has fixed.
  public var locked: [String]
  /// The purpose of a question about marketing that waits for an answer.
  public var marketingQuestion: String?

  public init(
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
  public init(fields: inout ShapeReader) throws(FieldFault) {
    var settings = try EffectiveSettings(fields: &fields)
    settings.summary = try fields.bool("summary") ?? false
    self.init(
      app: try fields.required("app", try fields.app()), name: try fields.requiredText("name"),
      settings: settings, question: try fields.text("question", limit: .max),
      unread: try fields.requiredInt("unread"), held: try fields.requiredInt("held"),
      locked: try fields.required("locked", try fields.strings("locked")),
      marketingQuestion: try fields.text("marketingQuestion", limit: .max))
  }

  public var json: JSON {
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
