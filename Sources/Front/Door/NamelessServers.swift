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

  private static let newNames = "arg1=''"
  /// Of all connections; whoever has so many at once has no desktop.
  private static let most = 16_384

  private unowned let bus: BusClient
  private let door: Door
  private let found: (String) -> Void
  private var isLooking = false
  /// Whether the bus was asked to tell of those that come.
  private var isFollowing = false
  /// Whether it was asked who is there.
  private var isListed = false
  private var unknown: [Unknown] = []
  private var isAsking = false
  private var timer: Timer?
  private var backoff = Backoff(first: 10)

  /// `found`: its unique name. It may be told of again.
  init(_ bus: BusClient, _ door: Door, found: @escaping (String) -> Void) {
    self.bus = bus
    self.door = door
    self.found = found
  }

  deinit { forgetTimer() }

  func look(_ isToLook: Bool) {
    guard isToLook != isLooking else { return }
    isLooking = isToLook
    guard isLooking else {
      (unknown, isFollowing, isListed) = ([], false, false)
      forgetTimer()
      return bus.unfollow("NameOwnerChanged", Self.newNames)
    }
    goOn()
  }

  /// A name that somebody has now: a connection's, or one that does not matter here.
  func hasCome(_ name: String) {
    guard isLooking, name.hasPrefix(":"), unknown.count < Self.most else { return }
    unknown.append(Unknown(name: name, seen: door.now().uptime))
    goOn()
  }

  private func goOn() {
    guard isLooking, timer == nil else { return }
    // In this order: who comes in between is in the list, or is told of.
    if !isFollowing { follow() }
    if !isListed { list() }
    if !isAsking { askForNext() }
  }

  private func follow() {
    isFollowing = true
    bus.follow("NameOwnerChanged", Self.newNames) { [unowned self] answer in
      guard answer == nil, isLooking else { return }
      (isFollowing, isListed) = (false, false)
      goOnLater()
    }
  }

  private func list() {
    isListed = true
    bus.call("ListNames") { [unowned self] answer in
      guard isLooking else { return }
      guard let answer else {
        isListed = false
        return goOnLater()
      }
      guard answer.header.kind == .reply, let names = try? answer.strings() else { return }
      for range in names.prefix(Self.most) { hasCome(answer.text(range) ?? "") }
    }
  }

  /// One at a time, the newest first.
  private func askForNext() {
    guard let next = unknown.popLast() else { return }
    isAsking = true
    bus.call("GetConnectionUnixProcessID", [.string(Array(next.name.utf8))]) { [unowned self] answer in
      isAsking = false
      guard isLooking else { return }
      guard let answer, let isServer = isServer(answer, next.seen) else {
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
    guard timer == nil else { return }
    timer = door.loop.setTimer(at: EventLoop.now().uptime + backoff.next()) { [weak self] in
      guard let self else { return }
      timer = nil
      goOn()
    }
  }

  private func forgetTimer() {
    if let timer { door.loop.cancel(timer) }
    timer = nil
  }

  /// `nil` where the process behind the name cannot be looked at now.
  private func isServer(_ answer: Message, _ seen: Uptime) -> Bool? {
    guard let process = answer.number.flatMap({ Int32(exactly: $0) }) else { return false }
    do throws(SystemError) {
      return try door.directory.program(of: process, seen: seen).map(DoorNames.namelessServers.contains)
        ?? false
    } catch {
      return nil
    }
  }
}
