import BellhopClient
import NotificationModel
import Wording

extension FrontSwitch {
  /// Gives everything back, also without a daemon, a bus or a manager: as much of it as goes. `mode`: the one that holds
  /// from then on.
  func off(_ mode: FrontMode = .off) throws(FrontFault) {
    let hasDaemon = try tellDaemon(mode)
    guard let note = try FrontNote.read(environment) else {
      if hasDaemon { say(Self.told(mode)) }
      return
    }
    let bus = try? SessionBus(environment.addresses)
    let manager = try bus.flatMap { bus throws(FrontFault) in try ServiceManager(on: bus) }
    for removal in try takeAway(note, bus, manager) { say(removal.told) }
    try sayWhoServes(note, manager)
    if hasDaemon { say(Self.told(mode)) }
  }

  /// Whether it was there to be told. What an administrator has fixed stays, and so do the files.
  private func tellDaemon(_ mode: FrontMode) throws(FrontFault) -> Bool {
    do throws(Failure) {
      try session.control(arguments) { try $0.setFront(mode) }
      return true
    } catch {
      switch error {
      case .noDaemon, .silent:
        say(.noDaemonToTell(mode: mode.rawValue))
        return false
      default: throw .failed(.text(error.message(session.words)))
      }
    }
  }

  private func sayWhoServes(_ note: FrontNote, _ manager: ServiceManager?)
    throws(FrontFault)
  {
    guard let unit = note.unit else { return }
    guard let manager else {
      return say(.startsLater(unit: unit, server: note.server))
    }
    guard try manager.isWanted(unit) else {
      return say(.doesNotRun(unit: unit, server: note.server))
    }
    say(.hasNameAgain(unit: unit, server: note.server))
  }

  private static func told(_ mode: FrontMode) -> FrontSentence { mode == .watch ? .isOffAndWatches : .isOff }
}
