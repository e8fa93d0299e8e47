import BusSocket
package import BusWire
package import EventLoop
package import NotificationModel
import Retry

/// Has the desktop's notification name, and does what is asked for at it: what apps post goes to the host; what only a
/// notification server can do goes to that. Lives on the loop's thread.
package final class FrontDoor {
  /// Longer than the bus and bellhop-bus take to answer.
  private static let releaseMilliseconds: Int64 = 2_000
  /// Libraries look up who has the name, and call whom they have found; in between there are some milliseconds.
  package static let lingerMilliseconds: Int64 = 100

  private let addresses: [BusAddress]
  private let door: Door
  private let changed: (FrontState) -> Void
  private var behind: BusBehind?
  private var server: BusBehind.Server??
  private var bus: BusClient?
  private var session: DoorSession?
  private var unsaid = UnsaidSignals()
  private var backoff = Backoff()
  private var timer: Timer?
  private var isStopped = false
  private var isLeaving = false
  /// Whether the name is anybody's, and everybody who has found us behind it has called by now.
  private var hasLeft = false
  private var lingering: Timer?
  /// What is to be done once the name is anybody's; `nil` where it is.
  private var whenFree: [() -> Void]? = []
  private var released: (() -> Void)?
  /// Whether the server behind bellhop-bus was told that it may have the name.
  private var isHandedOver = false

  package private(set) var state = FrontState.connecting

  /// What becomes of the name while nobody has it.
  package var whenDown: WhenDown { didSet { behind?.whenDown = whenDown } }

  /// `addresses`: those of the session bus itself. `path`: where bellhop-bus listens. `version`: our own. `changed`: is
  /// never told from within this.
  package init(
    on addresses: [BusAddress], behind path: String, _ loop: EventLoop, _ scheduler: Scheduler,
    ownProcess: Int32,
    directory: any PosterDirectory, host: any FrontHost, whenDown: WhenDown, version: String,
    now: @escaping () -> Moment, changed: @escaping (FrontState) -> Void
  ) {
    self.addresses = addresses
    self.whenDown = whenDown
    self.changed = changed
    door = Door(
      loop: loop, scheduler: scheduler, host: host, directory: directory, ownProcess: ownProcess, path: path,
      now: now,
      information: ServerInformation(loop, version: version))
    behind = BusBehind(.path(path), loop, whenDown: whenDown) { [unowned self] in found($0) }
    loop.nextIteration { [weak self] in self?.begin() }
  }

  deinit { stop() }

  /// After the transaction in which calls were answered. Whoever waits hears now, and not before.
  package func transactionEnded(stored: Bool) {
    session?.transactionEnded(stored: stored)
    if isHandedOver, isDone { endRelease() }
  }

  /// Tells whoever has posted it; behind the answer to its call where that is not given yet.
  /// `unheard`: it is a press, and whoever posted it is gone.
  package func tell(
    _ signal: FrontSignal, number: UInt32, to caller: BusCaller, unheard: @escaping () -> Void = {}
  ) {
    let signal = UnsaidSignals.Signal(signal: signal, number: number, caller: caller, unheard: unheard)
    if let session { session.tell(signal) } else { unsaid.add(signal) }
  }

  // MARK: Leaving

  /// Whether nobody is to be told anything that was not told yet: once the name is another's, few hear it.
  package var hasToldAll: Bool { session?.hasToldAll != false }

  /// Gives the name away, to whoever waits for it or is started for it, and asks for it no more. What was called for until
  /// then is still done.
  package func leave() { leave(to: nil) {} }

  /// Whether all that was called for before the name was given away is done, answered and told.
  package var isDone: Bool {
    guard isLeaving, let session else { return isLeaving || isStopped }
    return hasLeft && session.isIdle && !door.host.hasMoreToTell
  }

  /// `then`: the name is anybody's; at once where it is already.
  private func leave(to successor: BusBehind?, then: @escaping () -> Void) {
    guard whenFree != nil else { return then() }
    whenFree?.append(then)
    guard !isLeaving else { return }
    isLeaving = true
    session?.release(to: successor) { [unowned self] in
      lingering = door.loop.setTimer(at: EventLoop.now().uptime + Self.lingerMilliseconds) { [weak self] in
        self?.hasLeft = true
      }
      let waiting = whenFree.take() ?? []
      for next in waiting { next() }
    }
  }

  /// The same, to the server behind bellhop-bus where nobody else waits for it; and stops once all is done. `then`: that
  /// is so, as far as it can be; told once, and never from within this.
  package func release(then: @escaping () -> Void) {
    guard released == nil, !isStopped else { return door.loop.nextIteration(then) }
    released = then
    setTimer(in: Self.releaseMilliseconds) { [unowned self] in endRelease() }
    guard session != nil else { return door.loop.nextIteration { [weak self] in self?.endRelease() } }
    leave(to: behind) { [unowned self] in
      guard let behind else { return endRelease() }
      // The end of this iteration, or of a later one, looks whether that was all.
      behind.handOver { [weak self] in self?.isHandedOver = true }
    }
  }

  private func endRelease() {
    guard let then = released else { return }
    released = nil
    stop()
    then()
  }

  /// Nothing more is told. The bus gives the name to whoever waits for it.
  package func stop() {
    isStopped = true
    for timer in [timer, lingering].compactMap({ $0 }) { door.loop.cancel(timer) }
    (timer, lingering) = (nil, nil)
    behind?.stop()
    close()
  }

  // MARK: The connection

  private func begin() {
    guard !isStopped, !isLeaving else { return }
    do throws(SystemError) {
      let bus = try BusClient(
        to: addresses, door.loop, wantsBody: { [unowned self] in session?.wantsBody($0) ?? false },
        received: { [unowned self] in session?.receive($0) },
        ended: { [unowned self] in lost("the session bus has ended the connection") })
      self.bus = bus
      bus.call("GetId") { [unowned self, unowned bus] answer in admitted(bus, answer) }
    } catch {
      lost("the session bus cannot be reached: \(error)")
    }
  }

  /// The first answer of the bus but one: by then it has said our name.
  private func admitted(_ bus: BusClient, _ answer: Message?) {
    guard let answer, !isLeaving else { return }
    guard let id = answer.text((try? answer.firstString()) ?? nil), let name = bus.uniqueName else {
      return lost("the session bus does not say its id")
    }
    backoff.reset()
    session = DoorSession(bus, as: String(decoding: name, as: UTF8.self), busID: id, door) { [unowned self] in
      follow()
    }
    if let server { session?.serverIs(server) }
    for one in unsaid.take() { session?.tell(one) }
  }

  private func lost(_ reason: String) {
    for one in session?.untold ?? [] { unsaid.add(one) }
    session?.busIsGone()
    close()
    guard released == nil else { return endRelease() }
    become(.unreachable(reason))
    setTimer(in: backoff.next()) { [unowned self] in begin() }
  }

  private func close() {
    let (old, oldSession) = (bus, session)
    bus = nil
    session = nil
    old?.stop()
    door.information.forgetOwner()
    // It may be what has called.
    door.loop.nextIteration { _ = (old, oldSession) }
  }

  private func setTimer(in milliseconds: Int64, _ job: @escaping () -> Void) {
    if let timer { door.loop.cancel(timer) }
    timer = isStopped ? nil : door.loop.setTimer(at: EventLoop.now().uptime + milliseconds, job)
  }

  // MARK: What is found out

  private func found(_ server: BusBehind.Server?) {
    self.server = .some(server)
    session?.serverIs(server)
  }

  private func follow() {
    guard let session, !isLeaving else { return }
    behind?.expected = session.ownerBehind
    become(session.state)
  }

  private func become(_ state: FrontState) {
    guard state != self.state, !isStopped else { return }
    self.state = state
    changed(state)
  }
}
