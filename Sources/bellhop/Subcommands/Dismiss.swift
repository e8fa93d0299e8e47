extension Subcommand {
  static let dismiss = Subcommand(
    name: "dismiss", summary: "Take notifications off the list.", operands: [Operand("ID", repeats: true)],
    options: [.json]
  ) { (arguments, session) throws(Failure) in
    let ids = try arguments.ids()
    let batches = ids.batches
    // Several calls would be several dismissals, and undo brings back only the last.
    guard batches.count <= 1 else {
      throw .failed("\(ids.count) IDs are too many to dismiss at once; give at most \(batches[0].count)")
    }
    try session.control(arguments) { try $0.dismiss(ids) }
  }
}
