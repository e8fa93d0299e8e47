import BusSocket
package import BusWire
package import EventLoop
package import NotificationModel
import Retry

/// Has the desktop's notification name, and does what is asked for at it: what apps post goes to the host; what only a
/// notification server can do goes to that. Lives on the loop's thread.
package final class NotificationsService {
  /// Longer than the bus and bellhop-bus take to answer.
  private static let releaseMilliseconds: Int64 = 2_000
  /// Libraries look up who has the name, and call whom they have found; in between there are some milliseconds.
  package static let lingerMilliseconds: Int64 = 100

  private let addresses: [BusAddress]
  private let context: ServiceContext
  private let changed: (FrontState) -> Void
  private var behind: BusBehind?
  private var server: BusBehind.Server??
  private var bus: BusClient?
  private var session: ServiceSession?
  private var unsaid = UnsaidSignals()
  private var backoff = Backoff()
  private var delay: Delay?
  private var isStopped = false
  private var isLeaving = false
  /// Whether the name is anybody's, and everybody who has found us behind it has called by now.
  private var hasLeft = false
  private var lingering: Delay?
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
    context = ServiceContext(
      loop: loop, scheduler: scheduler, host: host, directory: directory, ownProcess: ownProcess, path: path,
      now: now, information: ServerInformation(version: version))
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
    return hasLeft && session.isIdle && !context.host.hasMoreToTell
  }

  /// `then`: the name is anybody's; at once where it is already.
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

  /// The same, to the server behind bellhop-bus where nobody else waits for it; and stops once all is done. `then`: that
  /// is so, as far as it can be; told once, and never from within this.
  package func release(then: @escaping () -> Void) {
    guard released == nil, !isStopped else { return context.loop.nextIteration(then) }
    released = then
    wait(Self.releaseMilliseconds) { [unowned self] in endRelease() }
    guard session != nil else { return context.loop.nextIteration { [weak self] in self?.endRelease() } }
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
    (delay, lingering) = (nil, nil)
    behind?.stop()
    close()
  }

  // MARK: The connection

  private func begin() {
    guard !isStopped, !isLeaving else { return }
    do throws(SystemError) {
      let bus = try BusClient(
        to: addresses, context.loop, wantsBody: { [unowned self] in session?.wantsBody($0) ?? false },
        received: { [unowned self] in session?.receive($0) },
        ended: { [unowned self] in lost("the session bus has ended the connection") })
      self.bus = bus
      bus.call(.bus("GetId"), timeoutMilliseconds: nil) { [unowned self, unowned bus] in admitted(bus, $0) }
    } catch {
      lost("the session bus cannot be reached: \(error)")
    }
  }

  /// The first answer of the bus but one: by then it has said our name.
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
    for one in unsaid.drain() { session?.tell(one) }
  }

  private func lost(_ reason: String) {
    for one in session?.untold ?? [] { unsaid.add(one) }
    session?.busIsGone()
    close()
    guard released == nil else { return endRelease() }
    become(.unreachable(reason))
    wait(backoff.next()) { [unowned self] in begin() }
  }

  private func close() {
    let (old, oldSession) = (bus, session)
    bus = nil
    session = nil
    old?.stop()
    context.information.forgetOwner()
    // It may be what has called.
    context.loop.nextIteration { _ = (old, oldSession) }
  }

  private func wait(_ milliseconds: Int64, _ job: @escaping () -> Void) {
    delay = isStopped ? nil : Delay(milliseconds, context.loop, job)
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

/// How things stand with the notification name.
package enum FrontState: Hashable, Sendable {
  case connecting
  /// It is ours, and the notification server is to be found that way.
  case owner(route: ServerRoute)
  /// Another has it, by this unique name, and keeps it. `process`: 0 where the bus does not say.
  case queued(owner: String, process: Int32)
  /// Why.
  case unreachable(String)
}

/// The surroundings that all sessions of the service share.
struct ServiceContext {
  let loop: EventLoop
  let scheduler: Scheduler
  let host: any FrontHost
  let directory: any PosterDirectory
  let ownProcess: Int32
  /// Where bellhop-bus listens.
  let path: String
  let now: () -> Moment
  let information: ServerInformation
}

/// Names, paths and interfaces on the bus that the service deals with.
enum ServiceNames {
  static let notifications = String(decoding: BusName.notifications, as: UTF8.self)
  static let server = String(decoding: BusName.server, as: UTF8.self)
  static let path = "/org/freedesktop/Notifications"

  /// Of the process that has the notification name in GNOME, and passes on to the shell.
  static let gnomeHelper = "org.gnome.Shell.Notifications"
  /// Where desktops serve the interface themselves, whoever has the name.
  static let shells = ["org.gnome.Shell", "org.kde.plasmashell"]
  /// Whose owners matter, in the order in which they are asked for.
  static let followed = [server, gnomeHelper] + shells + [notifications]

  /// Programs that go on serving at no name at all where they do not get the notification name: LXQt's up to 1.3.
  static let namelessServers: Set = ["lxqt-notificationd"]

  static let introspectable = "org.freedesktop.DBus.Introspectable"
  static let properties = "org.freedesktop.DBus.Properties"
  static let peer = "org.freedesktop.DBus.Peer"

  /// Numbers that apps get begin here; servers count from 1.
  static let firstNumber: UInt32 = 1_000_001
}

/// The daemon behind the service. All calls are made on the loop's thread; what they answer holds once the transaction is
/// stored.
package protocol FrontHost: AnyObject {
  /// Judges and stores, once its picture is at hand. `then` gets the number for the app, at once or in a later iteration.
  /// `replacing`: the number whose place it takes; 0 for none. `process`: whose call it is; 0 where nobody knows.
  func post(
    _ post: FrontPost, replacing: UInt32, process: Int32,
    then: @escaping (Result<UInt32, FrontRefusal>) -> Void)
  /// Takes back.
  func close(_ number: UInt32, by caller: BusCaller, isSandboxed: Bool) -> FrontClosing
  /// Whether a number that the server itself speaks of means nothing here: it is neither one that an app was given, nor
  /// the server's own for a banner of ours. `nil`: it may be that of a banner that is being shown, which the server has
  /// not told us yet.
  func isUnknown(_ number: UInt32) -> Bool?
  /// What the notification server can do, as far as it was ever told: at once, whether or not there is one.
  var capabilities: [String] { get }
  /// The rates in force.
  var limits: RateLimits { get }
  /// A source tells of presence; `nil` if it does not know.
  func hear(_ presence: Presence?, from source: PresenceSource)
  /// An app asks for quiet (`Inhibit`); the number by which it takes that back.
  func inhibit(_ app: PostingApp, reason: String, by caller: BusCaller) -> Result<UInt32, FrontRefusal>
  func uninhibit(_ cookie: UInt32, by caller: BusCaller) -> Result<Void, FrontRefusal>
  /// A connection has ended; one without a name stands for all of that bus.
  func isGone(_ caller: BusCaller)
  /// Whether apps are told to be quiet.
  var isInhibited: Bool { get }
  /// Whether some of those who have posted are still to be told that the front ends.
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
  /// `nil`: not before something else has ended.
  case tooMany(retryAfterMilliseconds: Int64?)
  /// Why.
  case notStored(String)
}
