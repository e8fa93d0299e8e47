import BusWire
import CNotify
import Delivery
import NotificationModel
import SessionBus

/// Carries out the sink's commands, one after the other.
///
/// Invariant: lives on the sink's thread, the only one that calls libnotify; at most one command waits for an
/// answer, and it is reported on exactly once.
actor LibnotifyWorker {
  nonisolated let thread: GLibThread
  nonisolated let reports: ReportGate
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  private let lock: any LockReading
  private let images: String
  private var route = ServerRoute.usual
  private var opening: LineOpening?
  private var bus: SinkBus?
  private var server: NotificationServer?
  private var signals = ServerSignals(server: "")
  private var outstanding: Outstanding?
  /// To be closed as soon as there is a bus.
  private var closings: [BannerHandle] = []
  /// More than any server shows.
  private static let closingsBound = 4_096
  /// What was heard while a banner's number was not known: it may be about that banner.
  private var deferred: [SinkReport] = []
  private static let deferredBound = 256
  /// How many banners were sent.
  private var calls = 0
  /// Until a server that does not answer such a call is asked whether it answers others: as long as libnotify waits.
  private var patience: Delay?
  private let patienceMilliseconds: UInt32

  private enum Outstanding {
    /// There is no connection yet.
    case connecting(SinkCommand)
    /// The server must say what it is first.
    case describing(SinkCommand)
    /// It was sent by the call of this number. `replacing`: the banner in whose place it comes, 0 for none.
    case sent(SentBanner, replacing: UInt32, call: Int)
  }

  init(
    thread: GLibThread, lock: any LockReading, images: String, patience milliseconds: UInt32,
    reports: ReportGate
  ) {
    self.thread = thread
    self.lock = lock
    self.images = images
    patienceMilliseconds = milliseconds
    self.reports = reports
  }

  func perform(_ command: SinkCommand) {
    switch command {
    case .close(let handle): close(handle)
    case .describe, .show: begin(command)
    case .route(let route): take(route)
    }
  }

  func shutDown() {
    outstanding = nil
    closings = []
    opening = nil
    patience = nil
    // What was asked last is still to be sent: the process ends.
    bus?.connection.flushAndWait()
    dropBus()
  }

  private func close(_ handle: BannerHandle) {
    guard isConnected else {
      if closings.count < Self.closingsBound { closings.append(handle) }
      return connect()
    }
    // While something is outstanding its server stays the one that counts.
    guard let server = outstanding == nil ? findServer() : server, server.handleName == handle.server
    else { return }
    server.close(handle.id)
  }

  private func begin(_ command: SinkCommand) {
    guard outstanding == nil else { return reports.send(.failed(command.subject, .busy)) }
    guard isConnected else {
      outstanding = .connecting(command)
      return connect()
    }
    guard let server = findServer() else { return reports.send(.failed(command.subject, .noServer)) }
    if case .show(let banner) = command, let description = server.description,
      server.isBegun || bus?.isLibnotifys == false
    {
      let forms = BannerForms(banner, for: description, images: images)
      if !(server.mayHaveChanged && forms.dependOnCapabilities) { return show(banner, forms, on: server) }
    }
    outstanding = .describing(command)
    describe(server, attempt: 0)
  }

  // MARK: The way to the server

  /// No answer can come any more to what was asked by the old one.
  private func take(_ route: ServerRoute) {
    guard route != self.route else { return }
    self.route = route
    opening = nil
    dropBus()
    abandon(.noServer)
    if !closings.isEmpty { connect() }
  }

  private var isConnected: Bool {
    followBus()
    return bus != nil
  }

  private func connect() {
    guard opening == nil else { return }
    let opening = LineOpening(route) { [self] in connected($0) }
    self.opening = opening
    opening.begin()
  }

  private func connected(_ line: ServerLine?) {
    opening = nil
    bus = line.map { line in
      SinkBus(
        line, ownerChanged: { [self] old in if old == server?.uniqueName { lose(.serverDied) } },
        closed: { [self] in thread.run { [self] in assumeIsolated { $0.followBus() } } })
    }
    var command: SinkCommand?
    if case .connecting(let waiting) = outstanding {
      command = waiting
      outstanding = nil
    }
    let closings = closings
    self.closings = []
    guard isConnected else {
      if let command { reports.send(.failed(command.subject, .noServer)) }
      return
    }
    closings.forEach(close)
    if let command { begin(command) }
  }

  /// The bus may have gone away before it is told.
  private func followBus() {
    guard bus?.connection.isClosed == true else { return }
    lose(.noServer)
    dropBus()
  }

  // MARK: The server

  /// The present server, or `nil` where there is none. Never starts one.
  private func findServer() -> NotificationServer? {
    guard let owner = bus?.presentOwner else {
      dropServer()
      return nil
    }
    if server?.uniqueName == owner { return server }
    dropServer()
    guard let connection = bus?.connection, bus?.isOurselves(owner) == false else { return nil }
    let found = NotificationServer(connection, uniqueName: owner) { [self] in heard($0) }
    server = found
    signals = ServerSignals(server: found.handleName)
    return found
  }

  /// The server, or the bus with it, has gone away under what is outstanding.
  private func lose(_ failure: SinkFailure) {
    dropServer()
    abandon(failure)
  }

  /// `failure`: of what was sent already.
  private func abandon(_ failure: SinkFailure) {
    switch outstanding {
    case nil: break
    case .connecting(let command), .describing(let command): conclude(.failed(command.subject, .noServer))
    case .sent(let banner, _, _): conclude(.failed(banner.subject, failure))
    }
  }

  private func dropServer() {
    if server?.isBegun == true { LibnotifyCall.end() }
    server = nil
  }

  private func dropBus() {
    dropServer()
    bus = nil
  }

  private func describe(_ server: NotificationServer, attempt: Int) {
    server.describe(attempt: attempt) { [self] in described($0, by: server, attempt: attempt) }
  }

  private func described(
    _ answer: Result<ServerDescription, BusError>, by server: NotificationServer, attempt: Int
  ) {
    guard server === self.server, case .describing(let command) = outstanding else { return }
    switch answer {
    case .failure(let error): conclude(.failed(command.subject, failure(error, from: server)))
    case .success(let description):
      if bus?.isLibnotifys == true, !server.isBegun {
        server.isBegun = LibnotifyCall.begin()
        guard server.isBegun else { return describeLater(server, attempt: attempt + 1) }
      }
      outstanding = nil
      reports.send(.described(description))
      if case .show(let banner) = command {
        show(banner, BannerForms(banner, for: description, images: images), on: server)
      }
    }
  }

  /// It answered us and then not libnotify: it stopped, or went away, in between.
  private func describeLater(_ server: NotificationServer, attempt: Int) {
    let name = server.uniqueName
    thread.run(afterMilliseconds: UInt32(NotificationServer.patience(attempt))) { [self] in
      assumeIsolated { worker in
        guard let server = worker.server, server.uniqueName == name, case .describing = worker.outstanding
        else { return }
        worker.describe(server, attempt: attempt)
      }
    }
  }

  // MARK: Showing

  private func show(_ banner: Banner, _ forms: BannerForms, on server: NotificationServer) {
    let replacing = banner.replaces.flatMap { $0.server == server.handleName ? $0.id : nil } ?? 0
    send(forms, replacing: replacing, to: server)
  }

  /// The answer counts whenever it comes, as long as nothing else does, and is reported in the bus's order: what the
  /// server said before it of a banner that is replaced is about the earlier text.
  private func send(_ forms: BannerForms, replacing: UInt32, to server: NotificationServer) {
    calls &+= 1
    let call = calls
    let (banner, sent) = forms.form(isLocked: lock.hidesWhenLocked)
    outstanding = .sent(sent, replacing: replacing, call: call)
    guard bus?.isLibnotifys == true else {
      patience = Delay(milliseconds: patienceMilliseconds) { [weak self] in
        self?.assumeIsolated { $0.probe(call) }
      }
      return server.show(banner, replacing: replacing) { [self] answer in
        // Nobody else answers what is sent to a unique name.
        answered(answer, by: server.uniqueName, call, forms)
      }
    }
    bus?.reply.expectCall { [self] answer in
      thread.run { [self] in assumeIsolated { $0.answered(answer, call, forms) } }
    }
    let result = LibnotifyCall.show(banner, replacing: replacing)
    // An answer was seen on its way in, and is queued.
    if bus?.reply.isAnswered == true { return }
    switch result {
    // Not sent again, since a server that hangs may show it yet; over once it answers anything sent later.
    case .failure(.timedOut): probe(call)
    case .failure(let error): conclude(.failed(sent.subject, failure(error, from: server)))
    case .success: conclude(.failed(sent.subject, .serverDied))
    }
  }

  private func answered(_ answer: ReplyObserver.Answer, _ call: Int, _ forms: BannerForms) {
    answered(answer.result.flatMap(NotificationServer.number), by: answer.sender, call, forms)
  }

  private func answered(
    _ result: Result<UInt32, BusError>, by sender: String, _ call: Int, _ forms: BannerForms
  ) {
    guard let server, case .sent(let sent, let replacing, call) = outstanding else { return }
    patience = nil
    if replacing != 0, Self.isOfAnother(result) { return send(forms, replacing: 0, to: server) }
    conclude(report(result, answeredBy: sender, sent, server))
  }

  /// Asks a server that does not answer a banner whether it answers others.
  private func probe(_ call: Int) {
    guard let server, case .sent(_, _, call) = outstanding else { return }
    server.probe { [self] _ in
      guard server === self.server, case .sent(let sent, _, call) = outstanding else { return }
      conclude(.failed(sent.subject, whyGone(server) ?? .unanswered))
    }
  }

  /// GNOME keeps each banner for the connection that sent it, and ours may be a new one.
  private static func isOfAnother(_ result: Result<UInt32, BusError>) -> Bool {
    result == .failure(.refused("org.freedesktop.DBus.Error.InvalidArgs"))
  }

  private func report(
    _ result: Result<UInt32, BusError>, answeredBy sender: String, _ sent: SentBanner,
    _ server: NotificationServer
  ) -> SinkReport {
    switch result {
    // Another took the name over between the question and the call.
    case .success where sender != server.uniqueName: .failed(sent.subject, .serverDied)
    case .success(0): .failed(sent.subject, .refused("io.bellhop.Error.ShownWithoutNumber"))
    case .success(let id):
      .shown(
        sent.subject, BannerHandle(server: server.handleName, id: id), hidden: sent.hidden,
        omitted: sent.omitted)
    case .failure(let error): .failed(sent.subject, failure(error, from: server))
    }
  }

  private func failure(_ error: BusError, from server: NotificationServer) -> SinkFailure {
    switch error {
    case .disconnected: .noServer
    case .timedOut: .unanswered
    case .refused(let name):
      switch name {
      case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner": .noServer
      case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected":
        whyGone(server) ?? .unanswered
      case "org.freedesktop.Notifications.Error.ExcessNotificationGeneration",
        "org.freedesktop.DBus.Error.LimitsExceeded":
        .busy
      default: .refused(name)
      }
    }
  }

  /// `nil` while the server is still there. An answer can be the bus's own, in the place of one who left.
  private func whyGone(_ server: NotificationServer) -> SinkFailure? {
    guard let connection = bus?.connection, !connection.isClosed else { return .noServer }
    return bus?.askOwner() == server.uniqueName ? nil : .serverDied
  }

  private func conclude(_ report: SinkReport) {
    outstanding = nil
    reports.send(report)
    let late = deferred
    deferred = []
    for report in late { reports.send(report) }
  }

  // MARK: Hearing

  private func heard(_ signal: BusSignal) {
    guard let report = signals.report(signal, now: Int64(g_get_monotonic_time())) else { return }
    guard case .sent(_, let replaced, _) = outstanding, signal.arguments.first != .uint32(replaced)
    else { return reports.send(report) }
    if deferred.count == Self.deferredBound { reports.send(deferred.removeFirst()) }
    deferred.append(report)
  }
}
