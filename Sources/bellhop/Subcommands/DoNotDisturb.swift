import NotificationModel
import NotificationProtocol
import Varlink

private let until = Option("--until", "TIME", "until then")
private let duration = Option("--for", "DURATION", "for so long, such as 30m or 1h")

extension Subcommand {
  static let dnd = Subcommand(
    name: "dnd", summary: "Turn Do Not Disturb on or off, or say how it stands.",
    operands: [Operand("on|off", isOptional: true)], options: [until, duration, .json],
    notes: "TIME is \(timeForms)."
  ) { (arguments, session) throws(Failure) in
    guard !arguments.operands.isEmpty else { return try tellQuiet(arguments, session) }
    guard let word = arguments.operands.first, ["on", "off"].contains(word) else {
      throw .usage("say on or off")
    }
    var end: Timestamp?
    if let text = arguments.text(until) { end = try time(text, of: until.name, clock: session.clock) }
    if let text = arguments.text(duration) {
      guard end == nil else { throw .usage("--until and --for exclude each other") }
      end = session.clock.now.advanced(bySeconds: try seconds(text, of: duration.name))
    }
    guard word == "on" || end == nil else { throw .usage("off takes no end") }
    let parameters = JSON(fields: ["on": .bool(word == "on"), "until": end?.rfc3339.json])
    try session.change("SetDoNotDisturb", parameters, arguments)
  }
}

private func tellQuiet(_ arguments: Arguments, _ session: Session) throws(Failure) {
  guard !arguments.has(until), !arguments.has(duration) else { throw .usage("say on or off") }
  let reply = try session.call(.control, .control, "GetStatus")
  if arguments.has(.json) { return session.print(reply) }
  let rows = quietRows(reply["status"] ?? .object([]), clock: session.clock)
  session.terminal.write(Table(rows: rows).text(style: session.terminal.style))
}
