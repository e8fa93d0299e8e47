package import NotificationModel
package import Wording

/// The parts of a notification that may be seen.
package struct VisibleText: Hashable, Sendable {
  package var title: String
  package var subtitle: String?
  package var body: String?
  package var image: String?
  package var allowsTextInput: Bool
  package init(
    title: String, subtitle: String? = nil, body: String? = nil, image: String? = nil,
    allowsTextInput: Bool = true
  ) {
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.image = image
    self.allowsTextInput = allowsTextInput
  }
}

/// "People can choose to hide notification previews for all apps." A hidden notification shows the app's name and a
/// placeholder: the app's own text for this case, else the kind, else "the default title Notification".
package enum HiddenPreviews {
  package static let name = "previews.hidden"

  /// A notification marked private counts as if previews were off.
  package static func areHidden(_ request: NotificationRequest, previews: Previews, locked: Bool) -> Bool {
    request.isPrivate || areHidden(previews: previews, locked: locked)
  }

  /// Whether all previews of an app are hidden. If so, a name that the app claims for itself is hidden too.
  package static func areHidden(previews: Previews, locked: Bool) -> Bool {
    switch previews {
    case .always: false
    case .whenUnlocked: locked
    case .never: true
    }
  }

  /// The form of a notification on a locked or unlocked screen, with the reason. `holders`: the sources that say that
  /// the screen is locked; `nil` while it only counts as locked because a source has not answered yet.
  package static func form(
    of request: NotificationRequest, settings: EffectiveSettings, locked: Bool, by holders: [String]? = []
  ) -> Ruling {
    let isHidden = areHidden(request, previews: settings.previews, locked: locked)
    let screen = locked ? LockedScreen.clause(holders) : Reason(.isNotLocked)
    let setting: [Reason.Argument] = [
      .name(settings.previews.rawValue), .source(settings.source(of: .previews)),
    ]
    let reason =
      if request.isPrivate {
        Reason(.isPrivate)
      } else if isHidden, settings.previews == .never {
        Reason(.previewsNever, setting)
      } else {
        Reason(isHidden ? .textHidden : .textShown, [.reason(screen)] + setting)
      }
    return Ruling(name, isHidden ? .hidden : .shown, reason)
  }

  /// Whether a notification looks different on a locked screen: its text is hidden only there, or it has buttons that
  /// are not offered there.
  package static func lockChangesForm(_ request: NotificationRequest, previews: Previews) -> Bool {
    areHidden(request, previews: previews, locked: true)
      != areHidden(request, previews: previews, locked: false)
      || request.actions?.contains(where: \.authenticationRequired) == true
  }

  /// The whole text. The app's name stands in for a missing title; a sender's name is always the title.
  package static func full(_ request: NotificationRequest, appName: String) -> VisibleText {
    guard let sender = request.sender else {
      return VisibleText(
        title: request.title ?? appName, subtitle: request.subtitle, body: request.body, image: request.image)
    }
    let heading = [request.title, request.subtitle].compactMap { $0 }.joined(separator: " — ")
    return VisibleText(
      title: sender.group.map { "\(sender.name) — \($0)" } ?? sender.name,
      subtitle: heading.isEmpty ? nil : heading, body: request.body, image: sender.avatar ?? request.image)
  }

  /// The hidden form, with no text about the matter itself. `isVouchedFor`: whether a desktop entry or a sandbox
  /// confirms the app's name. A name that the app only claims is hidden like any other text.
  package static func hidden(
    _ request: NotificationRequest, category: Category?, unreadInThread: Int, appName: String,
    isVouchedFor: Bool, wording: Wording
  ) -> VisibleText {
    let whole = full(request, appName: appName)
    let written =
      request.hiddenPreviewBody ?? (unreadInThread == 1 ? category?.hiddenPreviewBodyOne : nil)
      ?? category?.hiddenPreviewBody
    let title =
      category?.hiddenPreviewShowsTitle == true ? whole.title : isVouchedFor ? appName : wording.notification
    let body =
      written.map { filled($0, count: unreadInThread) } ?? request.kind.flatMap(wording.name)
      ?? wording.notification
    return VisibleText(
      title: title, subtitle: category?.hiddenPreviewShowsSubtitle == true ? whole.subtitle : nil,
      body: body == title ? nil : body, allowsTextInput: false)
  }

  /// Titles of actions are private, except those of a registered category, which were written in advance.
  package static func areActionTitlesPublic(_ request: NotificationRequest, _ category: Category?) -> Bool {
    category?.actions != nil && request.actions == category?.actions
  }

  /// Replaces every `%u` by the number.
  static func filled(_ format: String, count: Int) -> String {
    var result = ""
    var rest = Substring(format)
    while let percent = rest.firstIndex(of: "%") {
      result += rest[..<percent]
      let after = rest[percent...].dropFirst()
      if after.first == "u" {
        result += String(count)
        rest = after.dropFirst()
      } else {
        result += "%"
        rest = after
      }
    }
    return result + rest
  }
}
