import BusSocket
import BusWire
import EventLoop
import Journal
import Retry

/// Follows the notification name and the daemon's own on the session bus, on a connection of our own. While the daemon
/// is missing it is started, and if that fails the server here gets the notification name.
final class NotificationName {
  private static let name = String(decoding: BusName.notifications, as: UTF8.self)
  private static let daemon = String(decoding: BusName.daemon, as: UTF8.self)

  private let addresses: [BusAddress]
  private let loop: EventLoop
  private let buffer: ReadBuffer
  /// Has the server here ask for the name.
  private let give: () -> Void
  private var handOver = HandOver()
  private var bus: BusClient?
  private var names: [NameOwner] = []
  /// The unique name of the notification name's owner; `nil` while unknown, `.some(nil)` where it has none.
  private var owner: [UInt8]??
  private var backoff = Backoff(first: 100, most: 10_000)
  private var deadline: Delay?

  init(_ addresses: [BusAddress], _ loop: EventLoop, _ buffer: ReadBuffer, give: @escaping () -> Void) {
    self.addresses = addresses
    self.loop = loop
    self.buffer = buffer
    self.give = give
  }

  /// The unique name of the server here.
  var server: [UInt8]? {
    didSet {
      handOver.isServerHere = server != nil
      connect()
      follow()
    }
  }

  var whenDown: WhenDown {
    get { handOver.whenDown }
    set {
      handOver.whenDown = newValue
      consider()
    }
  }

  /// A bus that started later would know nothing of it.
  var isHeldBack: Bool { handOver.isHeldBack }

  /// The front will not return.
  func giveAway() { handOver.giveAway() }

  /// Has the server here close a banner.
  func close(_ number: UInt32) {
    guard let server else { return }
    let method = BusMethod(
      "CloseNotification", of: String(decoding: BusName.server, as: UTF8.self),
      at: "/org/freedesktop/Notifications",
      on: String(decoding: server, as: UTF8.self))
    bus?.call(method, [.uint32(number)])
  }

  func stop() {
    deadline = nil
    bus?.stop()
  }

  // MARK: The session bus

  private func connect() {
    guard bus == nil, server != nil else { return }
    do throws(SystemError) {
      let bus = try BusClient(to: addresses, loop, buffer, ended: { [unowned self] in lost() })
      self.bus = bus
      names = [
        NameOwner(of: Self.daemon, on: bus) { [unowned self] owner in
          handOver.isDaemonHere = owner != nil
          consider()
        },
        NameOwner(of: Self.name, on: bus) { [unowned self] owner in
          backoff.reset()
          self.owner = .some(owner.map { Array($0.utf8) })
          follow()
        },
      ]
    } catch {
      // Told once, however often it is tried.
      if backoff.failures == 0 { log(.warning, "who has the notification name cannot be asked: \(error)") }
      connectAgain()
    }
  }

  private func lost() {
    (bus, names, owner) = (nil, [], nil)
    handOver.isDaemonHere = false
    follow()
    connectAgain()
  }

  /// When the bus is gone there is soon no server either, and then nothing to be asked.
  private func connectAgain() {
    loop.setTimer(at: EventLoop.now().uptime + backoff.next()) { [weak self] in self?.connect() }
  }

  private func follow() {
    handOver.owner = owner.map { owner in
      guard let owner else { return .nobody }
      return owner == server ? .standIn : .another
    }
    consider()
  }

  // MARK: While the daemon is missing

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
      log(.info, "the daemon is missing; the bus is asked to start it")
      askBus()
    case .handOver:
      log(.info, "nobody has the notification name; the server here gets it")
      give()
    }
  }

  /// The bus starts the program of its file for the daemon's own name, and without that file the one for the
  /// notification name, while that has no owner: without Bellhop's file that is a server, as with any app's call.
  private func askBus() {
    start(Self.daemon) { [unowned self] answer in
      guard answer == .failure(.refused("org.freedesktop.DBus.Error.ServiceUnknown")),
        case .some(nil) = owner
      else { return }
      start(Self.name) { _ in }
    }
  }

  /// An answer comes once the program has the name, or has failed, which the bus notices after minutes.
  private func start(_ name: String, then: @escaping (Result<[BusValue], BusError>) -> Void) {
    bus?.call(.bus("StartServiceByName"), [.string(name), .uint32(0)], timeoutMilliseconds: nil, then: then)
  }

  /// Asks for the state of the daemon's unit. If there is no service manager, the bus answers with an error at once.
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
