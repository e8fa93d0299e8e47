private let everything = Option("--all", nil, "all that are unread")

extension Subcommand {
  static let dismiss = Subcommand(
    name: "dismiss", summary: "Take notifications off the list.",
    operands: [Operand("ID", isOptional: true, repeats: true, offers: .notifications(.unread))],
    options: [everything, .json],
    notes: """
      All of them or, where one is unknown, none. 'bellhop undo' brings back what the last dismiss took away.
      """
  ) { (arguments, session) throws(Failure) in
    let ids = try arguments.ids()
    guard ids.isEmpty == arguments.has(everything) else { throw .usage("give either IDs or --all") }
    let batches = ids.batches
    // Several calls would be several dismissals, and undo brings back only the last.
    guard batches.count <= 1 else {
      throw .failed("\(ids.count) IDs are too many to dismiss at once; give at most \(batches[0].count)")
    }
    let count = try session.control(arguments) {
      try ids.isEmpty ? $0.dismissAll().dismissed : $0.dismiss(ids).dismissed
    }
    guard !arguments.has(.json), let count else { return }
    let all = Set(ids).count
    if count == 0 {
      session.terminal.write(
        ids.isEmpty ? "nothing is unread\n" : "nothing to dismiss: read or gone already\n")
    } else if count < all {
      session.terminal.write(
        "dismissed \(count) of \(all): the other\(all - count == 1 ? " is" : "s are") read or gone already\n")
    }
  }
}
