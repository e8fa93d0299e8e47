import Glibc
import NotificationModel
import NotificationProtocol
import Varlink
import Wording

private let days = Option("--days", "N", "how many days back; 28 without it")
private let usual = 10
private let limit = Option(
  "--limit", "N", "how many apps, those that posted most; \(usual) without it, or all with --json")

extension Subcommand {
  static let stats = Subcommand(
    name: "stats", summary: "Show who posted how much in the last weeks, and what became of it.",
    operands: [Operand("APP", isOptional: true)], options: [days, limit, .json],
    notes: """
        posts             each one, with those that were coalesced or replaced what was there
        coalesced         taken for one that was there already
        replaced          changed one that was there: its text, or its progress
        held              the alert was held back, be it for a while
        suppressed        no alert at all, because a guideline says so
        pressed           with a button, a reply or on the banner itself
        dismissed unread  taken away without being opened
      The last four count an entry of the list once, however often it was posted. Counted is what is stored: what was
      read is removed after [Storage] KeepDays, and what is beyond [Limits] HistoryRows. Below an app stands which
      setting would help, where one would; with --json that is its hint, and more says whether there are more apps.
      """
  ) { (arguments, session) throws(Failure) in
    let words = session.words.statistics
    let back = try arguments.number(days, least: 1) ?? 28
    guard back <= 3_650 else { throw .usage("\(days.name) is at most 3650") }
    let most = try arguments.number(limit, least: 1).map { Int(clamping: $0) }
    let since = session.clock.now.advanced(bySeconds: -back * 86_400)
    let (wanted, reply) = try session.control {
      (try arguments.operands.first.map(AppID.init(operand:)), try $0.statistics(since: since))
    }
    let apps = reply.apps.filter { wanted == nil || $0.app == wanted }
    let shown = Array(apps.prefix(most ?? (arguments.has(.json) ? .max : usual)))
    let hints = shown.isEmpty ? [:] : try statisticsHints(for: shown, session)
    if arguments.has(.json) {
      return session.print(reply.json(of: shown, hints: hints, more: shown.count < apps.count))
    }
    guard !shown.isEmpty else { return session.terminal.write(words.nothing(Int(back)) + "\n") }
    let text = StatisticsText(
      apps: shown, hints: hints,
      rest: (apps.count - shown.count, apps.dropFirst(shown.count).reduce(0) { $0 + $1.posts }),
      heading: back > reply.keptDays
        ? words.headingBeyond(Int(back), reply.keptDays) : words.heading(Int(back)),
      words: words)
    let terminal = session.terminal
    session.terminal.write(
      terminal.style.isPlain
        ? text.plain
        : text.bars(style: terminal.style, columns: terminal.columns ?? 80, blocks: terminal.isUTF8))
  }
}

extension StatisticsReply {
  /// The daemon's reply, reduced to these apps.
  func json(of apps: [AppStatistics], hints: [AppID: String], more: Bool) -> JSON {
    JSON(fields: [
      "apps": .array(apps.map { app in app.json(hint: hints[app.app]) }), "more": more.json,
      "keptDays": keptDays.json, "earliest": earliest?.json,
    ])
  }
}

extension AppStatistics {
  fileprivate func json(hint: String?) -> JSON {
    guard let hint, case .object(let fields) = json else { return json }
    return .object(fields + [JSON.Field("hint", hint.json)])
  }
}

func statisticsHints(for apps: [AppStatistics], _ session: Session) throws(Failure) -> [AppID: String] {
  let (entries, status) = try session.control { (try $0.apps(), try $0.status()) }
  var hints: [AppID: String] = [:]
  for app in apps {
    guard let settings = entries.first(where: { $0.app == app.app }) else { continue }
    hints[app.app] =
      StatisticsHint(
        app: app, settings: settings, hasSummaries: status.nextSummary != nil, words: session.words.statistics
      ).sentence
  }
  return hints
}

/// The statistics of apps, as bars or as sentences.
struct StatisticsText {
  let apps: [AppStatistics]
  let hints: [AppID: String]
  /// The apps that are not shown, and their posts.
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

  /// One app per line, for screen readers.
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

  /// Bars in one scale for all apps. `blocks`: the terminal shows Unicode's block elements.
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

  /// A bar of this many columns, in eighths; at least one eighth, if not 0.
  private func bar(_ columns: Double, blocks: Bool) -> String {
    guard columns > 0 else { return "" }
    guard blocks else { return String(repeating: "#", count: max(1, Int(columns.rounded()))) }
    let eighths = max(1, Int((columns * 8).rounded()))
    let part = eighths % 8
    let end = part == 0 ? "" : Unicode.Scalar(0x2590 - UInt32(part)).map { String(Character($0)) } ?? ""
    return String(repeating: "█", count: eighths / 8) + end
  }
}

/// Suggests a setting for an app, among those that the person may change.
struct StatisticsHint {
  let app: AppStatistics
  let settings: AppEntry
  /// True if times for summaries are configured.
  let hasSummaries: Bool
  var words = StatisticsWording.english

  /// With fewer entries, no hint is given.
  private static let fewest = 20
  private static let many = 100

  /// Shares are of entries, which are pressed once, and not of posts.
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

  /// The command for a setting; `nil` if it has this value already, or an administrator has fixed it.
  private func change(_ setting: AppSetting, to value: Bool) -> String? {
    guard settings.settings.word(for: setting) != value.word, !settings.locked.contains(setting.key) else {
      return nil
    }
    return "bellhop set \(app.app) \(setting.rawValue)=\(value ? "on" : "off")"
  }
}
