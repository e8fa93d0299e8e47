import NotificationModel

/// A notification, a category or a purpose as the rules read it, every text taken apart once.
struct Draft {
  /// `nil` where a category or a purpose is judged by itself.
  private(set) var request: NotificationRequest?
  private(set) var kind: Kind?
  let appName: AppName
  private(set) var language = WrittenLanguage.other
  /// Title, subtitle and body, as far as there are any, by their fields.
  private(set) var content: [(field: String, text: WrittenText)] = []
  /// The fields that hold what others should not read. Looked for once: several rules ask.
  private(set) var sensitive: [(field: String, isCode: Bool)] = []
  private(set) var buttons: [Button] = []
  private(set) var hiddenPreview: WrittenText?
  private(set) var hiddenPreviewField = "hiddenPreviewBody"
  private(set) var purpose: WrittenText?
  /// What the app has posted lately, where the request asks for Time Sensitive.
  private(set) var history: LevelCount?
  /// Whether the app asks for permission as the first thing it does.
  private(set) var isFirstContact = false
  /// Whether the app has said the same a moment ago, but for digits.
  private(set) var isNearCopy = false
  /// Whether the image is no file, and no icon of the theme.
  private(set) var imageIsMissing = false

  /// An action with its title and its field.
  struct Button {
    let action: Action
    let title: WrittenText
    let field: String
    var titleField: String { "\(field).title" }
  }

  /// A request, cleaned; what it does not state itself is its category's.
  init(
    _ request: NotificationRequest, category: Category?, appName: AppName, locale: String,
    history: LevelCount? = nil, isNearCopy: Bool = false, imageIsMissing: Bool = false
  ) {
    self.request = request
    self.appName = appName
    self.history = history
    self.isNearCopy = isNearCopy
    self.imageIsMissing = imageIsMissing
    kind = request.kind ?? category?.kind
    let texts = [("title", request.title), ("subtitle", request.subtitle), ("body", request.body)]
    content = texts.compactMap { field, text in text.map { (field, WrittenText($0)) } }
    sensitive = Self.sensitive(in: content)
    let hasOwnActions = request.actions != nil && request.actions != category?.actions
    buttons = Self.buttons(
      (hasOwnActions ? request.actions : category?.actions) ?? [],
      hasOwnActions ? "actions" : "category.actions")
    hiddenPreview = (request.hiddenPreviewBody ?? category?.hiddenPreviewBody).map(WrittenText.init)
    hiddenPreviewField = (request.hiddenPreviewBody == nil ? "category." : "") + hiddenPreviewField
    language = WrittenLanguage(tag: request.language ?? category?.language, locale: locale, of: allTexts)
  }

  /// A category, cleaned, that stands at `field`.
  init(_ category: Category, field: String, app: AppID, appName: String, locale: String) {
    self.appName = AppName(appName, of: app)
    kind = category.kind
    hiddenPreview = category.hiddenPreviewBody.map(WrittenText.init)
    hiddenPreviewField = "\(field).hiddenPreviewBody"
    buttons = Self.buttons(category.actions ?? [], "\(field).actions")
    language = WrittenLanguage(tag: category.language, locale: locale, of: allTexts)
  }

  /// What an app says it wants to notify about.
  init(purpose: String, kind: Kind?, app: AppID, appName: String, locale: String, isFirstContact: Bool) {
    self.kind = kind
    self.isFirstContact = isFirstContact
    self.appName = AppName(appName, of: app)
    let purpose = WrittenText(purpose)
    self.purpose = purpose
    language = WrittenLanguage(tag: nil, locale: locale, of: [purpose])
  }

  private static func buttons(_ actions: [Action], _ field: String) -> [Button] {
    actions.enumerated().map { Button(action: $1, title: WrittenText($1.title), field: "\(field)[\($0)]") }
  }

  private static func sensitive(
    in content: [(field: String, text: WrittenText)]
  ) -> [(field: String, isCode: Bool)] {
    content.compactMap { field, text in
      if SensitiveText.isIn(text) { return (field, false) }
      let isCode = content.contains { $0.field != field && SensitiveText.holdsCode(text, namedIn: $0.text) }
      return isCode ? (field, true) : nil
    }
  }

  private var allTexts: [WrittenText] {
    content.map(\.text) + [hiddenPreview].compactMap { $0 } + buttons.map(\.title)
  }

  var title: WrittenText? { content.first { $0.field == "title" }?.text }
  var body: WrittenText? { content.first { $0.field == "body" }?.text }

  /// Texts whose capitals within tell names. In a title in title style they tell nothing.
  var textsWithNames: [WrittenText] {
    content.map(\.text).filter { $0 !== title || !Capitals.departuresFromTitleStyle($0).isEmpty }
  }

  /// Whether a person wrote or called: then title and body are their own words.
  var isFromPerson: Bool { request?.sender != nil || kind == .message || kind == .call }
  /// Whether the texts may be the person's own words: what they want to be reminded of.
  var isOwnReminder: Bool { kind == .reminder || kind == .alarm }
}
