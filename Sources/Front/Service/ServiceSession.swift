import BusSocket
import BusWire
import EventLoop
import NotificationModel

/// The service on one connection to the bus, from the moment at which the bus has let us in.
final class ServiceSession {
  private unowned let bus: BusClient
  private let context: ServiceContext
  private let busID: String
  private let changed: () -> Void
  /// As apps were told last.
  private var wasInhibited: Bool
  private let backends: PortalBackends
  private let forwarding: Forwarding
  private let claiming: Claiming
  private let search: RouteSearch
  private let serverSignals: ServerSignalForwarding
  private let line: SignalQueue
  private var names: [NameOwner] = []
  private var owners: [String: String] = [:]
  private var ends: BusSubscription?
  private var presence: GnomePresence?
  private var desk: ServiceCalls?
  private let held = HeldAnswers()
  /// Where the server is, since the name is ours.
  private var route: ServerRoute?
  /// Of whoever has the name instead of us.
  private var keeper: (name: String, process: Int32?)?

  /// `me`: our own unique name. `busID`: by which this bus is told from the next. `changed`: the state may be another.
  init(
    _ bus: BusClient, as me: String, busID: String, _ context: ServiceContext, changed: @escaping () -> Void
  ) {
    self.bus = bus
    self.context = context
    self.busID = busID
    self.changed = changed
    wasInhibited = context.host.isInhibited
    backends = PortalBackends(bus)
    forwarding = Forwarding(bus, context.loop)
    serverSignals = ServerSignalForwarding(bus) { [host = context.host] in host.isUnknown($0) }
    line = SignalQueue(bus, busID, context.loop)
    var somethingNew: () -> Void = {}
    claiming = Claiming(bus, as: me, context.loop) { somethingNew() }
    search = RouteSearch(bus, as: me, context) { somethingNew() }
    somethingNew = { [unowned self] in follow() }
    desk = ServiceCalls(bus, busID, context, backends, forwarding, held)
    ends = BusSubscription(toNames: bus, "arg2=''") { [unowned self] name, owner in
      if owner == nil, name.hasPrefix(":") { isGone(name) }
    }
    names = ServiceNames.followed.map { name in
      NameOwner(of: name, on: bus) { [unowned self] in hear(name, is: $0) }
    }
    presence = GnomePresence(bus) { [host = context.host] in host.hear($1, from: $0) }
  }

  var state: FrontState {
    if claiming.isOwner { return route.map { .owner(route: $0) } ?? .connecting }
    if claiming.isBarred {
      return .unreachable("the session bus does not let Bellhop have the notification name")
    }
    guard let keeper, let process = keeper.process else { return .connecting }
    return .queued(owner: keeper.name, process: process)
  }

  /// Who has the name of the server behind bellhop-bus.
  var ownerBehind: String? { owners[ServiceNames.server] }

  /// Which one bellhop-bus says is the server.
  func serverIs(_ server: BusBehind.Server?) { claiming.serverIs(server?.name) }

  // MARK: What comes

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
    if desk?.receive(message, call) == true { line.isPresent(call.callerName) }
  }

  /// A call by the well-known name is ours whatever we have heard of the name: the bus hands it to the owner alone, and
  /// those that waited for our start before its answer to RequestName.
  private func isOurs(_ message: Message) -> Bool {
    message.field(message.header.destination, is: BusName.notifications) || claiming.takesCalls
  }

  private func isGone(_ name: String) {
    line.isGone(name)
    context.host.isGone(BusCaller(bus: busID, name: name))
    search.isGone(name)
  }

  private func hear(_ name: String, is owner: String?) {
    let old = owners.removeValue(forKey: name)
    owners[name] = owner
    // The name may be ours with this change: by then it is known that the former owner is to be asked.
    search.hear(name, is: owner, after: old)
    claiming.hear(name, is: owner)
  }

  /// Takes over what the claim and the search have found out.
  private func follow() {
    let server = search.server.map { Forwarding.Server(name: $0, isBehind: search.isBehind) }
    forwarding.server = server
    serverSignals.listen(to: claiming.isOwner ? server : nil)
    // While another may serve, the one that did is still the answer.
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

  // MARK: What goes

  func transactionEnded(stored: Bool) {
    for one in held.drain() {
      switch one {
      case .number(let number, let call):
        if stored { bus.answer(call, [.uint32(number)]) } else { refuse(call) }
      case .done(let call): if stored { bus.answer(call) } else { refuse(call) }
      // What was not stored has not happened.
      case .signal(let signal): if stored { line.tell(signal) }
      }
    }
    guard stored else { return }
    serverSignals.passOn()
    tellInhibited()
  }

  /// Apps that play sounds of their own are silent meanwhile.
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

  func tell(_ signal: UnsaidSignals.Signal) {
    if held.isEmpty { line.tell(signal) } else { held.hold(.signal(signal)) }
  }

  /// Nothing is heard any more of those who have called by this connection's bus.
  func busIsGone() { context.host.isGone(BusCaller(bus: busID)) }

  // MARK: Leaving

  /// What nobody could be told by this connection, which has ended.
  var untold: [UnsaidSignals.Signal] { line.untold }

  /// `successor`: who may take the name before nobody has it. `then`: the name is anybody's. What was called for before has
  /// come by then.
  func release(to successor: BusBehind?, then: @escaping () -> Void) {
    claiming.release(to: successor, then: then)
  }

  /// Whether everything was told that is stored, or is to be.
  var hasToldAll: Bool { held.isEmpty && line.untold.isEmpty }

  /// Whether everybody who has called has an answer, and everything was told.
  var isIdle: Bool {
    hasToldAll && desk?.isIdle != false && forwarding.isIdle && context.information.isIdle
      && bus.waitingBytes == 0
  }
}
