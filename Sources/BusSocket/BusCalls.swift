package import BusWire
package import EventLoop
import Glibc

// MARK: Opening

extension BusClient {
  /// Connects to the first of the addresses where a bus lets this process in; tells of it once the bus has. `then` is
  /// called once, on the loop, and never from within this function.
  package static func open(
    _ addresses: [BusAddress], _ loop: EventLoop, _ buffer: ReadBuffer = ReadBuffer(),
    timeoutMilliseconds: Int64 = 25_000, then: @escaping (Result<BusClient, BusError>) -> Void
  ) {
    let opening = Opening(addresses[...], loop, buffer, then)
    opening.patience = loop.setTimer(at: EventLoop.now().uptime + timeoutMilliseconds) {
      opening.end(.failure(.timedOut))
    }
    loop.nextIteration { opening.next() }
  }
}

/// A walk through a list of addresses. Its timer keeps it until it has come to an end.
private final class Opening {
  /// A bus whose queue is full is asked again: others connect to it just then.
  private static let pauseMilliseconds: Int64 = 20

  private var rest: ArraySlice<BusAddress>
  private let loop: EventLoop
  private let buffer: ReadBuffer
  private var then: ((Result<BusClient, BusError>) -> Void)?
  private var client: BusClient?
  var patience: Timer?

  init(
    _ addresses: ArraySlice<BusAddress>, _ loop: EventLoop, _ buffer: ReadBuffer,
    _ then: @escaping (Result<BusClient, BusError>) -> Void
  ) {
    (rest, self.loop, self.buffer, self.then) = (addresses, loop, buffer, then)
  }

  func next() {
    guard then != nil else { return }
    guard let address = rest.first else { return end(.failure(.disconnected)) }
    do throws(SystemError) {
      let client = try BusClient(to: [address], loop, buffer, waits: false)
      self.client = client
      rest.removeFirst()
      // Answered behind the greeting, by which time the bus has named the connection.
      client.call(.bus("GetId"), timeoutMilliseconds: nil) { [weak self] answer in
        guard let self, let client = self.client else { return }
        if case .success = answer { return end(.success(client)) }
        self.client = nil
        loop.nextIteration { self.next() }
      }
    } catch {
      guard error.code == EAGAIN else {
        rest.removeFirst()
        return next()
      }
      loop.setTimer(at: EventLoop.now().uptime + Self.pauseMilliseconds) { [weak self] in self?.next() }
    }
  }

  func end(_ result: Result<BusClient, BusError>) {
    guard let then else { return }
    self.then = nil
    if case .failure = result { client?.stop() }
    client = nil
    if let patience { loop.cancel(patience) }
    then(result)
  }
}

// MARK: Calls and signals

extension BusClient {
  /// Calls a method without waiting. Without `then` no answer is asked for. `startsService`: the bus may start
  /// the service that is called; otherwise no program is started.
  package func call(
    _ method: BusMethod, _ arguments: [BusValue] = [], startsService: Bool = false,
    timeoutMilliseconds: Int64? = 25_000, then: ((Result<[BusValue], BusError>) -> Void)? = nil
  ) {
    guard var message = try? OutgoingMessage(method, arguments) else {
      return loop.nextIteration { then?(.failure(.refused("org.freedesktop.DBus.Error.InvalidArgs"))) }
    }
    message.startsService = startsService
    call(
      message, timeoutMilliseconds: timeoutMilliseconds,
      then: then.map { then in { answer in then(answer.flatMap(Self.values)) } })
  }

  private static func values(of answer: Message) -> Result<[BusValue], BusError> {
    if answer.header.kind == .error { return .failure(.refused(answer.text(answer.header.errorName) ?? "")) }
    guard let values = try? answer.values() else {
      return .failure(.refused("org.freedesktop.DBus.Error.InconsistentMessage"))
    }
    return .success(values)
  }

  /// Sends a signal to all connections that have subscribed to it. Paths and names must be as the bus demands.
  package func emit(_ member: String, of interface: String, at path: String, _ arguments: [BusValue]) {
    var message = OutgoingMessage(.signal)
    message.path = Array(path.utf8)
    message.interface = Array(interface.utf8)
    message.member = Array(member.utf8)
    guard (try? message.carry(values: arguments)) != nil else { return }
    send(message.bytes(serial: newSerial()))
  }

  /// The process that owns a name, as the bus knows it: 0 if the connection is gone or its process unknown;
  /// `nil` where there is no answer. A bus that answers late is still right.
  package func process(of name: String, then: @escaping (Int32?) -> Void) {
    call(.bus("GetConnectionUnixProcessID"), [.string(name)], timeoutMilliseconds: nil) { answer in
      switch answer {
      case .success(let values):
        if case .uint32(let number)? = values.first { then(Int32(exactly: number) ?? 0) } else { then(0) }
      case .failure(.refused(let error)) where Self.answersOfUnknown.contains(error): then(0)
      case .failure: then(nil)
      }
    }
  }

