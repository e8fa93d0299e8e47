import BusWire
import Wording

/// The place of the desktop's notification server, which decides how to put Bellhop in front of it.
enum ServerPlace {
  /// Behind bellhop-bus already, by the person's own arrangement.
  case behind(BusOwner, Shell?)
  /// GNOME Shell, which loses nothing beside the name, and stays there.
  case gnome(BusOwner)
  /// The main process of a unit, which can be restarted behind bellhop-bus.
  case unit(BusOwner, ServerUnit, Shell?)
  /// The same for Plasma, which Bellhop's front has left beside the name.
  case beside(BusOwner, ServerUnit)
  /// Started by no unit that can be changed.
  case foreign(BusOwner, why: FrontSentence)

  enum Shell: String, CaseIterable, Sendable {
    case gnome = "GNOME Shell"
    case plasma = "Plasma"
    case cinnamon = "Cinnamon"

    /// The name of the shell itself, and that of the process which has the notification name for it: in GNOME a helper.
    private var names: (own: String, owner: String) {
      switch self {
      case .gnome: ("org.gnome.Shell", "org.gnome.Shell.Notifications")
      case .plasma: ("org.kde.plasmashell", "org.kde.plasmashell")
      case .cinnamon: ("org.Cinnamon", "org.Cinnamon")
      }
    }

    /// The shell's own process; `nil` if it does not run.
    func find(on bus: SessionBus) throws(FrontFault) -> BusOwner? { try BusOwner.find(names.own, on: bus) }

    /// The shell that has this unique name.
    static func of(_ owner: String, on bus: SessionBus) throws(FrontFault) -> Shell? {
      for shell in allCases where try BusOwner.find(shell.names.owner, on: bus)?.uniqueName == owner {
        return shell
      }
      return nil
    }

    /// The unit whose restart gives Plasma beside the name that name, once Bellhop has released it. GNOME takes it by
    /// itself, and Cinnamon has no unit.
    var unit: String? { self == .plasma ? "plasma-plasmashell.service" : nil }
  }

  var owner: BusOwner {
    switch self {
    case .behind(let owner, _), .gnome(let owner), .unit(let owner, _, _), .beside(let owner, _),
      .foreign(let owner, _):
      owner
    }
  }

  var shell: Shell? {
    switch self {
    case .behind(_, let shell), .unit(_, _, let shell): shell
    case .gnome: .gnome
    case .beside: .plasma
    case .foreign: nil
    }
  }

  /// The server's name for the person.
  var server: FrontSentence {
    (shell?.rawValue ?? owner.program).map(FrontSentence.text) ?? .theServer
  }

  /// The unit to move behind bellhop-bus, and to restart.
  var moved: ServerUnit? {
    switch self {
    case .unit(_, let unit, _), .beside(_, let unit): unit
    case .behind, .gnome, .foreign: nil
    }
  }

  /// The command that starts the server for a notification; empty for a shell, which its session alone starts.
  var command: [String] {
    guard shell == nil else { return [] }
    return switch self {
    case .behind(let owner, _): owner.words
    case .unit(_, let unit, _): unit.command
    case .gnome, .beside, .foreign: []
    }
  }

  /// The shell that serves without the name, unless another server is behind bellhop-bus.
  static func shellBeside(
    _ bus: SessionBus, _ environment: SessionEnvironment
  ) throws(FrontFault) -> (owner: BusOwner, shell: Shell)? {
    guard try BusOwner.behind(on: bus, environment) == nil else { return nil }
    for shell in Shell.allCases {
      if let owner = try shell.find(on: bus) { return (owner, shell) }
    }
    return nil
  }

