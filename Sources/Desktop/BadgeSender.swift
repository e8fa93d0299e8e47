import Delivery
import NotificationModel
import SessionBus

/// Shows each app's number in the docks, again when one appears, and takes them all away at the end.
///
/// Invariant: an app whose number is not to be seen has no connection.
final class BadgeSender: BusFollower {
  /// Docks own this name, though the signals go to whoever listens.
  private static let dockName = "com.canonical.Unity"
  /// Apps with a badge, each on a connection of its own: more icons than any dock has room for.
  private static let most = 64

  private let variables: SessionBusAddress.Variables
  private let reporting: (DesktopFinding) -> Void
  private var bus: BusConnection?
  private var owners: BusSubscription?
  private var numbers: [AppID: Int] = [:]
  private var entries: [AppID: LauncherEntry] = [:]
  /// Apps without a number, of which no dock could be told so yet.
  private var cleared: Set<AppID> = []
  private var reported: DesktopFinding?

  init(
    _ variables: @escaping SessionBusAddress.Variables, reporting: @escaping (DesktopFinding) -> Void
  ) {
    self.variables = variables
    self.reporting = reporting
  }

  /// None at 0.
  func show(_ count: Int, of app: AppID) {
    if count > 0 {
      cleared.remove(app)
      numbers[app] = count
      tell(count, of: app)
    } else {
      numbers[app] = nil
      clear(app)
    }
  }

  /// Takes them all away, and waits until that has left: for the end, since Plasma keeps what it heard last of
  /// whoever leaves the bus.
  func clearAll() {
    let connections = entries.values.compactMap { $0.clear() }
    entries = [:]
    numbers = [:]
    for connection in connections { connection.flushAndWait() }
  }

  private func tell(_ count: Int, of app: AppID) {
    guard bus != nil, let address = SessionBusAddress.current(in: variables) else { return }
    if let entry = entries[app], !entry.isLost { return entry.show(count) }
    guard entries.count < Self.most || entries[app] != nil else { return }
    entries[app] = LauncherEntry(app, count: count, on: address)
  }

  private func clear(_ app: AppID) {
    if let connection = entries.removeValue(forKey: app)?.clear() {
      // The bus answers after it has passed on what came before: until then the connection has to live.
      connection.call(.bus("GetId")) { [self] _ in withExtendedLifetime(connection) { makeRoom() } }
    } else if let bus {
      LauncherEntry.tell(0, of: app, on: bus)
    } else {
      cleared.insert(app)
    }
  }

  /// For apps that had to wait for a connection.
  private func makeRoom() {
    guard entries.count < Self.most, numbers.count > entries.count else { return }
    for (app, count) in numbers where entries[app] == nil { tell(count, of: app) }
  }

  // MARK: The bus and the docks

  func arrived(on connection: BusConnection) {
    bus = connection
    for app in cleared { LauncherEntry.tell(0, of: app, on: connection) }
    cleared = []
    for (app, count) in numbers { tell(count, of: app) }
    owners = BusSubscription(
      connection, sender: BusConnection.busName, interface: BusConnection.busName,
      member: "NameOwnerChanged", firstArgument: Self.dockName
    ) { [self] signal in
      guard case .string(let owner)? = signal.arguments.last else { return }
      found(dock: !owner.isEmpty)
    }
    connection.call(.bus("GetNameOwner"), [.string(Self.dockName)]) { [self] answer in
      guard connection === bus else { return }
      if case .success = answer { found(dock: true) } else { found(dock: false) }
    }
  }

  func left() {
    owners = nil
    bus = nil
    entries = [:]
    report(
      DesktopFinding(
        .badges, .missing, "There is no session bus on which docks could hear of badges.",
        remedy: "Start bellhopd in a desktop session, with DBUS_SESSION_BUS_ADDRESS or XDG_RUNTIME_DIR set."))
  }

  private func found(dock isThere: Bool) {
    guard isThere else {
      return report(
        DesktopFinding(
          .badges, .limited, "Badges are sent to whoever listens, and no dock says that it does.",
          remedy: "Use a dock that shows them: Plasma's task manager, the package plank, or the package "
            + "gnome-shell-extension-dashtodock."))
    }
    for entry in entries.values { entry.tell() }
    report(DesktopFinding(.badges, .works, "A dock shows the badges."))
  }

  private func report(_ finding: DesktopFinding) {
    guard finding != reported else { return }
    reported = finding
    reporting(finding)
  }
}
