import BusSocket
import BusWire
import EventLoop
import Journal
import Retry

/// The notification name, as the session bus tells of it on a connection of our own. While nobody has it the daemon is
/// asked for, and then the server here gets it.
final class NotificationName {
  /// Nothing that is asked is answered with more.
  private static let bodyBytes = 65_536
  private static let rule =
    "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
    + "path='/org/freedesktop/DBus',arg0='\(String(decoding: BusName.notifications, as: UTF8.self))'"

  private let addresses: [BusAddress]
  private let loop: EventLoop
  private let buffer: ReadBuffer
  /// Has the server here ask for the name.
  private let give: () -> Void
  private var handOver = HandOver()
  private var bus: BusClient?
  private var backoff = Backoff(first: 100, most: 10_000)
  private var timer: Timer?

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
    if let timer { loop.cancel(timer) }
    bus?.stop()
  }

  // MARK: The session bus

  private func connect() {
    guard bus == nil, isServerHere else { return }
    do throws(SystemError) {
      let bus = try BusClient(
        to: addresses, loop, buffer, wantsBody: { $0.header.bodyLength <= Self.bodyBytes },
        received: { [unowned self] in hear($0) }, ended: { [unowned self] in lost() })
      self.bus = bus
      // Before the question, so that no change is missed.
      bus.call("AddMatch", [.string(Array(Self.rule.utf8))])
      bus.call("GetNameOwner", [.string(BusName.notifications)]) { [unowned self] answer in
        guard let answer else { return }
        backoff.reset()
        isOwned(answer.header.kind == .reply)
      }
    } catch {
      // Told once, however often it is tried.
      if backoff.failures == 0 { log(.warning, "who has the notification name cannot be asked: \(error)") }
      connectAgain()
    }
  }

  private func lost() {
    bus = nil
    isOwned(nil)
    connectAgain()
  }

  /// When the bus is gone there is soon no server either, and then nothing to be asked.
  private func connectAgain() {
    loop.setTimer(at: EventLoop.now().uptime + backoff.next()) { [weak self] in self?.connect() }
  }

  private func hear(_ message: Message) {
    guard message.field(message.header.sender, is: BusName.driver),
      message.field(message.header.member, is: Array("NameOwnerChanged".utf8)),
      let names = try? message.allStrings(), names.count == 3,
      message.field(names[0], is: BusName.notifications)
    else { return }
    isOwned(!names[2].isEmpty)
  }

  private func isOwned(_ isOwned: Bool?) {
    handOver.isNameOwned = isOwned
    consider()
  }

  // MARK: While nobody has it

  private func consider() {
    let now = EventLoop.now().uptime
    while let step = handOver.step(at: now) { carryOut(step) }
    if let timer { loop.cancel(timer) }
    timer = handOver.deadline(at: now).map { deadline in
      loop.setTimer(at: deadline) { [unowned self] in
        timer = nil
        consider()
      }
    }
  }

  private func carryOut(_ step: HandOver.Step) {
    switch step {
    case .askManager: askManager()
    case .askBus:
      log(.info, "nobody has the notification name; the bus is asked to start the daemon")
      // What it starts is what it has a file for. Without one of Bellhop's that is a server, as it is with any app's call.
      bus?.call("StartServiceByName", [.string(BusName.notifications), .uint32(0)])
    case .handOver:
      log(.info, "nobody has the notification name; the server here gets it")
      give()
    }
  }

  /// Without a manager the bus says at once that there is none.
  private func askManager() {
    let manager = MessageWriter.Destination.object(
      Array("org.freedesktop.systemd1".utf8), path: "/org/freedesktop/systemd1",
      interface: Array("org.freedesktop.systemd1.Manager".utf8))
    bus?.call("GetUnitFileState", [.string(Array("bellhop.service".utf8))], to: manager) {
      [unowned self] answer in
      guard let answer else { return }
      handOver.managerAnswered(hasUnit: answer.header.kind == .reply, at: EventLoop.now().uptime)
      consider()
    }
  }
}
