import BellhopClient
import NotificationModel
import Wording

/// A choice about what comes through quiet. `name`: the app's, as it is shown.
enum CenterThrough: Equatable, Sendable {
  /// The sender of a notification. One that is taken back may have been let through for all apps, too.
  case sender([LetThrough], Bool)
  case app(AppID, name: String, ThroughQuiet)
  /// Without an end, the app shows banners again.
  case mute(AppID, name: String, until: ChosenEnd?)
  /// Whether the app's banners stay away while it is in front.
  case inFront(AppID, name: String, staysAway: Bool)

  func carryOut(_ client: ControlClient) throws {
    switch self {
    case .sender(let senders, let isOn): for sender in senders { try client.letThrough(sender, isOn) }
    case .app(let app, _, let what): try client.change(AppSettings(dnd: what), app: app)
    case .mute(let app, _, let end):
      try client.change(AppSettings(banners: end == nil), app: app, until: end)
    case .inFront(let app, _, let staysAway): try client.change(AppSettings(foreground: staysAway), app: app)
    }
  }

  /// The notice once it is carried out.
  func told(_ clock: LocalClock, _ words: CenterWording) -> String {
    switch self {
    case .sender(let senders, let isOn): words.senderIsLet(senders.first?.name ?? "", isOn)
    case .app(_, let name, let what): words.appIsLet(name, what == .through)
    case .mute(_, let name, let end): words.appIsMuted(name, end.map(clock.end))
    case .inFront(_, let name, let staysAway): words.staysAwayInFront(name, staysAway)
    }
  }
}

extension CenterMenu {
  /// The choices about the notification's sender and its app, and a mute of the app. Its sender is let through in its
  /// app alone, since any other app may use the name. `senders`: those that the person lets through now. `cameInFront`:
  /// it came while its app was in front, so that the last choice is about that.
  static func letThrough(
    _ entry: Entry, _ app: AppEntry, _ senders: [LetThrough], cameInFront: Bool, _ clock: LocalClock,
    _ words: CenterWording
  ) -> CenterMenu {
    let name = app.shownName()
    func choice(_ label: String, _ setting: AppSetting, _ choice: CenterThrough) -> Choice {
      let isFixed = app.locked.contains(setting.key)
      return Choice(
        label: label, value: isFixed ? words.fixed : nil,
        effect: isFixed ? .fixed : .call(.letThrough(choice)))
    }
    let sender = entry.sender.map { sender in
      let own = LetThrough(name: sender, app: app.app)
      let found = senders.filter { $0.folded == own.folded && ($0.app ?? app.app) == app.app }
      return choice(
        words.letSender(sender, name, found.isEmpty), .dnd,
        .sender(found.isEmpty ? [own] : found, found.isEmpty))
    }
    let isAll = app.settings.dnd == .urgent
    let hour = app.settings.banners ? ChosenEnd.after(3_600) : nil
    let ofApp = [
      choice(
        words.letApp(name, isAll), .dnd, .app(app.app, name: name, isAll ? .through : .urgent)),
      choice(
        words.muteApp(name, hour.map(clock.end)), .banners, .mute(app.app, name: name, until: hour)),
    ]
    let staysAway = !app.settings.foreground
    let inFront = choice(
      words.letStayAway(name, staysAway), .foreground, .inFront(app.app, name: name, staysAway: staysAway))
    return CenterMenu(
      title: words.command(.letThrough).label,
      choices: [sender].compactMap(\.self) + ofApp + (cameInFront ? [inFront] : []),
      subject: entry.id)
  }
}
