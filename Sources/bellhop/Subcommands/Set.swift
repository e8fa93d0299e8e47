import NotificationModel
import NotificationProtocol
import Varlink

private let switches = ["banners", "badges", "sounds", "timeSensitive", "marketing", "summary"]

extension Subcommand {
  static let set = Subcommand(
    name: "set", summary: "Change what an app may do.",
    operands: [Operand("APP"), Operand("SETTING=VALUE", repeats: true)], options: [.json],
    notes: """
      SETTING is \(switches.joined(separator: ", ")), each on or off, or previews, which is one of
      \(Previews.allCases.map(\.rawValue).joined(separator: ", ")).
      """
  ) { (arguments, session) throws(Failure) in
    var fields = [JSON.Field("app", (arguments.operands.first ?? "").json)]
    for setting in arguments.operands.dropFirst() {
      let field = try readSetting(setting)
      guard !fields.contains(where: { $0.name == field.name }) else {
        throw .usage("\(field.name) is given twice")
      }
      fields.append(field)
    }
    try session.change("SetAppSettings", .object(fields), arguments)
  }
}

private func readSetting(_ text: String) throws(Failure) -> JSON.Field {
  let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
  guard parts.count == 2 else { throw .usage("a setting is written as SETTING=VALUE") }
  if parts[0] == "previews" {
    guard Previews(rawValue: parts[1]) != nil else {
      throw .usage("previews is one of \(Previews.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return JSON.Field("previews", parts[1].json)
  }
  guard switches.contains(parts[0]) else {
    throw .usage("there is no setting \(parts[0]); see 'bellhop help set'")
  }
  guard ["on", "off"].contains(parts[1]) else { throw .usage("\(parts[0]) is on or off") }
  return JSON.Field(parts[0], .bool(parts[1] == "on"))
}
