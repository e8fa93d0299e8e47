import NotificationModel
import NotificationProtocol
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
    + (status.storageFault.map { [[words.storage, words.nothingIsStored(visible($0))]] } ?? [])
    + (status.configurationFault.map { [[words.configuration, visible($0)]] } ?? [])
    + (status.ratingPrompts.map { [[words.ratingPrompts, onOff($0)]] } ?? []) + [
      [words.unread, String(status.unread)],
      [words.held, String(status.held)],
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

/// What makes alerts wait, and until when.
func quietRows(_ status: DaemonStatus, _ all: CommandWording = .english, clock: LocalClock) -> [[String]] {
  let (terms, words) = (all.terms, all.status)
  // On a locked screen a name that is merely claimed is left out.
  let inhibitors = status.inhibitedBy.map { names in
    names.isEmpty ? words.anApp : names.map { visible($0) }.joined(separator: ", ")
  }
  let doNotDisturb =
    status.doNotDisturbUntil.flatMap { status.doNotDisturb ? words.onUntil(clock.long($0)) : nil }
    ?? (status.doNotDisturb ? terms.on : terms.off)
  let quietHours =
    status.quietHoursUntil.map { words.onUntil(clock.long($0)) }
    ?? terms.off + (status.quietHours.map { " (\(visible($0)))" } ?? "")
  return [[words.doNotDisturb, doNotDisturb]]
    + (inhibitors.map { [[words.quietFor, $0]] } ?? []) + [
      [words.quietHours, quietHours],
      [words.nextSummary, status.nextSummary.map { clock.long($0) } ?? terms.none],
    ]
}
