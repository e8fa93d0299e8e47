import BellhopClient
import BusWire
import NotificationModel
import Wording

extension FrontSwitch {
  /// Switches on, or says what stands in the way; then everything is as before.
  func on() throws(FrontFault) {
    let report = try session.asked { try $0.frontReport() }
    if let file = report.lockedBy {
      throw .failed(.modeIsFixed(mode: report.mode, file: file))
    }
    let bus = try SessionBus(environment.addresses)
    let manager = try ServiceManager(on: bus)
    let isOwner = report.standing?.state == .owner
    let note = try FrontNote.read(environment)
    if isOwner, note.map(files.areAsWritten) ?? true, try session.asked({ try $0.status() }).serverAnswers {
      return try confirm(bus)
    }
    if let note { try begin(after: note, bus, manager) }
    guard let place = try ServerPlace.find(bus, manager, environment) else {
      throw .failed(try whyNoServer(bus, manager))
    }
    if let advice = OwnArrangement(for: place, hasManager: manager != nil, environment) {
      advice.text.forEach(say)
      throw .failed(.notSwitchedOn(advice.why))
    }
    try SwitchingOn(self, place, bus, manager, report).run()
  }

  /// Why it cannot be told who is to show notifications, and what to do.
  private func whyNoServer(_ bus: SessionBus, _ manager: ServiceManager?) throws(FrontFault)
    -> FrontSentence
  {
    guard try NameOwner.find(NameOwner.notifications, on: bus) == nil else { return .nobodyBehindBus }
    let units = search.found(NameOwner.notifications).compactMap(\.unit)
    let rivals = try RivalUnits.find(in: manager, among: units)
    return rivals.map { .nobodyHasNameFor($0.told) } ?? .nobodyHasName
  }

  /// It is on already: whether it works is tried all the same.
  private func confirm(_ bus: SessionBus) throws(FrontFault) {
    let server = try session.asked { try $0.status().server }.map(FrontSentence.text) ?? .theServer
    var trial = FrontTrial(on: bus, session)
    say(.isOnAlready(try trial.run(server: server).told(server: server)))
  }

  /// Takes away what an earlier one has left.
  private func begin(after note: FrontNote, _ bus: SessionBus, _ manager: ServiceManager?) throws(FrontFault)
  {
    say(.takesLeftOversAway)
    try session.asked { try $0.setFront(.off) }
    try waitForRelease(bus)
    for removal in try takeAway(note, bus, manager) { say(removal.told) }
  }
}

/// Switching on, step by step. Each can be taken back until the last has gone well.
final class SwitchingOn {
  private static let busSocket = "bellhop-bus.socket"
  private static let busService = "bellhop-bus.service"

  private let front: FrontSwitch
  private let bus: SessionBus
  private let manager: ServiceManager?
  private let report: FrontReport
  private let place: ServerPlace
  private let server: FrontSentence
  /// What has to be started anew for it.
  private let unit: String?

  private var note: FrontNote
  private var trial: FrontTrial
  private var hasStartedSocket = false
  private var hasDisturbedServer = false

  init(
    _ front: FrontSwitch, _ place: ServerPlace, _ bus: SessionBus, _ manager: ServiceManager?,
    _ report: FrontReport
  ) throws(FrontFault) {
    (self.front, self.place, self.bus, self.manager, self.report) = (front, place, bus, manager, report)
    let program = place.shell?.rawValue ?? place.owner.program
    server = program.map(FrontSentence.text) ?? .theServer
    unit = place.unit?.name ?? place.shell?.unit
    trial = FrontTrial(on: bus, front.session)
    let own = ActivationFile.path(of: NameOwner.notifications, below: front.environment.data)
    note = try front.files.planned(
      unit: place.unit, server: front.session.words.front(server),
      before: front.search.found(NameOwner.notifications, without: own).first,
      programs: try FrontFiles.programs())
    note.unit = unit
  }

  func run() throws(FrontFault) {
    try front.files.check(note, front.search)
    FrontWords.beforehand(place, report).forEach(front.say)
    var steps = StepsTaken()
    do throws(StepFault) {
      let outcome = try take(&steps)
      for file in note.files { front.say(.written(file.path)) }
      front.say(outcome.told(server: server))
    } catch {
      bus.isUninterruptible = true
      throw .failed(front.failure(error, takingBack: steps.takeBack()))
    }
  }

