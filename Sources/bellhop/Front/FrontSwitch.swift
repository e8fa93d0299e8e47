import BellhopClient
import BusWire
import NotificationModel
import Wording

/// Switches the front on and off.
struct FrontSwitch {
  /// Longer than a notification server takes to start, in milliseconds.
  private static let patience: Int64 = 15_000
  /// Longer than a daemon takes to release the name after it is switched off, in milliseconds.
  private static let release: Int64 = 3_000
  private static let busSocket = "bellhop-bus.socket"

  private let session: Session
  private let arguments: Arguments
  let environment: SessionEnvironment
  let files: FrontFiles

  init(_ session: Session, _ arguments: Arguments) throws(FrontFault) {
    guard let environment = SessionEnvironment() else { throw .failed(.noHome) }
    self.session = session
    self.arguments = arguments
    self.environment = environment
    files = FrontFiles(environment: environment)
  }

  /// With `--json`, only replies are printed.
  private func say(_ sentence: FrontSentence) {
    guard !arguments.has(.json) else { return }
    session.terminal.write(visible(session.words.front(sentence), keepingLines: true) + "\n")
  }

  private func asked<Value>(_ body: (ControlClient) throws -> Value) throws(FrontFault) -> Value {
    do throws(Failure) { return try session.control(nil, body) } catch {
      throw .failed(.text(error.message(session.words)))
    }
  }

  private func set(_ mode: FrontMode, until: ChosenEnd? = nil) throws(FrontFault) {
    do throws(Failure) { try session.change(nil) { try $0.setFront(mode, until: until) } } catch {
      throw .failed(.text(error.message(session.words)))
    }
  }

  // MARK: On

  /// Switches on, until `end` if it is given, or throws the obstacle and leaves everything as it was.
  func on(until end: ChosenEnd?) throws(FrontFault) {
    let report = try asked { try $0.frontReport() }
    if let file = report.lockedBy { throw .failed(.modeIsFixed(mode: report.mode, file: file)) }
    let bus = try SessionBus(environment.addresses)
    let manager = try ServiceManager(on: bus)
    let present = report.standing?.state == .owner ? try ServerPlace.find(bus, manager, environment) : nil
    if case .foreign(let owner, let why)? = present {
      sayWhatToStart(owner, why, manager)
      throw .failed(.plasmaStaysBeside(why))
    }
    if report.standing?.state == .owner, present?.moved == nil {
      let status = try asked { try $0.status() }
      if status.serverAnswers {
        let server = status.server.map(FrontSentence.text) ?? .theServer
        let outcome = try showNotification(by: server, bus)
        if end != report.until.map(ChosenEnd.at) { try set(.on, until: end) }
        say(.isOnAlready(outcome))
        try sayWhatHearsTwice(bus)
        return sayEnd(end, after: report.until)
      }
    }
    // A front that is on but does not work is off after a failure here.
    var former = FrontMode(rawValue: report.mode) ?? .off
    if !files.written.isEmpty {
      say(.takesLeftOversAway)
      try set(.off)
      former = .off
      try waitForRelease(bus)
      try removeFiles(bus, manager)
    }
    guard let place = try ServerPlace.find(bus, manager, environment) else {
      let isFree = try BusOwner.find(BusOwner.notifications, on: bus) == nil
      throw .failed(isFree ? .nameIsFree : .noServerBehindBus)
    }
    if case .foreign(let owner, let why) = place {
      sayWhatToStart(owner, why, manager)
      throw .failed(.notSwitchedOn(why))
    }
    let programs = try FrontFiles.programs()
    say(.shown(by: place.server, restarting: place.moved?.name))
    say(Self.kept(report))
    say(.willBeAnother)
    if case .gnome = place { say(.gtkGoesPast) }
    if place.moved == nil { try sayWhatHearsTwice(bus) }
    if place.moved != nil, place.shell == .plasma { say(.plasmaGivesUp) }
    let planned = files.planned(unit: place.moved, command: place.command, programs: programs)
    do throws(FrontFault) {
      say(try change(planned, place, bus, manager, until: end))
      sayEnd(end, after: report.until)
    } catch {
      bus.isUninterruptible = true
      throw .failed(
        rollBack(after: error, former, until: report.until.map(ChosenEnd.at), place, bus, manager))
    }
  }

