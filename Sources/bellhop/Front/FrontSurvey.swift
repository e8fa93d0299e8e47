import BusWire
import NotificationModel
import Varlink

/// How it stands with the notification name on this desktop, as far as that can be seen without the daemon.
struct FrontSurvey {
  let owner: NameOwner?
  /// The server behind bellhop-bus.
  let behind: NameOwner?
  /// The one that serves without the name, where the daemon has that.
  let beside: NameOwner?
  /// What the bus would start for the name, all that count alike.
  let activation: [ActivationSearch.Found]
  let lines: [CompositorLines]
  /// Where nobody has the name.
  let rivals: RivalUnits?
  let note: FrontNote?
  let isAsWritten: Bool

  init(_ front: FrontSwitch, on bus: SessionBus) throws(FrontFault) {
    owner = try NameOwner.find(NameOwner.notifications, on: bus)
    behind = try NameOwner.find(NameOwner.server, on: bus).map {
      NameOwner(uniqueName: $0.uniqueName, process: ServerBehind.process(front.environment) ?? 0)
    }
    beside = try behind == nil && owner?.isDaemon == true ? ServerBeside.find(on: bus) : nil
    activation = front.search.found(NameOwner.notifications)
    let manager = try owner == nil ? ServiceManager(on: bus) : nil
    rivals = try RivalUnits.find(in: manager, among: activation.compactMap(\.unit))
    note = try FrontNote.read(front.environment)
    isAsWritten = note.map(front.files.areAsWritten) ?? true
    lines = CompositorLines.found(
      front.environment, servers: [behind?.program, note?.server].compactMap { $0 })
  }

  /// Lines for the person.
  var text: String {
    var lines = [
      "name: \(owner?.description ?? "nobody has it")",
      "server: \(server)",
    ]
    lines +=
      activation.isEmpty
      ? ["would be started: nothing"] : activation.map { "would be started: \($0.description)" }
    if activation.count > 1 { lines.append("  (which of these, the bus does not say)") }
    for file in note?.files ?? [] { lines.append("written: \(file.path)") }
    if !isAsWritten {
      lines.append("  (not all of it is as it was written; 'bellhop front on' writes it anew)")
    }
    for line in self.lines {
      lines.append("in the way: \(line.path), line \(line.number): \(line.text)")
      lines.append("  → \(line.remedy)")
    }
    return lines.joined(separator: "\n")
  }

  private var server: String {
    if let beside { return "\(beside.description), beside the name" }
    return behind.map { "\($0.description), behind bellhop-bus" } ?? "none behind bellhop-bus"
  }

  var json: JSON {
    JSON(fields: [
      "owner": owner?.json, "behind": behind?.json, "beside": beside?.json,
      "activation": .array(activation.map(\.json)),
      "written": .array((note?.files ?? []).map(\.path.json)), "asWritten": isAsWritten.json,
      "inTheWay": .array(lines.map(\.json)),
    ])
  }

  /// What `doctor` makes of it. `mode`: that of the daemon.
  func findings(mode: String) -> [DesktopFinding] {
    var findings: [DesktopFinding] = []
    // With the front on, the daemon says itself who has the name.
    if mode != FrontMode.on.rawValue {
      findings.append(
        DesktopFinding(
          .front, .works,
          "\(NameOwner.notifications) \(owner.map { "belongs to \($0.description)" } ?? "belongs to nobody"); for it "
            + "the bus would start \(activation.first?.description ?? "nothing")."))
    }
    if let rivals {
      findings.append(DesktopFinding(.server, .limited, rivals.text, remedy: rivals.remedy))
    }
    if mode != FrontMode.on.rawValue, let note {
      findings.append(
        DesktopFinding(
          .front, .missing, "The front is not on, and what 'bellhop front on' has written is still there.",
          remedy: "'bellhop front off' takes it away: \(note.files.map(\.path).joined(separator: ", "))"))
    }
    guard mode == FrontMode.on.rawValue else { return findings }
    if !isAsWritten {
      findings.append(
        DesktopFinding(
          .front, .limited, "What 'bellhop front on' has written is not as it was.",
          remedy: "'bellhop front on' writes it anew."))
    }
    findings += lines.map { line in
      DesktopFinding(
        .front, .limited,
        "\(line.path), line \(line.number), starts a notification server that does not find the name free: \(line.text)",
        remedy: "Write instead: \(line.remedy)")
    }
    return findings
  }
}

extension NameOwner {
  fileprivate var json: JSON {
    JSON(fields: [
      "name": uniqueName.json, "process": process > 0 ? Int(process).json : nil,
      "executable": executable?.json,
    ])
  }
}

extension ActivationSearch.Found {
  fileprivate var json: JSON {
    JSON(fields: ["path": path.json, "command": command?.json, "unit": unit?.json])
  }
}

extension CompositorLines {
  fileprivate var json: JSON {
    JSON(fields: ["path": path.json, "line": number.json, "text": text.json, "remedy": remedy.json])
  }
}
