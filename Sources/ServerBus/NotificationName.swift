import BusSocket
import BusWire
import EventLoop
import Journal
import Retry

/// Follows the notification name on the session bus, on a connection of our own. While the name has no owner, the
/// daemon is started, and if that fails the server here gets the name.
final class NotificationName {
  private static let name = String(decoding: BusName.notifications, as: UTF8.self)

  private let addresses: [BusAddress]
  private let loop: EventLoop
  private let buffer: ReadBuffer
  /// Has the server here ask for the name.
  private let give: () -> Void
  private var handOver = HandOver()
  private var bus: BusClient?
  private var owner: NameOwner?
  private var backoff = Backoff(first: 100, most: 10_000)
  private var deadline: Delay?

  init(_ addresses: [BusAddress], _ loop: EventLoop, _ buffer: ReadBuffer, give: @escaping () -> Void) {
    self.addresses = addresses
    self.loop = loop
    self.buffer = buffer
    self.give = give
  }

  var isServerHere: Bool {
    get { handOver.isServerHere }
    set {
      handOver.isServerHere = newValue
      connect()
      consider()
    }
  }

  var whenDown: WhenDown {
    get { handOver.whenDown }
    set {
      handOver.whenDown = newValue
      consider()
    }
  }

  /// The front will not return.
  func giveAway() { handOver.giveAway() }

  func stop() {
    deadline = nil
    bus?.stop()
  }

  // MARK: The session bus

  private func connect() {
    guard bus == nil, isServerHere else { return }
    do throws(SystemError) {
      let bus = try BusClient(to: addresses, loop, buffer, ended: { [unowned self] in lost() })
      self.bus = bus
      owner = NameOwner(of: Self.name, on: bus) { [unowned self] owner in
        backoff.reset()
        isOwned(owner != nil)
      }
    } catch {
      // Told once, however often it is tried.
      if backoff.failures == 0 { log(.warning, "who has the notification name cannot be asked: \(error)") }
      connectAgain()
    }
  }

  private func lost() {
    (bus, owner) = (nil, nil)
    isOwned(nil)
    connectAgain()
  }

  /// When the bus is gone there is soon no server either, and then nothing to be asked.
  private func connectAgain() {
    loop.setTimer(at: EventLoop.now().uptime + backoff.next()) { [weak self] in self?.connect() }
  }

  private func isOwned(_ isOwned: Bool?) {
    handOver.isNameOwned = isOwned
    consider()
  }

  // MARK: While the name has no owner

  private func consider() {
    let now = EventLoop.now().uptime
    while let step = handOver.step(at: now) { carryOut(step) }
    deadline = handOver.deadline(at: now).map { time in
      Delay(time - now, loop) { [unowned self] in consider() }
    }
  }

  private func carryOut(_ step: HandOver.Step) {
    switch step {
    case .askManager: askManager()
    case .askBus:
      log(.info, "nobody has the notification name; the bus is asked to start the daemon")
      // The bus starts the program of its service file. Without Bellhop's file that is a server, as with any app's
      // call.
      bus?.call(.bus("StartServiceByName"), [.string(Self.name), .uint32(0)])
    case .handOver:
      log(.info, "nobody has the notification name; the server here gets it")
      give()
    }
  }

  /// Without a service manager the bus answers with an error at once.
  private func askManager() {
    let method = BusMethod(
      "GetUnitFileState", of: "org.freedesktop.systemd1.Manager", at: "/org/freedesktop/systemd1",
      on: "org.freedesktop.systemd1")
    bus?.call(method, [.string("bellhop.service")], startsService: true, timeoutMilliseconds: nil) {
      [unowned self] answer in
      if case .failure(.disconnected) = answer { return }
      let hasUnit = if case .success = answer { true } else { false }
      handOver.managerAnswered(hasUnit: hasUnit, at: EventLoop.now().uptime)
      consider()
    }
  }
}
