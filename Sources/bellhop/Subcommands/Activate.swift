import NotificationModel

private let text = Option("--text", "TEXT", "the reply, for an action that asks for one")

extension Subcommand {
  static let activate = Subcommand(
    name: "activate", summary: "Press a notification, or one of its actions.",
    operands: [Operand("ID"), Operand("ACTION", isOptional: true)], options: [text, .json]
  ) { (arguments, session) throws(Failure) in
    let id = try arguments.id()
    let action = arguments.operands.dropFirst().first ?? ItemID.defaultAction.text
    try session.control(arguments) {
      try $0.activate(id, action: ItemID(action: action), text: arguments.text(text))
    }
  }
}
