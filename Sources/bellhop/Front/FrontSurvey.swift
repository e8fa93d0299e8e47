import BusWire
import NotificationModel
import Varlink
import Wording

/// How it stands with the notification name on this desktop, as far as that can be seen without the daemon.
struct FrontSurvey {
  let owner: NameOwner?
  /// The server behind bellhop-bus.
  let behind: NameOwner?
  /// The one that serves without the name, where the daemon has that.
  let beside: NameOwner?
  /// What the bus would start for the name, all that count alike.
  let activation: [ActivationSearch.Found]
  /// Lines of a compositor's configuration that start a server without bellhop-bus.
  let inTheWay: [CompositorLines]
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
    inTheWay = CompositorLines.found(
      front.environment, servers: [behind?.program, note?.server].compactMap { $0 })
  }

  /// The report for the person. `mode`: that of the daemon; `nil` if it does not answer.
  func lines(mode: String?) -> [FrontSentence] {
    var lines: [FrontSentence] = [
      .name(owner?.told ?? .nobody),
      beside.map { .serverBeside($0.told) } ?? behind.map { .serverBehind($0.told) } ?? .noServerBehind,
    ]
    lines += activation.isEmpty ? [.nothingWouldBeStarted] : activation.map { .wouldBeStarted($0.told) }
    if activation.count > 1 { lines.append(.severalWouldBeStarted) }
    if owner == nil, mode != FrontMode.on.rawValue, let behind { lines.append(.modeIsMissing(behind.told)) }
    lines += (note?.files ?? []).map { .isWritten($0.path) }
    if !isAsWritten { lines.append(.isNotAsWritten) }
    for line in inTheWay {
      lines.append(.inTheWay(path: line.path, line: line.number, text: line.text))
      lines.append(.text("  → \(line.remedy)"))
    }
    return lines
  }

  var json: JSON {
    JSON(fields: [
      "owner": owner?.json, "behind": behind?.json, "beside": beside?.json,
      "activation": .array(activation.map(\.json)),
      "written": .array((note?.files ?? []).map(\.path.json)), "asWritten": isAsWritten.json,
      "inTheWay": .array(inTheWay.map(\.json)),
    ])
  }

  /// What `doctor` makes of it. `mode`: that of the daemon.
  func facts(mode: String, _ words: FrontWording) -> [DesktopFact] {
    let isOn = mode == FrontMode.on.rawValue
    var facts: [DesktopFact] = []
    // With the front on, the daemon says itself who has the name.
    if !isOn {
      facts.append(
        .nameBelongs(to: owner.map { words($0.told) }, activation: activation.first.map { words($0.told) }))
    }
    if let rivals { facts.append(rivals.fact) }
    guard isOn else { return facts + (note.map { [.frontFilesLeft($0.files.map(\.path))] } ?? []) }
    if !isAsWritten { facts.append(.frontFilesChanged) }
    return facts
      + inTheWay.map {
        .startsServerItself(path: $0.path, line: $0.number, text: $0.text, remedy: $0.remedy)
      }
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
