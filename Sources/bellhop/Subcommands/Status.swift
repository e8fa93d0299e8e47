import Varlink

extension Subcommand {
  static let status = Subcommand(
    name: "status", summary: "Say how the daemon and the desktop stand.", options: [.json]
  ) { (arguments, session) throws(Failure) in
    let reply = try session.call(.control, .control, "GetStatus")
    if arguments.has(.json) { return session.print(reply) }
    session.terminal.write(
      statusText(reply["status"] ?? .object([]), clock: session.clock, style: session.terminal.style))
  }
}

func statusText(_ status: JSON, clock: LocalClock, style: Style) -> String {
  let onOff = { (name: String) in status.isTrue(name) ? "on" : "off" }
  let server = status["server"]?.string.map { visible($0) } ?? "none"
  let answers = status["server"]?.string == nil || status.isTrue("serverAnswers")
  let holders = status.elements("lockedBy").compactMap(\.string).map { visible($0) }
  let by =
    holders.isEmpty
    ? (status["lockedBy"] == nil ? "" : ", until it is known") : " (\(holders.joined(separator: ", ")))"
  let foreground = status.elements("foreground").compactMap(\.string).map { visible($0) }
  let rows =
    [
      ["version:", visible(status.string("version"))],
      ["sink:", visible(status.string("sink"))],
      [
        "server:",
        server + (answers ? "" : ", not answering")
          + (status.isTrue("serverMuted") ? ", its own Do Not Disturb is on" : ""),
      ],
      ["screen:", status.isTrue("locked") ? "locked" + by : "unlocked"],
      ["foreground:", foreground.isEmpty ? "none" : foreground.joined(separator: " ")],
    ] + quietRows(status, clock: clock) + [
      ["silent:", onOff("silent")]
    ]
    + (status["storageFault"]?.string.map { [["storage:", "nothing can be stored: \(visible($0))"]] } ?? [])
    + (status["ratingPrompts"] == nil ? [] : [["rating prompts:", onOff("ratingPrompts")]]) + [
      ["unread:", String(status.number("unread"))],
      ["held:", String(status.number("held"))],
      ["scheduled:", String(status.number("scheduled"))],
      ["posted:", String(status.number("posted"))],
      ["refused:", String(status.number("refused"))],
    ]
  return Table(rows: rows).text(style: style)
}

/// What makes alerts wait, and until when.
func quietRows(_ status: JSON, clock: LocalClock) -> [[String]] {
  func time(_ name: String) -> String? { status[name]?.string.map { clock.shown($0, LocalClock.long) } }
  let end = time("doNotDisturbUntil").map { ", until \($0)" } ?? ""
  return [
    ["Do Not Disturb:", (status.isTrue("doNotDisturb") ? "on" : "off") + end],
    ["quiet hours:", time("quietHoursUntil").map { "on, until \($0)" } ?? "off"],
    ["next summary:", time("nextSummary") ?? "none"],
  ]
}
