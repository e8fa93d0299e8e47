import NotificationModel

private let until = Option("--until", "TIME", "alert again then")
private let duration = Option("--for", "DURATION", "alert again after so long, such as 30m or 1h")

extension Subcommand {
  static let snooze = Subcommand(
    name: "snooze", summary: "Put a notification off.",
    operands: [Operand("ID"), Operand("TIME-or-DURATION", isOptional: true)],
    options: [until, duration, .json],
    notes: """
      ID can be last, the first that 'bellhop list' shows.
      TIME is \(timeForms); DURATION is 90s, 10m, 1h30m, 2d or the like. Exactly one of \
      TIME-or-DURATION, --until and --for is needed.
      """
  ) { (arguments, session) throws(Failure) in
    let words = arguments.operands
    let id = try session.id(arguments)
    let given = [words.dropFirst().first, arguments.text(until), arguments.text(duration)].compactMap { $0 }
    guard given.count == 1, let text = given.first else {
      throw .usage("say once when: TIME-or-DURATION, --until or --for")
    }
    let end: Timestamp
    if arguments.has(until) {
      end = try time(text, of: until.name, clock: session.clock)
    } else if arguments.has(duration) {
      end = session.clock.now.advanced(bySeconds: try durationWithUnit(text, of: duration.name))
    } else {
      end = try timeOrDuration(text, of: "TIME-or-DURATION", clock: session.clock)
    }
    try session.control(arguments) { try $0.snooze(id, until: end) }
  }
}
