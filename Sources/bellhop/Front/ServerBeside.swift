import BusSocket
import Wording

/// A notification server that serves without the notification name.
enum ServerBeside {
  /// Up to 1.3, LXQt's serves without any name; from 1.4 on it ends where it does not get the notification name.
  private static let namelessProgram = "lxqt-notificationd"

  /// `nil` for none. A shell has a name of its own; LXQt's has none at all, and is known by its program. `shells`: those
  /// that are looked for by their names.
  static func find(on bus: SessionBus, shells: [ServerPlace.Shell] = [.gnome, .plasma]) throws(FrontFault)
    -> NameOwner?
  {
    for shell in shells {
      if let owner = try NameOwner.find(shell.ownName, on: bus) { return owner }
    }
    let answer = try bus.call("ListNames")
    for range in (try? answer.strings()) ?? [] {
      guard let name = answer.text(range), name.hasPrefix(":") else { continue }
      if let owner = try NameOwner.find(name, on: bus), owner.program == namelessProgram { return owner }
    }
    return nil
  }
}

extension FrontSwitch {
  /// Says that nobody has the notification name, now that the daemon has left it, where a server is there that asks for
  /// the name at its own start alone. GNOME's helper asks again; and where the bus can start somebody for the name, the
  /// next notification has it do so.
  func sayWhoIsWithout() throws(FrontFault) {
    let bus = try SessionBus(environment.addresses)
    try waitForRelease(bus)
    guard try NameOwner.find(NameOwner.notifications, on: bus) == nil,
      try !bus.knows(NameOwner.notifications),
      let server = try ServerBeside.find(on: bus, shells: [.plasma])
    else { return }
    say(.nobodyHasNameNow(server.told))
  }

  /// The same, as far as it can be seen: what was asked for is done.
  static func sayWhoIsWithout(_ arguments: Arguments, _ session: Session) {
    try? FrontSwitch(session, arguments).sayWhoIsWithout()
  }
}
