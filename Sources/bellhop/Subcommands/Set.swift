import Configuration
import NotificationModel

private let switches = AppSetting.personal.filter(\.isSwitch)
private let choices = AppSetting.personal.filter { !$0.isSwitch }

extension Subcommand {
  static let set = Subcommand(
    name: "set", summary: "Change what an app may do.",
    operands: [Operand("APP"), Operand("SETTING=VALUE", repeats: true)], options: [.json],
    notes: """
      SETTING is \(switches.map(\.rawValue).joined(separator: ", ")), each on or off, or \
      \(choices.map { "\($0.rawValue), which is one of \($0.choice)" }.joined(separator: ", or ")).
      What a configuration file says, such as TimeSensitive=false, is taken as well.
      """
  ) { (arguments, session) throws(Failure) in
    var settings = AppSettings()
    var given: Set<AppSetting> = []
    for text in arguments.operands.dropFirst() {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { throw .usage("a setting is written as SETTING=VALUE") }
      guard !parts[0].isEmpty else { throw .usage("the name of the setting is missing before \(text)") }
      let setting = try setting(parts[0])
      try settings.choose(setting, parts[1])
      guard given.insert(setting).inserted else { throw .usage("\(setting.rawValue) is given twice") }
    }
    try session.control(arguments) { [settings] in
      try $0.change(settings, app: AppID(operand: arguments.operands.first ?? ""))
    }
  }
}

/// By its name here or by its key in configuration files.
private func setting(_ name: String) throws(Failure) -> AppSetting {
  if let setting = AppSetting.personal.first(where: { $0.rawValue == name || $0.key == name }) {
    return setting
  }
  guard name.lowercased() != AppSetting.authorization.rawValue else {
    throw .usage("whether an app may notify is for 'bellhop allow', 'bellhop deny' and 'bellhop forget'")
  }
  let administrators = AppSetting.allCases.filter { $0.facts.chooser == .administrator }
  if let setting = administrators.first(where: { $0.rawValue == name.lowercased() }) {
    throw .usage("only an administrator's file decides \(setting.key); see 'man bellhop.conf'")
  }
  let near = Spelling.hint(for: name, among: AppSetting.personal.map(\.rawValue))
  throw .usage("there is no setting \(name)" + (near.isEmpty ? "; see 'bellhop help set'" : near))
}

extension AppSettings {
  /// A switch is on or off, or `true` or `false` as in configuration files.
  fileprivate mutating func choose(_ setting: AppSetting, _ value: String) throws(Failure) {
    let word = setting.isSwitch ? ["on": true.word, "off": false.word][value] ?? value : value
    guard set(setting, to: word) else {
      throw .usage("\(setting.rawValue) is \(setting.isSwitch ? "on or off" : "one of \(setting.choice)")")
    }
  }
}

extension AppSetting {
  fileprivate var choice: String { words.joined(separator: ", ") }
}
