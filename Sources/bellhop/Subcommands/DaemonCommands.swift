import Glibc
import NotificationModel
import NotificationProtocol
import Varlink
import Wording

extension Subcommand {
  static let status = Subcommand(
    name: "status", summary: "Say how the daemon and the desktop stand.", options: [.json]
  ) { (arguments, session) throws(Failure) in
    let status = try session.control(arguments) { try $0.status() }
    guard !arguments.has(.json) else { return }
    session.terminal.write(
      statusText(status, session.words, clock: session.clock, style: session.terminal.style))
  }
}

func statusText(
  _ status: DaemonStatus, _ all: CommandWording = .english, clock: LocalClock, style: Style
) -> String {
  let (terms, words) = (all.terms, all.status)
  let onOff = { (isOn: Bool) in isOn ? terms.on : terms.off }
  let answers = status.server == nil || status.serverAnswers
  let server =
    [status.server.map { visible($0) } ?? terms.none] + (answers ? [] : [words.notAnswering])
    + (status.serverMuted == true ? [words.isMutedItself] : [])
  let foreground = status.foreground.map(\.text)
  let toDecide = status.appsToDecide ?? 0
  let rows =
    [
      [words.version, visible(status.version)],
      [words.sink, visible(status.sink)],
      [words.server, server.joined(separator: ", ")],
      [words.screen, lockText(status, words)],
      [words.presence, status.present.map { $0 ? words.yes : words.no } ?? words.nothingTells],
      [words.foreground, foreground.isEmpty ? terms.none : foreground.joined(separator: " ")],
    ] + quietRows(status, all, clock: clock) + [
      [words.silent, onOff(status.silent)]
    ]
    + (status.previews.map { [[words.previews, all.apps.word(.previews, $0.rawValue)]] } ?? [])
    + (status.storageFault.map { [[words.storage, words.nothingIsStored(visible($0))]] } ?? [])
    + (status.configurationFault.map { [[words.configuration, visible($0)]] } ?? [])
    + (status.ratingPrompts.map { [[words.ratingPrompts, onOff($0)]] } ?? []) + [
      [words.unread, String(status.unread)],
      [words.held, String(status.held)],
    ] + (toDecide > 0 ? [[words.appsToDecide, words.asInApps(toDecide)]] : []) + [
      [words.scheduled, String(status.scheduled)],
      [words.posted, String(status.posted)],
      [words.refused, String(status.refused)],
    ]
  return Table(facts: rows).text(style: style)
}

private func lockText(_ status: DaemonStatus, _ words: StatusWording) -> String {
  guard status.locked else { return words.isUnlocked }
  guard let holders = status.lockedBy else { return words.isLocked }
  return holders.isEmpty
    ? words.isLockedUntilKnown : "\(words.isLocked) (\(holders.map { visible($0) }.joined(separator: ", ")))"
}

/// The rows on quiet: each state that holds alerts back, with its end. Do Not Disturb and quiet hours have a row also
/// while they are off.
func quietRows(_ status: DaemonStatus, _ all: CommandWording = .english, clock: LocalClock) -> [[String]] {
  let (terms, words) = (all.terms, all.status)
  // On a locked screen, merely claimed names are left out.
  let inhibitors = status.inhibitedBy.map { names in
    names.isEmpty ? words.anApp : names.map { visible($0) }.joined(separator: ", ")
  }
  let doNotDisturb =
    status.doNotDisturbUntil.flatMap { status.doNotDisturb ? words.onUntil(clock.long($0)) : nil }
    ?? (status.doNotDisturb ? terms.on : terms.off)
  let quietHours =
    status.quietHoursUntil.map { words.onUntil(clock.long($0)) }
    ?? terms.off + (status.quietHours.map { " (\(visible($0)))" } ?? "")
  let others: [[String]] = (status.quiet ?? []).compactMap { report in
    let by = report.by.isEmpty ? words.anApp : report.by.map { visible($0) }.joined(separator: ", ")
    let isOn = report.until.map { words.onUntil(clock.long($0)) } ?? terms.on
    return switch QuietKind(rawValue: report.kind) {
    case .sharedScreen: [words.sharedScreen, isOn]
    case .fullScreen: [words.fullScreen, by]
    case nil: [visible(report.kind), isOn]
    case .doNotDisturb, .inhibited, .quietHours: nil
    }
  }
  return [[words.doNotDisturb, doNotDisturb]] + others
    + (inhibitors.map { [[words.quietFor, $0]] } ?? []) + [
      [words.quietHours, quietHours],
      [words.nextSummary, status.nextSummary.map { clock.long($0) } ?? terms.none],
    ]
}

extension Subcommand {
  static let doctor = Subcommand(
    name: "doctor", summary: "Say how Bellhop gets on with this desktop, and what is missing.",
    options: [.json],
    notes: """
      Exits with 0 when nothing is missing, with 1 when something is, with 3 when no daemon answers.
      With --json the first line is how the person's Bellhop is set up, for a report or for an administrator to collect: an
      object with user, name, version, running, status, apps, faults, files, configuration and origins. It says what the
      daemon is, what apps may do and who decided that, and what the configuration files come to, with every fault. These
      are the files in the usual places, also where the daemon was started with --config and reads others: check-config
      FILE tells of those. Where no daemon runs, running is false, status and apps are missing, and no other line follows.
      The settings that were decided about an app are in its "decided", with the file that did; where file is missing, the
      person did. What is not in there is as built in. No text of a notification is in it, nor what an app says it is for.
      """
  ) { (arguments, session) throws(Failure) in
    let words = session.words.doctor
    if arguments.has(.json) { session.print(try Setup(session).json) }
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

  /// Asks until the daemon has heard from the notification server, or given up on it. Only the last reply is printed.
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

extension Subcommand {
  static let reload = Subcommand(
    name: "reload", summary: "Let the daemon read its configuration again.", options: [.json],
    notes: """
      A fault is told, and of its layer (/etc/bellhop, or the person's own files) the last good files hold; the other layer
      is taken as it is. Where a file denies an app from now on, what is
      unread or still to come of it is in no list until the app is allowed again, and comes back then; private ones are gone.
      Root has another person's daemon read it again with 'systemctl --user --machine USER@ reload bellhop.service'. The
      daemon's log and 'bellhop doctor' say what became of that. 'bellhop check-config' checks files before they are used.
      """
  ) { (arguments, session) throws(Failure) in
    let effect = try session.control(arguments) { try $0.reload() }
    if !arguments.has(.json) { session.terminal.write(reloadText(effect)) }
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
