import BusSocket
import BusWire
import EventLoop
import NotificationModel

/// The service on one connection to the bus, from the moment at which the bus has admitted us.
final class ServiceSession {
  private unowned let bus: BusClient
  private let context: ServiceContext
  private let busID: String
  private let changed: () -> Void
  /// The value of `Inhibited` that apps were told last.
  private var wasInhibited: Bool
  private let backends: PortalBackends
  private let forwarding: Forwarding
  private let claiming: Claiming
  private let search: RouteSearch
  private let serverSignals: ServerSignalForwarding
  private let signals: SignalQueue
  private var names: [NameOwner] = []
  private var owners: [String: String] = [:]
  private var ends: BusSubscription?
  private var presence: GnomePresence?
  private var calls: ServiceCalls?
  private let held = HeldAnswers()
  /// The way to the server; `nil` while we do not own the name.
  private var route: ServerRoute?
  /// The other connection that owns the name, and its process once known.
  private var keeper: (name: String, process: Int32?)?

  /// `me`: our own unique name. `busID`: tells this bus from one that is started later. `changed`: `state` may be new.
  init(
    _ bus: BusClient, as me: String, busID: String, _ context: ServiceContext, changed: @escaping () -> Void
  ) {
    self.bus = bus
    self.context = context
    self.busID = busID
    self.changed = changed
    wasInhibited = context.host.isInhibited
    backends = PortalBackends(bus)
    let numbers = ServerNumbers(context.host)
    forwarding = Forwarding(bus, context.loop, numbers)
    serverSignals = ServerSignalForwarding(bus, context.host, numbers)
    signals = SignalQueue(bus, busID, context.loop)
    var somethingNew: () -> Void = {}
    claiming = Claiming(bus, as: me, context.loop) { somethingNew() }
    search = RouteSearch(bus, as: me, context) { somethingNew() }
    somethingNew = { [unowned self] in follow() }
    calls = ServiceCalls(bus, busID, context, backends, forwarding, held)
    ends = BusSubscription(toNames: bus, "arg2=''") { [unowned self] name, owner in
      if owner == nil, name.hasPrefix(":") { isGone(name) }
    }
    names = ServiceNames.followed.map { name in
      NameOwner(of: name, on: bus) { [unowned self] in hear(name, is: $0) }
    }
    presence = GnomePresence(bus) { [host = context.host] in host.hear($1, from: $0) }
  }

  var state: FrontState {
    if claiming.isOwner { return route.map { .owner(route: $0, shutOut: search.shutOut) } ?? .connecting }
    if claiming.isBarred {
      return .unreachable("the session bus does not let Bellhop have the notification name")
    }
    guard let keeper, let process = keeper.process else { return .connecting }
    return .queued(owner: keeper.name, process: process)
  }

  /// Whether the bus has answered whether the name is ours.
  var hasClaimed: Bool { claiming.hasClaimed }

  /// The unique name of the server behind bellhop-bus, as the session bus knows it.
  var ownerBehind: String? { owners[ServiceNames.server] }

  /// bellhop-bus has named the server behind it.
  func serverIs(_ server: BusBehind.Server?) {
    claiming.serverIs(server?.name)
    calls?.server = server?.process
    if let server { search.serverIs(server.process) }
  }

  // MARK: Incoming messages

  func wantsBody(_ message: Message) -> Bool {
    switch message.header.kind {
    case .call: isOurs(message) && ServiceCall.wantsBody(message)
    case .reply, .error: forwarding.wantsBody(message)
    case .signal: serverSignals.wantsBody(message)
    case nil: false
    }
  }

  func receive(_ message: Message) {
    switch message.header.kind {
    case .call: called(message)
    case .reply, .error: forwarding.handle(message)
    case .signal: serverSignals.hear(message)
    case nil: break
    }
  }

