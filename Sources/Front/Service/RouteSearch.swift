import BusSocket
import BusWire
import EventLoop
import NotificationModel
import Retry

/// Finds out by `RouteChoice` where the notification server is: asks those that may be it.
final class RouteSearch {
  /// Whoever takes longer is asked again later.
  private static let patienceMilliseconds: Int64 = 1_000

  private unowned let bus: BusClient
  private let me: String
  private let loop: EventLoop
  private let nameless: NamelessServers
  private let changed: () -> Void
  private var choice: RouteChoice
  private var asked: [String: Delay] = [:]
  private var pause: Delay?
  private var backoff = Backoff()
  /// Whether the notification name is.
  private var isOurs = false

  init(_ bus: BusClient, as me: String, _ context: ServiceContext, changed: @escaping () -> Void) {
    self.bus = bus
    self.me = me
    loop = context.loop
    self.changed = changed
    choice = RouteChoice(path: context.path)
    var found: (String) -> Void = { _ in }
    nameless = NamelessServers(bus, context) { found($0) }
    found = { [unowned self] in maybe($0) }
  }

  /// `nil` while it is not known.
  var route: ServerRoute? { choice.route }
  /// Its unique name.
  var server: String? { choice.server }
  /// Whether it is behind bellhop-bus, where the interface has the other name.
  var isBehind: Bool { choice.behind != nil }

  /// A name has this owner now; `old`: the one before, as far as that is known.
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
    backoff.reset()
    go()
  }

  private func maybe(_ name: String) {
    choice.isNameless(name)
    go()
  }

  private func go() {
    // Without us whoever serves has the name.
    nameless.look(isOurs && server == nil)
    for name in choice.unknown where asked[name] == nil { ask(name) }
    askAgainLater()
    changed()
  }

  private func ask(_ name: String) {
    asked[name] = Delay(Self.patienceMilliseconds, loop) { [unowned self] in answered(name, false) }
    // Late, it is an answer all the same.
    let method = BusMethod(
      "GetServerInformation", of: ServiceNames.notifications, at: ServiceNames.path, on: name)
    bus.call(method, timeoutMilliseconds: nil) { [weak self] answer in
      if case .success = answer { self?.answered(name, true) } else { self?.answered(name, false) }
    }
  }

  private func answered(_ name: String, _ isServer: Bool) {
    guard asked.removeValue(forKey: name) != nil || isServer else { return }
    choice.found(name, serves: isServer)
    go()
  }

  private func askAgainLater() {
    guard pause == nil, asked.isEmpty, !choice.doubtful.isEmpty else { return }
    pause = Delay(backoff.next(), loop) { [unowned self] in
      pause = nil
      for name in choice.doubtful { ask(name) }
    }
  }
}

/// Where the desktop's notification server is to be found while we have its name: behind bellhop-bus; else at a shell's
/// own name, where it serves the interface; else where it goes on serving without the name. Knows no bus.
struct RouteChoice {
  /// Where bellhop-bus listens.
  private let path: String
  /// More than one does not occur on a desktop.
  private static let mostNameless = 8

  /// Who has the name of the server behind bellhop-bus.
  var behind: String?
  /// Who has the names of shells, in the order of `ServiceNames.shells`.
  private var shells: [String: String] = [:]
  /// Those that may serve without a name, for as long as they are connected: who had the notification name before us, and
  /// whose program is known for it. The newest first.
  private var nameless: [String] = []
  /// By unique names: whether they serve the interface. Only of those that are there.
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

  /// Whom to ask whether they serve.
  var unknown: [String] { behind == nil ? candidates.filter { serves[$0] == nil } : [] }
  /// Whom to ask again after a while, since nobody serves: a shell that is starting has its name before all else.
  var doubtful: [String] { route == .behind(path: path) && behind == nil ? candidates : [] }

  /// `nil` while that may be found out.
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

  /// Its unique name.
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
