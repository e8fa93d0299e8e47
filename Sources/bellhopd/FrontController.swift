import BusWire
import Configuration
import Delivery
import EventLoop
import Front
import Glibc
import Images
import Intake
import NotificationModel
import NotificationProtocol
import Records

/// Runs the front while `[Front] Mode` is `on`: the service at the desktop's notification name, and the messages
/// between the engine and that service.
final class FrontController {
  /// Delay before a failed transaction is tried again.
  private static let pauseMilliseconds: Int64 = 100
  /// The app waits for its answer meanwhile: a picture that takes longer to copy is left out.
  private static let pictureMilliseconds: Int64 = 2_000

  private let loop: EventLoop
  private let scheduler: Scheduler
  private let engine: DeliveryEngine
  private let directory: InstalledApps
  private let clock: () -> Moment
  private let addresses: [BusAddress]
  /// Where bellhop-bus listens; `nil` where the daemon has no runtime directory.
  private let path: String?
  /// The notification server is to be found another way from now on.
  var changed: (ServerRoute) -> Void = { _ in }
  private let images: ImageIntake
  private var service: NotificationsService?
  /// The earlier service, which has released its name and still finishes the calls that it had received.
  private var leaving: NotificationsService?
  private var route = ServerRoute.usual
  private var isStopped = false
  /// Whether signals came up after the apps had been told that the front ends.
  private(set) var hasMoreToTell = false
  /// Whether this transaction tells all of it.
  private var tellsRest = false
  private var pause: Timer?
  /// The last server that was told as shut out; `nil` again when it is served.
  private var shutOut: StartedProgram?
  /// Whether the name is to be given away with the end of this transaction.
  private var isClosing = false

  init(
    _ loop: EventLoop, _ scheduler: Scheduler, _ engine: DeliveryEngine, _ directory: InstalledApps,
    _ addresses: [BusAddress],
    images: ImageIntake, runtimeDirectory: String?, clock: @escaping () -> Moment
  ) {
    self.images = images
    self.scheduler = scheduler
    (self.loop, self.engine, self.directory, self.clock) = (loop, engine, directory, clock)
    self.addresses = addresses
    path = runtimeDirectory.map(BusPlace.path)
  }

  /// After each transaction: the mode may be another.
  func follow() {
    guard !isStopped else { return }
    let policy = engine.assumeIsolated { $0.frontPolicy }
    guard policy.mode == .on else { return close() }
    isClosing = false
    if let service {
      service.whenDown = WhenDown(policy.whenDown)
    } else {
      open(policy)
    }
  }

  /// Before a transaction ends: who has called before the name was given away for good is told with its answer that
  /// nothing more will be told.
  func transactionEnds() {
    tellsRest = hasMoreToTell && endFront()
  }

  /// `nil` while the front is off.
  var standing: FrontStanding? {
    guard let service else { return nil }
    var standing: FrontStanding
    switch service.state {
    case .connecting: standing = FrontStanding(.connecting)
    case .owner(let route, _):
      standing = FrontStanding(.owner)
      standing.server = route.name
    case .queued(let owner, let process):
      standing = FrontStanding(.queued)
      standing.owner = owner
      standing.ownerProcess = process > 0 ? process : nil
    case .unreachable(let reason):
      standing = FrontStanding(.unreachable)
      standing.fault = reason
    }
    return standing
  }

  func transactionEnded(stored: Bool) {
    if stored, tellsRest { hasMoreToTell = false }
    service?.transactionEnded(stored: stored)
    leaving?.transactionEnded(stored: stored)
    if stored, isClosing { release() }
    // A transaction that was not stored has told no app.
    isClosing = false
  }

  /// Sends a signal to the app that posted. `unheard`: called for a press whose app has left the bus.
  func tell(_ signal: FrontSignal, number: UInt32, to caller: BusCaller, unheard: @escaping () -> Void) {
    (service ?? leaving)?.tell(signal, number: number, to: caller, unheard: unheard)
  }

  /// Whether every signal is on its way.
  var hasToldAll: Bool { (service ?? leaving)?.hasToldAll != false }

  /// Releases the name because the process ends: later calls go to the next owner, earlier calls are finished here.
  func leave() {
    guard !isStopped else { return }
    isStopped = true
    service?.leave()
  }

