import NotificationProtocol
import Varlink

extension Subcommand {
  static let dismiss = Subcommand(
    name: "dismiss", summary: "Take notifications off the list.", operands: [Operand("ID", repeats: true)],
    options: [.json]
  ) { (arguments, session) throws(Failure) in
    try session.change("Dismiss", JSON(fields: ["ids": try arguments.ids().json]), arguments)
  }
}
