import NotificationModel
import Wording

/// A page that is open above the list.
struct CenterPage: Equatable {
  enum Content: Equatable {
    /// A notification with its whole text.
    case entry(NotificationID)
    case explanation(NotificationID, [DatedDecision], [Advice])
    case help
    case menu(CenterMenu)
  }

  var content: Content
  /// The index of the first visible line.
  var top = 0

  init(_ content: Content) { self.content = content }

  var menu: CenterMenu? { if case .menu(let menu) = content { menu } else { nil } }

  /// The notification that the page is about.
  var subject: NotificationID? {
    switch content {
    case .entry(let id), .explanation(let id, _, _): id
    case .menu(let menu): menu.subject
    case .help: nil
    }
  }
}

/// A list of choices.
struct CenterMenu: Equatable {
  enum Effect: Equatable {
    case call(CenterCall)
    /// Opens a prompt for the text.
    case write(NotificationID, ItemID)
    /// Opens a prompt for the end.
    case typeEnd(CenterEnding)
    /// Opens another menu.
    case ask(CenterMenu)
    /// Fixed by the configuration: not the person's to choose.
    case fixed
  }

  struct Choice: Equatable {
    let label: String
    /// The present value.
    var value: String?
    let effect: Effect
  }

  let title: String
  /// Text above the choices.
  var note: String?
  var choices: [Choice]
  var subject: NotificationID?
  /// The app, for a menu of settings, which stays open while several are changed.
  var app: AppID?
  var selected = 0
}

/// Menus about a notification or an app.
extension CenterMenu {
  /// The choice to open comes last, so that each action has the same number as beside the notification's text; it is
  /// selected first, since it destroys nothing.
  static func actions(of entry: Entry, _ words: CenterWording) -> CenterMenu {
    let open = Choice(label: words.open, effect: .call(.press(entry.id, .defaultAction, text: nil)))
    return CenterMenu(
      title: words.chooseAction, choices: buttons(of: entry, words) + [open], subject: entry.id,
      selected: entry.actions.count)
  }

  /// In the order of their numbers.
  static func buttons(of entry: Entry, _ words: CenterWording) -> [Choice] {
    entry.actions.map { action in
      Choice(
        label: action.destructive ? "\(action.title) (\(words.destructive))" : action.title,
        effect: action.takesText
          ? .write(entry.id, action.id) : .call(.press(entry.id, action.id, text: nil)))
    }
  }

  /// The choice of a switch turns it; the choice of another setting opens its values.
  static func settings(of app: AppEntry, _ clock: LocalClock, _ words: CenterWording) -> CenterMenu {
    CenterMenu(
      title: words.settings(app.shownName()),
      note: app.question.flatMap { $0.isEmpty ? nil : words.asks($0) },
      choices: ([.authorization] + AppSetting.personal).map { choice(of: $0, app, clock, words) },
      app: app.app)
  }

  private static func choice(
    of setting: AppSetting, _ app: AppEntry, _ clock: LocalClock, _ words: CenterWording
  ) -> Choice {
    let isFixed = app.locked.contains(setting.key)
    let value =
      (setting == .authorization ? app.front.map(words.asFrontSays) : nil)
      ?? words.value(of: setting, app.settings.word(for: setting))
    let effect: Effect =
      if isFixed {
        .fixed
      } else if setting == .authorization {
        .ask(answers(for: app, clock, words))
      } else if setting.isSwitch {
        .call(
          .change(
            app.app,
            AppSettings(setting, app.settings.word(for: setting) == true.word ? false.word : true.word)))
      } else {
        .ask(values(of: setting, app, words))
      }
    let end = app.ending.first { $0.setting == setting.key }.map { words.until(clock.end($0.until)) }
    let remark = isFixed ? words.fixed : end
    return Choice(
      label: words.setting(setting), value: value + (remark.map { ", \($0)" } ?? ""), effect: effect)
  }

