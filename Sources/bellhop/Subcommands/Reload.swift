import Glibc
import NotificationModel
import NotificationProtocol
import Varlink

private let everyone = Option("--everyone", nil, "as root: the daemons of all who are logged in")

extension Subcommand {
  static let reload = Subcommand(
    name: "reload", summary: "Let the daemon read its configuration again.", options: [everyone, .json],
    notes: """
      With a fault in it the old configuration stays, and the fault is told. Where a file denies an app from now on, what is
      unread or still to come of it is in no list until the app is allowed again, and comes back then; private ones are gone.
      With --everyone each running daemon is sent SIGHUP, and a line says whom that reached; what a daemon makes of it
      stands in its log and in 'bellhop doctor'. Check what you roll out with 'bellhop check-config'.
      """
  ) { (arguments, session) throws(Failure) in
    guard arguments.has(everyone) else {
      let effect = try session.control(arguments) { try $0.reload() }
      if !arguments.has(.json) { session.terminal.write(reloadText(effect)) }
      return
    }
    guard geteuid() == 0 else { throw .failed("--everyone is for root") }
    let outcomes = RunningDaemons().send(SIGHUP)
    if arguments.has(.json) {
      session.print(reachedJSON(outcomes))
    } else {
      session.terminal.write(reachedText(outcomes))
    }
    let failed = outcomes.filter { if case .failed = $0.outcome { true } else { false } }
    guard failed.isEmpty else { throw .failed("\(failed.count) could not be told") }
  }
}

/// The changes of the lists; empty if there are none.
func reloadText(_ effect: ReloadEffect) -> String {
  let (withheld, restored) = (effect.withheld, effect.restored)
  return
    (withheld.notifications == 0
    ? "" : "off the lists, until their apps are allowed again, but for private ones: \(withheld)\n")
    + (restored.notifications == 0 ? "" : "back in the lists: \(restored)\n")
}

func reachedText(_ outcomes: [(user: UInt32, outcome: RunningDaemons.Outcome)]) -> String {
  guard !outcomes.isEmpty else { return "Nobody is logged in.\n" }
  let rows = outcomes.map { user, outcome in
    let said =
      switch outcome {
      case .told(let process): "told, process \(process)"
      case .notRunning: "no daemon runs"
      case .failed(let reason): "not told: \(reason)"
      }
    return [accountName(user) ?? "", String(user), said]
  }
  return Table(rows: rows, rightAligned: [1]).text(style: Style(isColoured: false))
}

private func reachedJSON(_ outcomes: [(user: UInt32, outcome: RunningDaemons.Outcome)]) -> JSON {
  let each = outcomes.map { user, outcome in
    var (process, fault) = (Int32?.none, String?.none)
    switch outcome {
    case .told(let told): process = told
    case .notRunning: break
    case .failed(let reason): fault = reason
    }
    return JSON(fields: [
      "user": Int(user).json, "name": accountName(user)?.json, "process": process.map { Int($0).json },
      "fault": fault?.json,
    ])
  }
  return JSON(fields: ["daemons": .array(each)])
}
