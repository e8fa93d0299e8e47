import BusWire
import NotificationModel

/// Where the desktop's notification server runs, and so what it takes to stand before it.
enum ServerPlace {
  /// Behind bellhop-bus already, by somebody's own arrangement.
  case behind(NameOwner)
  /// It serves without the name as well: a desktop's shell.
  case shell(NameOwner, Shell)
  /// The main process of a unit, which can be started elsewhere.
  case unit(NameOwner, ServerUnit)
  /// Neither: whoever has started it must do so otherwise.
  case foreign(NameOwner, ServerUnit.Unfit)

  enum Shell: String, Sendable {
    case gnome = "GNOME Shell"
    case plasma = "Plasma"

    private static let plasmaName = "org.kde.plasmashell"
    /// Names of whoever has the notification name in a desktop: in GNOME a helper, in Plasma the shell itself.
    static let owners = [("org.gnome.Shell.Notifications", gnome), (plasmaName, plasma)]

    /// Where it serves, whoever has the notification name.
    var ownName: String {
      switch self {
      case .gnome: "org.gnome.Shell"
      case .plasma: Self.plasmaName
      }
    }

    /// The unit to be started anew, so that it finds the name taken; `nil` where the name is to be had without that.
    var unit: String? { self == .plasma ? "plasma-plasmashell.service" : nil }
  }

  var owner: NameOwner {
    switch self {
    case .behind(let owner), .shell(let owner, _), .unit(let owner, _), .foreign(let owner, _): owner
    }
  }

  var unit: ServerUnit? { if case .unit(_, let unit) = self { unit } else { nil } }
  var shell: Shell? { if case .shell(_, let shell) = self { shell } else { nil } }

  /// The server that has the notification name, or is behind bellhop-bus; `nil` for none. Asks the bus and the manager, and
  /// guesses nothing from files.
  static func find(
    _ bus: SessionBus, _ manager: ServiceManager?, _ environment: SessionEnvironment
  ) throws(FrontFault) -> ServerPlace? {
    if let behind = try NameOwner.find(NameOwner.server, on: bus) {
      return .behind(
        NameOwner(uniqueName: behind.uniqueName, process: ServerBehind.process(environment) ?? 0))
    }
    guard let owner = try NameOwner.find(NameOwner.notifications, on: bus), !owner.isDaemon else {
      return nil
    }
    for (name, shell) in Shell.owners {
      if try bus.text("GetNameOwner", [.text(name)]) == owner.uniqueName { return .shell(owner, shell) }
    }
    guard let manager else { return .foreign(owner, .none) }
    return switch try ServerUnit.find(of: owner.process, in: manager) {
    case .success(let unit): .unit(owner, unit)
    case .failure(let why): .foreign(owner, why)
    }
  }
}

/// What bellhop-bus says of the server behind it, whom the session bus takes for bellhop-bus.
enum ServerBehind {
  /// `nil` where bellhop-bus is not there, or knows of none.
  static func process(_ environment: SessionEnvironment) -> Int32? {
    guard let path = environment.behind, let bus = try? SessionBus([.path(path)]),
      let answer = try? bus.call("GetServer", to: .own), answer.hasBody
    else { return nil }
    var reader = answer.arguments()
    return (try? reader.uint32()).flatMap { $0 == 0 ? nil : Int32(exactly: $0) }
  }
}