  /// KDE Connect takes every `Notify` on the bus for an app's (25.04), also Bellhop's to a shell beside the name. GSConnect
  /// heeds the destination.
  private func sayWhatHearsTwice(_ bus: SessionBus) throws(FrontFault) {
    guard let (_, shell) = try ServerPlace.shellBeside(bus, environment),
      try BusOwner.find("org.kde.kdeconnect", on: bus) != nil
    else { return }
    say(.isForwardedTwice(by: "KDE Connect", beside: shell.rawValue))
  }

  /// The person's own lines help where the reason is the place that starts the server.
  private func sayWhatToStart(_ owner: BusOwner, _ why: FrontSentence, _ manager: ServiceManager?) {
    switch why {
    case .isOfNoUnit, .isOfUnfitUnit(_, _, reason: .commandIsUnreadable):
      say(.startInstead(command: owner.commandLine ?? owner.program ?? "SERVER", hasManager: manager != nil))
    default: break
    }
  }

  /// `former`: the end that the front had before.
  private func sayEnd(_ end: ChosenEnd?, after former: Timestamp?) {
    let time = end?.end(from: session.clock.now).time
    if time != nil || former != nil { say(.lasts(until: time.map(session.clock.long))) }
  }

  /// Writes the files, starts the server, and shows one notification. Returns the outcome of that trial.
  private func change(
    _ planned: [FrontFiles.File], _ place: ServerPlace, _ bus: SessionBus, _ manager: ServiceManager?,
    until end: ChosenEnd?
  ) throws(FrontFault) -> FrontSentence {
    try files.write(planned)
    try reload(bus, manager)
    if let unit = place.moved, let manager {
      // Without the drop-in, a server that is restarted in its old place would wait for its name until the manager
      // gives up.
      for file in planned where file.path.hasSuffix(".conf") {
        guard try manager.hasRead(file.path, of: unit.name) else {
          throw .failed(.managerDoesNotRead(file: file.path))
        }
      }
      try manager.start(Self.busSocket)
    }
    try set(.on, until: end)
    if let unit = place.moved { try manager?.restart(unit.name) }
    try waitForFront(bus, place.moved?.name, manager)
    let outcome = try showNotification(by: place.server, bus)
    for file in planned { say(.written(file.path)) }
    return outcome
  }

  /// Restores the former state as far as possible; returns the fault, and the steps that failed.
  private func rollBack(
    after fault: FrontFault, _ mode: FrontMode, until end: ChosenEnd?, _ place: ServerPlace,
    _ bus: SessionBus, _ manager: ServiceManager?
  ) -> FrontSentence {
    var faults: [FrontSentence] = []
    func attempt(_ step: () throws(FrontFault) -> Void) {
      do throws(FrontFault) { try step() } catch { faults.append(error.sentence) }
    }
    if case .beside(_, let unit) = place, mode == .on {
      // It was without the name, so the front may have that before it starts.
      attempt { () throws(FrontFault) in try set(mode, until: end) }
      attempt { () throws(FrontFault) in _ = try takeFilesAway(bus, manager) }
      attempt { () throws(FrontFault) in
        if try ServerPlace.shellBeside(bus, environment) == nil { try manager?.restart(unit.name) }
      }
      return .wasTakenBack(after: fault.sentence, but: faults)
    }
    // A server that finds the name owned ends: so the daemon releases it first, and claims it again last.
    attempt { () throws(FrontFault) in try set(.off) }
    attempt { () throws(FrontFault) in try removeFiles(bus, manager, restarting: place.moved?.name) }
    if mode != .off { attempt { () throws(FrontFault) in try set(mode, until: end) } }
    return .wasTakenBack(after: fault.sentence, but: faults)
  }

