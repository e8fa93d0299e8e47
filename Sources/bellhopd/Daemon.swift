import BusWire
import Configuration
import Delivery
import Desktop
import EventLoop
import Glibc
import Images
import Intake
import Journal
import LoopExecutor
import NotificationModel
import NotificationProtocol
import Records
import Retry
import Sink
import Store
import TimeZones
import Varlink
import Wording

let log = ProgramLog(program: "bellhopd")

/// The parts, wired. Lives on the main thread, which is the loop's.
final class Daemon {
  /// The time for peers to read their last answers.
  private static let drainMilliseconds: Int64 = 1_500
  /// The time for apps to read their last signals. Then the daemon releases the notification name, also if some are
  /// missing: calls received at the name have to be answered before the process ends.
  private static let tellingMilliseconds: Int64 = 1_000

  let loop: EventLoop
  private let signals: HeldSignals
  private let service: ServiceState
  private let storage: Storage
  private var configuration: ConfigurationSource
  private var (readPace, effectPace, faultPace) = (LinePace(), LinePace(), LinePace())
  let engine: DeliveryEngine
  let sink: any ChosenSink
  let desktop: DesktopMonitor
  /// Runs the desktop's loop, which never blocks.
  private var desktopThread: LoopThread?
  let lock = LockFlag()
  private let calls: EngineCalls
  private let scheduler: Scheduler
  private let server: Server
  private let sockets: ListeningSockets
  private let spool: SpoolIntake
  private let images: ImageCopies
  private let pictures: ImageIntake
  private let front: FrontController
  private var transientBanners: TransientBannerFile
  private let memoryTrimmer: MemoryTrimmer
  private let reports = Mailbox<SinkReport>(bound: SinkReport.mostWaiting)
  private var wakeTimer: Timer?
  private var zoneMonitor: ZoneMonitor?
  private var status = ""
  private(set) var configurationFaults: ConfigurationFaults?
  private var hasBegun = false
  /// Whether the state of the earlier process is recovered.
  private var isStarted = false
  /// Whether a reload was asked for before that.
  private var isReloadDue = false
  private var isStopping = false
  private var isDrained = false
  private var isSinkStopped = false
  /// Banners that were to be closed after the sink had stopped: noted for the next process, which closes them.
  private var unclosed: [BannerHandle] = []
  private var beginsAnew = false
  private var exitStatus: Int32 = 0
  private var backoff = Storage.backoff

  init(_ arguments: DaemonArguments, _ environment: [String: String], _ signals: HeldSignals)
    throws(StartFault)
  {
    self.signals = signals
    let places = try DaemonPlaces(arguments, environment)
    do throws(SystemError) { loop = try EventLoop() } catch { throw StartFault("\(error)") }
    service = ServiceState(loop: loop)
    let predecessor = PreviousInstance(environment, signals)
    storage = Storage(places.state, loop, signals, after: predecessor)
    let store = try storage.open(service)
    let entries = DesktopEntries.from(environment)
    images = ImageCopies(path: places.images, themes: IconThemes(in: entries.dataDirectories))
    configuration = ConfigurationSource(arguments)
    let (policy, faults) = configuration.read(remembering: store)
    configurationFaults = faults
    if let faults { log(.error, Self.lines(of: faults)) }

    sink = arguments.sink.init(lock: lock, images: places.images)
    desktop = DesktopMonitor(bellhop: places.commandLine(environment))
    let apps = InstalledApps(entries)
    engine = DeliveryEngine(
      executor: loop, store: store, directory: apps,
      zones: SystemZones() ?? .utc, wording: Wording(environment: environment), lock: lock, policy: policy,
      bootID: Process.bootID, sinkName: arguments.sink.name, images: places.images)
    pictures = ImageIntake(loop: loop, files: images)
    scheduler = Scheduler(loop)
    front = FrontController(
      loop, scheduler, engine, apps, BusAddress.session { environment[$0] }, images: pictures,
      runtimeDirectory: places.runtime, clock: Self.now)
    transientBanners = TransientBannerFile(places)
    memoryTrimmer = MemoryTrimmer(loop)
    calls = EngineCalls(engine: engine, version: Version.current, clock: Self.now)
    server = Server(
      loop: loop, scheduler: scheduler, services: Self.services, handler: calls,
      limits: ServerLimits(policy.limits), log: Self.note)
    spool = SpoolIntake(loop, engine, Spool(in: places.spool), clock: Self.now, log: Self.note)
    sockets = try ListeningSockets(places, environment, after: predecessor)
  }

