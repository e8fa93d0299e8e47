import BellhopClient
import BusWire
import Glibc
import NotificationModel
import Wording

/// What switching the front on and off works with.
struct FrontSwitch {
  /// Longer than a notification server takes to start, in milliseconds.
  static let patience: Int64 = 15_000
  static let pause: Int64 = 50

  let session: Session
  let arguments: Arguments
  let environment: SessionEnvironment
  let files: FrontFiles
  let search: ActivationSearch

  init(_ session: Session, _ arguments: Arguments) throws(FrontFault) {
    guard let environment = SessionEnvironment() else { throw .failed(.noHome) }
    self.session = session
    self.arguments = arguments
    self.environment = environment
    files = FrontFiles(environment: environment)
    search = ActivationSearch(environment)
  }

  /// With `--json` replies alone are printed.
  func say(_ told: FrontSentence) {
    guard !arguments.has(.json) else { return }
    session.terminal.write(visible(session.words.front(told), keepingLines: true) + "\n")
  }

  /// Has the bus and the manager see what was written, or that it is gone.
  func reload(_ bus: SessionBus, _ manager: ServiceManager?) throws(FrontFault) {
    do throws(FrontFault) { try bus.call("ReloadConfig") } catch {
      // A bus that watches its directories by itself.
      guard case .refused = error else { throw error }
    }
    try manager?.reload()
  }

  /// Takes away what an earlier `front on` has written, and starts the server on the ordinary bus, where it has its name
  /// again as soon as Bellhop does not keep it.
  func takeAway(_ note: FrontNote, _ bus: SessionBus?, _ manager: ServiceManager?) throws(FrontFault)
    -> [FrontFiles.Removal]
  {
    let removals = try files.remove(note)
    guard let bus else { return removals }
    try reload(bus, manager)
    if let unit = note.unit, let manager, try manager.isWanted(unit) { try giveBack(to: unit, bus, manager) }
    return removals
  }
}

extension FrontSwitch {
  /// Longer than a daemon that was switched off takes to leave the name.
  private static let release: Int64 = 3_000

  /// Until a daemon that was switched off has left the name to others.
  func waitForRelease(_ bus: SessionBus) throws(FrontFault) {
    _ = try bus.wait(for: Self.release, every: Self.pause) { () throws(FrontFault) in
      try NameOwner.find(NameOwner.notifications, on: bus)?.isDaemon != true
    }
  }

  /// Starts the unit's server on the ordinary bus, and waits until it has the notification name. A server that finds the
  /// name taken ends at once.
  func giveBack(to unit: String, _ bus: SessionBus, _ manager: ServiceManager) throws(FrontFault) {
    try waitForRelease(bus)
    try manager.restart(unit)
    let isOver = try bus.wait(for: Self.patience, every: Self.pause) { () throws(FrontFault) in
      guard let owner = try NameOwner.find(NameOwner.notifications, on: bus) else { return false }
      return try manager.isMainProcess(owner.process, of: unit)
    }
    guard isOver else { throw .failed(.nameWasNotTakenAgain(unit: unit)) }
  }
}

extension FrontFiles.Removal {
  /// For the person.
  var told: FrontSentence {
    switch self {
    case .removed(let path): .removed(path)
    case .gone(let path): .wasGone(path)
    case .changed(let path): .wasChanged(path)
    }
  }
}

extension ServiceManager {
  /// Whether it runs, or is to run and does not come up.
  func isWanted(_ name: String) throws(FrontFault) -> Bool {
    guard let unit = try unit(named: name), let state = try text("ActiveState", of: unit) else {
      return false
    }
    return state != "inactive"
  }

  func isMainProcess(_ process: Int32, of name: String) throws(FrontFault) -> Bool {
    guard process > 0, let unit = try unit(named: name) else { return false }
    return try number("MainPID", of: unit, "Service") == UInt32(exactly: process)
  }

  func hasFailed(_ name: String) throws(FrontFault) -> Bool {
    guard let unit = try unit(named: name) else { return true }
    return try text("ActiveState", of: unit) == "failed"
  }

  func isActive(_ name: String) throws(FrontFault) -> Bool {
    guard let unit = try unit(named: name) else { return false }
    return ["active", "activating", "reloading"].contains(try text("ActiveState", of: unit))
  }
}
