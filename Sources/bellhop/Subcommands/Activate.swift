import NotificationModel
import NotificationProtocol
import Varlink

private let text = Option("--text", "TEXT", "the reply, for an action that asks for one")

extension Subcommand {
  static let activate = Subcommand(
    name: "activate", summary: "Press a notification, or one of its actions.",
    operands: [Operand("ID"), Operand("ACTION", isOptional: true)], options: [text, .json]
  ) { (arguments, session) throws(Failure) in
    guard let first = arguments.operands.first, let id = Int64(first), id > 0 else {
      throw .usage("an ID is the number that 'bellhop list' shows")
    }
    let action = arguments.operands.dropFirst().first ?? ItemID.defaultAction.text
    let parameters = JSON(fields: ["id": id.json, "action": action.json, "text": arguments.text(text)?.json])
    try session.change("Activate", parameters, arguments)
  }
}
