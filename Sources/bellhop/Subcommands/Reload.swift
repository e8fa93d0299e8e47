extension Subcommand {
  static let reload = Subcommand(
    name: "reload", summary: "Let the daemon read its configuration again.", options: [.json]
  ) { (arguments, session) throws(Failure) in
    try session.control(arguments) { try $0.reload() }
  }
}
