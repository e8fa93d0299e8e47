import NotificationProtocol
import Varlink

extension Subcommand {
  static let undo = Subcommand(
    name: "undo", summary: "Bring back what the last dismiss took away.", operands: [], options: [.json]
  ) { (arguments, session) throws(Failure) in
    let reply = try session.call(.control, .control, "Undo")
    if arguments.has(.json) { return session.print(reply) }
    guard case .array(let ids)? = reply["restored"], !ids.isEmpty else {
      return session.terminal.write("nothing to bring back\n")
    }
    session.terminal.write("back in the list: \(ids.map(\.text).joined(separator: ", "))\n")
  }
}
