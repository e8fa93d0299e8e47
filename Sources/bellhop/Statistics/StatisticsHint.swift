import NotificationModel
import NotificationProtocol
import Wording

/// Which setting would help with an app, where one would that the person may change.
struct StatisticsHint {
  let app: AppStatistics
  let settings: AppEntry
  /// Whether there are times for summaries.
  let hasSummaries: Bool
  var words = StatisticsWording.english

  /// Of fewer entries, nothing is concluded.
  private static let fewest = 20
  private static let many = 100

  /// Shares are of entries: each is pressed once, and not once for each post.
  var sentence: String? {
    guard app.entries >= Self.fewest, settings.settings.authorization != .denied else { return nil }
    let isSeldomPressed = app.pressed * 10 <= app.entries
    if app.dismissedUnread * 2 >= app.entries, isSeldomPressed, let command = change(.banners, to: false) {
      return words.keepInList(command)
    }
    if app.posts >= Self.many, isSeldomPressed, hasSummaries, let command = change(.summary, to: true) {
      return words.putTogether(command)
    }
    let isOftenPressed = app.pressed * 4 >= app.entries
    if app.held * 2 >= app.entries, isOftenPressed, let command = change(.timeSensitive, to: true) {
      return words.letThrough(command)
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
