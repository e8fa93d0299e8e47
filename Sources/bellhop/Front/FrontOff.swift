import BellhopClient
import NotificationModel

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
    for removal in try takeAway(note, bus, manager) { say(removal.text) }
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
        say(
          "No daemon answers, so that it could not be told. When it runs again, say 'bellhop front \(mode.rawValue)' "
            + "once more.")
        return false
      default: throw .failed(error.message)
      }
    }
  }

  private func sayWhoServes(_ note: FrontNote, _ manager: ServiceManager?)
    throws(FrontFault)
  {
    guard let unit = note.unit else { return }
    guard let manager else {
      return say("\(unit) starts \(note.server) as before when it is started anew: with the next session.")
    }
    guard try manager.isWanted(unit) else {
      return say("\(unit) does not run; it starts \(note.server) as before.")
    }
    say("\(note.server) was started anew by \(unit), and has the notification name again.")
  }

  private static func told(_ mode: FrontMode) -> String {
    mode == .watch
      ? "Bellhop leaves what other apps post to the notification server, and watches it."
      : "Off: what other apps post goes to the notification server, as before."
  }
}
