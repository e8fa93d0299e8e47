import NotificationModel
import NotificationProtocol

/// Which setting would help with an app, where one would that the person may change.
struct StatisticsHint {
  let app: AppStatistics
  let settings: AppEntry
  /// Whether there are times for summaries.
  let hasSummaries: Bool

  /// Of fewer entries, nothing is concluded.
  private static let fewest = 20
  private static let many = 100

  /// Shares are of entries: each is pressed once, and not once for each post.
  var sentence: String? {
    guard app.entries >= Self.fewest, settings.settings.authorization != .denied else { return nil }
    let isSeldomPressed = app.pressed * 10 <= app.entries
    if app.dismissedUnread * 2 >= app.entries, isSeldomPressed, let command = change(.banners, to: false) {
      return "Most are dismissed unread: '\(command)' keeps them in the list, without banners."
    }
    if app.posts >= Self.many, isSeldomPressed, hasSummaries, let command = change(.summary, to: true) {
      return "Many, of which few are pressed: with '\(command)' they come together, at set times."
    }
    let isOftenPressed = app.pressed * 4 >= app.entries
    if app.held * 2 >= app.entries, isOftenPressed, let command = change(.timeSensitive, to: true) {
      return "Many are held back and pressed later: '\(command)' lets through what is urgent."
    }
    return nil
  }

  /// The command that does it; `nil` where it is so already, or an administrator has fixed it.
  private func change(_ setting: AppSetting, to value: Bool) -> String? {
    guard settings.settings.word(for: setting) != value.word, !settings.locked.contains(setting.key) else {
      return nil
    }
    return "bellhop set \(app.app) \(setting.rawValue)=\(value ? "on" : "off")"
  }
}
