import BusSocket
import BusWire
import EventLoop
import Glibc
import Retry
import Synchronization

/// The variables that say where the desktop is: the process's own, else the service manager's. A service that
/// is older than the graphical session has them from there alone. What the manager gave to its own service at the
/// start may be of a session that has ended: there its word of today counts first, and one session's is not
/// mixed with another's.
///
/// Invariant: used on the desktop thread, but for `variables`.
final class SessionEnvironment: BusFollower {
  /// The others are the process's alone.
  private static let names: Set = [
    "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "SWAYSOCK", "I3SOCK", "HYPRLAND_INSTANCE_SIGNATURE",
  ]
  private static let managerName = "org.freedesktop.systemd1"
  /// No path and no name of a display is longer.
  private static let valueBound = 4_096

  /// In about five minutes. A session that gives its variables at all does so while it starts.
  private static let mostQuestions = 10
  /// An X server's socket appears here before its session gives anything to the service manager; where a
  /// Wayland compositor has its own, whoever follows it looks by itself.
  private static let displaySockets = "/tmp/.X11-unix"

  /// What the service manager has, readable from any thread.
  private final class Managed: Sendable {
    let values = Mutex<[String: String]>([:])
  }

  /// Any thread may ask.
  let variables: SessionVariables
  /// Whether the desktop has not been found yet: the service manager does not tell of changes, and is asked
  /// again and again for a while.
  var isSearching = true {
    didSet {
      guard isSearching != oldValue else { return }
      asking = isSearching ? Backoff() : nil
      search()
    }
  }
  private let managed = Managed()
  private let loop: EventLoop
  private let whenChanged: () -> Void
  private var connection: BusClient?
  private var again: Delay?
  private var displays: NameMonitor?
  /// As often as was asked since there was last a reason to; `nil` while there is none.
  private var asking: Backoff?

  init(_ own: @escaping SessionVariables, _ loop: EventLoop, whenChanged: @escaping () -> Void) {
    self.loop = loop
    self.whenChanged = whenChanged
    // A program that a service has started has the variable as well, with the service's number.
    let isService = own("SYSTEMD_EXEC_PID") == String(getpid())
    variables = { [managed] name in
      guard Self.names.contains(name) else { return own(name) }
      let values = managed.values.withLock { $0 }
      let hasSession = values["DISPLAY"] != nil || values["WAYLAND_DISPLAY"] != nil
      return isService && hasSession ? values[name] : own(name) ?? values[name]
    }
  }

  func arrived(on connection: BusClient) {
    self.connection = connection
    displays = try? NameMonitor(nil, in: [Self.displaySockets], loop) { [weak self] in
      self?.asking = Backoff()
      self?.search()
    }
    asking = isSearching ? Backoff() : nil
    ask()
  }

  /// What the manager said holds on: the desktop may outlive the bus.
  func left() {
    connection = nil
    displays = nil
    again = nil
  }

  private func ask() {
    again = nil
    let environment = BusMethod(
      "Get", of: "org.freedesktop.DBus.Properties", at: "/org/freedesktop/systemd1", on: Self.managerName)
    // A manager that is busy with the login answers late.
    connection?.call(
      environment, [.string("\(Self.managerName).Manager"), .string("Environment")],
      timeoutMilliseconds: nil
    ) { [self, connection] answer in
      guard let connection, connection === self.connection else { return }
      switch answer {
      case .success(let values): if case .strings(let entries)? = values.first?.unwrapped { apply(entries) }
      case .failure(.timedOut): break
      // Who has no service manager gets none later either.
      case .failure: return
      }
      search()
    }
  }

  private func apply(_ entries: [String]) {
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
    asking = isSearching ? Backoff() : nil
    whenChanged()
  }

  /// Asks again in 1, 2, 4 … 60 s, until there is no more reason to.
  private func search() {
    again = nil
    guard var asking, asking.failures < Self.mostQuestions, connection != nil else { return }
    again = Delay(asking.next(), loop) { [weak self] in self?.ask() }
    self.asking = asking
  }
}
