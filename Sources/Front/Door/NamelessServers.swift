import BusSocket
import BusWire
import NotificationModel

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
  private var unknown: [Unknown] = []
  private var isAsking = false

  /// `found`: its unique name. It may be told of again.
  init(_ bus: BusClient, _ door: Door, found: @escaping (String) -> Void) {
    self.bus = bus
    self.door = door
    self.found = found
  }

  func look(_ isToLook: Bool) {
    guard isToLook != isLooking else { return }
    isLooking = isToLook
    guard isLooking else {
      unknown = []
      return bus.unfollow("NameOwnerChanged", Self.newNames)
    }
    // In this order: who comes in between is in the list, or is told of.
    bus.follow("NameOwnerChanged", Self.newNames)
    bus.call("ListNames") { [unowned self] answer in
      guard let answer, answer.header.kind == .reply, let names = try? answer.strings() else { return }
      for range in names.prefix(Self.most) { hasCome(answer.text(range) ?? "") }
    }
  }

  /// A name that somebody has now: a connection's, or one that does not matter here.
  func hasCome(_ name: String) {
    guard isLooking, name.hasPrefix(":"), unknown.count < Self.most else { return }
    unknown.append(Unknown(name: name, seen: door.now().uptime))
    if !isAsking { askForNext() }
  }

  /// One at a time, the newest first.
  private func askForNext() {
    guard let next = unknown.popLast() else { return }
    isAsking = true
    bus.call("GetConnectionUnixProcessID", [.string(Array(next.name.utf8))]) { [unowned self] answer in
      isAsking = false
      if isLooking, let process = answer?.number.flatMap({ Int32(exactly: $0) }), isServer(process, next.seen)
      {
        found(next.name)
      }
      askForNext()
    }
  }

  private func isServer(_ process: Int32, _ seen: Uptime) -> Bool {
    door.directory.program(of: process, seen: seen).map(DoorNames.namelessServers.contains) ?? false
  }
}
