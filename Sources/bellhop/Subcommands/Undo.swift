extension Subcommand {
  static let undo = Subcommand(
    name: "undo", summary: "Bring back what the last dismiss took away.", operands: [], options: [.json],
    notes: """
      Where the daemon refused the last dismiss, there is nothing to bring back. A dismiss that was refused for its words \
      never reached the daemon: then the one before it counts.
      """
  ) { (arguments, session) throws(Failure) in
    let ids = try session.control(arguments) { try $0.undo() }
    guard !arguments.has(.json) else { return }
    session.terminal.write(
      ids.isEmpty
        ? "nothing to bring back\n"
        : "back in the list: \(ids.map(\.description).joined(separator: ", "))\n")
  }
}
