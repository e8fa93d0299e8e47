import NotificationModel
import NotificationProtocol

extension Subcommand {
  static let status = Subcommand(
    name: "status", summary: "Say how the daemon and the desktop stand.", options: [.json]
  ) { (arguments, session) throws(Failure) in
    let status = try session.control(arguments) { try $0.status() }
    guard !arguments.has(.json) else { return }
    session.terminal.write(statusText(status, clock: session.clock, style: session.terminal.style))
  }
}

func statusText(_ status: DaemonStatus, clock: LocalClock, style: Style) -> String {
  let onOff = { (isOn: Bool) in isOn ? "on" : "off" }
  let answers = status.server == nil || status.serverAnswers
  let holders = (status.lockedBy ?? []).map { visible($0) }
  let by =
    holders.isEmpty
    ? (status.lockedBy == nil ? "" : ", until it is known") : " (\(holders.joined(separator: ", ")))"
  let foreground = status.foreground.map(\.text)
  let rows =
    [
      ["version:", visible(status.version)],
      ["sink:", visible(status.sink)],
      [
        "server:",
        (status.server.map { visible($0) } ?? "none") + (answers ? "" : ", not answering")
          + (status.serverMuted == true ? ", its own Do Not Disturb is on" : ""),
      ],
      ["screen:", status.locked ? "locked" + by : "unlocked"],
      ["somebody there:", status.present.map { $0 ? "yes" : "no" } ?? "nothing tells"],
      ["foreground:", foreground.isEmpty ? "none" : foreground.joined(separator: " ")],
    ] + quietRows(status, clock: clock) + [
      ["silent:", onOff(status.silent)]
    ]
    + (status.storageFault.map { [["storage:", "nothing can be stored: \(visible($0))"]] } ?? [])
    + (status.configurationFault.map { [["configuration:", visible($0)]] } ?? [])
    + (status.ratingPrompts.map { [["rating prompts:", onOff($0)]] } ?? []) + [
      ["unread:", String(status.unread)],
      ["held:", String(status.held)],
      ["scheduled:", String(status.scheduled)],
      ["posted:", String(status.posted)],
      ["refused:", String(status.refused)],
    ]
  return Table(rows: rows).text(style: style)
}

/// What makes alerts wait, and until when.
func quietRows(_ status: DaemonStatus, clock: LocalClock) -> [[String]] {
  let end = status.doNotDisturbUntil.map { ", until \(clock.long($0))" } ?? ""
  // On a locked screen a name that is merely claimed is left out.
  let inhibitors = status.inhibitedBy.map { names in
    names.isEmpty ? "an app" : names.map { visible($0) }.joined(separator: ", ")
  }
  return [["Do Not Disturb:", (status.doNotDisturb ? "on" : "off") + end]]
    + (inhibitors.map { [["quiet for:", $0]] } ?? []) + [
      ["quiet hours:", status.quietHoursUntil.map { "on, until \(clock.long($0))" } ?? "off"],
      ["next summary:", status.nextSummary.map { clock.long($0) } ?? "none"],
    ]
}
