private let everything = Option("--all", nil, "all that are unread")

extension Subcommand {
  static let dismiss = Subcommand(
    name: "dismiss", summary: "Take notifications off the list.",
    operands: [Operand("ID", isOptional: true, repeats: true, offers: .notifications(.pressable))],
    options: [everything, .json],
    notes: """
      Read ones, too; all of them or, where one is unknown, none. 'bellhop undo' brings back what the last dismiss took \
      away, \(erasedByThen); 'bellhop clear' takes away all that is read.
      \(idForms)
      """
  ) { (arguments, session) throws(Failure) in
    let ids = try session.ids(arguments.operands)
    guard ids.isEmpty == arguments.has(everything) else { throw .usage("give either IDs or --all") }
    let batches = ids.batches
    // Several calls would be several dismissals, and undo brings back only the last.
    guard batches.count <= 1 else {
      throw .told(.tooManyIDs(given: ids.count, limit: batches[0].count))
    }
    let count = try session.control(arguments) {
      try ids.isEmpty ? $0.dismissAll().dismissed : $0.dismiss(ids).dismissed
    }
    guard !arguments.has(.json), let count else { return }
    let (all, words) = (Set(ids).count, session.words.changes)
    if count == 0 {
      session.terminal.write((ids.isEmpty ? words.nothingUnread : words.nothingToDismiss) + "\n")
    } else if count < all {
      session.terminal.write(words.dismissed(count, all) + "\n")
    }
  }
}
