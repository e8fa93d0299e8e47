import BusSocket
import BusWire
import Glibc

/// Follows logind: the session's LockedHint and IdleHint, and the machine's going to sleep.
///
/// Invariant: answers about a session that is no longer followed, or from a logind that has ended, are ignored.
final class LogindLock: BusFollower {
  enum Heard {
    case answer(LockAnswer)
    /// The session's IdleHint, which GNOME, KDE and swayidle's `idlehint` set. Other desktops never set it, so `false`
    /// is only reported after a first `true`; `nil` when logind or the session has ended.
    case idle(Bool?)
    /// Whether a program inhibits that the session counts as idle.
    case idleInhibited(Bool)
    /// The person's programs that do so.
    case idleInhibitors([IdleInhibitor])
    case sleeps
    case wakes
  }

  private static let name = "org.freedesktop.login1"
  private static let managerPath = "/org/freedesktop/login1"
  private static let manager = "org.freedesktop.login1.Manager"
  private static let session = "org.freedesktop.login1.Session"
  private static let user = "org.freedesktop.login1.User"
  private static let properties = "org.freedesktop.DBus.Properties"

  private let sessionID: String?
  private let heard: (Heard) -> Void
  private var connection: BusClient?
  private var names: NameOwner?
  private var owner: String?
  private var managerSignals: BusSubscription?
  private var managerProperties: BusSubscription?
  private var userSignals: BusSubscription?
  private var sessionSignals: BusSubscription?
  private var sessionPath: String?
  /// Whether this session's IdleHint was ever true.
  private var hasBeenIdle = false

  /// `sessionID`: the daemon's own session; `nil` for a service of the user manager, which is in no session.
  init(sessionID: String?, heard: @escaping (Heard) -> Void) {
    self.sessionID = sessionID
    self.heard = heard
  }

  func arrived(on connection: BusClient) {
    self.connection = connection
    heard(.answer(.awaited))
    names = NameOwner(of: Self.name, on: connection) { [unowned self] in found(owner: $0) }
  }

  func left() {
    names = nil
    found(owner: nil)
    connection = nil
  }

  /// Asks for the hint once more.
  func ask() { if let sessionPath { askHint(sessionPath) } else { findSession() } }

  private func found(owner: String?) {
    self.owner = owner
    managerSignals = nil
    managerProperties = nil
    userSignals = nil
    sessionSignals = nil
    sessionPath = nil
    guard let connection, let owner else {
      // After its end logind cannot report that the machine has woken, or that the session is no longer idle.
      heard(.answer(.absent))
      heard(.idleInhibited(false))
      heard(.idleInhibitors([]))
      forgetIdle()
      return heard(.wakes)
    }
    managerSignals = BusSubscription(
      connection, sender: owner, interface: Self.manager, path: Self.managerPath
    ) { [weak self] signal in self?.managerSaid(signal) }
    managerProperties = BusSubscription(
      connection, sender: owner, interface: Self.properties, member: "PropertiesChanged",
      path: Self.managerPath,
      firstArgument: Self.manager
    ) { [weak self] signal in
      guard signal.arguments.count == 3, case .dictionary(let changed) = signal.arguments[1] else { return }
      if let blocked = changed["BlockInhibited"] { self?.heardInhibited(blocked) }
    }
    get("BlockInhibited", of: Self.manager, at: Self.managerPath) { [weak self] value in
      if let value { self?.heardInhibited(value) }
    }
    get("PreparingForSleep", of: Self.manager, at: Self.managerPath) { [weak self] value in
      if case .bool(let isPreparing)? = value { self?.heard(isPreparing ? .sleeps : .wakes) }
    }
    findSession()
  }

  /// `blocked`: logind's list of inhibited kinds, such as "idle:sleep".
  private func heardInhibited(_ blocked: BusValue) {
    guard case .string(let kinds) = blocked.unwrapped else { return }
    let isInhibited = kinds.split(separator: ":").contains("idle")
    heard(.idleInhibited(isInhibited))
    guard isInhibited else { return heard(.idleInhibitors([])) }
    call("ListInhibitors", []) { [weak self] list in
      self?.heard(.idleInhibitors(IdleInhibitor.all(inLogindsList: list, user: getuid())))
    }
  }

