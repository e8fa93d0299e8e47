import Glibc
import Varlink

extension Subcommand {
  static let doctor = Subcommand(
    name: "doctor", summary: "Say how Bellhop gets on with this desktop, and what is missing.",
    options: [.json],
    notes: "Exits with 0 when nothing is missing, with 1 when something is, with 3 when no daemon answers."
  ) { (arguments, session) throws(Failure) in
    let reply = try examination(session)
    if arguments.has(.json) {
      session.print(reply)
    } else {
      session.terminal.write(examinationText(reply.elements("findings"), style: session.terminal.style))
    }
    let missing = reply.elements("findings").filter { $0.string("verdict") == "missing" }
    guard missing.isEmpty else {
      throw .failed("missing: \(missing.map { visible($0.string("subject")) }.joined(separator: ", "))")
    }
  }

  /// Asked again until the daemon has heard from the notification server, which it gives up on by itself.
  private static func examination(_ session: Session) throws(Failure) -> JSON {
    for _ in 0..<200 {
      let reply = try session.call(.control, .control, "Examine")
      if reply.isTrue("complete") { return reply }
      usleep(50_000)
    }
    return try session.call(.control, .control, "Examine")
  }
}

func examinationText(_ findings: [JSON], style: Style) -> String {
  let width = findings.map { displayWidth($0.string("subject")) }.max() ?? 0
  return findings.map { finding in
    let subject = visible(finding.string("subject"))
    let verdict = visible(finding.string("verdict"))
    let space = { (text: String, width: Int) in
      text + String(repeating: " ", count: max(0, width - displayWidth(text)))
    }
    let line =
      style.bold(space(verdict, 7)) + "  " + space(subject, width) + "  " + visible(finding.string("text"))
    let indent = String(repeating: " ", count: 7 + 2 + width + 2)
    return line + "\n" + (finding["remedy"]?.string.map { "\(indent)→ \(visible($0))\n" } ?? "")
  }.joined()
}
