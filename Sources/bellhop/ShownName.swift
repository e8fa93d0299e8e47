import NotificationModel
import Wording

/// The name of an app, in every place where people read one: a name that is the app's own word alone ends with a mark.
/// Scripts have the id, and `claimed`.
private func marked(_ name: String, isClaimed: Bool, _ style: Style) -> String {
  guard isClaimed else { return visible(name) }
  let shown = visible(name)
  let short = shown.count > claimedCharacters ? shown.prefix(claimedCharacters - 1) + "…" : shown[...]
  return short + (style.isPlain ? " (claimed)" : "?")
}

/// So that no claim takes the room of the rest of its line, with its mark.
private let claimedCharacters = 32

extension Entry {
  func shownName(_ style: Style = .signs) -> String {
    marked(appName, isClaimed: isNameClaimed, style)
  }
}

extension AppEntry {
  func shownName(_ style: Style = .signs) -> String {
    marked(name, isClaimed: isNameClaimed, style)
  }

  /// Whether it may notify, in words.
  func shownAuthorization(_ words: AppsWording) -> String {
    front.map { words.asConsentSays(words.may($0)) } ?? words.may(settings.authorization)
  }
}

extension AppStatistics {
  func shownName(_ style: Style) -> String { marked(name, isClaimed: isNameClaimed, style) }
}

extension ShadowApp {
  func shownName(_ style: Style) -> String { marked(name, isClaimed: !isVouchedFor, style) }
}

extension Style {
  /// Where signs stand beside words: a bar, a list that is drawn.
  fileprivate static let signs = Style(isColoured: false)
}
