import NotificationModel
import NotificationProtocol
import Varlink
import Wording

private let option = Option("--app", "APP", "only in what this app posts")

extension Subcommand {
  static let through = Subcommand(
    name: "through", summary: "Let a sender through Do Not Disturb, or list who and what comes through.",
    operands: [
      Operand("list|add|remove", isOptional: true), Operand("NAME", isOptional: true, repeats: true),
    ],
    options: [option, .json],
    notes: """
      After 'bellhop through add Ada Lovelace' all that she sends comes at once, also while the screen is shared, an app
      fills it or quiet hours are on. NAME is compared whole and without case with the sender that a post names, and with the
      title of a call, of a message and of what comes by the desktop's own interface. Anybody may use that name, so
      --app is safer: then only what that app posts comes through. Of an app with dnd=never, or whose Through= an
      administrator has locked, no sender does.
      Whole apps are for 'bellhop set': dnd=through lets all of one through, dnd=never nothing, and repeated=on a second
      call, or a second message of one sender, within three minutes. The list has these apps, too, and beside each
      line the command that takes it back.
      """
  ) { (arguments, session) throws(Failure) in
    let name = arguments.operands.dropFirst().joined(separator: " ")
    switch arguments.operands.first {
    case nil, "list":
      guard name.isEmpty, !arguments.has(option) else {
        throw .usage("the list is of all; give it neither NAME nor \(option.name)")
      }
      try printList(arguments, session)
    case "add": try letThrough(name, true, arguments, session)
    case "remove": try letThrough(name, false, arguments, session)
    default:
      let name = arguments.operands.joined(separator: " ")
      throw .usage("say list, add or remove, such as: bellhop through add \(shellWord(visible(name)))")
    }
  }
}

private func letThrough(_ name: String, _ isOn: Bool, _ arguments: Arguments, _ session: Session)
  throws(Failure)
{
  guard !name.allSatisfy(\.isWhitespace) else { throw .usage("NAME is missing") }
  let id = arguments.text(option)
  if let id { session.remarkIfUnknown(id) }
  var isChanged = true
  try session.change(arguments) { client in
    let sender = LetThrough(name: name, app: try id.map(AppID.init(operand:)))
    let answer = try client.letThrough(sender, isOn)
    isChanged = answer.isChanged
    return answer.isStored
  }
  guard !arguments.has(.json) else { return }
  let words = session.words.through
  if isOn, let id, let known = session.glance({ try $0.apps() }),
    known.contains(where: { $0.app.text == id && $0.letsNoSenderThrough })
  {
    session.terminal.remark("bellhop: \(words.nothingComes(id))\n")
  }
  let told = visible(id.map { words.senderIn(name, $0) } ?? name)
  session.terminal.write(
    (isOn
      ? isChanged ? words.added(told) : words.isThere(told)
      : isChanged ? words.removed(told) : words.isNotThere(told)) + "\n")
}

private func printList(_ arguments: Arguments, _ session: Session) throws(Failure) {
  let (senders, all) = try session.control { (try $0.sendersLetThrough(), try $0.apps()) }
  let apps = all.filter { $0.settings.dnd != .urgent || $0.settings.repeated }
  if arguments.has(.json) {
    return session.print(JSON(fields: ["senders": senders.json, "apps": .array(apps.map(\.json))]))
  }
  let words = session.words
  guard !senders.isEmpty || !apps.isEmpty else {
    return session.terminal.write(words.through.onlyUrgent + "\n")
  }
  session.terminal.write(
    throughList(senders, all, words, clock: session.clock, style: session.terminal.style))
}

/// A line for each sender, and for each choice about what comes through of an app.
func throughList(
  _ senders: [LetThrough], _ apps: [AppEntry], _ all: CommandWording = .english, clock: LocalClock,
  style: Style
) -> String {
  let words = all.through
  let named = senders.map { sender in
    let app = sender.app.flatMap { id in apps.first { $0.app == id } }
    let told =
      sender.app.map { words.senderIn(sender.name, app?.shownName(style) ?? $0.text) } ?? sender.name
    let limit = sender.app.map { "\(option.name) \($0) " } ?? ""
    // A name that looks like an option stands behind "--".
    let word = (sender.name.hasPrefix("-") ? "-- " : "") + shellWord(visible(sender.name))
    return [
      visible(app?.letsNoSenderThrough == true ? words.withoutEffect(told) : told),
      "bellhop through remove \(limit)\(word)",
    ]
  }
  let chosen = apps.flatMap { app in
    let name = app.shownName(style)
    let second = words.secondIn(name)
    let choices: [(AppSetting, isMade: Bool, told: String, opposite: String)] = [
      (
        .dnd, app.settings.dnd != .urgent,
        app.settings.dnd == .never ? words.nothingOf(name) : words.allOf(name), ThroughQuiet.urgent.word
      ),
      (
        .repeated, app.settings.repeated, app.letsNoSenderThrough ? words.withoutEffect(second) : second,
        "off"
      ),
    ]
    return choices.filter(\.isMade).map { setting, _, told, opposite in
      let end = app.ending.first { $0.setting == setting.key }.map { all.apps.until(clock.short($0.until)) }
      return [
        [told, end].compactMap(\.self).joined(separator: " "),
        app.locked.contains(setting.key)
          ? words.fixed : "bellhop set \(app.app) \(setting.rawValue)=\(opposite)",
      ]
    }
  }
  return Table(header: [words.who, words.toTakeBack], rows: named + chosen).text(style: style)
}

extension AppEntry {
  /// An administrator who has locked what comes through of the app has decided about its senders, too.
  fileprivate var letsNoSenderThrough: Bool {
    settings.dnd == .never || settings.dnd == .urgent && locked.contains(AppSetting.dnd.key)
  }
}

/// The text as one word of a shell's command line.
private func shellWord(_ text: String) -> String {
  let isPlain = !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || "._-".contains($0) }
  return isPlain ? text : "'\(text.replacing("'", with: "'\\''"))'"
}
