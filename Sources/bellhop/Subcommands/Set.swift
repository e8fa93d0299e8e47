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
      """
  ) { (arguments, session) throws(Failure) in
    var settings = AppSettings()
    var given: Set<String> = []
    for text in arguments.operands.dropFirst() {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { throw .usage("a setting is written as SETTING=VALUE") }
      try settings.set(parts[0], to: parts[1])
      guard given.insert(parts[0]).inserted else { throw .usage("\(parts[0]) is given twice") }
    }
    try session.control(arguments) { [settings] in
      try $0.change(settings, app: AppID(operand: arguments.operands.first ?? ""))
    }
  }
}

extension AppSettings {
  fileprivate mutating func set(_ name: String, to value: String) throws(Failure) {
    guard let setting = AppSetting.personal.first(where: { $0.rawValue == name }) else {
      throw .usage("there is no setting \(name); see 'bellhop help set'")
    }
    guard set(setting, to: setting.isSwitch ? ["on": true.word, "off": false.word][value] ?? "" : value)
    else {
      throw .usage("\(name) is \(setting.isSwitch ? "on or off" : "one of \(setting.choice)")")
    }
  }
}

extension AppSetting {
  fileprivate var choice: String { words.joined(separator: ", ") }
}
