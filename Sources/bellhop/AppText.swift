import NotificationModel
import NotificationProtocol
import Wording

/// The text about one app: its questions, its settings, who has decided about each, and its last week.
struct AppText {
  let app: AppEntry
  /// `nil` if the app posted nothing.
  let week: AppStatistics?
  /// A sentence about a setting that would help; `nil` for none.
  let hint: String?
  var words = CommandWording.english
  let clock: LocalClock

  static let days: Int64 = 7

  func text(style: Style, columns: Int?) -> String {
    let id = app.name == app.app.text ? "" : " (\(app.app))"
    let apps = words.apps
    let remarks = AppRemarks(app: app, words: apps, clock: clock)
    let rows = AppSetting.allCases.map { [apps.label($0), remarks.value(of: $0), decider(of: $0)] }
    let header = [apps.setting, apps.value, apps.decidedBy]
    let settings = Table(header: header, rows: rows, wrapsLast: true).text(style: style, columns: columns)
    func lines(_ sentences: [String]) -> String {
      sentences.map { wrapped($0, to: columns).joined(separator: "\n") + "\n" }.joined()
    }
    let paragraphs = [
      style.bold(app.shownName(style)) + id + ": \(apps.counts(app.unread, app.held))\n"
        + lines(remarks.questions), settings,
      lines([apps.toChange(app.app.text), lastWeek] + (hint.map { [$0] } ?? [])),
    ]
    return paragraphs.joined(separator: style.isPlain ? "" : "\n")
  }

  private func decider(of setting: AppSetting) -> String {
    guard let decided = app.deciders.first(where: { $0.settings.contains(setting.key) }) else {
      return app.locked.contains(setting.key) ? words.apps.administrator : words.apps.nobody
    }
    guard let file = decided.file else { return words.apps.you }
    return app.locked.contains(setting.key) ? words.apps.lockedBy(visible(file)) : visible(file)
  }

  private var lastWeek: String {
    let counts = week.map { StatisticsText.counts(of: $0, words.statistics) } ?? []
    return words.apps.lastDays(
      Int(Self.days), counts.isEmpty ? words.apps.nothingPosted : counts.joined(separator: ", "))
  }
}
