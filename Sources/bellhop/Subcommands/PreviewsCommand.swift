import NotificationModel
import NotificationProtocol
import Varlink
import Wording

private let option = Option("--app", "APP", "those of this app, like 'bellhop set APP previews=…'")

extension Previews {
  /// As typed on the command line.
  init?(typed word: String) {
    self.init(rawValue: word == "unlocked" ? Previews.whenUnlocked.rawValue : word)
  }
}

extension Subcommand {
  static let previews = Subcommand(
    name: "previews", summary: "Choose when the text of notifications may be seen, or say how that stands.",
    operands: [Operand("always|unlocked|never|default", isOptional: true)],
    options: [option, .holdsFor, .holdsUntil, .json],
    notes: """
      always: also on a locked screen. unlocked: while the screen is not locked. never: nowhere; a banner then says no
      more than "Notification". default: as the configuration files say.
      It holds for all apps without a choice of their own; 'bellhop previews' says it, and which apps have another. With
      --app it is the choice for one app, which --for and --until end. TIME is \(timeForms); DURATION is 90s, 10m, 1h30m, 2d or the like.
      """
  ) { (arguments, session) throws(Failure) in
    let word = arguments.operands.first
    let previews = word.flatMap { Previews(typed: $0) }
    guard word == nil || word == "default" || previews != nil else {
      throw .usage("say always, unlocked, never or default")
    }
    if let app = arguments.text(option) {
      guard word != "default" else {
        throw .usage(
          "default is for all apps; 'bellhop forget \(app)' takes back all that was chosen about that one")
      }
      if let previews { return try choose(previews, of: app, arguments, session) }
    }
    for end in [Option.holdsFor, .holdsUntil] where arguments.has(end) {
      throw .usage("\(end.name) goes with a choice for one app: give \(option.name), too")
    }
    if let app = arguments.text(option) { return try printPreviews(of: app, arguments, session) }
    if word != nil {
      try session.change(arguments) { try $0.setPreviews(previews) }
      guard !arguments.has(.json) else { return }
    }
    try printPreviews(arguments, session)
  }
}

private func choose(_ previews: Previews, of app: String, _ arguments: Arguments, _ session: Session)
  throws(Failure)
{
  session.remarkIfUnknown(app)
  let end = try session.endOfChoice(arguments)
  try session.change(arguments) {
    try $0.change(AppSettings(previews: previews), app: AppID(operand: app), until: end)
  }
}

private func printPreviews(of app: String, _ arguments: Arguments, _ session: Session) throws(Failure) {
  let app = try session.app(app)
  if arguments.has(.json) { return session.print(JSON(fields: ["app": app.json])) }
  let row = AppText(app: app, words: session.words, clock: session.clock).row(of: .previews)
  session.terminal.write("\(row[1]) (\(row[2]))\n")
}

private func printPreviews(_ arguments: Arguments, _ session: Session) throws(Failure) {
  let status = try session.control(arguments) { try $0.status() }
  guard !arguments.has(.json) else { return }
  guard status.previews != nil else { throw .localized(.cannotBeDone) }
  let apps = try session.control { try $0.apps() }
  session.terminal.write(previewsText(status, apps, session.words, style: session.terminal.style))
}

/// The previews of all apps, the source of that choice, and the apps with others.
func previewsText(
  _ status: DaemonStatus, _ apps: [AppEntry], _ all: CommandWording = .english, style: Style
) -> String {
  let word = { (previews: Previews) in all.apps.word(.previews, previews.rawValue) }
  let source = all.changes.source(status.previewsFrom, of: .previews)
  let shown = status.previews.map(word) ?? all.terms.none
  let others = apps.filter { $0.settings.previews != status.previews }.map { app in
    [app.app.text, word(app.settings.previews)]
  }
  return Table(facts: [[all.status.previews, visible("\(shown) (\(source))")]] + others).text(style: style)
}
