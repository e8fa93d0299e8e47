/// One subcommand: its interface, declared once, and what it does.
struct Subcommand: Sendable {
  let name: String
  /// One line, for the list of subcommands.
  let summary: String
  var operands: [Operand] = []
  let options: [Option]
  var wordOrder = Arguments.WordOrder.anyOrder
  /// Further lines of its help.
  var notes: String = ""
  let run: @Sendable (Arguments, Session) throws(Failure) -> Void

  /// In the order of the help.
  static let all: [Subcommand] = [
    .post, .run, .notifySend, .judge, .list, .show, .explain, .activate, .read, .dismiss, .undo, .snooze,
    .watch, .center, .apps, .allow, .deny, .forget, .set, .ratings, .front, .dnd, .silent, .lock, .unlock,
    .status, .doctor, .reload, .checkConfiguration, .inventory, .completion, .help,
  ]
}
