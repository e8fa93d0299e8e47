import BusSocket
import BusWire
import EventLoop
import NotificationModel
import Retry

/// Tells apps what becomes of their notifications, each alone and in the order in which it came about. Whose connection is
/// gone cannot be told alone: then everybody is, since a script may listen by another connection than it has posted by.
///
/// Whom the bus says nothing of may be there: it is asked again, and whoever comes behind waits for that.
final class SignalQueue {
  /// Connections that are known to be there.
  private static let mostNames = 512
  private static let mostTextBytes = 65_536

  private unowned let bus: BusClient
  private let busID: String
  private let loop: EventLoop
  private var line: [UnsaidSignals.Signal] = []
  private var isAsking = false
  private var pause: Delay?
  private var backoff = Backoff(first: 10)
  private var present: Set<String> = []

  init(_ bus: BusClient, _ busID: String, _ loop: EventLoop) {
    self.bus = bus
    self.busID = busID
    self.loop = loop
  }

  /// What was not told yet; to be told elsewhere, where this connection has ended.
  var untold: [UnsaidSignals.Signal] { line }

  func tell(_ signal: UnsaidSignals.Signal) {
    guard line.count < UnsaidSignals.most else { return }
    line.append(signal)
    goOn()
  }

  /// It has made a call just now.
  func isPresent(_ name: String) {
    if present.count >= Self.mostNames { present = [] }
    present.insert(name)
  }

  func isGone(_ name: String) { present.remove(name) }

  private func goOn() {
    guard !isAsking else { return }
    var told = 0
    defer { line.removeFirst(told) }
    while told < line.count {
      let next = line[told]
      if next.caller.bus != busID || !next.caller.name.hasPrefix(":") {
        send(next, to: nil)
      } else if present.contains(next.caller.name) {
        send(next, to: Array(next.caller.name.utf8))
      } else {
        return ask(next.caller.name)
      }
      told += 1
    }
  }

  /// Everything behind it waits, so that the order is kept.
  private func ask(_ name: String) {
    isAsking = true
    bus.call(.bus("NameHasOwner"), [.string(name)], timeoutMilliseconds: nil) { [unowned self] answer in
      guard case .success(let values) = answer, case .bool(let isThere)? = values.first else {
        return askAgainLater()
      }
      backoff.reset()
      if isThere { isPresent(name) } else { sendFirst(of: name) }
      isAsking = false
      goOn()
    }
  }

  /// Too much else was asked of the bus, or it cannot say; or the connection has ended, and this is not waited for.
  private func askAgainLater() {
    pause = Delay(backoff.next(), loop) { [unowned self] in
      isAsking = false
      goOn()
    }
  }

  /// Those at the head of the line that are to somebody who is gone.
  private func sendFirst(of name: String) {
    let count = line.prefix { $0.caller.name == name }.count
    for one in line.prefix(count) { send(one, to: nil) }
    line.removeFirst(count)
  }

  // MARK: Messages

  private func send(_ one: UnsaidSignals.Signal, to destination: [UInt8]?) {
    let number = MessageWriter.Argument.uint32(one.number)
    switch one.signal {
    case .invoked(let key, let token):
      if let token { send("ActivationToken", [number, Self.text(token)], destination) }
      send("ActionInvoked", [number, Self.text(key)], destination)
      if destination == nil, one.caller != .everybody { one.unheard() }
    case .replied(let text):
      // What a person has written is for nobody else.
      if destination != nil { send("NotificationReplied", [number, Self.text(text)], destination) }
    case .closed(let closing): send("NotificationClosed", [number, .uint32(closing.rawValue)], destination)
    }
  }

  private func send(_ member: String, _ arguments: [MessageWriter.Argument], _ destination: [UInt8]?) {
    var signal = OutgoingMessage(.signal)
    signal.path = Array(ServiceNames.path.utf8)
    signal.interface = BusName.notifications
    signal.member = Array(member.utf8)
    signal.destination = destination
    signal.carry(arguments)
    bus.send(signal)
  }

  /// The bus ends the connection of whoever sends it a text with a NUL.
  private static func text(_ text: String) -> MessageWriter.Argument {
    .string(Array(text.cut(toBytes: mostTextBytes).utf8.filter { $0 != 0 }))
  }
}

/// What was to be told while there was no connection to the bus: told once there is one again. A bus that began anew knows
/// none of those whom it is for.
struct UnsaidSignals {
  struct Signal {
    let signal: FrontSignal
    let number: UInt32
    let caller: BusCaller
    /// It is a press, and whoever posted it is gone.
    let unheard: () -> Void
  }

  /// A person can dismiss all that there is at once.
  static let most = 16_384
  private var signals: [Signal] = []

  mutating func add(_ signal: Signal) {
    if signals.count < Self.most { signals.append(signal) }
  }

  mutating func drain() -> [Signal] {
    defer { signals = [] }
    return signals
  }
}
