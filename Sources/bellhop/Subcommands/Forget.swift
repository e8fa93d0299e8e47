import NotificationModel

extension Subcommand {
  static let forget = Subcommand(
    name: "forget", summary: "Forget what was decided about an app, so that it is asked about again.",
    operands: [Operand("APP")], options: [.json],
    notes: """
      What 'bellhop allow', 'deny' and 'set' said of it holds no more. What the app has waiting asks again at once; an
      app that never posted, such as a misspelt one, is gone from 'bellhop apps'.
      """
  ) { (arguments, session) throws(Failure) in
    try session.control(arguments) { try $0.forget(AppID(operand: arguments.operands.first ?? "")) }
  }
}
