import BusWire
import EventLoop
import Front
import Glibc
import Locks
import LoopExecutor
import NotificationModel
import TestSupport

/// A service on a bus of a test's own, with a loop and a thread of its own, and a recording host.
actor ServiceRig {
  nonisolated let bus: PrivateBus
  nonisolated let directory = TemporaryDirectory()
  private nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let host = RecordingHost()
  private var service: NotificationsService?
  private let told = Told()
  /// Whether transactions end by themselves, and are stored.
  private let commits = Commits()

  static let a = "org.freedesktop.Notifications"
  static let b = "io.bellhop.NotificationServer"
  static let path = "/org/freedesktop/Notifications"

  nonisolated var busSocket: String { "\(directory.path)/bellhop-bus/bus" }

  private init(_ bus: PrivateBus) throws {
    self.bus = bus
    loop = try EventLoop()
  }

  /// Runs the test with a service that has the name, or is about to get it.
  static func run(
    on given: PrivateBus? = nil, opening: Bool = true, _ test: (ServiceRig) async throws -> Void
  ) async throws {
    let bus = if let given { given } else { try await PrivateBus() }
    let rig = try ServiceRig(bus)
    let loop = rig.loop
    let thread = TestThread { loop.run() }
    if opening { await rig.open() }
    do {
      try await test(rig)
      await rig.close()
      loop.stop()
      thread.join()
    } catch {
      await rig.close()
      loop.stop()
      thread.join()
      throw error
    }
  }

  private final class Told {
    var states: [FrontState] = []
    var unheard = 0
  }

  private final class Commits {
    var areHeld = false
    var isStored = true
  }

  // MARK: The service

  func open(ownProcess: Int32 = -1) {
    let (told, commits) = (told, commits)
    let service = NotificationsService(
      on: [.path(bus.socketPath)], behind: busSocket, loop, Scheduler(loop), ownProcess: ownProcess,
      directory: host,
      host: host,
      whenDown: .server, version: "0",
      now: {
        let (wall, uptime) = EventLoop.now()
        return Moment(wall: Timestamp(milliseconds: wall), uptime: Uptime(milliseconds: uptime))
      }, changed: { told.states.append($0) })
    self.service = service
    loop.onIterationEnd = { if !commits.areHeld { service.transactionEnded(stored: commits.isStored) } }
  }

  func close() {
    service?.stop()
    service = nil
    loop.onIterationEnd = nil
  }

  func release() async {
    guard let service else { return }
    await withCheckedContinuation { continuation in service.release { continuation.resume() } }
  }

  func leave() { service?.leave() }
  /// Told to go before it has begun.
  func openAndLeave() {
    open()
    leave()
  }
  var isDone: Bool { service?.isDone == true }

  /// Returns when the grace period after giving the name away is over.
  func outlastsLinger() async {
    let loop = loop
    await withCheckedContinuation { continuation in
      loop.setTimer(at: EventLoop.now().uptime + NotificationsService.lingerMilliseconds * 2) {
        continuation.resume()
      }
    }
  }

  func whenDown(_ choice: WhenDown) { service?.whenDown = choice }
  func hold(_ areHeld: Bool) { commits.areHeld = areHeld }
  func store(_ isStored: Bool) { commits.isStored = isStored }
  /// Denies every post.
  func deny() {
    host.afterPosting = { [weak service] number, caller in
      service?.tell(.closed(.undefined), number: number, to: caller)
    }
  }
  func tell(_ signal: FrontSignal, _ number: UInt32, to caller: BusCaller) {
    service?.tell(signal, number: number, to: caller) { [told] in told.unheard += 1 }
  }

  /// Presses whose poster had left.
  var unheard: Int { told.unheard }
  var state: FrontState? { service?.state }
  var states: [FrontState] { told.states }
  var posts: [RecordingHost.Post] { host.posts }
  var presences: [PresenceSource: Presence] { host.presences }
  var inhibitingProcesses: Set<CallingProcess> { host.inhibitingProcesses }
  var inhibitors: [String] { host.inhibitors.map { "\($0.app): \($0.reason)" } }
  var closed: [UInt32] { host.closed }
  /// True while a caller waits for a picture.
  var hasCaller: Bool { host.hasWaitingPictures }
  func plan(_ change: @Sendable (RecordingHost) -> Void) { change(host) }

  nonisolated func waits(for state: FrontState) async throws {
    try await eventually("\(state)", holds: { await self.state == state })
  }

  /// Until the service has the name, by any route.
  nonisolated func waitsForName() async throws {
    try await eventually("the name") { () -> Void? in
      if case .owner? = await state { () } else { nil }
    }
  }

  // MARK: Others

  /// A program on the bus; `behind`: it is on bellhop-bus. `program`: the name of the file that it runs.
  nonisolated func client(behind: Bool = false, program: String? = nil) async throws -> ScriptedClient {
    try await ScriptedClient(
      [program.map { try NamedPython.path(called: $0) } ?? NamedPython.usual],
      address: behind ? "unix:path=\(busSocket)" : bus.address)
  }

  nonisolated func tool(_ words: String...) async throws -> String {
    try await TestSupport.run(words, ["DBUS_SESSION_BUS_ADDRESS": bus.address])
  }

  /// Stands before the command of a server that is to run on bellhop-bus.
  nonisolated var exec: [String] {
    ["\(PackageFiles.products)/bellhop-bus", "--runtime-directory", directory.path, "exec", "--"]
  }

  nonisolated func bellhopBus() async throws -> ChildProcess {
    chmod(directory.path, 0o700)
    let process = try ChildProcess(
      ["\(PackageFiles.products)/bellhop-bus", "--runtime-directory", directory.path],
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    try await eventually("a bellhop-bus that listens", holds: { access(busSocket, F_OK) == 0 })
    return process
  }
}

/// Records the service's calls.
final class RecordingHost: FrontHost, PosterDirectory {
  struct Post: Hashable, Sendable {
    let title: String
    let app: String
    let replacing: UInt32
    let number: UInt32
    let caller: BusCaller
    let identifier: String?
    let hasPicture: Bool
    let poster: ScriptID?
  }

  private(set) var posts: [Post] = []
  private(set) var closed: [UInt32] = []
  var hasMoreToTell = false
  var numbers: Set<UInt32> = []
  private var last: UInt32 = 1_000_000
  var refusal: FrontRefusal?
  var limits = RateLimits()
  var capabilities: [String] = []
  var lacksDescriptors = false
  var isInhibited = false
  private(set) var inhibitors: [(app: String, reason: String, caller: BusCaller, cookie: UInt32)] = []
  private(set) var inhibitingProcesses: Set<CallingProcess> = []
  func inhibit(_ app: PostingApp, reason: String, by caller: BusCaller, in process: CallingProcess)
    -> Result<UInt32, FrontRefusal>
  {
    if let refusal { return .failure(refusal) }
    inhibitingProcesses.insert(process)
    let cookie = UInt32(inhibitors.count + 1)
    inhibitors.append((app.app.text, reason, caller, cookie))
    return .success(cookie)
  }
  func uninhibit(_ cookie: UInt32, by caller: BusCaller) -> Result<Void, FrontRefusal> {
    inhibitors.removeAll { $0.cookie == cookie && $0.caller == caller }
    return .success(())
  }
  func isGone(_ caller: BusCaller) { inhibitors.removeAll { caller.includes($0.caller) } }
  private(set) var presences: [PresenceSource: Presence] = [:]
  func hear(_ presence: Presence?, from source: PresenceSource) { presences[source] = presence }
  static let process = CallingProcess(
    number: 7, parent: 1, began: Uptime(milliseconds: 1), unit: nil, name: "film")
  var place: ProcessPlace? = ProcessPlace(process: process)
  /// The posts that wait for their picture; `nil` where a picture is there at once.
  private var pictures: [() -> Void]?

  func keepPictures() { pictures = [] }
  var hasWaitingPictures: Bool { pictures?.isEmpty == false }

  func givePictures() {
    let waiting = pictures ?? []
    pictures = nil
    for next in waiting { next() }
  }

  /// Called within the transaction of a post, as for a denied one.
  var afterPosting: ((UInt32, BusCaller) -> Void)?
  var apps: [AppID] = []

  func post(
    _ post: FrontPost, replacing: UInt32, process: Int32,
    then: @escaping (Result<UInt32, FrontRefusal>) -> Void
  ) {
    if post.picture != nil, pictures != nil {
      pictures?.append { [unowned self] in accept(post, replacing, then) }
    } else {
      accept(post, replacing, then)
    }
  }

  private func accept(
    _ post: FrontPost, _ replacing: UInt32, _ then: (Result<UInt32, FrontRefusal>) -> Void
  ) {
    if let refusal { return then(.failure(refusal)) }
    let caller = post.caller
    let number = replacing == 0 ? last + 1 : replacing
    if replacing == 0 { last = number }
    numbers.insert(number)
    posts.append(
      Post(
        title: post.request.title ?? "", app: post.request.app.text, replacing: replacing, number: number,
        caller: caller, identifier: post.request.identifier?.text,
        hasPicture: post.picture != nil, poster: post.origin.poster))
    then(.success(number))
    afterPosting?(number, caller)
  }

  func close(_ number: UInt32, by caller: BusCaller, isSandboxed: Bool) -> FrontClosing {
    guard numbers.contains(number) else { return .neverOurs }
    closed.append(number)
    return .done
  }

  /// While a banner is being shown.
  var cannotTell = false
  func isUnknown(_ number: UInt32) -> Bool? {
    numbers.contains(number) ? false : cannotTell ? nil : true
  }

  /// The server's own numbers of banners, by those of apps.
  var banners: [UInt32: UInt32] = [:]
  func serverNumber(of number: UInt32) -> UInt32? { banners[number] ?? (cannotTell ? nil : number) }
  func appNumber(of number: UInt32) -> UInt32? {
    banners.first { $0.value == number }?.key ?? (cannotTell ? nil : number)
  }
  /// Whether the server has started the callers.
  var isHook = false
  func isStarted(_ process: CallingProcess, by server: Int32) -> Bool { isHook }

  func hasEntry(_ app: AppID) -> Bool { apps.contains(app) }
  func showsOthers(_ app: AppID) -> Bool { false }
  func apps(named name: String) -> [AppID] { [] }
  func apps(running program: String) -> [AppID] { [] }
  func place(of process: Int32, seen: Uptime) throws(SystemError) -> ProcessPlace? {
    if lacksDescriptors { throw SystemError(call: "open", code: EMFILE) }
    return place
  }
  func command(of process: Int32, seen: Uptime) -> StartedProgram? {
    NamedPython.program(of: process).map { StartedProgram($0, [$0, "-conf", "theme"]) }
  }
}
