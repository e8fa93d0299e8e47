import NotificationModel
import NotificationProtocol
import Varlink

private let until = Option("--until", "TIME", "alert again then")
private let duration = Option("--for", "DURATION", "alert again after so long, such as 30m or 1h")

extension Subcommand {
  static let snooze = Subcommand(
    name: "snooze", summary: "Put a notification off.", operands: [Operand("ID")],
    options: [until, duration, .json], notes: "TIME is \(timeForms)."
  ) { (arguments, session) throws(Failure) in
    let id = try arguments.ids()
    var end: Timestamp?
    if let text = arguments.text(until) { end = try time(text, of: until.name, clock: session.clock) }
    if let text = arguments.text(duration) {
      guard end == nil else { throw .usage("--until and --for exclude each other") }
      end = session.clock.now.advanced(bySeconds: try seconds(text, of: duration.name))
    }
    guard let end else { throw .usage("say --until or --for") }
    try session.change(
      "Snooze", JSON(fields: ["id": id.first.map(\.json), "until": end.rfc3339.json]), arguments)
  }
}