  private func managerSaid(_ signal: BusSignal) {
    switch (signal.member, signal.arguments.first) {
    case ("PrepareForSleep", .bool(let begins)): heard(begins ? .sleeps : .wakes)
    case ("SessionNew", _), ("SessionRemoved", _): findSession()
    default: break
    }
  }

  // MARK: The session

  private func findSession() {
    guard let sessionID else { return findUser() }
    call("GetSession", [.string(sessionID)]) { [weak self] answer in
      if case .objectPath(let path)? = answer { self?.use(session: path) } else { self?.findUser() }
    }
  }

  /// Finds the person's current graphical session.
  private func findUser() {
    call("GetUser", [.uint32(getuid())]) { [weak self] answer in
      guard let self, let connection, let owner else { return }
      guard case .objectPath(let path)? = answer else { return use(session: nil) }
      if userSignals == nil {
        userSignals = BusSubscription(
          connection, sender: owner, interface: Self.properties, member: "PropertiesChanged", path: path,
          firstArgument: Self.user
        ) { [weak self] _ in self?.askDisplay(path) }
      }
      askDisplay(path)
    }
  }

  private func askDisplay(_ user: String) {
    get("Display", of: Self.user, at: user) { [weak self] value in
      guard case .structure(let pair)? = value, pair.count == 2, case .objectPath(let path) = pair[1],
        path != "/"
      else { return self?.use(session: nil) ?? () }
      self?.use(session: path)
    }
  }

  private func use(session path: String?) {
    guard let connection, let owner else { return }
    guard let path else {
      sessionPath = nil
      sessionSignals = nil
      return heard(.answer(.absent))
    }
    guard path != sessionPath else { return }
    forgetIdle()
    sessionPath = path
    sessionSignals = BusSubscription(
      connection, sender: owner, interface: Self.properties, member: "PropertiesChanged", path: path,
      firstArgument: Self.session
    ) { [weak self] signal in self?.sessionChanged(signal, path) }
    askHint(path)
  }

  private func sessionChanged(_ signal: BusSignal, _ path: String) {
    guard path == sessionPath, signal.arguments.count == 3,
      case .dictionary(let changed) = signal.arguments[1]
    else { return }
    // Only changes of IdleHint count: for a session at a terminal, logind derives the value from the terminal's input.
    if case .bool(let isIdle)? = changed["IdleHint"]?.unwrapped, isIdle || hasBeenIdle {
      hasBeenIdle = true
      heard(.idle(isIdle))
    }
    if case .bool(let isLocked)? = changed["LockedHint"]?.unwrapped {
      heard(.answer(isLocked ? .locked : .unlocked))
    } else if case .strings(let names) = signal.arguments[2], names.contains("LockedHint") {
      askHint(path)
    }
  }

  private func forgetIdle() {
    hasBeenIdle = false
    heard(.idle(nil))
  }

  private func askHint(_ path: String) {
    get("LockedHint", of: Self.session, at: path) { [weak self] value in
      guard let self, path == sessionPath else { return }
      guard case .bool(let isLocked)? = value else { return heard(.answer(.absent)) }
      heard(.answer(isLocked ? .locked : .unlocked))
    }
  }

  // MARK: Calls

  private func get(
    _ property: String, of interface: String, at path: String, then: @escaping (BusValue?) -> Void
  ) {
    call("Get", of: Self.properties, at: path, [.string(interface), .string(property)]) {
      then($0?.unwrapped)
    }
  }

  private func call(
    _ member: String, of interface: String = manager, at path: String = managerPath, _ arguments: [BusValue],
    then: @escaping (BusValue?) -> Void
  ) {
    guard let connection, let owner else { return }
    // The call has no time limit: until logind answers or ends, its last report holds.
    connection.call(
      BusMethod(member, of: interface, at: path, on: owner), arguments, timeoutMilliseconds: nil
    ) { [weak self] answer in
      guard let self, self.owner == owner, self.connection === connection else { return }
      if case .success(let values) = answer { then(values.first) } else { then(nil) }
    }
  }
}
