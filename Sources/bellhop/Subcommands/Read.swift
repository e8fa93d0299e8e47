private let everything = Option("--all", nil, "all of them")

extension Subcommand {
  static let read = Subcommand(
    name: "read", summary: "Mark notifications read.",
    operands: [Operand("ID", isOptional: true, repeats: true, offers: .notifications(.unread))],
    options: [everything, .json],
    notes: """
      \(idForms)
      IDs that are unknown are passed over.
      """
  ) { (arguments, session) throws(Failure) in
    let ids = try session.ids(arguments.operands)
    guard ids.isEmpty == arguments.has(everything) else { throw .usage("give either IDs or --all") }
    try session.control(arguments) { client in
      if ids.isEmpty { try client.markRead(nil) }
      for batch in ids.batches { try client.markRead(batch) }
    }
  }
}
