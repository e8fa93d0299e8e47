import BusSocket
package import BusWire
package import EventLoop
package import NotificationModel
import Retry

/// Owns the desktop's notification name and serves its interface: posts and closings go to the host, calls that only a
/// notification server can answer go to the server. Used on the loop's thread.
package final class NotificationsService {
  /// The time limit of a release; longer than the bus and bellhop-bus take to answer.
  private static let releaseMilliseconds: Int64 = 2_000
  /// How long calls are accepted after the release: libraries resolve the name first, and call the owner some
  /// milliseconds later.
  package static let lingerMilliseconds: Int64 = 100

  private let addresses: [BusAddress]
  private let context: ServiceContext
  private let changed: (FrontState) -> Void
  private var behind: BusBehind?
  private var server: BusBehind.Server??
  private var bus: BusClient?
  private var session: ServiceSession?
  private var unsent = UnsentSignals()
  private var backoff = Backoff()
  private var delay: Delay?
  private var isStopped = false
  private var isLeaving = false
  /// Whether to leave once the bus has answered whether the name is ours.
  private var leavesSoon = false
  /// Whether the name is released, and `lingerMilliseconds` have passed since.
  private var hasLeft = false
  private var lingering: Delay?
  /// The continuations to run once the name is released; `nil` after that.
  private var whenFree: [() -> Void]? = []
  private var released: (() -> Void)?
  /// Whether the server behind bellhop-bus was asked to take over the name.
  private var isHandedOver = false

  package private(set) var state = FrontState.connecting

  /// How bellhop-bus is to treat the name while it has no owner.
  package var whenDown: WhenDown { didSet { behind?.whenDown = whenDown } }

  /// `addresses`: those of the session bus itself. `path`: bellhop-bus's socket. `version`: our own. `changed`: never
  /// called from within the initializer.
  package init(
    on addresses: [BusAddress], behind path: String, _ loop: EventLoop, _ scheduler: Scheduler,
    ownProcess: Int32,
    directory: any PosterDirectory, host: any FrontHost, whenDown: WhenDown, version: String,
    now: @escaping () -> Moment, changed: @escaping (FrontState) -> Void
  ) {
    self.addresses = addresses
    self.whenDown = whenDown
    self.changed = changed
    context = ServiceContext(
      loop: loop, scheduler: scheduler, host: host, directory: directory, ownProcess: ownProcess, path: path,
      now: now, information: ServerInformation(version: version))
    behind = BusBehind(.path(path), loop, whenDown: whenDown) { [unowned self] in found($0) }
    loop.nextIteration { [weak self] in self?.begin() }
  }

  deinit { stop() }

  /// Called after each transaction: sends the answers and signals that were held for it.
  package func transactionEnded(stored: Bool) {
    session?.transactionEnded(stored: stored)
    if isHandedOver, isDone { endRelease() }
  }

  /// Sends a signal about a notification to its poster; after the answer to the post where that is still held.
  /// `unheard`: called for a press on a button where the poster's connection has ended.
  package func tell(
    _ signal: FrontSignal, number: UInt32, to caller: BusCaller, unheard: @escaping () -> Void = {}
  ) {
    let signal = UnsentSignals.Signal(signal: signal, number: number, caller: caller, unheard: unheard)
    if let session { session.tell(signal) } else { unsent.add(signal) }
  }

  // MARK: Leaving

  /// Whether all signals were sent. Once another process owns the name, few apps would still receive them.
  package var hasToldAll: Bool { session?.hasToldAll != false }

  /// Releases the name for good, to the next in the bus's queue or a server that the bus starts. Calls that were made
  /// until then are still done, also those that wait for our start: the name is taken first.
  package func leave() {
    leavesSoon = state == .connecting && session?.hasClaimed != true
    if !leavesSoon { leave(to: nil) {} }
  }

  /// Whether the name is released, and all calls from before are done and answered, and their signals sent.
  package var isDone: Bool {
    guard isLeaving, let session else { return isLeaving || isStopped }
    return hasLeft && session.isIdle && !context.host.hasMoreToTell
  }

  /// `then`: the name is released; called at once where it already is.
  private func leave(to successor: BusBehind?, then: @escaping () -> Void) {
    guard whenFree != nil else { return then() }
    whenFree?.append(then)
    guard !isLeaving else { return }
    isLeaving = true
    session?.release(to: successor) { [unowned self] in
      lingering = Delay(Self.lingerMilliseconds, context.loop) { [unowned self] in hasLeft = true }
      let waiting = whenFree.take() ?? []
      for next in waiting { next() }
    }
  }

  /// Like `leave`, but to the server behind bellhop-bus where no other process is queued for the name; stops once all
  /// is done.
  /// `then`: stopped, after `releaseMilliseconds` at the latest; called once, and never from within this call.
  package func release(then: @escaping () -> Void) {
    guard released == nil, !isStopped else { return context.loop.nextIteration(then) }
    released = then
    wait(Self.releaseMilliseconds) { [unowned self] in endRelease() }
    guard session != nil else { return context.loop.nextIteration { [weak self] in self?.endRelease() } }
    leave(to: behind) { [unowned self] in
      guard let behind else { return endRelease() }
      // `transactionEnded` then checks whether all is done.
      behind.handOver { [weak self] in self?.isHandedOver = true }
    }
  }

  private func endRelease() {
    guard let then = released else { return }
    released = nil
    stop()
    then()
  }

  /// Closes the connection; no more callbacks. The bus gives the name to the next in its queue.
  package func stop() {
    isStopped = true
    (delay, lingering) = (nil, nil)
    behind?.stop()
    close()
  }

  // MARK: The connection

  private func begin() {
    guard !isStopped, !isLeaving else { return }
    do throws(SystemError) {
      let bus = try BusClient(
        to: addresses, context.loop, mostBodyBytes: ServiceCall.mostNotifyBytes,
        wantsBody: { [unowned self] in session?.wantsBody($0) ?? false },
        received: { [unowned self] in session?.receive($0) },
        ended: { [unowned self] in lost("the session bus has ended the connection") })
      self.bus = bus
      bus.call(.bus("GetId"), timeoutMilliseconds: nil) { [unowned self, unowned bus] in admitted(bus, $0) }
    } catch {
      lost("the session bus cannot be reached: \(error)")
    }
  }

  /// Called with the answer to GetId. The answer to Hello, with our unique name, came before it.
  private func admitted(_ bus: BusClient, _ answer: Result<[BusValue], BusError>) {
    if case .failure(.disconnected) = answer { return }
    guard !isLeaving else { return }
    guard case .success(let values) = answer, case .string(let id)? = values.first, let name = bus.uniqueName
    else {
      return lost("the session bus does not say its id")
    }
    backoff.reset()
    session = ServiceSession(bus, as: String(decoding: name, as: UTF8.self), busID: id, context) {
      [unowned self] in
      follow()
    }
    if let server { session?.serverIs(server) }
    for one in unsent.drain() { session?.tell(one) }
  }

  private func lost(_ reason: String) {
    for one in session?.untold ?? [] { unsent.add(one) }
    session?.busIsGone()
    close()
    guard released == nil else { return endRelease() }
    become(.unreachable(reason))
    if leavesSoon { leave() }
    wait(backoff.next()) { [unowned self] in begin() }
  }

  private func close() {
    let (old, oldSession) = (bus, session)
    bus = nil
    session = nil
    old?.stop()
    context.information.forgetOwner()
    // Kept for one more iteration, since one of them may be the caller.
    context.loop.nextIteration { _ = (old, oldSession) }
  }

  private func wait(_ milliseconds: Int64, _ job: @escaping () -> Void) {
    delay = isStopped ? nil : Delay(milliseconds, context.loop, job)
  }

  // MARK: State

  private func found(_ server: BusBehind.Server?) {
    self.server = .some(server)
    session?.serverIs(server)
  }

  private func follow() {
    guard let session, !isLeaving else { return }
    behind?.expected = session.ownerBehind
    become(session.state)
    if leavesSoon { leave() }
  }

  private func become(_ state: FrontState) {
    guard state != self.state, !isStopped else { return }
    self.state = state
    changed(state)
  }
}

