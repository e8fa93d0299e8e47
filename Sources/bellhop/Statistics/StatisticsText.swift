import NotificationModel
import NotificationProtocol
import Wording

/// What became of the notifications of apps, as bars or as sentences.
struct StatisticsText {
  let apps: [AppStatistics]
  let hints: [AppID: String]
  /// How many posts of how many apps are not told.
  let rest: (apps: Int, posts: Int)
  let heading: String
  var words = StatisticsWording.english

  private static func measures(
    _ words: StatisticsWording
  ) -> [(name: String, count: KeyPath<AppStatistics, Int>)] {
    [
      (words.posts, \.posts), (words.coalesced, \.coalesced), (words.replaced, \.replaced),
      (words.held, \.held), (words.suppressed, \.suppressed), (words.pressed, \.pressed),
      (words.dismissedUnread, \.dismissedUnread),
    ]
  }

  /// The counts of an app that are not 0, in words.
  static func counts(of app: AppStatistics, _ words: StatisticsWording = .english) -> [String] {
    measures(words).filter { app[keyPath: $0.count] > 0 }.map { measure in
      let count = app[keyPath: measure.count]
      return measure.count == \.posts ? words.postCount(count) : words.count(count, measure.name)
    }
  }

  private static let indent = 2
  private static let narrowestBar = 5

  /// One app a line, as a screen reader reads it well.
  var plain: String {
    var lines = [heading]
    for app in apps {
      let rest = Self.measures(words).dropFirst().map { words.count(app[keyPath: $0.count], $0.name) }
      let counts = ([words.postCount(app.posts)] + rest).joined(separator: ", ")
      let id = app.name == app.app.text ? "" : " (\(app.app))"
      lines.append("\(app.shownName(.plain))\(id): \(counts)." + (hints[app.app].map { " \($0)" } ?? ""))
    }
    return (lines + last).map { $0 + "\n" }.joined()
  }

  /// Bars of one scale for all. `blocks`: whether the terminal shows Unicode's.
  func bars(style: Style, columns: Int, blocks: Bool) -> String {
    let most = max(1, apps.map(\.posts).max() ?? 0)
    let measures = Self.measures(words)
    let names = measures.map { $0.name.displayWidth }.max() ?? 0
    let numbers = String(most).count
    let width = max(Self.narrowestBar, columns - Self.indent - names - numbers - 4)
    var lines = [heading]
    for app in apps {
      lines += ["", style.bold(cut(app.shownName(style), to: columns)) + id(of: app, style, columns)]
      for measure in measures {
        let count = app[keyPath: measure.count]
        guard count > 0 || measure.count == \.posts else { continue }
        lines.append(
          String(repeating: " ", count: Self.indent) + padded(measure.name, to: names) + "  "
            + String(repeating: " ", count: numbers - String(count).count) + "\(count)  "
            + bar(Double(count) / Double(most) * Double(width), blocks: blocks))
      }
      if let hint = hints[app.app] { lines.append(contentsOf: indented(hint, columns)) }
    }
    return (lines + (last.isEmpty ? [] : [""] + last)).map { $0 + "\n" }.joined()
  }

  private var last: [String] {
    rest.apps == 0 ? [] : [words.more(rest.apps, rest.posts)]
  }

  private func id(of app: AppStatistics, _ style: Style, _ columns: Int) -> String {
    let id = "  \(app.app)"
    return app.name == app.app.text || (app.shownName(style) + id).displayWidth > columns ? "" : id
  }

  private func indented(_ hint: String, _ columns: Int) -> [String] {
    wrapped(hint, to: columns - Self.indent).map { String(repeating: " ", count: Self.indent) + $0 }
  }

  /// So many columns, to an eighth of one; never none.
  private func bar(_ columns: Double, blocks: Bool) -> String {
    guard columns > 0 else { return "" }
    guard blocks else { return String(repeating: "#", count: max(1, Int(columns.rounded()))) }
    let eighths = max(1, Int((columns * 8).rounded()))
    let part = eighths % 8
    let end = part == 0 ? "" : Unicode.Scalar(0x2590 - UInt32(part)).map { String(Character($0)) } ?? ""
    return String(repeating: "█", count: eighths / 8) + end
  }
}
