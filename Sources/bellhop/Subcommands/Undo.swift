/// Text for the help of the subcommands that `undo` takes back.
let erasedByThen = """
  but for the text that was erased by then (--private, Store=): with Store=titles the title comes back, and with \
  Store=none nothing of what was unread
  """

/// A longer list of numbers is not read.
private let mostNamed = 20

extension Subcommand {
  static let undo = Subcommand(
    name: "undo", summary: "Bring back what the last dismiss or clear took away.", operands: [],
    options: [.json],
    notes: """
      What the last dismiss or clear took away comes back, \(erasedByThen). What was read comes back read. A dismiss or \
      clear that found nothing to take away does not count, nor does one that was refused for its words, since it never \
      reached the daemon. Where the daemon refused the last one, there is nothing to bring back.
      """
  ) { (arguments, session) throws(Failure) in
    let (count, ids) = try session.control(arguments) { try $0.undo() }
    guard !arguments.has(.json) else { return }
    let words = session.words.changes
    let told =
      count == 0
      ? words.nothingToRestore
      : count > mostNamed
        ? words.restoredMany(count) : words.restored(ids.map(\.description).joined(separator: ", "))
    session.terminal.write(told + "\n")
  }
}
