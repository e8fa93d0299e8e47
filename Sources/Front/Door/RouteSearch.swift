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
  private var asked: [String: Timer] = [:]
  private var timer: Timer?
  private var backoff = Backoff()
  /// Whether the notification name is.
  private var isOurs = false

  init(_ bus: BusClient, as me: String, _ door: Door, changed: @escaping () -> Void) {
    self.bus = bus
    self.me = me
    loop = door.loop
    self.changed = changed
    choice = RouteChoice(path: door.path)
    var found: (String) -> Void = { _ in }
    nameless = NamelessServers(bus, door) { found($0) }
    found = { [unowned self] in maybe($0) }
  }

  deinit { for timer in asked.values + [timer].compactMap({ $0 }) { loop.cancel(timer) } }

  /// `nil` while it is not known.
  var route: ServerRoute? { choice.route }
  /// Its unique name.
  var server: String? { choice.server }
  /// Whether it is behind bellhop-bus, where the interface has the other name.
  var isBehind: Bool { choice.behind != nil }

  func hear(_ change: NameOwners.Change) {
    switch change.name {
    case DoorNames.server: choice.behind = change.new
    case let name where DoorNames.shells.contains(name): choice.shellIs(name, change.new)
    case DoorNames.notifications:
      isOurs = change.new == me
      if isOurs, let old = change.old, old != me { choice.isNameless(old) }
    default:
      guard change.new == nil else { return nameless.hasCome(change.name) }
      choice.isGone(change.name)
    }
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
    asked[name] = loop.setTimer(at: EventLoop.now().uptime + Self.patienceMilliseconds) { [weak self] in
      self?.answered(name, false)
    }
    bus.call(
      "GetServerInformation",
      to: .object(Array(name.utf8), path: DoorNames.path, interface: BusName.notifications)
    ) { [weak self] answer in
      self?.answered(name, answer?.header.kind == .reply)
    }
  }

  private func answered(_ name: String, _ isServer: Bool) {
    if let timer = asked.removeValue(forKey: name) { loop.cancel(timer) } else if !isServer { return }
    choice.found(name, serves: isServer)
    go()
  }

  private func askAgainLater() {
    guard timer == nil, asked.isEmpty, !choice.doubtful.isEmpty else { return }
    timer = loop.setTimer(at: EventLoop.now().uptime + backoff.next()) { [weak self] in
      guard let self else { return }
      timer = nil
      for name in choice.doubtful { ask(name) }
    }
  }
}