  /// Waits until the daemon has the name and finds the server behind bellhop-bus.
  private func waitForFront(_ bus: SessionBus, _ unit: String?, _ manager: ServiceManager?) throws(FrontFault)
  {
    var missing = FrontSentence.nameIsNotTaken
    let isOver = try bus.wait(for: Self.patience) { () throws(FrontFault) in
      if let unit, try manager?.state(of: unit) == "failed" {
        throw .failed(.jobFailed(unit: unit, result: "failed"))
      }
      let standing = try asked { try $0.frontReport() }.standing
      guard standing?.state == .owner else {
        let owner = try BusOwner.find(BusOwner.notifications, on: bus)
        missing =
          standing?.fault.map(FrontSentence.text) ?? owner.map { .nameIsKept(by: $0.sentence) }
          ?? .nameIsNotTaken
        return false
      }
      let status = try asked { try $0.status() }
      missing = .serverDidNotComeBack(standing?.server)
      guard status.server != nil, status.serverAnswers else { return false }
      guard let unit, try BusOwner.find(BusOwner.server, on: bus) == nil else { return true }
      // Plasma answers beside the name as well.
      missing = .unitIsNotBehind(unit)
      return false
    }
    guard isOver else { throw .failed(missing) }
  }

  private static func kept(_ report: FrontReport) -> FrontSentence {
    let kept: FrontSentence.Kept =
      switch report.store {
      case .all?, nil: .all
      case .titles?: .titles
      case .some(.none): .none
      }
    return .kept(kept, days: report.keepDays)
  }

  // MARK: Off

  /// Restores everything as far as possible, even without a daemon, a bus or a manager.
  func off() throws(FrontFault) {
    let hasDaemon = try setOff()
    let (bus, units) = (try? SessionBus(environment.addresses), files.units)
    if let bus {
      let manager = try ServiceManager(on: bus)
      try removeFiles(bus, manager)
      for unit in units {
        let runs = try manager.map { manager throws(FrontFault) in try isWanted(unit, manager) } == true
        say(runs ? .hasNameAgain(unit: unit) : .startsLater(unit: unit))
      }
    } else {
      for path in try files.remove() { say(.removed(path)) }
      for unit in units { say(.startsLater(unit: unit)) }
    }
    if hasDaemon { say(.isOff) }
  }

  /// Returns false without a daemon. Throws if an administrator has fixed the mode; then the files stay.
  private func setOff() throws(FrontFault) -> Bool {
    do throws(Failure) {
      try session.change(arguments) { try $0.setFront(.off) }
      return true
    } catch {
      switch error {
      case .noDaemon, .silent:
        say(.noDaemonToTell)
        return false
      default: throw .failed(.text(error.message(session.words)))
      }
    }
  }

  /// Removes the files of `front on`, and starts the server on the ordinary bus, where it gets its name again once
  /// Bellhop has released it. `unit`: the server's, if no file of ours names it; `nil` for the unit of a shell that
  /// needs a restart.
  private func removeFiles(_ bus: SessionBus, _ manager: ServiceManager?, restarting unit: String? = nil)
    throws(FrontFault)
  {
    let units = files.units
    guard try takeFilesAway(bus, manager) || unit != nil, let manager else { return }
    var wanted = units
    if let unit, units.isEmpty { wanted = [unit] }
    if wanted.isEmpty, let unit = try ServerPlace.shellBeside(bus, environment)?.shell.unit {
      wanted = [unit]
    }
    for unit in wanted where try isWanted(unit, manager) { try giveBack(to: unit, bus, manager) }
  }

  /// False if there were none.
  private func takeFilesAway(_ bus: SessionBus, _ manager: ServiceManager?) throws(FrontFault) -> Bool {
    let removed = try files.remove()
    for path in removed { say(.removed(path)) }
    guard !removed.isEmpty else { return false }
    try reload(bus, manager)
    return true
  }