  /// The present answer is selected at first, since a denial takes notifications off the list.
  private static func answers(
    for app: AppEntry, _ clock: LocalClock, _ words: CenterWording
  ) -> CenterMenu {
    let hour = ChosenEnd.after(3_600)
    let answers: [(label: String, authorization: Authorization, end: ChosenEnd?)] = [
      (words.allow, .authorized, nil), (words.deliverQuietly, .provisional, nil),
      (words.allowForAnHour(clock.end(hour)), .authorized, hour), (words.deny, .denied, nil),
    ]
    let current = app.front ?? app.settings.authorization
    let isTimed = app.ending.contains { $0.setting == AppSetting.authorization.key } && current == .authorized
    return CenterMenu(
      title: words.askAuthorization(app.shownName()),
      choices: answers.map {
        Choice(label: $0.label, effect: .call(.authorize(app.app, $0.authorization, until: $0.end)))
      },
      selected: answers.firstIndex { $0.authorization == current && ($0.end != nil) == isTimed } ?? 0)
  }

  /// The present value is selected at first, else the last one, since a value that keeps less erases for good.
  private static func values(
    of setting: AppSetting, _ app: AppEntry, _ words: CenterWording
  ) -> CenterMenu {
    let current = app.settings.word(for: setting)
    return CenterMenu(
      title: words.setting(setting),
      choices: setting.words.map { word in
        Choice(
          label: words.value(of: setting, word), effect: .call(.change(app.app, AppSettings(setting, word))))
      },
      selected: setting.words.firstIndex(of: current) ?? setting.words.count - 1)
  }
}

extension AppSettings {
  /// Settings with this one alone.
  fileprivate init(_ setting: AppSetting, _ word: String) {
    self.init()
    _ = set(setting, to: word)
  }
}

/// A state with an end that the person chooses.
enum CenterEnding: Equatable {
  case snooze(NotificationID)
  case doNotDisturb

  func call(until end: ChosenEnd) -> CenterCall {
    switch self {
    case .snooze(let id): .snooze(id, until: end)
    case .doNotDisturb: .doNotDisturb(true, until: end)
    }
  }
}

extension CenterMenu {
  static func snooze(_ id: NotificationID, _ clock: LocalClock, _ words: CenterWording) -> CenterMenu {
    let ending = CenterEnding.snooze(id)
    return CenterMenu(
      title: words.command(.snooze).label,
      choices: ends(of: ending, clock, words) + [another(ending, words)], subject: id)
  }

  /// While Do Not Disturb is on, the first choice turns it off.
  static func doNotDisturb(
    isOn: Bool, until end: Timestamp?, _ clock: LocalClock, _ words: CenterWording
  ) -> CenterMenu {
    let off = Choice(label: words.turnOff, effect: .call(.doNotDisturb(false, until: nil)))
    let endless = Choice(label: words.untilTurnedOff, effect: .call(.doNotDisturb(true, until: nil)))
    return CenterMenu(
      title: words.bar.doNotDisturb(until: isOn ? end.map(clock.end) : nil),
      choices: (isOn ? [off] : []) + ends(of: .doNotDisturb, clock, words)
        + (isOn && end == nil ? [] : [endless]) + [another(.doNotDisturb, words)])
  }

  /// The most common ends: two spans, then times of day, the soonest first.
  private static func ends(
    of ending: CenterEnding, _ clock: LocalClock, _ words: CenterWording
  ) -> [Choice] {
    let (evening, morning) = (clock.next(hour: 18, minute: 0), clock.next(hour: 9, minute: 0))
    var times = [
      (
        clock.isToday(morning)
          ? words.thisMorning(clock.end(morning)) : words.tomorrowMorning(clock.end(morning)), morning
      )
    ]
    // After 18:00 the next evening is a day away, and hardly meant.
    if clock.isToday(evening) { times.append((words.thisEvening(clock.end(evening)), evening)) }
    let (quarter, hour) = (ChosenEnd.after(15 * 60), ChosenEnd.after(3_600))
    let spans = [
      (words.minutes(15, clock.end(quarter)), quarter), (words.anHour(clock.end(hour)), hour),
    ]
    return (spans + times.sorted { $0.1 < $1.1 }.map { ($0.0, .at($0.1)) }).map {
      Choice(label: $0.0, effect: .call(ending.call(until: $0.1)))
    }
  }

  private static func another(_ ending: CenterEnding, _ words: CenterWording) -> Choice {
    Choice(label: words.anotherTime, effect: .typeEnd(ending))
  }
}
