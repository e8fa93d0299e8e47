extension Subcommand {
  static let lock = Subcommand(
    name: "lock", summary: "Say that the screen is locked, for lockers that tell nobody.", options: [.json]
  ) { (arguments, session) throws(Failure) in
    try session.control(arguments) { try $0.setLocked(true) }
  }

  static let unlock = Subcommand(
    name: "unlock", summary: "Say that the screen is unlocked again.", options: [.json]
  ) { (arguments, session) throws(Failure) in
    try session.control(arguments) { try $0.setLocked(false) }
  }
}