  static func now() -> Moment {
    let (wall, uptime) = EventLoop.now()
    return Moment(wall: Timestamp(milliseconds: wall), uptime: Uptime(milliseconds: uptime))
  }

  private static func note(_ level: LogLevel, _ text: String) {
    log(level == .error ? .error : .warning, text)
  }

  private static func lines(of faults: ConfigurationFaults) -> String {
    let (first, further) = faults.told
    return ([first] + further).map { "\($0)\n" }.joined() + ConfigurationSource.consequence
  }

  /// A line of which a caller can cause many.
  private static func note(_ level: ProgramLog.Level, _ text: String, at pace: inout LinePace) {
    if let line = pace.line(text, at: EventLoop.now().uptime) { log(level, line) }
  }

  // MARK: Running

  /// Returns the status to exit with; `nil` where another daemon is to take this one's place in the process.
  func run() -> Int32? {
    calls.reload = { [unowned self] in reload() }
    calls.server = server
    calls.standing = { [unowned self] in front.standing }
    front.changed = { [unowned self] in apply($0) }
    calls.prepareImages(with: pictures)
    loop.onIterationEnd = { [unowned self] in endIteration() }
    do throws(SystemError) {
      try loop.onSignals(signals) { [unowned self] signal in
        if signal != SIGHUP { stop() } else if isStarted { _ = reload() } else { isReloadDue = true }
      }
    } catch {
      log(.error, "\(error)")
    }
    loop.nextIteration { [unowned self] in start() }
    loop.run()
    // The last reports of the server, while it can still be asked to close banners.
    Self.apply(reports, engine)
    endIteration()
    front.stop()
    sink.stop()
    isSinkStopped = true
    desktop.stop()
    desktopThread?.stop()
    Self.apply(reports, engine)
    endIteration()
    engine.assumeIsolated { $0.close() }
    return beginsAnew ? nil : exitStatus
  }

  private func start() {
    hasBegun = true
    let passing = transientBanners.read()
    engine.assumeIsolated { $0.inherit(unstored: passing) }
    zoneMonitor = ZoneMonitor(loop) { [engine] zones in engine.assumeIsolated { $0.zonesChanged(to: zones) } }
    lock.heard(.undecided)
    engine.assumeIsolated { $0.awaitScreenLock() }
    recover()
  }

  /// Recovers the state of the earlier process, then opens the sockets. A failing disk is tried again, with no end.
  private func recover() {
    do throws(StorageFault) {
      let now = Self.now()
      try engine { [images] engine throws(StorageFault) in
        try engine.start(now: now)
        try engine.forgetImages(images.sweep(keeping: try engine.keptImages()))
      }
    } catch {
      guard !error.isFinal else {
        // No connection is accepted yet, so the file can be opened again and its readable rows carried over.
        beginsAnew = error.cause == .damaged
        return fail(error.reason)
      }
      storage.startFailed(error.reason, service)
      loop.setTimer(at: EventLoop.now().uptime + backoff.next()) { [unowned self] in recover() }
      return
    }
    let thread: LoopThread
    do throws(SystemError) { thread = try LoopThread(name: "desktop") } catch {
      return fail("the desktop has no thread: \(error)")
    }
    desktopThread = thread
    isStarted = true
    startSink(on: thread)
    followDesktop(on: thread)
    storage.monitor(for: engine)
    tellConfiguration()
    do throws(SystemError) {
      try sockets.open(server, loop) { [unowned self] in transientBanners.placeIsNew() }
    } catch { return fail("no calls can come in: \(error)") }
    service.ready(statusText)
    service.keepWatchdogFed { [scheduler] in scheduler.longestWait }
    if isReloadDue { _ = reload() }
    loop.nextIteration { [unowned self] in spool.start() }
  }

