import BusSocket
import BusWire
import EventLoop
import NotificationModel

/// Performs the calls, scheduled in equal shares among the callers. Each connection's calls are done in their order; a
/// call that needs the caller's process waits until the process is known.
final class ServiceCalls {
  /// The most connections with waiting calls. One process can fill a few hundred of them before its share is used up.
  private static let mostQueues = 4_096

  private unowned let bus: BusClient
  private unowned let backends: PortalBackends
  private let context: ServiceContext
  private let busID: String
  private let forwarding: Forwarding
  private let answers: HeldAnswers
  private let shares: CallerShares
  private var queues: [CallerQueue.Key: CallerQueue] = [:]
  /// The number of calls that wait for an answer of the bus itself.
  private var passedToBus = 0
  private var machineID: [UInt8]?
  /// The process of the server behind bellhop-bus.
  var server: Int32?
  private lazy var callers = Callers(
    context.directory, context.loop,
    ask: { [unowned self] in bus.process(of: String(decoding: $0, as: UTF8.self), then: $1) },
    isForwarder: { [unowned self] in backends.contains($0) }, learned: { [unowned self] in identified($0) })

  /// `answers`: the answers that wait for the transaction to be stored.
  init(
    _ bus: BusClient, _ busID: String, _ context: ServiceContext, _ backends: PortalBackends,
    _ forwarding: Forwarding,
    _ answers: HeldAnswers
  ) {
    self.bus = bus
    self.busID = busID
    self.context = context
    self.backends = backends
    self.forwarding = forwarding
    self.answers = answers
    shares = CallerShares { [host = context.host] in host.limits }
  }

  deinit {
    for queue in queues.values { forget(queue) }
  }

  /// Whether no call waits to be done or answered.
  var isIdle: Bool { queues.isEmpty && passedToBus == 0 }

  // MARK: Calls come

  /// Whether the call was admitted; if not, it has been refused already.
  func receive(_ message: Message, _ reference: CallReference) -> Bool {
    let now = context.now().uptime
    let call = WaitingCall(message: message, reference: reference, member: ServiceCall.Member(message))
    guard let queue = queue(for: call, now) else {
      bus.refuse(reference, .tooManyWaiting)
      return false
    }
    defer { settle(queue) }
    switch queue.admit(call, now: now) {
    case .admitted: return true
    case .refused(let error):
      bus.refuse(reference, error)
      return false
    }
  }

  /// `nil` where too many queues exist.
  private func queue(for call: WaitingCall, _ now: Uptime) -> CallerQueue? {
    let name = call.reference.caller
    let caller = callers[name]
    var app: [UInt8]?
    if caller?.isForwarder == true {
      if call.member == .notify { app = NotifyOutline(call.message)?.desktopEntry }
      if let queue = queueBehind(call) { return queue }
    }
    let key = CallerQueue.Key(connection: name, app: app)
    if let queue = queues[key] { return queue }
    guard queues.count < Self.mostQueues else { return nil }
    // The process had just begun at its first call: look again. This call still uses the first result.
    if caller?.place?.isNew == true { callers.learn(name, seen: now) }
    let queue = CallerQueue(key, shares, caller, now: now)
    queue.member = context.scheduler.join { [unowned self, unowned queue] in serve(queue) }
    queues[key] = queue
    return queue
  }

  /// A portal's backend closes a notification whose update still waits: the queue of that app, so that the closing is
  /// done after the update.
  private func queueBehind(_ call: WaitingCall) -> CallerQueue? {
    guard call.member == .close, let number = call.message.number else { return nil }
    return queues.values.first {
      $0.key.connection == call.reference.caller && $0.holdsUpdate(of: number)
    }
  }

  private func identified(_ name: [UInt8]) {
    guard let caller = callers[name], let queue = queues[CallerQueue.Key(connection: name, app: nil)] else {
      return
    }
    for (call, error) in queue.identify(as: caller, now: context.now().uptime) {
      bus.refuse(call.reference, error)
    }
    settle(queue)
  }

