import Configuration
import NotificationModel

private let provisional = Option("--provisional", nil, "in the list only, without banners")

extension Subcommand {
  static let allow = Subcommand(
    name: "allow", summary: "Let an app notify.", operands: [Operand("APP")],
    options: [provisional, .holdsFor, .holdsUntil, .json],
    notes: """
      'bellhop allow APP --for 1d' lets it for a day; then what held before holds again. TIME is \(timeForms);
      DURATION is 90s, 10m, 1h30m, 2d or the like.
      """
  ) { (arguments, session) throws(Failure) in
    let end = try session.endOfChoice(arguments)
    try session.authorize(arguments, arguments.has(provisional) ? .provisional : .authorized, until: end)
  }

  static let deny = Subcommand(
    name: "deny", summary: "Let an app notify no more.", operands: [Operand("APP")], options: [.json],
    notes: """
      What it has in the list goes, but for what you have read; 'bellhop undo' takes all of that back, but for private \
      texts and pictures. What it posts from then on is refused, and 'bellhop apps APP' says how much that is. An APP that \
      is not known yet is remembered; 'bellhop forget APP' takes that back.
      """
  ) { (arguments, session) throws(Failure) in
    try session.authorize(arguments, .denied)
  }
}

extension Session {
  fileprivate func authorize(
    _ arguments: Arguments, _ authorization: Authorization, until end: ChosenEnd? = nil
  )
    throws(Failure)
  {
    let app = arguments.operands.first ?? ""
    remarkIfUnknown(app)
    var withdrawn: Int?
    try change(arguments) { client in
      let answer = try client.setAuthorization(authorization, app: AppID(operand: app), until: end)
      withdrawn = answer.withdrawn
      return answer.isStored
    }
    if let withdrawn, !arguments.has(.json) {
      terminal.write(words.changes.denied(app, withdrawn) + "\n")
    }
  }
}

private let switches = AppSetting.personal.filter(\.isSwitch)
private let others = AppSetting.personal.filter { !$0.isSwitch }

extension Subcommand {
  static let set = Subcommand(
    name: "set", summary: "Change what an app may do.",
    operands: [Operand("APP"), Operand("SETTING=VALUE", repeats: true)],
    options: [.holdsFor, .holdsUntil, .json],
    notes: """
      SETTING is \(switches.map(\.rawValue).joined(separator: ", ")), each on or off, or \
      \(others.map { "\($0.rawValue), which is \($0.choice)" }.joined(separator: ", or ")).
      \(throughForms).
      What a configuration file says, such as TimeSensitive=false, is taken as well. 'bellhop apps APP' tells how they stand.
      'bellhop set APP banners=off --for 1h' holds for an hour; then what was chosen before holds again. TIME is \
      \(timeForms); DURATION is 90s, 10m, 1h30m, 2d or the like. What store=none or store=titles has erased meanwhile \
      is gone for good.
      """
  ) { (arguments, session) throws(Failure) in
    var settings = AppSettings()
    var given: Set<AppSetting> = []
    for text in arguments.operands.dropFirst() {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { throw .usage("a setting is written as SETTING=VALUE, without blanks") }
      guard !parts[0].isEmpty else { throw .usage("the name of the setting is missing before \(text)") }
      let setting = try setting(parts[0])
      try settings.choose(setting, parts[1])
      guard given.insert(setting).inserted else { throw .usage("\(setting.rawValue) is given twice") }
    }
    session.remarkIfUnknown(arguments.operands.first ?? "")
    let end = try session.endOfChoice(arguments)
    try session.change(arguments) { [settings] in
      try $0.change(settings, app: AppID(operand: arguments.operands.first ?? ""), until: end)
    }
  }
}

/// Finds a setting by its name here or by its key in configuration files.
private func setting(_ name: String) throws(Failure) -> AppSetting {
  if let setting = AppSetting.personal.first(where: { $0.rawValue == name || $0.key == name }) {
    return setting
  }
  switch name.lowercased() {
  case "mute": throw .usage("'bellhop set APP banners=off --for 1h' mutes an app for an hour")
  case AppSetting.authorization.rawValue, "notifications", "notify", "enabled":
    throw .usage("whether an app may notify is for 'bellhop allow', 'bellhop deny' and 'bellhop forget'")
  case "quiethours", "quiet-hours":
    throw .usage("quiet hours are for all apps; see 'bellhop help quiet-hours'")
  case AppSetting.dnd.rawValue, "donotdisturb", "through": throw .usage(throughForms)
  default: break
  }
  let administrators = AppSetting.allCases.filter { $0.facts.chooser == .administrator }
  if let setting = administrators.first(where: { $0.rawValue == name.lowercased() }) {
    throw .usage("only an administrator's file decides \(setting.key); see 'man bellhop.conf'")
  }
  let near = Spelling.hint(for: name, among: AppSetting.personal.map(\.rawValue))
  throw .usage("there is no setting \(name)" + (near.isEmpty ? "; see 'bellhop help set'" : near))
}

extension AppSettings {
  /// Sets a switch by on or off, or by `true` or `false` as in configuration files.
  fileprivate mutating func choose(_ setting: AppSetting, _ value: String) throws(Failure) {
    let word =
      setting.isSwitch
      ? ["on": true.word, "off": false.word][value] ?? value
      : setting == .previews ? Previews(typed: value)?.word ?? value : value
    guard set(setting, to: word) else {
      if setting == .dnd { throw .usage(throughForms) }
      let isTimes = setting == .summary && value.contains(":")
      throw .usage(
        "\(setting.rawValue) is \(setting.choice)"
          + (isTimes ? "; its times are for all apps, as Summary= below [Schedule] in bellhop.conf" : ""))
    }
  }
}

private let throughForms = """
  dnd=through lets all of an app through Do Not Disturb, dnd=urgent what is urgent, dnd=never nothing; 'bellhop dnd' \
  turns Do Not Disturb on and off
  """

extension AppSetting {
  fileprivate var choice: String {
    switch form {
    case .onOff: "on or off"
    case .words(let words): "one of \(words.joined(separator: ", "))"
    case .number(let range, _): "a number from \(range.lowerBound) to \(range.upperBound)"
    }
  }
}

extension Subcommand {
  static let forget = Subcommand(
    name: "forget", summary: "Forget what was decided about an app, so that it is asked about again.",
    operands: [Operand("APP")], options: [.json],
    notes: """
      Undoes 'bellhop allow', 'deny' and 'set' for this app. If its notifications wait for consent, the question about
      it is put again at once. An app that never posted, such as a misspelt one, is gone from 'bellhop apps'.
      """
  ) { (arguments, session) throws(Failure) in
    try session.control(arguments) { try $0.forget(AppID(operand: arguments.operands.first ?? "")) }
  }
}