  /// The server that has the notification name or is behind bellhop-bus; `nil` without one. Asks the bus and the
  /// service manager, and guesses nothing from files.
  static func find(
    _ bus: SessionBus, _ manager: ServiceManager?, _ environment: SessionEnvironment
  ) throws(FrontFault) -> ServerPlace? {
    func find(_ owner: BusOwner, as shell: Shell? = nil) throws(FrontFault) -> ServerPlace {
      try manager?.place(of: owner, shell, environment) ?? .foreign(owner, why: .isOfNoUnit(owner.sentence))
    }
    if let behind = try BusOwner.behind(on: bus, environment) {
      return .behind(behind, try Shell.of(behind.uniqueName, on: bus))
    }
    guard let owner = try BusOwner.find(BusOwner.notifications, on: bus), !owner.isDaemon else {
      // Plasma beside the name has lost its Do Not Disturb, and has it again behind bellhop-bus.
      guard let (owner, shell) = try shellBeside(bus, environment), shell == .plasma else { return nil }
      let place = try find(owner, as: shell)
      return if case .unit(_, let unit, _) = place { .beside(owner, unit) } else { place }
    }
    let shell = try Shell.of(owner.uniqueName, on: bus)
    switch shell {
    case .gnome?: return .gnome(owner)
    // It keeps the name until the person starts it anew.
    case .cinnamon?: throw .failed(.keepsName(owner.sentence))
    case .plasma?, nil: return try find(owner, as: shell)
    }
  }
}

/// A unit of the person's service manager whose main process is a notification server.
struct ServerUnit: Hashable, Sendable {
  let name: String
  /// The program's path and its arguments, as the manager has read them: specifiers such as %h are replaced, variables
  /// such as $HOME are not.
  let command: [String]
  /// Prefixes of the command in systemd.service(5), by the manager's names for them.
  var flags: Set<String> = []
  /// The name on the bus for which the manager waits, and without which it ends the unit; `nil` if there is none.
  let busName: String?

  /// `-`: the command may fail.
  var mayFail: Bool { flags.contains("ignore-failure") }
  /// `:`: variables are not replaced.
  var keepsVariables: Bool { flags.contains("no-env-expand") }
}

extension ServiceManager {
  fileprivate func place(
    of owner: BusOwner, _ shell: ServerPlace.Shell?, _ environment: SessionEnvironment
  ) throws(FrontFault) -> ServerPlace {
    guard let unit = try unit(of: owner.process), case .string(let name)? = try property("Id", of: unit),
      name.hasSuffix(".service"), try mainProcess(of: unit) == owner.process,
      case .bool(false)? = try property("Transient", of: unit)
    else {
      return .foreign(
        owner, why: shell == .plasma ? .isPlasmaOfNoUnit(owner.sentence) : .isOfNoUnit(owner.sentence))
    }
    func unfit(_ reason: FrontSentence) -> ServerPlace {
      .foreign(owner, why: .isOfUnfitUnit(owner.sentence, unit: name, reason: reason))
    }
    // A restart of a shell's unit would end the session.
    var others: [String] = []
    for relation in ["RequiredBy", "BoundBy", "RequisiteOf"] {
      if case .strings(let names)? = try property(relation, of: unit) { others += names }
    }
    guard others.isEmpty else { return unfit(.othersWouldEnd(others.joined(separator: " "))) }
    guard case .string(let type)? = try property("Type", of: unit, "Service"),
      ["simple", "exec", "dbus", "notify", "notify-reload", "idle"].contains(type)
    else { return unfit(.commandIsUnreadable) }
    guard case .array(_, let commands)? = try property("ExecStartEx", of: unit, "Service"),
      commands.count == 1, case .structure(let parts)? = commands.first, parts.count > 2,
      case .string(let path) = parts[0], path.hasPrefix("/"), case .strings(let words) = parts[1],
      case .strings(let flags) = parts[2], !name.contains("/"), !name.hasPrefix(".")
    else { return unfit(.commandIsUnreadable) }
    // All that a shell starts would be known to others as bellhop-bus.
    guard shell == nil || environment.addresses.contains(where: { $0.file != nil }) else {
      return unfit(.busHasNoFile)
    }
    var busName: String?
    if type == "dbus", case .string(let name)? = try property("BusName", of: unit, "Service") {
      busName = name
    }
    // The first word is the name by which the program is called.
    return .unit(
      owner,
      ServerUnit(
        name: name, command: [path] + words.dropFirst(), flags: Set(flags), busName: busName), shell)
  }
}

