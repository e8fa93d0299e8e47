import BusSocket
import BusWire
import EventLoop
import NotificationModel
import Retry

/// Finds servers that serve at no name at all: they ask for the notification name once, at their start, and go on without
/// it. The bus tells of nothing but that they are connected. So, for as long as it is asked to look, the program behind
/// each connection is looked at, and behind each that comes; nobody but such a server is called.
final class NamelessServers {
  private struct Unknown {
    let name: String
    /// When it was known to be there.
    let seen: Uptime
  }

  /// Of all connections; whoever has so many at once has no desktop.
  private static let most = 16_384

  private unowned let bus: BusClient
  private let context: ServiceContext
  private let found: (String) -> Void
  private var isLooking = false
  private var newcomers: BusSubscription?
  /// Whether it was asked who is there.
  private var isListed = false
  private var unknown: [Unknown] = []
  private var isAsking = false
  private var pause: Delay?
  private var backoff = Backoff(first: 10)

  /// `found`: its unique name. It may be told of again.
  init(_ bus: BusClient, _ context: ServiceContext, found: @escaping (String) -> Void) {
    self.bus = bus
    self.context = context
    self.found = found
  }

  func look(_ isToLook: Bool) {
    guard isToLook != isLooking else { return }
    isLooking = isToLook
    (unknown, isListed, pause) = ([], false, nil)
    newcomers = nil
    guard isLooking else { return }
    // Before the list: who comes in between is in it, or is told of.
    newcomers = BusSubscription(toNames: bus, "arg1=''") { [unowned self] name, owner in
      if owner != nil { hasCome(name) }
    }
    goOn()
  }

  /// A name that somebody has now: a connection's, or one that does not matter here.
  func hasCome(_ name: String) {
    guard isLooking, name.hasPrefix(":"), unknown.count < Self.most else { return }
    unknown.append(Unknown(name: name, seen: context.now().uptime))
    goOn()
  }

  private func goOn() {
    guard isLooking, pause == nil else { return }
    if !isListed { list() }
    if !isAsking { askForNext() }
  }

  private func list() {
    isListed = true
    bus.call(.bus("ListNames"), timeoutMilliseconds: nil) { [unowned self] answer in
      guard isLooking else { return }
      // A connection with too many calls refuses this one as the bus would.
      guard case .success(let values) = answer else {
        isListed = false
        return goOnLater()
      }
      guard case .strings(let names)? = values.first else { return }
      for name in names { hasCome(name) }
    }
  }

  /// One at a time, the newest first.
  private func askForNext() {
    guard let next = unknown.popLast() else { return }
    isAsking = true
    bus.process(of: next.name) { [unowned self] process in
      isAsking = false
      guard isLooking else { return }
      guard let process, let isServer = isServer(process, next.seen) else {
        unknown.append(next)
        return goOnLater()
      }
      backoff.reset()
      if isServer { found(next.name) }
      goOn()
    }
  }

  /// Too much else was asked of the bus; or the connection has ended, and this is not waited for.
  private func goOnLater() {
    guard pause == nil else { return }
    pause = Delay(backoff.next(), context.loop) { [unowned self] in
      pause = nil
      goOn()
    }
  }

  /// `nil` where the process cannot be looked at now.
  private func isServer(_ process: Int32, _ seen: Uptime) -> Bool? {
    guard process > 0 else { return false }
    do throws(SystemError) {
      return try context.directory.program(of: process, seen: seen).map(ServiceNames.namelessServers.contains)
        ?? false
    } catch {
      return nil
    }
  }
}
