package import NotificationModel

/// What the guidelines ask of words and buttons, and can only be advised on: a rule may be wrong about a text.
/// Pure, and without effect on what becomes of a notification, unless its app asked to be strict.
package enum Adviser {
  /// On a request as it is judged: cleaned. `locale`: the language of the person at the desktop, such as `en`, in which
  /// texts are most likely. `history`: the app's posts of late, given with a Time Sensitive one. `isNearCopy`: the app
  /// has said the same a moment ago, but for digits. `imageIsMissing`: its image is no file and no icon.
  package static func advice(
    on request: NotificationRequest, category: Category? = nil, appName: AppName, locale: String = "en",
    history: LevelCount? = nil, isNearCopy: Bool = false, imageIsMissing: Bool = false
  ) -> [Remark] {
    advice(
      on: Draft(
        request, category: category, appName: appName, locale: locale, history: history,
        isNearCopy: isNearCopy, imageIsMissing: imageIsMissing),
      by: ofNotifications)
  }

  /// The same on a request of an app that is heard of once.
  package static func advice(
    on request: NotificationRequest, category: Category? = nil, appName: String, locale: String = "en"
  ) -> [Remark] {
    advice(on: request, category: category, appName: AppName(appName, of: request.app), locale: locale)
  }

  /// On categories that an app registers, cleaned.
  package static func advice(
    on categories: [Category], of app: AppID, appName: String, locale: String = "en"
  ) -> [Remark] {
    categories.enumerated().flatMap { index, category in
      advice(
        on: Draft(category, field: "categories[\(index)]", app: app, appName: appName, locale: locale),
        by: ofCategories)
    }
  }

  /// On the sentence with which an app asks for permission, cleaned.
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

  /// The stable names of all rules, in the order in which they speak.
  package static var ruleNames: [String] { notificationRuleNames + purposeRuleNames.dropLast() }
  package static var notificationRuleNames: [String] { ofNotifications.map { $0.name } }
  package static var purposeRuleNames: [String] { ofPurposes.map { $0.name } }

  private static func advice(on draft: Draft, by rules: [any AdviceRule.Type]) -> [Remark] {
    var list = AdviceList()
    for rule in rules { rule.advise(draft, &list) }
    return list.remarks
  }

  /// Of two that have one cause the first speaks: `AdviceList.has`.
  private static let ofNotifications: [any AdviceRule.Type] =
    [
      TitleBrief.self, TitleError.self, ContentAppName.self, TitleGeneric.self, TitleRedundant.self,
      TitleCase.self, TitlePunctuation.self, TitleSensitive.self, BodyConcise.self, BodySentences.self,
      ContentAppIcon.self, ContentImage.self, ContentInstructions.self, ContentErrorAlert.self,
      ContentSensitive.self, ContentMarketing.self, ContentRating.self, BadgeImitation.self,
      ConsentIncentive.self, ContentSimilar.self, UrgencyOveruse.self,
    ] + ofCategories

  /// These read buttons and hidden previews, which a category may hold as well.
  private static let ofCategories: [any AdviceRule.Type] = [
    HiddenPreviewWording.self, ActionsAllForeground.self, ActionsLabel.self,
    ActionsExtraneous.self, ActionsOpen.self, ActionsUndeclaredDestructive.self, ActionsContext.self,
    ActionsUndo.self, ActionsDismiss.self, ConsentImitation.self,
  ]

  private static let ofPurposes: [any AdviceRule.Type] = [
    ConsentEarly.self, ConsentPurpose.self, ConsentIncentive.self,
  ]
}

/// A guideline about words and buttons that no program can judge with certainty: pure.
protocol AdviceRule: SendableMetatype {
  /// Its name in advice. Stable: scripts compare it.
  static var name: String { get }
  static func advise(_ draft: Draft, _ advice: inout AdviceList)
}

/// Advice as it comes together, rule by rule.
struct AdviceList {
  private(set) var remarks: [Remark] = []

  func has(_ rule: any AdviceRule.Type, _ field: String) -> Bool {
    remarks.contains { $0.guideline == rule.name && $0.field == field }
  }

  /// `part`: the word or the part of the text that makes the rule speak, where it is not all of it.
  mutating func add(
    _ rule: any AdviceRule.Type, _ field: String, _ message: Remark.Message, part: String? = nil,
    suggestion: String? = nil
  ) {
    // Of a field's faults the first brings the text as it should be; and the whole of a long text names nothing.
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