  /// Ends, so that the service manager tries again.
  private func fail(_ reason: String) {
    guard exitStatus == 0 else { return }
    log(.error, reason)
    exitStatus = 1
    loop.stop()
  }

  private static func apply(_ reports: Mailbox<SinkReport>, _ engine: DeliveryEngine) {
    let arrived = reports.empty()
    engine.assumeIsolated { engine in arrived.forEach { engine.receive($0) } }
  }

  private func startSink(on thread: LoopThread) {
    let (loop, engine, reports) = (loop, engine, reports)
    sink.start(on: thread.loop) { report in
      guard reports.post(report, always: report.isAnswer) else { return }
      loop.post { Self.apply(reports, engine) }
    }
  }

  /// Commits the iteration's changes, sends the answers, then the banners.
  private func endIteration() {
    guard isStarted else { return }
    pictures.deliverResults()
    front.transactionEnds()
    let now = Self.now()
    let (hasWork, heldBytes) = engine.assumeIsolated { ($0.hasWork, $0.heldBytes) }
    do throws(StorageFault) {
      let (outputs, fault, shortage, unstored) = try engine { engine throws(StorageFault) in
        (try engine.endTransaction(now: now), engine.storageFault, engine.shortage, engine.unstoredBanners)
      }
      if fault == nil { storage.transactionStored() }
      if let shortage { storage.transactionKept(shortage) }
      let away = calls.distribute(outputs)
      server.transactionEnded(failure: nil)
      for output in outputs { perform(output) }
      transientBanners.write(unstored + unclosed)
      front.transactionEnded(stored: true)
      spool.transactionEnded(stored: true)
      for start in away where !isStopping { begin(start, now) }
    } catch {
      let failure = NotificationsError.notStored(reason: error.reason).callError
      calls.transactionFailed()
      let outputs = engine.assumeIsolated { $0.outputsOfUnstoredLock() }
      _ = calls.distribute(outputs)
      server.transactionEnded(failure: failure).forEach(calls.forget)
      outputs.forEach(perform)
      front.transactionEnded(stored: false)
      spool.transactionEnded(stored: false)
      storage.transactionFailed(error)
      switch error.cause {
      case .failed: break
      case .damaged:
        fail("\(error.reason); the next start sets it aside, and carries over what can be read of it")
      case .replaced: fail("\(error.reason); the next start begins with what stands in its place")
      case .lost: fail(error.reason)
      }
    }
    front.follow()
    setWakes(now)
    memoryTrimmer.iterationEnds(at: now.uptime.milliseconds, worked: hasWork, holding: heldBytes) {
      engine.assumeIsolated { $0.releaseMemory() }
    }
    guard isDrained, !engine.assumeIsolated({ $0.awaitsSink }) else { return }
    // Most apps only hear signals from the name's present owner, so every signal goes out before the release.
    if front.standing == nil || front.hasToldAll && reports.shut() { front.leave() }
    if front.isDone { loop.stop() }
  }

  private func perform(_ output: Output) {
    switch output {
    case .sink(.close(let handle)) where isSinkStopped: unclosed.append(handle)
    case .sink(let command): sink.perform(command)
    case .desktop(.probeServer) where !showsOnDesktop: tellOwnSink()
    case .desktop(let command):
      if command == .takeFrontBack { log(.info, Self.frontIsOver) }
      desktop.perform(command)
    case .removeImages(let paths): images.remove(paths)
    case .adopted(let limits):
      server.adopt(ServerLimits(limits))
      Self.note(.info, "the configuration was read again", at: &readPace)
    case .front(let signal, let number, let caller, let start, let press):
      front.tell(signal, number: number, to: caller) { [unowned self] in
        guard !isStopping else { return }
        if let start { return begin(start, Self.now()) }
        if let press { engine.assumeIsolated { $0.receive(.unheard(press)) } }
      }
    case .event, .start, .decided, .changed: break
    }
  }