  /// Schedules the queue for when its first call can be done, and forgets an empty queue.
  private func settle(_ queue: CallerQueue) {
    let now = context.now().uptime
    let wait = queue.wait(at: now)
    guard wait != .answer else { return }
    guard let first = queue.first else { return forget(queue) }
    if queue.caller == nil {
      // Also a call that does not need the caller is charged to its process.
      callers.learn(queue.key.connection, seen: now)
      guard !first.member.needsCaller else { return }
    }
    switch wait {
    case .none, .answer: context.scheduler.add(queue.member, to: Account(queue.share.group, at: .front))
    case .pause(let milliseconds):
      guard queue.pause == nil else { return }
      queue.pause = Delay(milliseconds, context.loop) { [unowned self, unowned queue] in
        queue.pause = nil
        settle(queue)
      }
    case .rate(let milliseconds):
      queue.share.await(queue.key)
      wake(queue.share, at: now.milliseconds + milliseconds)
    }
  }

  /// At `time`, lets one of the connections that wait for the rate go on, and sets the timer for the next.
  private func wake(_ share: CallerShare, at time: Int64) {
    guard share.timer == nil else { return }
    share.timer = context.loop.setTimer(at: time) { [weak self, weak share] in
      guard let self, let share else { return }
      share.timer = nil
      if let queue = share.popAwaiting().flatMap({ queues[$0] }) { settle(queue) }
      let now = context.now().uptime
      if share.hasAwaiting { wake(share, at: now.milliseconds + max(1, share.wait(at: now))) }
    }
  }

  private func forget(_ queue: CallerQueue) {
    context.scheduler.leave(queue.member)
    queue.pause = nil
    queues[queue.key] = nil
  }

  // MARK: Calls are done

  private func serve(_ queue: CallerQueue) {
    let now = context.now().uptime
    guard queue.wait(at: now) == .none, let first = queue.first else { return settle(queue) }
    context.scheduler.done()
    guard let number = number(in: first, by: queue.caller), let call = queue.removeFirst(now: now) else {
      queue.awaitsNumber = true
      return
    }
    perform(call, about: number, of: queue)
    settle(queue)
  }

  /// Goes on with the calls that waited for a number; called after each transaction.
  func passOn() {
    for queue in queues.values where queue.awaitsNumber {
      queue.awaitsNumber = false
      settle(queue)
    }
  }

  /// The number of the notification that a call is about, 0 for none. The server's number counts where the server has
  /// started the caller, as a script with `DUNST_ID`; any other caller's number is an app's. `nil`: not known yet.
  private func number(in call: WaitingCall, by caller: Caller?) -> UInt32? {
    let number =
      switch call.member {
      case .notify: NotifyOutline(call.message)?.number ?? 0
      case .close: call.message.number ?? 0
      default: UInt32(0)
      }
    guard (1..<FrontNumber.first).contains(number) else { return number }
    let known = context.host.appNumber(of: number)
    guard known != number, let server, let caller, !caller.isForwarder, let place = caller.place,
      place.sandbox == nil, let process = place.process,
      (try? context.directory.isStarted(process, by: server)) == true
    else { return number }
    return known
  }

  /// `number`: of the notification that the call is about.
  private func perform(_ call: WaitingCall, about number: UInt32, of queue: CallerQueue) {
    let reference = call.reference
    switch ServiceCall(call.message) {
    case .notify(var notify):
      notify.replaces = number
      post(notify, call, of: queue)
    case .close: close(number, reference, by: queue.caller)
    case .capabilities:
      bus.answer(reference, [.strings(ServiceIntrospection.capabilities(besides: context.host.capabilities))])
    case .information:
      context.information.tell(of: forwarding.server, over: bus) { [unowned bus] texts in
        bus.answer(reference, texts.map { .string(Array($0.utf8)) })
      }
    case .ping: bus.answer(reference)
    case .machineID: answerMachineID(reference)
    case .description:
      describe(call, queue.share.group)
    case .inhibit(let entry, let reason): inhibit(entry, reason, reference, by: queue.caller)
    case .uninhibit(let cookie):
      switch context.host.uninhibit(cookie, by: busCaller(reference)) {
      case .success: answers.hold(.done(reference))
      case .failure(let refusal): bus.refuse(reference, NotifyError(refusal))
      }
    case .inhibited: bus.answer(reference, [.variant(context.host.isInhibited)])
    case .properties:
      let name = Array(ServiceIntrospection.inhibited.utf8)
      bus.answer(reference, [.property(name, context.host.isInhibited)])
    case .foreign: forwarding.forward(call.message, reference, of: queue.share.group)
    case .refused(let error): refuse(call, error)
    }
  }

  private func refuse(_ call: WaitingCall, _ error: NotifyError) {
    for reference in call.references { bus.refuse(reference, error) }
  }