  /// Whether every call is answered, after `leave`.
  var isDone: Bool { isStopped && service?.isDone != false && leaving == nil }

  /// Stops for good.
  func stop() {
    isStopped = true
    service?.stop()
    leaving?.stop()
  }

  private func open(_ policy: FrontPolicy) {
    guard let path else { return tell(.frontHasNoDirectory) }
    directory.readNames()
    // Assume the usual route until the bus says otherwise. A daemon that begins anew finds its banners where it left
    // them.
    if case .usual = route { apply(.behind(path: path)) }
    service = NotificationsService(
      on: addresses, behind: path, loop, scheduler, ownProcess: getpid(), directory: directory, host: self,
      whenDown: WhenDown(policy.whenDown), version: Version.current, now: clock
    ) { [unowned self] in follow($0) }
  }

  /// Tells the waiting apps first: after the release they listen to the next owner of the name.
  private func close() {
    guard service != nil, !isClosing, endFront() else { return }
    isClosing = true
    loop.nextIteration {}
  }

  /// Tells the waiting apps that their notifications are closed. Returns whether every app is told; if not, a later
  /// iteration continues, after a pause while the store fails.
  private func endFront() -> Bool {
    let now = clock()
    let isAll = try? engine.assumeIsolated { try $0.endFront(now: now) }
    if isAll == false { loop.nextIteration {} }
    if isAll == nil, pause == nil {
      pause = loop.setTimer(at: now.uptime.milliseconds + Self.pauseMilliseconds) { [weak self] in
        self?.pause = nil
      }
    }
    return isAll == true
  }

  /// Releases the name once the signals are on their way. The sink's route changes only when the server has the name
  /// again, so the server is never taken to be gone together with its banners.
  private func release() {
    guard let closing = service else { return }
    service = nil
    leaving = closing
    engine.assumeIsolated { $0.forgetFinding(.front) }
    closing.release { [weak self] in
      guard let self else { return }
      if leaving === closing { leaving = nil }
      guard service == nil else { return }
      apply(.usual)
    }
  }

  private func follow(_ state: FrontState) {
    switch state {
    case .connecting: break
    case .owner(let route, let shutOut):
      apply(route)
      if let shutOut {
        isShutOut(shutOut)
      } else {
        self.shutOut = nil
        tell(route == .gnomeShell ? .frontIsOnButForGTK : .frontIsOn)
      }
    case .queued(let owner, let process):
      apply(.usual)
      tell(.frontWaits(owner: Self.named(process) ?? owner))
    case .unreachable(let reason): tell(.frontUnreachable(reason: reason))
    }
  }

  private func isShutOut(_ server: StartedProgram) {
    guard server != shutOut else { return }
    shutOut = server
    let (line, now) = (shellWords(["bellhop-bus", "exec", "--"] + server.typed), clock())
    // `doctor` knows of it also where it cannot be stored.
    try? engine.assumeIsolated { try $0.serverIsShutOut(server.name, line: line, now: now) }
  }

  private func apply(_ route: ServerRoute) {
    guard route != self.route else { return }
    self.route = route
    changed(route)
  }

  private func tell(_ fact: DesktopFact) { engine.assumeIsolated { $0.receive(.finding(fact)) } }

  private static func named(_ process: Int32) -> String? {
    guard process > 0 else { return nil }
    return Process.name(of: process).map { "\($0), process \(process)" } ?? "process \(process)"
  }
}

extension FrontController: FrontHost {
  func post(
    _ post: FrontPost, replacing: UInt32, process: Int32,
    then: @escaping (Result<UInt32, FrontRefusal>) -> Void
  ) {
    let posted = { [unowned self] (result: Result<UInt32, Refusal>) in
      hasMoreToTell = hasMoreToTell || service == nil
      then(result.mapError(FrontRefusal.init))
    }
    guard let source = post.imageSource else { return posted(store(post, nil, replacing, process)) }
    // The app's own file may be gone a moment later.
    images.prepare([source], for: process, within: Self.pictureMilliseconds) { [unowned self] results in
      let copy = results?.first.flatMap { try? $0.get() }
      var result = store(post, copy, replacing, process)
      // Better without its picture than not at all.
      if case .failure = result, copy != nil { result = store(post, nil, replacing, process) }
      posted(result)
    }
  }