/// The person's own service manager (org.freedesktop.systemd1(5)), asked over the session bus.
struct ServiceManager {
  private static let name = "org.freedesktop.systemd1"
  /// The longest wait for a unit to start or end, in milliseconds: the manager's own default.
  private static let patience: Int64 = 90_000

  private let bus: SessionBus

  /// `nil` without a service manager.
  init?(on bus: SessionBus) throws(FrontFault) {
    self.bus = bus
    guard try bus.answer(.bus("GetNameOwner"), [.string(Self.name)]) != nil else { return nil }
  }

  /// The object path of the unit that a process is part of.
  fileprivate func unit(of process: Int32) throws(FrontFault) -> String? {
    guard let number = UInt32(exactly: process),
      case .objectPath(let path)? = try bus.answer(Self.method("GetUnitByPID"), [.uint32(number)])
    else { return nil }
    return path
  }

  private func unit(named name: String) throws(FrontFault) -> String? {
    guard case .objectPath(let path)? = try bus.answer(Self.method("LoadUnit"), [.string(name)]) else {
      return nil
    }
    return path
  }

  fileprivate func property(
    _ name: String, of unit: String, _ interface: String = "Unit"
  ) throws(FrontFault) -> BusValue? {
    let get = BusMethod("Get", of: "org.freedesktop.DBus.Properties", at: unit, on: Self.name)
    return try bus.answer(get, [.string("\(Self.name).\(interface)"), .string(name)])?.unwrapped
  }

  private func mainProcess(of unit: String) throws(FrontFault) -> Int32? {
    guard case .uint32(let process)? = try property("MainPID", of: unit, "Service") else { return nil }
    return Int32(exactly: process)
  }

  func isMainProcess(_ process: Int32, of name: String) throws(FrontFault) -> Bool {
    guard process > 0, let unit = try unit(named: name) else { return false }
    return try mainProcess(of: unit) == process
  }

  /// `ActiveState`.
  func state(of name: String) throws(FrontFault) -> String {
    guard let unit = try unit(named: name), case .string(let state)? = try property("ActiveState", of: unit)
    else { return "inactive" }
    return state
  }

  /// True if the manager has found this file among the drop-ins of the unit.
  func hasRead(_ file: String, of name: String) throws(FrontFault) -> Bool {
    guard let unit = try unit(named: name), case .strings(let paths)? = try property("DropInPaths", of: unit)
    else { return false }
    return paths.contains(file)
  }

  /// Reads all unit files again.
  func reload() throws(FrontFault) { try bus.call(Self.method("Reload")) }

  func start(_ unit: String) throws(FrontFault) { try run("StartUnit", unit) }
  /// Plasma's unit may start three times a minute (StartLimitBurst=), and starts that are asked for count, too.
  func restart(_ unit: String) throws(FrontFault) {
    _ = try bus.answer(Self.method("ResetFailedUnit"), [.string(unit)])
    try run("RestartUnit", unit)
  }

  /// Returns when the job is done.
  private func run(_ method: String, _ name: String) throws(FrontFault) {
    try bus.call(Self.method(method), [.string(name), .string("replace")])
    guard let unit = try unit(named: name) else { return }
    let isDone = try bus.wait(for: Self.patience) { () throws(FrontFault) in
      guard case .structure(let job)? = try property("Job", of: unit) else { return true }
      return job.first == .uint32(0)
    }
    guard isDone else { throw .failed(.silent("\(method) \(name)")) }
    let state = try state(of: name)
    guard ["active", "activating", "reloading"].contains(state) else {
      throw .failed(.jobFailed(unit: name, result: state))
    }
  }

  private static func method(_ member: String) -> BusMethod {
    BusMethod(member, of: "\(name).Manager", at: "/org/freedesktop/systemd1", on: name)
  }
}
