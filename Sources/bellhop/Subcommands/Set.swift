import NotificationModel

private let switches: [(name: String, place: any WritableKeyPath<AppSettings, Bool?> & Sendable)] = [
  ("banners", \.banners), ("badges", \.badges), ("sounds", \.sounds), ("timeSensitive", \.timeSensitive),
  ("marketing", \.marketing), ("summary", \.summary),
]

extension Subcommand {
  static let set = Subcommand(
    name: "set", summary: "Change what an app may do.",
    operands: [Operand("APP"), Operand("SETTING=VALUE", repeats: true)], options: [.json],
    notes: """
      SETTING is \(switches.map(\.name).joined(separator: ", ")), each on or off, or previews, which is one of
      \(Previews.allCases.map(\.rawValue).joined(separator: ", ")).
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
    if name == "previews" {
      previews = Previews(rawValue: value)
      guard previews != nil else {
        throw .usage("previews is one of \(Previews.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      return
    }
    guard let place = switches.first(where: { $0.name == name })?.place else {
      throw .usage("there is no setting \(name); see 'bellhop help set'")
    }
    guard ["on", "off"].contains(value) else { throw .usage("\(name) is on or off") }
    self[keyPath: place] = value == "on"
  }
}