/// The state of the notification name.
package enum FrontState: Hashable, Sendable {
  case connecting
  /// We own the name; `route` leads to the notification server. `shutOut`: a server that was started past bellhop-bus,
  /// and has ended without the name.
  case owner(route: ServerRoute, shutOut: StartedProgram? = nil)
  /// Another connection, with this unique name, owns the name and keeps it. `process`: 0 where the bus does not say.
  case queued(owner: String, process: Int32)
  /// The bus cannot be reached, or denies us the name; with the reason.
  case unreachable(String)
}

/// The dependencies that all sessions of the service share.
struct ServiceContext {
  let loop: EventLoop
  let scheduler: Scheduler
  let host: any FrontHost
  let directory: any PosterDirectory
  let ownProcess: Int32
  /// bellhop-bus's socket.
  let path: String
  let now: () -> Moment
  let information: ServerInformation
}

/// Names, paths and interfaces on the bus that the service deals with.
enum ServiceNames {
  static let notifications = String(decoding: BusName.notifications, as: UTF8.self)
  static let server = String(decoding: BusName.server, as: UTF8.self)
  static let path = "/org/freedesktop/Notifications"

  /// The own name of the process that owns the notification name in GNOME, and forwards to the shell.
  static let gnomeHelper = "org.gnome.Shell.Notifications"
  /// The names at which desktop shells serve the interface, independent of the notification name.
  static let shells = ["org.gnome.Shell", "org.kde.plasmashell", "org.Cinnamon"]
  /// The names with owners that are followed, in the order in which the bus is asked.
  static let followed = [server, gnomeHelper] + shells + [notifications]

