package import NotificationModel

/// The guidelines on words and buttons. They give advice only, since a rule may be wrong about a text: the outcome of a
/// notification does not depend on it, unless its app asked to be strict. A pure function.
package enum Adviser {
  /// Advice on a request, after cleaning. `locale`: the language of the person at the desktop, such as `en`, in which
  /// texts most likely are. `history`: the app's recent posts, given with a Time Sensitive one. `isNearCopy`: the app
  /// posted the same text a moment ago, with other digits. `lostImages`: those that are not shown, each with the cause.
  /// `appIcon`: the icon in the app's desktop entry.
  package static func advice(
    on request: NotificationRequest, category: Category? = nil, appName: AppName, appIcon: String? = nil,
    locale: String = "en", history: LevelCount? = nil, isNearCopy: Bool = false,
    lostImages: [(field: String, cause: Remark.Message)] = []
  ) -> [Remark] {
    advice(
      on: Draft(
        request, category: category, appName: appName, appIcon: appIcon, locale: locale, history: history,
        isNearCopy: isNearCopy, lostImages: lostImages),
      by: ofNotifications)
  }

  /// Advice on a single request, without the app's history.
  package static func advice(
    on request: NotificationRequest, category: Category? = nil, appName: String, locale: String = "en"
  ) -> [Remark] {
    advice(on: request, category: category, appName: AppName(appName, of: request.app), locale: locale)
  }

  /// Advice on a category that an app registers, after cleaning. `index`: its place among those of the call.
  package static func advice(
    on category: Category, at index: Int = 0, of app: AppID, appName: String, locale: String = "en"
  ) -> [Remark] {
    advice(
      on: Draft(category, field: "categories[\(index)]", app: app, appName: appName, locale: locale),
      by: ofCategories)
  }

  /// Advice on the purpose with which an app asks for permission, after cleaning.
  /// `marketing`: for marketing too. `isFirstContact`: see `ConsentEarly`.
  package static func advice(
    onPurpose purpose: String, marketing: Bool = false, of app: AppID, appName: String, locale: String = "en",
    isFirstContact: Bool = false
  ) -> [Remark] {
    advice(
      on: Draft(
        purpose: purpose, kind: marketing ? .marketing : nil, app: app, appName: appName, locale: locale,
        isFirstContact: isFirstContact),
      by: ofPurposes)
  }

  /// The stable names of all rules, in the order in which they run.
  package static var ruleNames: [String] { notificationRuleNames + purposeRuleNames.dropLast() }
  package static var notificationRuleNames: [String] { ofNotifications.map { $0.name } }
  package static var purposeRuleNames: [String] { ofPurposes.map { $0.name } }

  private static func advice(on draft: Draft, by rules: [any AdviceRule.Type]) -> [Remark] {
    var list = AdviceList()
    for rule in rules { rule.advise(draft, &list) }
    return list.remarks
  }

  /// The rules in order. If two rules apply for one cause, only the first gives advice: see `AdviceList.has`.
  private static let ofNotifications: [any AdviceRule.Type] =
    [
      TitleBrief.self, TitleError.self, ContentAppName.self, TitleGeneric.self, TitleRedundant.self,
      ContentCut.self, TitleCase.self, TitlePunctuation.self, TitleSensitive.self, BodyConcise.self,
      BodySentences.self,
      ContentAppIcon.self, ContentImage.self, ContentScan.self, ContentInstructions.self,
      ContentErrorAlert.self,
      ContentSensitive.self, ContentMarketing.self, ContentRating.self, BadgeImitation.self,
      ConsentIncentive.self, ContentSimilar.self, UrgencyOveruse.self,
    ] + ofCategories

  /// The rules about buttons and hidden previews, which categories have as well.
  private static let ofCategories: [any AdviceRule.Type] = [
    ContentTechnical.self, HiddenPreviewWording.self, ActionsAllForeground.self, ActionsLabel.self,
    ActionsExtraneous.self, ActionsOpen.self, ActionsUndeclaredDestructive.self, ActionsContext.self,
    ActionsUndo.self, ActionsDismiss.self, ConsentImitation.self,
  ]

  private static let ofPurposes: [any AdviceRule.Type] = [
    ConsentEarly.self, ConsentPurpose.self, ConsentIncentive.self,
  ]
}

