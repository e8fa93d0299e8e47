import BusWire
import Wording

/// The unit of the person's service manager that a notification server is the main process of.
struct ServerUnit: Hashable, Sendable {
  /// systemd.unit(5).
  let name: String
  let command: ExecCommand
  /// Whether it counts as started when its name is on the bus.
  let isDBus: Bool

  /// Why a unit cannot be changed so that its server runs elsewhere.
  enum Unfit: Error, Equatable {
    /// The process is part of none, or of one that is not about it.
    case none
    /// The unit, and what is the matter with it.
    case unit(String, FrontSentence)
  }

  /// That of the process.
  static func find(of process: Int32, in manager: ServiceManager) throws(FrontFault) -> Result<
    ServerUnit, Unfit
  > {
    guard let unit = try manager.unit(of: process), let name = try manager.text("Id", of: unit),
      name.hasSuffix(".service"),
      try manager.number("MainPID", of: unit, "Service") == UInt32(exactly: process)
    else { return .failure(.none) }
    guard try manager.number("Transient", of: unit) == 0 else { return .failure(.none) }
    // What else would end with it: a shell's unit takes the session along.
    let others =
      try manager.texts("RequiredBy", of: unit) + manager.texts("BoundBy", of: unit)
      + manager.texts("RequisiteOf", of: unit)
    guard others.isEmpty else {
      return .failure(.unit(name, .othersWouldEnd(others.joined(separator: " "))))
    }
    let type = try manager.text("Type", of: unit, "Service") ?? ""
    guard ["simple", "exec", "dbus", "notify", "notify-reload", "idle"].contains(type) else {
      return .failure(.unit(name, .isOfType(type)))
    }
    let commands = try manager.property("ExecStartEx", of: unit, "Service", ExecCommand.read) ?? []
    guard let command = commands.first, commands.count == 1, command.path.hasPrefix("/") else {
      return .failure(.unit(name, .commandIsUnreadable))
    }
    return .success(ServerUnit(name: name, command: command, isDBus: type == "dbus"))
  }
}
