import NotificationModel
import Wording

/// What can be chosen about a notification or an app.
extension CenterMenu {
  /// Opening it comes last, so that each action has the number that it has beside the notification's text; and it is what
  /// is selected, which destroys nothing.
  static func actions(of entry: Entry, _ words: CenterWording) -> CenterMenu {
    let open = Choice(label: words.open, deed: .call(.press(entry.id, .defaultAction, text: nil)))
    return CenterMenu(
      title: words.chooseAction, choices: buttons(of: entry, words) + [open], subject: entry.id,
      selected: entry.actions.count)
  }

  /// In the order of their numbers.
  static func buttons(of entry: Entry, _ words: CenterWording) -> [Choice] {
    entry.actions.map { action in
      Choice(
        label: action.destructive ? "\(action.title) (\(words.destructive))" : action.title,
        deed: action.takesText
          ? .write(entry.id, action.id) : .call(.press(entry.id, action.id, text: nil)))
    }
  }

  static func snooze(_ id: NotificationID, _ clock: LocalClock, _ words: CenterWording) -> CenterMenu {
    let spans: [(String, Int64)] = [
      (words.minutes(10), 600), (words.minutes(30), 1_800), (words.hours(1), 3_600), (words.hours(4), 14_400),
    ]
    let times = [clock.next(hour: 18, minute: 0), clock.next(hour: 9, minute: 0)].sorted()
    let ends =
      spans.map { ($0.0, clock.now.advanced(bySeconds: $0.1)) }
      + times.map { (words.at(clock.numeric($0, withClock: true)), $0) }
    return CenterMenu(
      title: words.chooseEnd,
      choices: ends.map { Choice(label: $0.0, deed: .call(.snooze(id, until: $0.1))) }, subject: id)
  }

  /// Each choice has the next value of its setting. What is selected is not the first one, which may take all of an app's
  /// notifications away.
  static func settings(of app: AppEntry, _ words: CenterWording) -> CenterMenu {
    CenterMenu(
      title: words.settings(app.shownName()),
      choices: ([.authorization] + AppSetting.personal).map { choice(of: $0, app, words) }, app: app.app,
      selected: 1)
  }

  private static func choice(of setting: AppSetting, _ app: AppEntry, _ words: CenterWording) -> Choice {
    let settings = app.settings
    let isFixed = app.locked.contains(setting.key)
    let value =
      switch setting {
      case .authorization: app.front.map(words.asFrontSays) ?? words.authorization(settings.authorization)
      case .previews: words.previews(settings.previews)
      default: settings.word(for: setting) == true.word ? words.on : words.off
      }
    return Choice(
      label: words.setting(setting), value: value + (isFixed ? ", \(words.fixed)" : ""),
      deed: isFixed ? .fixed : setting == .authorization ? authorization(app, words) : change(setting, app))
  }

  /// Who denies an app loses what nobody can bring back: that is asked about first.
  private static func authorization(_ app: AppEntry, _ words: CenterWording) -> Deed {
    guard (app.front ?? app.settings.authorization) == .authorized else {
      return .call(.authorize(app.app, .authorized))
    }
    return .ask(
      CenterMenu(
        title: words.askDenial(app.shownName()),
        choices: [
          Choice(label: words.keepAllowed, deed: .nothing),
          Choice(label: words.deny, deed: .call(.authorize(app.app, .denied))),
        ]))
  }

  private static func change(_ setting: AppSetting, _ app: AppEntry) -> Deed {
    var settings = AppSettings()
    let words = setting.words
    let place = words.firstIndex(of: app.settings.word(for: setting)) ?? 0
    _ = settings.set(setting, to: words[(place + 1) % words.count])
    return .call(.change(app.app, settings))
  }
}
