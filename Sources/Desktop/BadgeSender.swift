import BusSocket
import BusWire
import Delivery
import EventLoop
import NotificationModel
import Retry

/// Shows each app's badge number in the docks, sends the numbers again when a dock appears, and clears them at the end.
///
/// Invariant: an app without a number keeps no connection.
final class BadgeSender: BusFollower {
  /// Docks own this name, although the signals are broadcast to every listener.
  private static let dockName = "com.canonical.Unity"
  /// The most apps with a badge, each on its own connection: more icons than a dock has room for.
  private static let most = 64

  private let variables: SessionVariables
  private let loop: EventLoop
  /// A read buffer shared by the connections of all apps.
  private let buffer = ReadBuffer()
  private let reporting: (DesktopFact) -> Void
  private var bus: BusClient?
  private var dock: NameOwner?
  private var numbers: [AppID: Int] = [:]
  private var entries: [AppID: LauncherEntry] = [:]
  /// Apps without a number whose last number the docks may still show.
  private var cleared: Set<AppID> = []
  private var isClearing = false
  private var retry: Delay?
  private var backoff = Backoff()
  private var reported: DesktopFact?

  init(
    _ variables: @escaping SessionVariables, _ loop: EventLoop, reporting: @escaping (DesktopFact) -> Void
  ) {
    self.variables = variables
    self.loop = loop
    self.reporting = reporting
  }

  /// Clears the badge at 0.
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

  /// Clears all badges and waits, at most 100 ms for each connection, until the signals have left. Used at the end:
  /// Plasma keeps showing the last number of a sender that leaves the bus.
  func clearAll() {
    let connections = entries.values.compactMap { $0.clear() }
    entries = [:]
    numbers = [:]
    for connection in connections { connection.flush(withinMilliseconds: 100) }
  }

  private func tell(_ count: Int, of app: AppID) {
    guard bus != nil else { return }
    if let entry = entries[app], !entry.isLost { return entry.show(count) }
    guard entries.count < Self.most || entries[app] != nil else { return }
    let entry = LauncherEntry(app, count: count) { [weak self] in self?.settled($0) }
    entries[app] = entry
    connect { [weak entry] in entry?.connected($0) }
  }

  private func clear(_ app: AppID) {
    guard let connection = entries.removeValue(forKey: app)?.clear() else {
      cleared.insert(app)
      return clearNext()
    }
    letGo(of: connection) { [weak self] in self?.makeRoom() }
  }

  /// Clears one app after another, each on its own connection as `LauncherEntry` requires: at the start every known app
  /// may still have a number from the last run.
  private func clearNext() {
    guard !isClearing, bus != nil, let app = cleared.first else { return }
    isClearing = true
    connect { [weak self] result in
      guard let self else { return }
      guard case .success(let connection) = result else {
        isClearing = false
        return settled(false)
      }
      // Meanwhile the app may have got a number again.
      if cleared.remove(app) != nil { LauncherEntry.tell(0, of: app, on: connection) }
      letGo(of: connection) { [weak self] in
        self?.isClearing = false
        self?.settled(true)
        self?.clearNext()
      }
    }
  }

  /// Keeps the connection until the bus answers: by then it has passed on all earlier signals.
  private func letGo(of connection: BusClient, then: @escaping () -> Void) {
    connection.call(.bus("GetId")) { _ in withExtendedLifetime(connection) { then() } }
  }

  /// Shows the numbers of apps that had to wait for a free connection.
  private func makeRoom() {
    guard entries.count < Self.most, numbers.count > entries.count else { return }
    for (app, count) in numbers where entries[app] == nil { tell(count, of: app) }
  }

  private func connect(then: @escaping (Result<BusClient, BusError>) -> Void) {
    BusClient.open(BusAddress.session(variables), loop, buffer, then: then)
  }

  // MARK: Connections that fail

  private func settled(_ isHeard: Bool) {
    if isHeard {
      backoff.reset()
    } else if retry == nil, bus != nil {
      retry = Delay(backoff.next(), loop) { [weak self] in self?.tryAgain() }
    }
  }

  private func tryAgain() {
    retry = nil
    for (app, count) in numbers where entries[app]?.isLost == true { tell(count, of: app) }
    clearNext()
  }

  // MARK: The bus and the docks

  func arrived(on connection: BusClient) {
    bus = connection
    clearNext()
    for (app, count) in numbers { tell(count, of: app) }
    dock = NameOwner(of: Self.dockName, on: connection) { [unowned self] in found(dock: $0 != nil) }
  }

  func left() {
    dock = nil
    bus = nil
    retry = nil
    backoff.reset()
    entries = [:]
    report(.noBadgeBus)
  }

  private func found(dock isThere: Bool) {
    guard isThere else { return report(.noDock) }
    for (app, count) in numbers { tell(count, of: app) }
    report(.dockShowsBadges)
  }

  private func report(_ fact: DesktopFact) {
    guard fact != reported else { return }
    reported = fact
    reporting(fact)
  }
}

/// An app's icon in the docks, by the Unity launcher API: a signal that carries the icon's whole state.
///
/// Invariant: the connection sends signals of one app only. Docks identify a sender with an app: Plank shows the number
/// of an app without an icon on the sender's last icon, and reads only the last of several signals within 32 ms; Plasma
/// remembers one app for each sender.
final class LauncherEntry {
  private static let interface = "com.canonical.Unity.LauncherEntry"

  private let app: AppID
  private var count: Int
  private var connection: BusClient?
  private let whenSettled: (Bool) -> Void
  /// True once the connection has failed or ended; no later signal can be sent.
  private(set) var isLost = false

  /// `whenSettled`: gets true when the connection is made, false when it fails or ends.
  init(_ app: AppID, count: Int, whenSettled: @escaping (Bool) -> Void) {
    self.app = app
    self.count = count
    self.whenSettled = whenSettled
  }

  func connected(_ result: Result<BusClient, BusError>) {
    guard case .success(let connection) = result else { return lose() }
    self.connection = connection
    connection.whenClosed { [weak self] in self?.lose() }
    tell()
    whenSettled(true)
  }

  private func lose() {
    isLost = true
    connection = nil
    whenSettled(false)
  }

  func show(_ count: Int) {
    self.count = count
    tell()
  }

  private func tell() {
    if let connection { Self.tell(count, of: app, on: connection) }
  }

  /// Clears the badge. Returns the connection, if there is one: the caller keeps it until the signal has left.
  func clear() -> BusClient? {
    show(0)
    return connection
  }

  static func tell(_ count: Int, of app: AppID, on connection: BusClient) {
    let uri = "application://\(app.text).desktop"
    connection.emit(
      "Update", of: interface, at: path(of: uri),
      [
        .string(uri),
        .dictionary(["count": .int64(Int64(count)), "count-visible": .bool(count > 0)]),
      ])
  }

  /// An object path for each app, made as libunity makes it: from GLib's hash of the URI (g_str_hash).
  private static func path(of uri: String) -> String {
    let hash = uri.utf8.reduce(UInt32(5_381)) { $0 &* 33 &+ UInt32(truncatingIfNeeded: Int8(bitPattern: $1)) }
    return "/com/canonical/unity/launcherentry/\(hash)"
  }
}
