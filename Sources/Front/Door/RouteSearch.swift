import BusSocket
import BusWire
import EventLoop
import NotificationModel

/// Finds out by `RouteChoice` where the notification server is: asks those that may be it.
final class RouteSearch {
  /// Whoever takes longer is asked again later.
  private static let patienceMilliseconds: Int64 = 1_000

  private unowned let bus: BusClient
  private let me: String
  private let loop: EventLoop
  private let changed: () -> Void
  private var choice: RouteChoice
  private var asked: [String: Timer] = [:]
  private var timer: Timer?
  private var backoff = Backoff()

  init(_ bus: BusClient, as me: String, path: String, _ loop: EventLoop, changed: @escaping () -> Void) {
    self.bus = bus
    self.me = me
    self.loop = loop
    self.changed = changed
    choice = RouteChoice(path: path)
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
      if change.new == me, let old = change.old, old != me { choice.formerIs(old) }
    default: if change.new == nil { choice.isGone(change.name) }
    }
    backoff.reset()
    go()
  }

  private func go() {
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
    timer = loop.setTimer(at: EventLoop.now().uptime + backoff.take()) { [weak self] in
      guard let self else { return }
      timer = nil
      for name in choice.doubtful { ask(name) }
    }
  }
}
