import BusSocket
import BusWire
import EventLoop
import NotificationModel
import Retry

/// Finds the notification server: asks the candidates of `RouteChoice` whether they serve the interface.
final class RouteSearch {
  /// A candidate that takes longer is asked again later.
  private static let patienceMilliseconds: Int64 = 1_000

  private unowned let bus: BusClient
  private let me: String
  private let context: ServiceContext
  private let nameless: NamelessServers
  private let changed: () -> Void
  private var choice: RouteChoice
  private var asked: [String: Delay] = [:]
  private var pause: Delay?
  private var backoff = Backoff()
  /// Whether we own the notification name.
  private var isOurs = false
  private var shutOutServer = ShutOutServer()

  init(_ bus: BusClient, as me: String, _ context: ServiceContext, changed: @escaping () -> Void) {
    self.bus = bus
    self.me = me
    self.context = context
    self.changed = changed
    choice = RouteChoice(path: context.path)
    var found: (String, StartedProgram, Uptime) -> Void = { _, _, _ in }
    nameless = NamelessServers(bus, context) { found($0, $1, $2) }
    found = { [unowned self] in isThere($0, $1, seen: $2) }
  }

  /// `nil` while the server is not known.
  var route: ServerRoute? { choice.route }
  /// The server's unique name.
  var server: String? { choice.server }
  /// Whether the server is behind bellhop-bus, where the interface has another name.
  var isBehind: Bool { choice.behind != nil }

  /// A server that was started past bellhop-bus, and has ended without its name.
  var shutOut: StartedProgram? { shutOutServer.program }

  /// The process of the server behind bellhop-bus.
  func serverIs(_ process: Int32) {
    guard process > 0, let program = try? context.directory.command(of: process, seen: context.now().uptime)
    else { return }
    shutOutServer.isServed(by: program)
    changed()
  }

  /// A name has a new owner; `old`: the previous one, where known.
  func hear(_ name: String, is owner: String?, after old: String?) {
    switch name {
    case ServiceNames.server: choice.behind = owner
    case ServiceNames.notifications:
      isOurs = owner == me
      if isOurs, let old, old != me { choice.isNameless(old) }
    case _ where ServiceNames.shells.contains(name): choice.shellIs(name, owner)
    default: return
    }
    backoff.reset()
    go()
  }

  /// A connection has ended.
  func isGone(_ name: String) {
    choice.isGone(name)
    shutOutServer.isGone(name, now: context.now().uptime)
    backoff.reset()
    go()
  }

  private func isThere(_ name: String, _ program: StartedProgram, seen: Uptime) {
    shutOutServer.connected(name, program, seen: seen)
    guard ServiceNames.namelessServers.contains(program.name) else { return }
    choice.isNameless(name)
    go()
  }

  private func go() {
    // While we do not own the name, its owner is the server.
    nameless.look(isOurs && server == nil)
    for name in choice.unknown where asked[name] == nil { ask(name) }
    askAgainLater()
    changed()
  }

  private func ask(_ name: String) {
    asked[name] = Delay(Self.patienceMilliseconds, context.loop) { [unowned self] in answered(name, false) }
    // No time limit on the call itself: a late answer still counts.
    let method = BusMethod(
      "GetServerInformation", of: ServiceNames.notifications, at: ServiceNames.path, on: name)
    bus.call(method, timeoutMilliseconds: nil) { [weak self] answer in
      if case .success = answer { self?.answered(name, true) } else { self?.answered(name, false) }
    }
  }

  private func answered(_ name: String, _ isServer: Bool) {
    guard asked.removeValue(forKey: name) != nil || isServer else { return }
    choice.found(name, serves: isServer)
    if isServer { shutOutServer.serves(name) }
    go()
  }

  private func askAgainLater() {
    guard pause == nil, asked.isEmpty, !choice.doubtful.isEmpty else { return }
    pause = Delay(backoff.next(), context.loop) { [unowned self] in
      pause = nil
      for name in choice.doubtful { ask(name) }
    }
  }
}

/// Chooses the notification server while we own its name: the server behind bellhop-bus; else a shell that serves the
/// interface at its own name; else a connection that serves it without any name. A value without a connection.
struct RouteChoice {
  /// Where bellhop-bus listens.
  private let path: String
  /// Plenty: a desktop has one at most.
  private static let mostNameless = 8

  /// The unique name of the server behind bellhop-bus.
  var behind: String?
  /// The unique names of shells, keyed by the names in `ServiceNames.shells`.
  private var shells: [String: String] = [:]
  /// The connections that may serve without a name, the newest first: previous owners of the notification name, and
  /// programs of `ServiceNames.namelessServers`. They stay until they disconnect.
  private var nameless: [String] = []
  /// Whether a connection serves the interface, keyed by unique name. Holds present candidates only.
  private var serves: [String: Bool] = [:]

  init(path: String) { self.path = path }

  mutating func shellIs(_ name: String, _ owner: String?) {
    shells[name] = owner
    forgetOthers()
  }

  mutating func isNameless(_ name: String) {
    guard !nameless.contains(name) else { return }
    nameless = [name] + nameless.prefix(Self.mostNameless - 1)
    forgetOthers()
  }

  /// A connection has ended.
  mutating func isGone(_ name: String) {
    nameless.removeAll { $0 == name }
    forgetOthers()
  }

  mutating func found(_ name: String, serves isServer: Bool) {
    if candidates.contains(name) { serves[name] = isServer }
  }

  /// The candidates to be asked whether they serve the interface.
  var unknown: [String] { behind == nil ? candidates.filter { serves[$0] == nil } : [] }
  /// The candidates to be asked again after a while, since no server was found: a starting shell gets its name before
  /// it serves the interface.
  var doubtful: [String] { route == .behind(path: path) && behind == nil ? candidates : [] }

  /// `nil` while an answer that decides is missing.
  var route: ServerRoute? {
    guard behind == nil else { return .behind(path: path) }
    for shell in ServiceNames.shells {
      guard let owner = shells[shell] else { continue }
      guard let isServer = serves[owner] else { return nil }
      if isServer { return .named(shell) }
    }
    for name in nameless {
      guard let isServer = serves[name] else { return nil }
      if isServer { return .named(name) }
    }
    return .behind(path: path)
  }

  /// The server's unique name.
  var server: String? {
    switch route {
    case .named(let name): shells[name] ?? name
    case .behind: behind
    case .usual, nil: nil
    }
  }

  private var candidates: [String] { ServiceNames.shells.compactMap { shells[$0] } + nameless }

  private mutating func forgetOthers() {
    let candidates = candidates
    serves = serves.filter { candidates.contains($0.key) }
  }
}
