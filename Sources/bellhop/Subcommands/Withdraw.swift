import BellhopClient
import NotificationModel

private let app = Option("--app", "ID", "of this app; without it, of \(AppID.shell)")
private let identifier = Option(
  "--identifier", "ID", "what was posted with it; at least one", repeats: true)

extension Subcommand {
  static let withdraw = Subcommand(
    name: "withdraw", summary: "Take back what was posted, by its identifier.",
    options: [app, identifier, .json, NamedPeople.to, NamedPeople.everyone, NamedPeople.directory],
    notes: """
      It goes from the screen, from the list and from the schedule. What is gone already, or never was, is no fault; what
      'bellhop post --wait' waits for ends with withdrawn.
      Root takes back what it has posted to people with --to and --to-everyone, as 'bellhop post' has them. What --keep
      has left for those who were not reached is not taken back.
      """
  ) { (arguments, session) throws(Failure) in
    let words = arguments.all(identifier)
    let identifiers = words.compactMap { OpaqueName($0) }
    guard !words.isEmpty else { throw .usage("\(identifier.name) is missing") }
    guard identifiers.count == words.count else {
      throw .usage("\(identifier.name) is 1 to \(Limits.nameBytes) bytes, without control characters")
    }
    if let people = try NamedPeople(arguments) {
      let outcomes = people.call { _ in .withdraw(app: .system, identifiers: identifiers) }
      return try people.tell(outcomes.map { $0.map { told($0.withdrawn) } }, arguments, session)
    }
    let name = arguments.text(app) ?? AppID.shell.text
    let withdrawn = try session.notifications(on: Session.Socket(of: name), arguments) {
      try $0.withdraw(app: AppID(operand: name), identifiers: identifiers).withdrawn
    }
    if !arguments.has(.json) { session.terminal.write(told(withdrawn) + "\n") }
  }
}

private func told(_ withdrawn: Int) -> String {
  withdrawn == 0 ? "nothing to withdraw" : "withdrawn: \(withdrawn)"
}