  private static let frontIsOver =
    "the time of 'bellhop front on --for' is over: the front is off, and 'bellhop front off' takes back what was written"

  /// The notification server is to be found another way.
  private func apply(_ route: ServerRoute) {
    sink.perform(.route(route))
    desktop.perform(.route(route))
  }

  private func begin(_ start: AppStart, _ now: Moment) {
    let (loop, engine) = (loop, engine)
    guard engine.assumeIsolated({ $0.begin(start, now: now) }) else {
      let report = DesktopReport.started(start.app, for: start.notification, .underWay)
      return loop.post { engine.assumeIsolated { $0.receive(report) } }
    }
    desktop.perform(.start(start))
  }

  private func setWakes(_ now: Moment) {
    let isWatched = calls.isWatched
    let wakes = engine.assumeIsolated { $0.wakes(now: now, isWatched: isWatched) }
    if let wakeTimer { loop.cancel(wakeTimer) }
    // The timer's handler is empty: the end of its iteration handles the due notifications.
    wakeTimer = wakes.uptime.map { loop.setTimer(at: $0.milliseconds) {} }
    loop.setWallAlarm(at: wakes.wall?.milliseconds) { _ in }
    let text = statusText
    if text != status {
      status = text
      service.status(text)
    }
  }

  // MARK: Changing and ending

  /// Takes over each layer that has no fault.
  private func reload() -> Result<ReloadEffect, CallError> {
    service.reloading()
    defer {
      service.ready(statusText)
      tellConfiguration()
    }
    let (policy, text, faults) = configuration.read()
    configurationFaults = faults
    let effect = engine.assumeIsolated { engine in
      defer { engine.adopt(policy, rememberedAs: text) }
      return (try? engine.effect(of: policy)) ?? ReloadEffect()
    }
    if effect != ReloadEffect() {
      let text =
        "the new configuration takes \(effect.withheld) off the lists, and gives back \(effect.restored)"
      Self.note(.info, text, at: &effectPace)
    }
    guard let faults else { return .success(effect) }
    Self.note(.error, Self.lines(of: faults), at: &faultPace)
    return .failure(ControlError(faults).callError)
  }

  private func stop() {
    // Calls may wait at the bus for this start, and are answered first.
    guard hasBegun else { return loop.nextIteration { [unowned self] in stop() } }
    guard isStarted else {
      exitStatus = Process.statusUnserved
      return loop.stop()
    }
    guard !isStopping else { return loop.stop() }
    isStopping = true
    service.stopping()
    // A banner that is on its way is waited for: only its answer tells that it must not be shown again.
    engine.assumeIsolated { $0.stopHandingOver() }
    let now = EventLoop.now().uptime
    let deadline = now + Self.drainMilliseconds
    sockets.close()
    server.drain(until: deadline) { [unowned self] in isDrained = true }
    loop.setTimer(at: now + Self.tellingMilliseconds) { [unowned self] in
      // A press that can no longer reach its app does not count. Without the front every app is still reachable.
      if front.standing != nil { reports.shut() }
      front.leave()
    }
    loop.setTimer(at: deadline) { [unowned self] in loop.stop() }
  }

  private var statusText: String {
    let name = engine.assumeIsolated { $0.serverName }
    let delivery = name.map { "Delivering to \($0)." } ?? "No notification server yet."
    return configurationFaults.map { "\(delivery) Configuration fault: \($0)" } ?? delivery
  }
}

extension ServerLimits {
  init(_ limits: RateLimits) {
    self.init()
    connections = limits.connections
    connectionsPerPeer = limits.connectionsPerPeer
  }
}