  private func store(_ post: FrontPost, _ copy: ImageCopy?, _ replacing: UInt32, _ process: Int32)
    -> Result<UInt32, Refusal>
  {
    let now = clock()
    var post = post
    if let copy {
      post.pictureIsCopied(as: copy.source, from: copy.file)
    } else if post.imageSource != nil {
      post.replaceMissingPicture()
    }
    let (posted, origin, caller, notes) = (post.request, post.origin, post.caller, post.notes)
    return engine.assumeIsolated { engine in
      Result { () throws(Refusal) in
        try engine.post(
          posted, origin, by: caller, replacing: replacing, notes: notes,
          images: copy.map { [$0] } ?? [], process: process, now: now)
      }
    }
  }

  func close(_ number: UInt32, by caller: BusCaller, isSandboxed: Bool) -> FrontClosing {
    let now = clock()
    return engine.assumeIsolated { engine in
      let wasOurs = try? engine.close(number, by: caller, isSandboxed: isSandboxed, now: now)
      // Nor is it the server's own number of a banner of ours.
      return wasOurs == false && engine.isUnknown(number) != false ? .neverOurs : .done
    }
  }

  func inhibit(_ app: PostingApp, reason: String, by caller: BusCaller, in process: CallingProcess)
    -> Result<UInt32, FrontRefusal>
  {
    let now = clock()
    return engine.assumeIsolated { engine in
      Result { () throws(Refusal) in
        try engine.inhibit(
          app.app, isVouchedFor: app.isVouchedFor, reason: reason, by: caller, in: process, now: now)
      }
    }.mapError(FrontRefusal.init)
  }

  func uninhibit(_ cookie: UInt32, by caller: BusCaller) -> Result<Void, FrontRefusal> {
    let now = clock()
    return engine.assumeIsolated { engine in
      Result { () throws(Refusal) in try engine.uninhibit(cookie, by: caller, now: now) }
    }.mapError(FrontRefusal.init)
  }

  func isGone(_ caller: BusCaller) { engine.assumeIsolated { $0.receive(.callerIsGone(caller)) } }

  var isInhibited: Bool {
    let now = clock()
    return engine.assumeIsolated { $0.isInhibited(now: now) }
  }

  var capabilities: [String] { engine.assumeIsolated { $0.serverCapabilities } }

  var limits: RateLimits { engine.assumeIsolated { $0.limits } }

  func hear(_ presence: Presence?, from source: PresenceSource) {
    engine.assumeIsolated { $0.receive(.presence(source, presence)) }
  }

  func isUnknown(_ number: UInt32) -> Bool? { engine.assumeIsolated { $0.isUnknown(number) } }

  func serverNumber(of number: UInt32) -> UInt32? { engine.assumeIsolated { $0.serverNumber(of: number) } }

  func appNumber(of number: UInt32) -> UInt32? { engine.assumeIsolated { $0.appNumber(of: number) } }
}

extension FrontRefusal {
  fileprivate init(_ refusal: Refusal) {
    self =
      switch refusal {
      case .notAuthorized: .denied
      case .quotaExceeded(_, _, let wait, _): .tooMany(retryAfterMilliseconds: wait)
      case .notStored(let reason): .notStored(reason)
      default: .notStored("\(refusal)")
      }
  }
}

extension WhenDown {
  init(_ standIn: StandIn) {
    self =
      switch standIn {
      case .server: .server
      case .wait: .wait
      }
  }
}

extension ServerRoute {
  /// The server's name on the session bus.
  fileprivate var name: String {
    switch self {
    case .usual: String(decoding: BusName.notifications, as: UTF8.self)
    case .behind: String(decoding: BusName.server, as: UTF8.self)
    case .named(let name): name
    }
  }
}

extension FrontPost {
  /// Where its picture is, if it has one that is no icon of the theme.
  fileprivate var imageSource: ImageSource? {
    if let picture {
      return .made(name: "/picture", holding: picture.byteCount) {
        PNG.file(
          width: picture.width, height: picture.height, hasAlpha: picture.hasAlpha, row: picture.row)
      }
    }
    return request.image.flatMap { $0.hasPrefix("/") ? .file($0) : nil }
  }
}