  /// True if the unit runs, or is to run and fails to start.
  private func isWanted(_ unit: String, _ manager: ServiceManager) throws(FrontFault) -> Bool {
    try manager.state(of: unit) != "inactive"
  }

  /// Starts the unit's server, unless it has the notification name already. Waits for the daemon first, since a server
  /// that finds the name owned ends at once.
  private func giveBack(to unit: String, _ bus: SessionBus, _ manager: ServiceManager) throws(FrontFault) {
    func hasName() throws(FrontFault) -> Bool {
      guard let owner = try BusOwner.find(BusOwner.notifications, on: bus) else { return false }
      return try manager.isMainProcess(owner.process, of: unit)
    }
    try waitForRelease(bus)
    guard try !hasName() else { return }
    try manager.restart(unit)
    guard try bus.wait(for: Self.patience, until: hasName) else {
      throw .failed(.nameWasNotTakenAgain(unit: unit))
    }
  }

  /// Tells the person if the notification name is free now and the bus starts no program for it: a server asks for the
  /// name only at its own start.
  func sayWhetherNameIsFree() throws(FrontFault) {
    let bus = try SessionBus(environment.addresses)
    try waitForRelease(bus)
    guard try BusOwner.find(BusOwner.notifications, on: bus) == nil,
      try !bus.starts(BusOwner.notifications)
    else { return }
    say(.nameIsFreeNow)
  }

  private func waitForRelease(_ bus: SessionBus) throws(FrontFault) {
    _ = try bus.wait(for: Self.release) { () throws(FrontFault) in
      try BusOwner.find(BusOwner.notifications, on: bus)?.isDaemon != true
    }
  }

  /// Has the bus and the manager read the written or removed files.
  private func reload(_ bus: SessionBus, _ manager: ServiceManager?) throws(FrontFault) {
    // A bus that monitors its directories itself refuses this.
    _ = try bus.answer(.bus("ReloadConfig"))
    try manager?.reload()
  }
}

// MARK: - The trial

extension FrontSwitch {
  /// Longer than a server takes to draw, in milliseconds.
  private static let drawing: Int64 = 10_000
  /// In milliseconds. With their default settings, mako and fnott remove only notifications with a timeout by
  /// themselves.
  private static let timeout: Int32 = 6_000

  /// Posts a notification like any app, and returns its outcome: shown, or waiting for a reason of Bellhop's. The
  /// daemon recognises the calling program as the command line's own app.
  private func showNotification(by server: FrontSentence, _ bus: SessionBus) throws(FrontFault)
    -> FrontSentence
  {
    let words = session.words.front
    let last = try asked { try $0.list(limit: 1).entries.first?.id.number } ?? 0
    let name = BusOwner.notifications
    try bus.call(
      BusMethod("Notify", of: name, at: "/org/freedesktop/Notifications", on: name),
      [
        // The random number and the text make it a duplicate of no other notification.
        .string(OwnName.text), .uint32(.random(in: 100_000_000...999_999_999)), .string(""),
        .string(words(.trialTitle)),
        .string(words(.trialBody(server: server, time: session.clock.timeOfDay))), .strings([]),
        .dictionary([:]), .int32(Self.timeout),
      ])
    var outcome: FrontSentence?
    let isOver = try bus.wait(for: Self.drawing) { () throws(FrontFault) in
      let entries = try asked { try $0.list(limit: 100).entries }
      guard let own = entries.first(where: { $0.id.number > last && $0.app == .shell }) else { return false }
      let decisions = try asked { try $0.explain(own.id, language: session.language).decisions }
      if decisions.contains(where: { $0.decision.effect == "shown" }) {
        outcome = .isOn(server: server)
      } else if own.outcome != .presented,
        // Repairs of the call are listed after the reason for waiting.
        let why = decisions.last(where: { $0.decision.effect != "leftOut" })?.decision.why
      {
        outcome = .isOnAndWaits(why: why)
      }
      return outcome != nil
    }
    guard isOver, let outcome else { throw .failed(.trialDidNotCome) }
    return outcome
  }
}
