import SessionBus
import Synchronization

/// The variables that say where the desktop is: the process's own, else the service manager's. A service that
/// is older than the graphical session has them from there alone.
///
/// Invariant: used on the watch's thread, but for `variables`.
final class SessionEnvironment: BusFollower {
  /// The others are the process's alone.
  private static let names: Set = [
    "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "SWAYSOCK", "I3SOCK", "HYPRLAND_INSTANCE_SIGNATURE",
  ]
  private static let managerName = "org.freedesktop.systemd1"
  /// No path and no name of a display is longer.
  private static let valueBound = 4_096

  /// What the service manager has, readable from any thread.
  private final class Managed: Sendable {
    let values = Mutex<[String: String]>([:])
  }

  /// Any thread may ask.
  let variables: SessionBusAddress.Variables
  /// Whether the desktop has not been found yet: the service manager does not tell of changes, and is asked
  /// again and again.
  var isSearching = true {
    didSet { if isSearching != oldValue { search() } }
  }
  private let managed = Managed()
  private let whenChanged: () -> Void
  private var connection: BusConnection?
  private var again: Delay?
  private var fruitless = 0

  init(_ own: @escaping SessionBusAddress.Variables, whenChanged: @escaping () -> Void) {
    self.whenChanged = whenChanged
    variables = { [managed] name in own(name) ?? managed.values.withLock { $0[name] } }
  }

  func arrived(on connection: BusConnection) {
    self.connection = connection
    fruitless = 0
    ask()
  }

  /// What the manager said holds on: the desktop may outlive the bus.
  func left() {
    connection = nil
    again = nil
  }

  private func ask() {
    again = nil
    let environment = BusMethod(
      "Get", of: "org.freedesktop.DBus.Properties", at: "/org/freedesktop/systemd1", on: Self.managerName)
    // A manager that is busy with the login answers late.
    connection?.call(
      environment, [.string("\(Self.managerName).Manager"), .string("Environment")],
      timeoutMilliseconds: .max
    ) { [self, connection] answer in
      guard let connection, connection === self.connection else { return }
      // Who has no service manager gets none later either.
      guard case .success(let values) = answer else { return }
      if case .strings(let entries)? = values.first?.unwrapped { take(entries) }
      search()
    }
  }

  private func take(_ entries: [String]) {
    var found: [String: String] = [:]
    for entry in entries where entry.utf8.count <= Self.valueBound {
      let parts = entry.split(separator: "=", maxSplits: 1)
      if parts.count == 2, Self.names.contains(String(parts[0])) {
        found[String(parts[0])] = String(parts[1])
      }
    }
    let changed = managed.values.withLock { values in
      defer { values = found }
      return values != found
    }
    guard changed else { return }
    fruitless = 0
    whenChanged()
  }

  /// Asks again in 1, 2, 4 … 60 s for as long as the desktop is searched for.
  private func search() {
    again = nil
    guard isSearching, connection != nil else { return }
    again = Delay(milliseconds: Backoff.milliseconds(after: fruitless)) { [weak self] in self?.ask() }
    fruitless += 1
  }
}
