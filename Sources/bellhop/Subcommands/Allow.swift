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
      What it has in the list goes, and undo does not bring it back. An APP that is not known yet is remembered;
      'bellhop forget APP' takes that back.
      """
  ) { (arguments, session) throws(Failure) in
    try session.authorize(arguments, .denied)
  }
}

extension Session {
  fileprivate func authorize(
    _ arguments: Arguments, _ authorization: Authorization, until end: Timestamp? = nil
  )
    throws(Failure)
  {
    let app = arguments.operands.first ?? ""
    remarkIfUnknown(app)
    try control(arguments) { try $0.setAuthorization(authorization, app: AppID(operand: app), until: end) }
  }
}