/// A guideline about words and buttons, which a program cannot judge with certainty. `advise` is a pure function.
protocol AdviceRule: SendableMetatype {
  /// The rule's name in advice. Stable, since scripts compare it.
  static var name: String { get }
  static func advise(_ draft: Draft, _ advice: inout AdviceList)
}

/// Collects the advice of the rules.
struct AdviceList {
  private(set) var remarks: [Remark] = []

  func has(_ rule: any AdviceRule.Type, _ field: String) -> Bool {
    remarks.contains { $0.guideline == rule.name && $0.field == field }
  }

  /// `part`: the word or the part of the text that the advice is about; `nil` for the whole text.
  mutating func add(
    _ rule: any AdviceRule.Type, _ field: String, _ message: Remark.Message, part: String? = nil,
    suggestion: String? = nil
  ) {
    // A rule gives the same suggestion for a field only once. A part of more than 120 bytes is left out.
    let isSaid = remarks.contains {
      ($0.guideline, $0.field, $0.suggestion) == (rule.name, field, suggestion)
    }
    remarks.append(
      Remark(
        guideline: rule.name, field: field, message: message,
        part: part.flatMap { $0.utf8.count > 120 ? nil : $0 },
        suggestion: isSaid ? nil : suggestion))
  }
}

/// A notification, a category or a purpose as the rules read it, with each text split into words once.
struct Draft {
  /// `nil` if a category or a purpose is judged by itself.
  private(set) var request: NotificationRequest?
  private(set) var kind: Kind?
  let appName: AppName
  /// The icon in the app's desktop entry: a name in the theme or the path of a file.
  private(set) var appIcon: String?
  private(set) var language = WrittenLanguage.other
  /// Title, subtitle and body, as far as they are present, with their fields.
  private(set) var content: [(field: String, text: WrittenText)] = []
  /// The fields that hold sensitive text. Searched once, for several rules.
  private(set) var sensitive: [(field: String, isCode: Bool)] = []
  private(set) var buttons: [Button] = []
  private(set) var hiddenPreview: WrittenText?
  private(set) var hiddenPreviewField = "hiddenPreviewBody"
  private(set) var purpose: WrittenText?
  /// The app's recent posts by level, if the request asks for Time Sensitive.
  private(set) var history: LevelCount?
  /// Whether the app asks for permission at its first contact.
  private(set) var isFirstContact = false
  /// Whether the app posted the same text a moment ago, with other digits.
  private(set) var isNearCopy = false
  /// Images that are not shown, with the causes.
  private(set) var lostImages: [(field: String, cause: Remark.Message)] = []

  /// An action with its title and its field.
  struct Button {
    let action: Action
    let title: WrittenText
    let field: String
    var titleField: String { "\(field).title" }
  }

  /// A request, after cleaning; fields that it leaves out come from its category.
  init(
    _ request: NotificationRequest, category: Category?, appName: AppName, appIcon: String? = nil,
    locale: String, history: LevelCount? = nil, isNearCopy: Bool = false,
    lostImages: [(field: String, cause: Remark.Message)] = []
  ) {
    self.request = request
    self.appName = appName
    self.appIcon = appIcon
    self.history = history
    self.isNearCopy = isNearCopy
    self.lostImages = lostImages
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

  /// A category at `field`, after cleaning.
  init(_ category: Category, field: String, app: AppID, appName: String, locale: String) {
    self.appName = AppName(appName, of: app)
    kind = category.kind
    hiddenPreview = category.hiddenPreviewBody.map(WrittenText.init)
    hiddenPreviewField = "\(field).hiddenPreviewBody"
    buttons = Self.buttons(category.actions ?? [], "\(field).actions")
    language = WrittenLanguage(tag: category.language, locale: locale, of: allTexts)
  }

  /// The purpose that an app states when it asks for permission.
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

  /// Texts in which a capital inside a sentence marks a name. A title in title style is left out, since its capitals
  /// mark nothing.
  var textsWithNames: [WrittenText] {
    content.map(\.text).filter { $0 !== title || !Capitals.departuresFromTitleStyle($0).isEmpty }
  }

  /// Whether a person wrote or called, so that title and body are that person's own words.
  var isFromPerson: Bool { request?.sender != nil || kind == .message || kind == .call }
  /// Whether the texts may be the person's own words, as those of a reminder are.
  var isOwnReminder: Bool { kind == .reminder || kind == .alarm }
}
