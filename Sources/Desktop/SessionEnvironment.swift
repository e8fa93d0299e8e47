import BusSocket
import BusWire
import EventLoop
import Glibc
import Locks
import Retry

/// The variables that say where the desktop is: the process's own, else the service manager's. A service that started
/// before the graphical session gets them only from the manager. The variables that a service got at its start may
/// belong to a session that has ended: for a service the manager's present ones win, and those of two sessions are
/// never mixed.
///
/// Invariant: used on the desktop thread, except for `variables`.
final class SessionEnvironment: BusFollower {
  /// Only these are read from the service manager.
  private static let names: Set = ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "SWAYSOCK", "I3SOCK"]
  private static let managerName = "org.freedesktop.systemd1"
  /// In bytes. Paths and display names are never longer.
  private static let valueBound = 4_096

  /// About five minutes of asking. A session that sets its variables at all does so while it starts.
  private static let mostQuestions = 10
  /// An X server's socket appears here before its session sets variables at the service manager. A Wayland compositor's
  /// socket appears elsewhere, where the focus sources look.
  private static let displaySockets = "/tmp/.X11-unix"

  /// The service manager's variables, readable from any thread.
  private final class Managed: Sendable {
    let values = Mutex<[String: String]>([:])
  }

  /// May be called from any thread.
  let variables: SessionVariables
  /// True while the desktop has not been found. The service manager sends no signal for a change, so it is asked again
  /// with growing pauses.
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
  /// Counts the questions since the last reason to ask; `nil` without a reason.
  private var asking: Backoff?

  init(_ own: @escaping SessionVariables, _ loop: EventLoop, whenChanged: @escaping () -> Void) {
    self.loop = loop
    self.whenChanged = whenChanged
    // A child process of a service inherits the variable, with the service's process id.
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

  /// Keeps the manager's variables: the desktop may outlive the bus.
  func left() {
    connection = nil
    displays = nil
    again = nil
  }

  private func ask() {
    again = nil
    let environment = BusMethod(
      "Get", of: "org.freedesktop.DBus.Properties", at: "/org/freedesktop/systemd1", on: Self.managerName)
    // No timeout: a manager that is busy with the login answers late.
    connection?.call(
      environment, [.string("\(Self.managerName).Manager"), .string("Environment")],
      timeoutMilliseconds: nil
    ) { [self, connection] answer in
      guard let connection, connection === self.connection else { return }
      switch answer {
      case .success(let values): if case .strings(let entries)? = values.first?.unwrapped { apply(entries) }
      case .failure(.timedOut): break
      // A session without a service manager gets no later one.
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

  /// Asks again in 1, 2, 4 … 60 s, at most `mostQuestions` times for each reason.
  private func search() {
    again = nil
    guard var asking, asking.failures < Self.mostQuestions, connection != nil else { return }
    again = Delay(asking.next(), loop) { [weak self] in self?.ask() }
    self.asking = asking
  }
}