  private func post(_ notify: NotifyCall, _ call: WaitingCall, of queue: CallerQueue) {
    let caller = queue.caller
    guard caller?.process != context.ownProcess else { return refuse(call, .ourselves) }
    let app = Poster(caller, desktopEntry: notify.hints.desktopEntry, appName: notify.appName).app(
      among: context.directory)
    var post = FrontPost(
      notify, from: app, isSandboxed: Self.isSandboxed(caller?.place), visibleID: nil, now: context.now().wall
    )
    post.caller = busCaller(call.reference)
    post.origin.poster = caller?.poster
    queue.isPosting(call)
    let updateKey = UpdateKey(number: notify.replaces, tag: notify.hints.tag.map { Array($0.utf8) })
    context.host.post(post, replacing: notify.replaces, process: caller?.process ?? 0) {
      [weak self, weak queue] result in
      guard let self, let queue else { return }
      queue.hasPosted()
      posted(result, call, updateKey, of: queue)
      settle(queue)
    }
  }

  private func posted(
    _ result: Result<UInt32, FrontRefusal>, _ call: WaitingCall, _ updateKey: UpdateKey?,
    of queue: CallerQueue
  ) {
    switch result {
    case .success(let number):
      for reference in call.references { answers.hold(.number(number, reference)) }
    case .failure(.tooMany(let wait?)) where updateKey != nil:
      if let updateKey { queue.putBack(call, updateKey, for: wait, now: context.now().uptime) }
    case .failure(let refusal): refuse(call, NotifyError(refusal))
    }
  }

  private func close(_ number: UInt32, _ reference: CallReference, by caller: Caller?) {
    let place = caller?.place
    guard
      context.host.close(number, by: busCaller(reference), isSandboxed: Self.isSandboxed(place)) == .neverOurs
    else {
      return answers.hold(.done(reference))
    }
    forwarding.close(number)
    bus.answer(reference)
  }

  /// A sandboxed app may not make the desktop quiet.
  private func inhibit(_ entry: String, _ reason: String, _ reference: CallReference, by caller: Caller?) {
    guard !Self.isSandboxed(caller?.place), let process = caller?.place?.process else {
      return bus.refuse(reference, .denied)
    }
    let app = Poster(caller, desktopEntry: entry, appName: entry).app(among: context.directory)
    switch context.host.inhibit(app, reason: reason, by: busCaller(reference), in: process) {
    case .success(let cookie):
      answers.hold(.number(cookie, reference))
      endIfGone(reference)
    case .failure(let refusal): bus.refuse(reference, NotifyError(refusal))
    }
  }

  /// The caller's end may have been signalled before its call was done.
  private func endIfGone(_ reference: CallReference) {
    bus.call(.bus("NameHasOwner"), [.string(reference.callerName)], timeoutMilliseconds: nil) {
      [unowned self] answer in
      if case .success([.bool(false)]) = answer { context.host.isGone(busCaller(reference)) }
    }
  }

  /// A process that cannot be verified may be in a sandbox.
  private static func isSandboxed(_ place: ProcessPlace?) -> Bool { place?.isSandboxed != false }

  private func busCaller(_ reference: CallReference) -> BusCaller {
    BusCaller(bus: busID, name: reference.callerName)
  }

  /// Forwards the server's own description, which may have further interfaces; answers with ours where the server does
  /// not answer in time.
  private func describe(_ call: WaitingCall, _ group: SchedulingGroup) {
    let reference = call.reference
    forwarding.ask(
      call.message, reference, of: group, within: ServerInformation.patienceMilliseconds
    ) { [unowned self] outcome in
      if case .answer(let answer) = outcome, answer.header.kind == .reply {
        return forwarding.pass(answer, to: reference)
      }
      bus.answer(reference, [.string(Array(ServiceIntrospection.xml.utf8))])
    }
  }

  /// Asked of the bus once, because it does not change.
  private func answerMachineID(_ reference: CallReference) {
    if let machineID { return bus.answer(reference, [.string(machineID)]) }
    passedToBus += 1
    var method = BusMethod.bus("GetMachineId")
    method.interface = ServiceNames.peer
    bus.call(method, timeoutMilliseconds: nil) { [unowned self] answer in
      passedToBus -= 1
      guard case .success(let values) = answer, case .string(let text)? = values.first else {
        return bus.refuse(reference, .noAnswer)
      }
      machineID = Array(text.utf8)
      answerMachineID(reference)
    }
  }
}