  /// Programs that go on serving without any name if they do not get the notification name: LXQt's up to 1.3.
  static let namelessServers: Set = ["lxqt-notificationd"]

  static let introspectable = "org.freedesktop.DBus.Introspectable"
  static let properties = "org.freedesktop.DBus.Properties"
  static let peer = "org.freedesktop.DBus.Peer"
}

/// The daemon behind the service. All calls are made on the loop's thread; their results are valid once the transaction
/// is stored.
package protocol FrontHost: AnyObject {
  /// Judges and stores a post, once its picture is at hand. `then` gets the number for the app, at once or in a later
  /// iteration. `replacing`: the number of the notification to replace; 0 for a new one. `process`: the caller's
  /// process; 0 where not known.
  func post(
    _ post: FrontPost, replacing: UInt32, process: Int32,
    then: @escaping (Result<UInt32, FrontRefusal>) -> Void)
  /// Closes the notification with this number.
  func close(_ number: UInt32, by caller: BusCaller, isSandboxed: Bool) -> FrontClosing
  /// Whether a number in a signal of the server is unknown here: neither one that we gave to an app, nor the server's
  /// own for one of our banners. `nil`: cannot be decided yet, since the server has not yet answered with the number of
  /// a banner that is being shown.
  func isUnknown(_ number: UInt32) -> Bool?
  /// The server's own number of the banner that an app knows by this one; the same number where it is no such banner's.
  /// `nil`: cannot be said yet, as for `isUnknown`.
  func serverNumber(of number: UInt32) -> UInt32?
  /// The number by which an app knows the banner with this number of the server's; the same number where no app does.
  /// `nil`: cannot be said yet, as for `isUnknown`.
  func appNumber(of number: UInt32) -> UInt32?
  /// The capabilities of the notification server, as last known; does not wait for a server.
  var capabilities: [String] { get }
  /// The configured rates.
  var limits: RateLimits { get }
  /// A source reports presence; `nil` if it does not know.
  func hear(_ presence: Presence?, from source: PresenceSource)
  /// An app asks for quiet (`Inhibit`). Returns the cookie by which the app ends that.
  func inhibit(_ app: PostingApp, reason: String, by caller: BusCaller, in process: CallingProcess)
    -> Result<UInt32, FrontRefusal>
  func uninhibit(_ cookie: UInt32, by caller: BusCaller) -> Result<Void, FrontRefusal>
  /// A connection has ended; a caller without a name stands for all connections of that bus.
  func isGone(_ caller: BusCaller)
  /// The property `Inhibited`: whether apps are asked to be quiet.
  var isInhibited: Bool { get }
  /// Whether some posters are still to be told that the front ends.
  var hasMoreToTell: Bool { get }
}

package enum FrontClosing: Sendable {
  case done
  /// The number was never ours.
  case neverOurs
}

package enum FrontRefusal: Error, Hashable, Sendable {
  /// The app is denied.
  case denied
  /// `nil`: only possible again after another notification has ended.
  case tooMany(retryAfterMilliseconds: Int64?)
  /// With the reason.
  case notStored(String)
}
