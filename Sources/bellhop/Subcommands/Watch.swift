import NotificationModel
import NotificationProtocol

extension Subcommand {
  static let watch = Subcommand(
    name: "watch", summary: "Follow the list: first what is there, then each change.", options: [.json]
  ) { (arguments, session) throws(Failure) in
    var told = WatchText(style: session.terminal.style, columns: session.terminal.columns)
    try session.control(arguments) { client in
      try client.watch { change in
        if !arguments.has(.json) { session.terminal.write(told.news(in: change, clock: LocalClock())) }
        return true
      }
    }
  }
}
