import NotificationModel

private let provisional = Option("--provisional", nil, "in the list only, without banners")

extension Subcommand {
  static let allow = Subcommand(
    name: "allow", summary: "Let an app notify.", operands: [Operand("APP")], options: [provisional, .json]
  ) { (arguments, session) throws(Failure) in
    try session.authorize(arguments, arguments.has(provisional) ? .provisional : .authorized)
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
  fileprivate func authorize(_ arguments: Arguments, _ authorization: Authorization) throws(Failure) {
    let app = arguments.operands.first ?? ""
    try control(arguments) { try $0.setAuthorization(authorization, app: AppID(operand: app)) }
  }
}
