import BellhopClient
import NotificationModel
import Wording

extension Subcommand {
  static let front = Subcommand(
    name: "front", summary: "Have what all other apps post go through Bellhop.",
    operands: [Operand("on|off|status", isOptional: true)], options: [.holdsFor, .json],
    notes: """
      on: what all apps post to the desktop's notification server goes through Bellhop first, and is judged and kept as what
      is posted here. The server is found, and started behind bellhop-bus where it is a unit of the service manager;
      else the lines to write are printed, and nothing is changed. It counts when a notification of its own has come that
      way; else all of it is taken back.
      on --for 1h: the same for an hour; then it takes itself back as off does, also where the daemon or the computer was
      started anew meanwhile. on again without --for: for good.
      off: everything as it was. Removes what on has written.
      status, or nothing: how it stands and until when, who has the notification name, and what was written.
      """
  ) { (arguments, session) throws(Failure) in
    let word = arguments.operands.first ?? "status"
    guard ["on", "off", "status"].contains(word) else { throw .usage("say on, off or status") }
    guard word == "on" || !arguments.has(.holdsFor) else {
      throw .usage("\(Option.holdsFor.name) goes with on")
    }
    switch word {
    case "on": try FrontSwitch.on(arguments, session)
    case "off": try FrontSwitch.off(arguments, session)
    default:
      defer { FrontSwitch.printSurvey(arguments, session) }
      try printFrontState(arguments, session)
    }
  }
}

private func printFrontState(_ arguments: Arguments, _ session: Session) throws(Failure) {
  let front = try session.control(arguments) { try $0.frontReport() }
  guard !arguments.has(.json) else { return }
  let (until, over) = (front.until.map(session.clock.long), front.over.map(session.clock.long))
  var lines: [FrontSentence] = [.mode(front.mode, until: until, over: over)]
  if let fault = front.standing?.fault { lines.append(.fault(fault)) }
  let text = lines.map { session.words.front($0) }.joined(separator: "\n")
  session.terminal.write(visible(text, keepingLines: true) + "\n")
}
