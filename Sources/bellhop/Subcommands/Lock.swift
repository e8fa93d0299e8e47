extension Subcommand {
  static let lock = Subcommand(
    name: "lock", summary: "Say that the screen is locked, for lockers that tell nobody.", options: [.json],
    notes: unstoredNote
  ) { (arguments, session) throws(Failure) in
    try say(locked: true, arguments, session)
  }

  static let unlock = Subcommand(
    name: "unlock", summary: "Say that the screen is unlocked again.", options: [.json], notes: unstoredNote
  ) { (arguments, session) throws(Failure) in
    try say(locked: false, arguments, session)
  }
}

private let unstoredNote = """
  While nothing can be stored, on a full disk say, it holds all the same, and standard error says that a restart of the
  daemon would lose it.
  """

private func say(locked: Bool, _ arguments: Arguments, _ session: Session) throws(Failure) {
  guard try !session.control(arguments, { try $0.setLocked(locked) }) else { return }
  session.terminal.complain(
    "bellhop: \(locked ? "locked" : "unlocked"), but that cannot be stored yet ('bellhop status' says why): if the "
      + "daemon restarts before it is, say it again\n")
}
