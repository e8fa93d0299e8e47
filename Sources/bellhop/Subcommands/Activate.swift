import NotificationModel
import NotificationProtocol

private let text = Option("--text", "TEXT", "the reply, for an action that asks for one")

extension Subcommand {
  static let activate = Subcommand(
    name: "activate", summary: "Press a notification, or one of its actions.",
    operands: [Operand("ID", offers: .notifications(.pressable)), Operand("ACTION", isOptional: true)],
    options: [text, .json], notes: "ID can be last, the first that 'bellhop list' shows."
  ) { (arguments, session) throws(Failure) in
    let id = try session.id(arguments)
    let action = arguments.operands.dropFirst().first ?? ItemID.defaultAction.text
    do throws(Failure) {
      try session.control(arguments) {
        try $0.activate(id, action: ItemID(action: action), text: arguments.text(text))
      }
    } catch {
      guard !arguments.has(.json), case .refused(let refusal) = error,
        ControlError(refusal) == .notFound(what: "action"),
        let entry = try session.entry(id)
      else { throw error }
      let names = entry.actions.map(\.id.text)
      let known = names.isEmpty ? "no actions" : names.joined(separator: ", ")
      throw .refused(ControlError.notFound(what: "action \(action); \(id) has \(known)").callError)
    }
  }
}
