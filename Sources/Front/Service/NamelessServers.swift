import BusSocket
import BusWire
import EventLoop
import NotificationModel
import Retry

/// Finds servers that own no name: they request the notification name once, at their start, and go on without it, or
/// end. On the bus, they are only visible as connections. So, while looking, this checks the program behind each
/// connection, present and new; it calls none of them.
final class NamelessServers {
  private struct Unknown {
    let name: String
    /// A time at which the connection existed.
    let seen: Uptime
  }

  /// The most connections that are checked; no desktop has as many.
  private static let most = 16_384

  private unowned let bus: BusClient
  private let context: ServiceContext
  private let found: (String, StartedProgram, _ seen: Uptime) -> Void
  private var isLooking = false
  private var newcomers: BusSubscription?
  /// Whether the present connections were asked for.
  private var isListed = false
  private var unknown: [Unknown] = []
  private var isAsking = false
  private var pause: Delay?
  private var backoff = Backoff(first: 10)

  /// `found`: gets the unique name of each connection and its program, possibly more than once, with a time at which it
  /// was there.
  init(
    _ bus: BusClient, _ context: ServiceContext,
    found: @escaping (String, StartedProgram, _ seen: Uptime) -> Void
  ) {
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
    // Subscribed before the list is asked for, so that no connection in between is missed.
    newcomers = BusSubscription(toNames: bus, "arg1=''") { [unowned self] name, owner in
      if owner != nil { hasCome(name) }
    }
    goOn()
  }

  /// A name has an owner. Only unique names matter here.
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
      // The failure may come from our own connection, which refuses further calls while it has too many.
      guard case .success(let values) = answer else {
        isListed = false
        return goOnLater()
      }
      guard case .strings(let names)? = values.first else { return }
      for name in names { hasCome(name) }
    }
  }

  /// Checks one connection at a time, the newest first.
  private func askForNext() {
    guard let next = unknown.popLast() else { return }
    isAsking = true
    bus.process(of: next.name) { [unowned self] process in
      isAsking = false
      guard isLooking else { return }
      guard let process, let program = program(of: process, next.seen) else {
        unknown.append(next)
        return goOnLater()
      }
      backoff.reset()
      if let program { found(next.name, program, next.seen) }
      goOn()
    }
  }

  /// The bus refused the question because of too many others. (After the end of our own connection the pause does not
  /// matter.)
  private func goOnLater() {
    guard pause == nil else { return }
    pause = Delay(backoff.next(), context.loop) { [unowned self] in
      pause = nil
      goOn()
    }
  }

  /// `nil` where the process cannot be inspected now; `.some(nil)` where it cannot be verified.
  private func program(of process: Int32, _ seen: Uptime) -> StartedProgram?? {
    guard process > 0 else { return .some(nil) }
    do throws(SystemError) { return .some(try context.directory.command(of: process, seen: seen)) } catch {
      return nil
    }
  }
}