  private func take(_ steps: inout StepsTaken) throws(StepFault) -> FrontTrial.Outcome {
    // What is taken back last comes first: the server needs the ordinary files for that.
    try steps.take(.leaveServer, { () throws(FrontFault) in }, back: restoreServer)
    try steps.take(.writeFiles, writeFiles, back: removeFiles)
    try steps.take(.haveFilesRead, haveRead)
    if place.unit != nil { try steps.take(.start(Self.busSocket), startSocket, back: stopSocket) }
    try steps.take(.switchDaemonOn, { () throws(FrontFault) in try set(.on) }, back: restoreMode)
    if let unit { try steps.take(.startAnew(unit), { () throws(FrontFault) in try restart(unit) }) }
    try steps.take(.handOverName, waitForFront)
    return try steps.take(
      .showNotification, tryOut, back: { () throws(FrontFault) in try self.trial.takeBack() })
  }

  // MARK: Steps

  private func writeFiles() throws(FrontFault) { try front.files.write(&note) }

  private func removeFiles() throws(FrontFault) {
    _ = try front.files.remove(note)
    try front.reload(bus, manager)
  }

  /// Where their environment is another than ours they look elsewhere.
  private func haveRead() throws(FrontFault) {
    try front.reload(bus, manager)
    guard let unit = place.unit, let manager else { return }
    let dropIns = try manager.unit(named: unit.name).map { path throws(FrontFault) in
      try manager.texts("DropInPaths", of: path)
    }
    for file in note.files where file.path.hasSuffix(".conf") {
      guard dropIns?.contains(file.path) == true else {
        throw .failed(.managerDoesNotRead(file: file.path))
      }
    }
    guard try bus.knows(NameOwner.server) else {
      throw .failed(.busDoesNotRead(directory: front.environment.data))
    }
  }

  private func startSocket() throws(FrontFault) {
    guard let manager, try !manager.isActive(Self.busSocket) else { return }
    hasStartedSocket = true
    try manager.start(Self.busSocket)
  }

  /// Where the service runs it stays: its socket could not be opened a second time.
  private func stopSocket() throws(FrontFault) {
    guard hasStartedSocket, let manager, try !manager.isActive(Self.busService) else { return }
    try manager.stop(Self.busSocket)
  }

  private func set(_ mode: FrontMode) throws(FrontFault) { try front.session.asked { try $0.setFront(mode) } }

  private func restoreMode() throws(FrontFault) { try set(FrontMode(rawValue: report.mode) ?? .off) }

  private func restart(_ unit: String) throws(FrontFault) {
    hasDisturbedServer = true
    try manager?.restart(unit)
  }

  private func restoreServer() throws(FrontFault) {
    guard hasDisturbedServer, let unit, let manager else { return }
    try front.giveBack(to: unit, bus, manager)
  }

  private func tryOut() throws(FrontFault) -> FrontTrial.Outcome { try trial.run(server: server) }

  /// Until the daemon has the name, and the server is where it looks for it.
  private func waitForFront() throws(FrontFault) {
    var missing = FrontSentence.nameIsNotTaken
    let isOver = try bus.wait(for: FrontSwitch.patience, every: FrontSwitch.pause) { () throws(FrontFault) in
      if let unit, try manager?.hasFailed(unit) == true {
        throw .failed(.unitHasFailed(unit))
      }
      let standing = try front.session.asked { try $0.frontReport() }.standing
      guard standing?.state == .owner else {
        missing = try whoKeeps(standing)
        return false
      }
      let status = try front.session.asked { try $0.status() }
      missing = .serverDidNotComeBack(standing?.server)
      return status.server != nil && status.serverAnswers
    }
    guard isOver else { throw .failed(missing) }
  }

  private func whoKeeps(_ standing: FrontStanding?) throws(FrontFault) -> FrontSentence {
    if let fault = standing?.fault { return .text(fault) }
    let owner = try NameOwner.find(NameOwner.notifications, on: bus)
    return owner.map { .nameIsKept(by: $0.told) } ?? .nameIsNotTaken
  }
}

extension FrontTrial.Outcome {
  func told(server: FrontSentence) -> FrontSentence {
    switch self {
    case .shown: .isOn(server: server)
    case .waits(let why): .isOnAndWaits(why: why)
    }
  }
}
