import Glibc
import NotificationModel
import NotificationProtocol
import Varlink
import Wording

extension Subcommand {
  static let doctor = Subcommand(
    name: "doctor", summary: "Say how Bellhop gets on with this desktop, and what is missing.",
    options: [.json],
    notes: "Exits with 0 when nothing is missing, with 1 when something is, with 3 when no daemon answers."
  ) { (arguments, session) throws(Failure) in
    let words = session.words.doctor
    let own = try examination(arguments, session)
    let seen = try FrontSwitch.findings(arguments, session)
    let findings = own + seen
    if arguments.has(.json) { session.print(JSON(fields: ["findings": seen.json])) }
    if !arguments.has(.json) {
      session.terminal.write(
        examinationText(
          findings, words, style: session.terminal.style, columns: session.terminal.columns))
    }
    let missing = findings.filter { $0.verdict == .missing }.map { words.subject($0.subject) }
    guard missing.isEmpty else { throw .failed(words.missing(missing.joined(separator: ", "))) }
  }

  /// Asked again until the daemon has heard from the notification server, which it gives up on by itself. Only
  /// the last reply is printed.
  private static func examination(_ arguments: Arguments, _ session: Session) throws(Failure)
    -> [DesktopFinding]
  {
    for _ in 0..<200 {
      var reply = JSON.object([])
      let (findings, isComplete) = try session.control { client in
        client.connection.onReply = { reply = $0 }
        return try client.examine(language: session.language)
      }
      if isComplete {
        if arguments.has(.json) { session.print(reply) }
        return findings
      }
      usleep(50_000)
    }
    return try session.control(arguments) { try $0.examine(language: session.language) }.findings
  }
}

func examinationText(
  _ findings: [DesktopFinding], _ words: DoctorWording = .english, style: Style, columns: Int? = nil
) -> String {
  guard !style.isPlain else {
    return findings.map { finding in
      let remedy = finding.remedy.map { " \(words.remedyLabel): \(visible($0))" } ?? ""
      return "\(words.subject(finding.subject)), \(words.verdict(finding.verdict)): "
        + "\(visible(finding.text))\(remedy)\n"
    }.joined()
  }
  let width = findings.map { words.subject($0.subject).displayWidth }.max() ?? 0
  let verdictWidth = DesktopFinding.Verdict.allCases.map { words.verdict($0).displayWidth }.max() ?? 0
  return findings.map { finding in
    let indent = verdictWidth + 2 + width + 2
    let head =
      style.bold(padded(words.verdict(finding.verdict), to: verdictWidth)) + "  "
      + padded(words.subject(finding.subject), to: width) + "  "
    let remedy = finding.remedy.map { "→ \(visible($0))" }
    return head
      + ([visible(finding.text)] + (remedy.map { [$0] } ?? [])).map { text in
        wrapped(text, to: columns.map { $0 - indent })
          .joined(separator: "\n" + String(repeating: " ", count: indent))
      }.joined(separator: "\n" + String(repeating: " ", count: indent)) + "\n"
  }.joined()
}