  private static let answersOfUnknown: Set = [
    "org.freedesktop.DBus.Error.NameHasNoOwner", "org.freedesktop.DBus.Error.UnixProcessIdUnknown",
  ]
}

/// Which signals a subscription is for.
struct SignalFilter {
  let sender: String?
  let interface: String
  let member: String?
  let path: String?
  let firstArgument: String?
  /// A further condition, which the bus alone checks.
  var condition: String?

  var rule: String {
    let parts = [
      ("sender", sender), ("interface", interface), ("member", member), ("path", path),
      ("arg0", firstArgument),
    ]
    let rule = parts.reduce("type='signal'") { rule, part in
      part.1.map { "\(rule),\(part.0)='\($0)'" } ?? rule
    }
    return condition.map { "\(rule),\($0)" } ?? rule
  }

  /// Whether the message matches, as far as its header tells.
  func matches(_ message: Message) -> Bool {
    let header = message.header
    return header.kind == .signal && message.field(header.interface, is: interface)
      && (member.map { message.field(header.member, is: $0) } ?? true)
      && (sender.map { message.field(header.sender, is: $0) } ?? true)
      && (path.map { message.field(header.path, is: $0) } ?? true)
  }

  func matches(_ arguments: [BusValue]) -> Bool {
    firstArgument.map { arguments.first == .string($0) } ?? true
  }
}

/// Hears signals for as long as it lives. Made and ended on the loop's thread, where its handler is called too.
package struct BusSubscription: ~Copyable {
  private let client: BusClient
  private let id: UInt64

  /// `sender`: a unique name, or one that the bus itself owns; a well-known name could be taken by another
  /// between the signal and its hearing. `firstArgument`: only signals whose first argument is this.
  package init(
    _ client: BusClient, sender: String? = nil, interface: String, member: String? = nil,
    path: String? = nil, firstArgument: String? = nil, handler: @escaping (BusSignal) -> Void
  ) {
    self.client = client
    id = client.subscribe(
      SignalFilter(
        sender: sender, interface: interface, member: member, path: path, firstArgument: firstArgument),
      handler)
  }

  /// Hears of names that change hands, where the bus finds the condition fulfilled (D-Bus specification, "Match
  /// Rules").
  /// `handler` gets the name, and its new owner if it has one. Other changes that are followed may come, too.
  package init(
    toNames client: BusClient, _ condition: String,
    handler: @escaping (_ name: String, _ owner: String?) -> Void
  ) {
    self.client = client
    var filter = SignalFilter(
      sender: BusMethod.busName, interface: BusMethod.busName, member: "NameOwnerChanged", path: nil,
      firstArgument: nil)
    filter.condition = condition
    id = client.subscribe(filter) { signal in
      guard signal.arguments.count == 3, case .string(let name) = signal.arguments[0],
        case .string(let owner) = signal.arguments[2]
      else { return }
      handler(name, owner.isEmpty ? nil : owner)
    }
  }

  deinit { client.unsubscribe(id) }
}

/// Follows who owns a name on a bus, for as long as it lives. Never starts a service.
package final class NameOwner {
  /// The unique name of the owner; `nil` if the name has no owner or the bus has not answered yet.
  package private(set) var owner: String?
  private var isKnown = false
  private let changed: (String?) -> Void
  private var changes: BusSubscription?

  /// `changed` is given the owner at first, and at every change.
  package init(of name: String, on client: BusClient, changed: @escaping (String?) -> Void) {
    self.changed = changed
    // Before the question, so that nothing falls between the two.
    changes = BusSubscription(
      client, sender: BusMethod.busName, interface: BusMethod.busName, member: "NameOwnerChanged",
      firstArgument: name
    ) { [weak self] signal in
      guard case .string(let owner)? = signal.arguments.last else { return }
      self?.found(owner.isEmpty ? nil : owner)
    }
    // A bus that answers late is still right.
    client.call(.bus("GetNameOwner"), [.string(name)], timeoutMilliseconds: nil) { [weak self] answer in
      // A connection that is gone says nothing of the name.
      if answer == .failure(.disconnected) { return }
      guard case .success(let values) = answer, case .string(let owner)? = values.first else {
        return self?.found(nil) ?? ()
      }
      self?.found(owner)
    }
  }

  private func found(_ owner: String?) {
    guard !isKnown || owner != self.owner else { return }
    (self.owner, isKnown) = (owner, true)
    changed(owner)
  }
}
