import BusSocket
import BusWire
import EventLoop
import NotificationModel
import Retry

/// Sends apps the signals about their notifications, in the order of the events, each to the posting connection alone.
/// Where that connection has ended, the signal is broadcast, since a script may listen by another connection than it
/// has posted by.
///
/// Where the bus does not say whether the connection still exists, it is asked again, and all later signals wait.
final class SignalQueue {
  /// The most connections in `present`.
  private static let mostNames = 512
  private static let mostTextBytes = 65_536

  private unowned let bus: BusClient
  private let busID: String
  private let loop: EventLoop
  private var queue: [UnsentSignals.Signal] = []
  private var isAsking = false
  private var pause: Delay?
  private var backoff = Backoff(first: 10)
  private var present: Set<String> = []

  init(_ bus: BusClient, _ busID: String, _ loop: EventLoop) {
    self.bus = bus
    self.busID = busID
    self.loop = loop
  }

  /// The signals that were not sent yet, to be sent by the next connection where this one has ended.
  var untold: [UnsentSignals.Signal] { queue }

  func tell(_ signal: UnsentSignals.Signal) {
    guard queue.count < UnsentSignals.most else { return }
    queue.append(signal)
    goOn()
  }

  /// Called when the connection has just made a call.
  func isPresent(_ name: String) {
    if present.count >= Self.mostNames { present = [] }
    present.insert(name)
  }

  func isGone(_ name: String) { present.remove(name) }

  private func goOn() {
    guard !isAsking else { return }
    var told = 0
    defer { queue.removeFirst(told) }
    while told < queue.count {
      let next = queue[told]
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

  /// Asks whether the connection exists. All later signals wait, so that the order is kept.
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

  /// The bus refused the question because of too many others, or cannot tell. (After the end of our own connection the
  /// pause does not matter.)
  private func askAgainLater() {
    pause = Delay(backoff.next(), loop) { [unowned self] in
      isAsking = false
      goOn()
    }
  }

  /// Broadcasts the signals at the head of the queue that are for a connection that has ended.
  private func sendFirst(of name: String) {
    let count = queue.prefix { $0.caller.name == name }.count
    for one in queue.prefix(count) { send(one, to: nil) }
    queue.removeFirst(count)
  }

  // MARK: Messages

  private func send(_ one: UnsentSignals.Signal, to destination: [UInt8]?) {
    let number = MessageWriter.Argument.uint32(one.number)
    switch one.signal {
    case .invoked(let key, let token):
      if let token { send("ActivationToken", [number, Self.text(token)], destination) }
      send("ActionInvoked", [number, Self.text(key)], destination)
      if destination == nil, one.caller != .everybody { one.unheard() }
    case .replied(let text):
      // The person's text is for the posting app alone, so it is never broadcast.
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

  /// Removes NULs, because the bus disconnects a sender of a string with a NUL.
  private static func text(_ text: String) -> MessageWriter.Argument {
    .string(Array(text.cut(toBytes: mostTextBytes).utf8.filter { $0 != 0 }))
  }
}

/// Signals that came up while there was no connection to the bus; they are sent by the next one. If the bus itself has
/// restarted, they are broadcast, because it knows none of the old connections.
struct UnsentSignals {
  struct Signal {
    let signal: FrontSignal
    let number: UInt32
    let caller: BusCaller
    /// Called for a press on a button where the poster's connection has ended.
    let unheard: () -> Void
  }

  /// Large, because a person can dismiss the whole list at once.
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
