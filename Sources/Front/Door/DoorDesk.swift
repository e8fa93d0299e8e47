import BusSocket
import BusWire
import EventLoop
import NotificationModel

/// Does what callers ask for, one after the other, each when it is known who calls.
final class DoorDesk {
  private struct Request {
    let call: DoorCall
    let reference: CallReference
    /// Of what is passed on alone; else it was read.
    let message: Message?
  }

  private unowned let bus: BusClient
  private unowned let backends: PortalBackends
  private let door: Door
  private let busID: String
  private let forwarding: Forwarding
  private let answers: HeldAnswers
  private var lines = CallLines<Request>()
  /// Those of whom something is being posted: what they ask for meanwhile is done after it.
  private var busy: Set<[UInt8]> = []
  /// How many wait for an answer of the bus itself.
  private var passedToBus = 0
  private lazy var callers = Callers(
    door.directory, ask: { [unowned self] in askForProcess(of: $0, then: $1) },
    isForwarder: { [unowned self] in backends.contains($0) }, learned: { [unowned self] in serveWaiting() })

  /// `answers`: to be given once the transaction is stored.
  init(
    _ bus: BusClient, _ busID: String, _ door: Door, _ backends: PortalBackends, _ forwarding: Forwarding,
    _ answers: HeldAnswers
  ) {
    self.bus = bus
    self.busID = busID
    self.door = door
    self.backends = backends
    self.forwarding = forwarding
    self.answers = answers
  }

  private func askForProcess(of name: [UInt8], then: @escaping (Int32) -> Void) {
    bus.call("GetConnectionUnixProcessID", [.string(name)]) { answer in
      guard let answer, answer.header.kind == .reply, answer.hasBody else { return then(0) }
      var reader = answer.arguments()
      then((try? reader.uint32()).flatMap { Int32(exactly: $0) } ?? 0)
    }
  }

  // MARK: The line

  /// Whether nobody waits to be served.
  var isIdle: Bool { busy.isEmpty && lines.waiting.isEmpty && passedToBus == 0 }

  func take(_ message: Message, _ reference: CallReference) {
    let call = DoorCall(message)
    let isKept = call == .foreign || call == .description || call == .properties
    let request = Request(call: call, reference: reference, message: isKept ? message : nil)
    let now = door.now().uptime
    if !isReady(request) { callers.learn(reference.caller, seen: now) }
    guard lines.isWaiting(reference.caller) || busy.contains(reference.caller) || !isReady(request) else {
      return serve(request)
    }
    // Of a picture no more was read.
    let size = min(message.header.bodyLength, BusClient.mostHeldBytes)
    if !lines.add(request, by: reference.caller, size: size, now: now) {
      bus.refuse(reference, .tooManyWaiting)
    }
  }

  /// Of a notification, and of its end, it must be known whose it is.
  private func isReady(_ request: Request) -> Bool {
    switch request.call {
    case .notify, .close: callers[request.reference.caller] != nil
    default: true
    }
  }

  private func serveWaiting() {
    for (caller, since) in lines.waiting {
      // Again, where so many have come meanwhile that it is forgotten.
      callers.learn(caller, seen: since)
      guard callers[caller] != nil else { continue }
      serveLine(of: caller)
    }
  }

  private func serveLine(of caller: [UInt8]) {
    while !busy.contains(caller), let request = lines.takeFirst(of: caller) { serve(request) }
  }

  // MARK: Calls

  private func serve(_ request: Request) {
    let reference = request.reference
    switch request.call {
    case .notify(let call): post(call, reference)
    case .close(let number): close(number, reference)
    case .capabilities:
      bus.answer(reference, [.strings(DoorDescription.capabilities.map { Array($0.utf8) })])
    case .information:
      door.information.tell(of: forwarding.server, over: bus) { [unowned bus] texts in
        bus.answer(reference, texts.map { .string($0) })
      }
    case .ping: bus.answer(reference)
    case .machineID: passOnMachineID(reference)
    case .description: describe(request) { $0.carry([.string(Array(DoorDescription.xml.utf8))]) }
    // An empty dictionary, whose elements would be aligned to eight.
    case .properties:
      describe(request) { $0.carry(Array("a{sv}".utf8), [UInt8](repeating: 0, count: 8)[...]) }
    case .foreign: if let message = request.message { forwarding.forward(message, reference) }
    case .refused(let error): bus.refuse(reference, error)
    }
  }

  private func post(_ call: NotifyCall, _ reference: CallReference) {
    let caller = callers[reference.caller]
    guard caller?.process != door.ownProcess else { return bus.refuse(reference, .ourselves) }
    let app = Poster(caller, desktopEntry: call.hints.desktopEntry, appName: call.appName).app(
      among: door.directory)
    var post = FrontPost(call, from: app, visibleID: nil, now: door.now().wall)
    post.conventions.caller = busCaller(reference)
    if caller?.place == nil { post.conventions.isSandboxed = true }
    busy.insert(reference.caller)
    door.host.post(post, replacing: call.replaces, process: caller?.process ?? 0) { [weak self] result in
      self?.posted(result, reference)
    }
  }

  private func posted(_ result: Result<UInt32, FrontRefusal>, _ reference: CallReference) {
    busy.remove(reference.caller)
    switch result {
    case .success(let number): answers.hold(.number(number, reference))
    case .failure(let refusal): bus.refuse(reference, DoorError(refusal))
    }
    serveLine(of: reference.caller)
  }

  private func close(_ number: UInt32, _ reference: CallReference) {
    let place = callers[reference.caller]?.place
    // Who cannot be looked at may be in one.
    let isSandboxed = place == nil || place?.sandbox != nil
    guard
      door.host.close(number, by: busCaller(reference), isSandboxed: isSandboxed) == .neverOurs
    else {
      return answers.hold(.done(reference))
    }
    forwarding.close(number)
    bus.answer(reference)
  }

  private func busCaller(_ reference: CallReference) -> BusCaller {
    BusCaller(bus: busID, name: reference.callerName)
  }

  /// The server's own answer, which may tell of more than the interface; ours where it has none at once.
  private func describe(_ request: Request, _ ours: @escaping (inout OutgoingMessage) -> Void) {
    guard let message = request.message else { return }
    forwarding.ask(message, request.reference, within: ServerInformation.patienceMilliseconds) {
      [unowned self] outcome in
      if case .answer(let answer) = outcome, answer.header.kind == .reply {
        return forwarding.pass(answer, to: request.reference)
      }
      var answer = OutgoingMessage(.reply)
      ours(&answer)
      bus.answer(request.reference, answer)
    }
  }

  private func passOnMachineID(_ reference: CallReference) {
    let peer = MessageWriter.Destination.object(
      BusName.driver, path: "/org/freedesktop/DBus", interface: Array(DoorNames.peer.utf8))
    passedToBus += 1
    bus.call("GetMachineId", to: peer) { [unowned self] answer in
      passedToBus -= 1
      guard let answer, answer.hasBody else { return bus.refuse(reference, .noAnswer) }
      forwarding.pass(answer, to: reference)
    }
  }
}