  private func called(_ message: Message) {
    guard let call = CallReference(message) else { return }
    guard isOurs(message) else { return bus.refuse(call, .notOwner) }
    if calls?.receive(message, call) == true { signals.isPresent(call.callerName) }
  }

  /// A call by the well-known name is always ours: the bus delivers it to the owner alone, and delivers the calls that
  /// waited for our start before it answers our RequestName.
  private func isOurs(_ message: Message) -> Bool {
    message.field(message.header.destination, is: BusName.notifications) || claiming.acceptsCalls
  }

  private func isGone(_ name: String) {
    signals.isGone(name)
    context.host.isGone(BusCaller(bus: busID, name: name))
    search.isGone(name)
  }

  private func hear(_ name: String, is owner: String?) {
    let old = owners.removeValue(forKey: name)
    owners[name] = owner
    // The search first: if we get the name with this change, it must already know the former owner as a candidate.
    search.hear(name, is: owner, after: old)
    claiming.hear(name, is: owner)
  }

  /// Applies the results of the claim and the search.
  private func follow() {
    let server = search.server.map { Forwarding.Server(name: $0, isBehind: search.isBehind) }
    forwarding.server = server
    serverSignals.listen(to: claiming.isOwner ? server : nil)
    // While the search is open, keep the last route.
    route = claiming.isOwner ? search.route ?? route : nil
    followKeeper()
    changed()
  }

  private func followKeeper() {
    guard claiming.keeper != keeper?.name else { return }
    keeper = claiming.keeper.map { ($0, nil) }
    guard let name = keeper?.name else { return }
    bus.process(of: name) { [unowned self] process in
      guard keeper?.name == name else { return }
      keeper?.process = process ?? 0
      changed()
    }
  }

  // MARK: Answers and signals

  func transactionEnded(stored: Bool) {
    for one in held.drain() {
      switch one {
      case .number(let number, let call):
        if stored { bus.answer(call, [.uint32(number)]) } else { refuse(call) }
      case .done(let call): if stored { bus.answer(call) } else { refuse(call) }
      // An event that was not stored has not happened.
      case .signal(let signal): if stored { signals.tell(signal) }
      }
    }
    guard stored else { return }
    serverSignals.passOn()
    forwarding.passOn()
    calls?.passOn()
    tellInhibited()
  }

  /// Apps that play their own sounds are silent while `Inhibited` is true.
  private func tellInhibited() {
    let isInhibited = context.host.isInhibited
    guard isInhibited != wasInhibited else { return }
    wasInhibited = isInhibited
    bus.emit(
      "PropertiesChanged", of: ServiceNames.properties, at: ServiceNames.path,
      [
        .string(ServiceNames.notifications),
        .dictionary([ServiceIntrospection.inhibited: .bool(isInhibited)]),
        .strings([]),
      ])
  }

  private func refuse(_ call: CallReference) { bus.refuse(call, .notStored("the store takes nothing")) }

  func tell(_ signal: UnsentSignals.Signal) {
    if held.isEmpty { signals.tell(signal) } else { held.hold(.signal(signal)) }
  }

  /// Tells the host that all callers on this bus are gone, since their ends are not signalled any more.
  func busIsGone() { context.host.isGone(BusCaller(bus: busID)) }

  // MARK: Leaving

  /// The signals that this connection has not sent.
  var untold: [UnsentSignals.Signal] { signals.untold }

  /// Gives the name away. `successor`: may replace us as owner before the release. `then`: the name is released, and
  /// all calls by it that were made before have arrived.
  func release(to successor: BusBehind?, then: @escaping () -> Void) {
    claiming.release(to: successor, then: then)
  }

  /// Whether all signals of stored and held events were sent.
  var hasToldAll: Bool { held.isEmpty && signals.untold.isEmpty }

  /// Whether all calls are answered and all signals sent.
  var isIdle: Bool {
    hasToldAll && calls?.isIdle != false && forwarding.isIdle && context.information.isIdle
      && bus.waitingBytes == 0
  }
}
