import NotificationModel

/// What an app wrote, as the rules read it: a notification, a category or a purpose, every text taken apart
/// once.
struct Draft {
  /// `nil` where a category or a purpose is judged by itself.
  private(set) var request: NotificationRequest?
  private(set) var kind: Kind?
  /// Whether a person wrote or called: then title and body are their own words.
  private(set) var isFromPerson = false
  let appName: AppName
  private(set) var language = WrittenLanguage.other
  private(set) var title: WrittenText?
  private(set) var subtitle: WrittenText?
  private(set) var body: WrittenText?
  /// Title, subtitle and body, as far as there are any, by their fields.
  private(set) var content: [(field: String, text: WrittenText)] = []
  /// What in them others should not read. Looked for once: several rules ask.
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

  /// An action and its title; a class, since so many rules read it.
  final class Button: Sendable {
    let action: Action
    let title: WrittenText
    /// The field of all of them.
    let list: String
    private let index: Int

    init(_ action: Action, at index: Int, of actions: String) {
      self.action = action
      title = WrittenText(action.title)
      list = actions
      self.index = index
    }

    var field: String { "\(list)[\(index)]" }
    var titleField: String { "\(list)[\(index)].title" }
  }

  /// A request, cleaned; what it does not state itself is its category's.
  init(
    _ request: NotificationRequest, category: Category?, appName: AppName, locale: String,
    history: LevelCount? = nil, isNearCopy: Bool = false, imageIsMissing: Bool = false
  ) {
    self.request = request
    self.isNearCopy = isNearCopy
    self.imageIsMissing = imageIsMissing
    self.history = history
    self.appName = appName
    kind = request.kind ?? category?.kind
    isFromPerson = request.sender != nil || Self.isPersonal(kind)
    title = request.title.map(WrittenText.init)
    subtitle = request.subtitle.map(WrittenText.init)
    body = request.body.map(WrittenText.init)
    if let title { content.append(("title", title)) }
    if let subtitle { content.append(("subtitle", subtitle)) }
    if let body { content.append(("body", body)) }
    sensitive = Self.sensitive(in: content)
    hiddenPreview = request.hiddenPreviewBody.map(WrittenText.init)
    if let actions = request.actions, actions != category?.actions {
      buttons = Self.buttons(actions, "actions")
    } else if let actions = category?.actions {
      buttons = Self.buttons(actions, "category.actions")
    }
    if hiddenPreview == nil, let body = category?.hiddenPreviewBody {
      hiddenPreview = WrittenText(body)
      hiddenPreviewField = "category.hiddenPreviewBody"
    }
    language = WrittenLanguage(tag: request.language ?? category?.language, locale: locale, of: texts)
  }

  /// A category, cleaned, that stands at `field`.
  init(_ category: Category, field: String, app: AppID, appName: String, locale: String) {
    self.appName = AppName(appName, of: app)
    kind = category.kind
    isFromPerson = Self.isPersonal(kind)
    hiddenPreview = category.hiddenPreviewBody.map(WrittenText.init)
    hiddenPreviewField = "\(field).hiddenPreviewBody"
    buttons = Self.buttons(category.actions ?? [], "\(field).actions")
    language = WrittenLanguage(tag: category.language, locale: locale, of: texts)
  }

  /// What an app says it wants to notify about.
  init(
    purpose: String, kind: Kind?, app: AppID, appName: String, locale: String, isFirstContact: Bool
  ) {
    self.kind = kind
    self.isFirstContact = isFirstContact
    self.appName = AppName(appName, of: app)
    let purpose = WrittenText(purpose)
    self.purpose = purpose
    language = WrittenLanguage(tag: nil, locale: locale, of: [purpose])
  }

  private static func isPersonal(_ kind: Kind?) -> Bool { kind == .message || kind == .call }

  private static func sensitive(
    in content: [(field: String, text: WrittenText)]
  ) -> [(field: String, isCode: Bool)] {
    content.compactMap { field, text in
      if SensitiveText.isIn(text) { return (field, false) }
      let isCode = content.contains { other in
        other.field != field && SensitiveText.holdsCode(text, calledSoIn: other.text)
      }
      return isCode ? (field, true) : nil
    }
  }

  private static func buttons(_ actions: [Action], _ field: String) -> [Button] {
    actions.enumerated().map { Button($1, at: $0, of: field) }
  }

  private var texts: [WrittenText] {
    var texts = content.map(\.text)
    if let hiddenPreview { texts.append(hiddenPreview) }
    for button in buttons { texts.append(button.title) }
    return texts
  }

  /// Texts whose capitals within tell names. In a title in title style they tell nothing.
  var textsWithNames: [WrittenText] {
    content.compactMap { field, text in
      field == "title" && Capitals.departuresFromTitleStyle(text).isEmpty ? nil : text
    }
  }

  /// Whether the texts may be what the person wrote themselves: what they want to be reminded of.
  var isOwnReminder: Bool { kind == .reminder || kind == .alarm }
}
