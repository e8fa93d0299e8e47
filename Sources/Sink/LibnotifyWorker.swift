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
  private var bus: SinkBus?
  private var server: NotificationServer?
  private var signals = ServerSignals(server: "")
  private var outstanding: Outstanding?
  /// What was heard while a banner's number was not known: it may be about that banner.
  private var deferred: [SinkReport] = []
  private static let deferredBound = 256

  private enum Outstanding {
    /// The bus is there, and GLib does not let us at it yet.
    case connecting(SinkCommand)
    /// The server must say what it is first.
    case describing(SinkCommand)
    /// libnotify has given up on the call; the server may still answer it.
    case unanswered(SentBanner)
  }

  init(thread: GLibThread, lock: any LockReading, images: String, reports: ReportGate) {
    self.thread = thread
    self.lock = lock
    self.images = images
    self.reports = reports
  }

  func perform(_ command: SinkCommand) {
    switch command {
    case .close(let handle): close(handle)
    case .describe, .show: begin(command)
    }
  }

  func shutDown() {
    outstanding = nil
    dropBus()
  }

  private func close(_ handle: BannerHandle) {
    // While something is outstanding its server stays the one that counts.
    guard let server = outstanding == nil ? findServer() : server, server.handleName == handle.server
    else { return }
    server.close(handle.id)
  }

  private func begin(_ command: SinkCommand, attempt: Int = 0) {
    guard outstanding == nil else { return reports.send(.failed(command.subject, .busy)) }
    guard let server = findServer() else {
      if bus == nil, SessionBusAddress.current() != nil, attempt < 10 {
        return beginLater(command, attempt: attempt + 1)
      }
      return reports.send(.failed(command.subject, .noServer))
    }
    if case .show(let banner) = command, let description = server.description, server.isBegun,
      !(server.mayHaveChanged && dependsOnCapabilities(banner, description))
    {
      show(banner, on: server, description)
    } else {
      outstanding = .describing(command)
      describe(server, attempt: 0)
    }
  }

  /// After a restart of the bus GLib hands out the old, closed connection until the last of it is let go of,
  /// which happens on this thread as well.
  private func beginLater(_ command: SinkCommand, attempt: Int) {
    outstanding = .connecting(command)
    thread.run(afterMilliseconds: 20) { [self] in
      assumeIsolated { worker in
        guard case .connecting(let command) = worker.outstanding else { return }
        worker.outstanding = nil
        worker.begin(command, attempt: attempt)
      }
    }
  }

  // MARK: The server

  /// The present server, or `nil` where there is none. Never starts one.
  private func findServer() -> NotificationServer? {
    if bus?.connection.isClosed == true { dropBus() }
    if bus == nil {
      bus = SinkBus(
        ownerChanged: { [self] old in if old == server?.uniqueName { lose(.serverDied) } },
        closed: { [self] in
          lose(.noServer)
          dropBus()
        })
    }
    guard let connection = bus?.connection, let owner = SinkBus.owner(on: connection) else {
      dropServer()
      return nil
    }
    if server?.uniqueName != owner {
      dropServer()
      let server = NotificationServer(connection, uniqueName: owner) { [self] in heard($0) }
      self.server = server
      signals = ServerSignals(server: server.handleName)
    }
    return server
  }

  /// The server, or the bus with it, has gone away under what is outstanding.
  private func lose(_ failure: SinkFailure) {
    dropServer()
    switch outstanding {
    case nil, .connecting: break
    case .describing(let command): conclude(.failed(command.subject, .noServer))
    case .unanswered(let banner): conclude(.failed(banner.subject, failure))
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
      if !server.isBegun { server.isBegun = LibnotifyCall.begin() }
      guard server.isBegun else { return describeLater(server, attempt: attempt + 1) }
      outstanding = nil
      reports.send(.described(description))
      if case .show(let banner) = command { show(banner, on: server, description) }
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

  private func dependsOnCapabilities(_ banner: Banner, _ description: ServerDescription) -> Bool {
    [banner.text, banner.textWhenLocked].compactMap { $0 }.contains { text in
      RenderedBanner(banner, text: text, server: description, images: images).dependsOnCapabilities
    }
  }

  private func show(_ banner: Banner, on server: NotificationServer, _ description: ServerDescription) {
    let plain = RenderedBanner(banner, text: banner.text, server: description, images: images)
    let redacted = banner.textWhenLocked.map {
      RenderedBanner(banner, text: $0, server: description, images: images)
    }
    let replacing = banner.replaces.flatMap { $0.server == server.handleName ? $0.id : nil } ?? 0
    func send(replacing: UInt32) -> (SentBanner, Result<UInt32, BusError>) {
      bus?.reply.expectCall()
      let hidden = redacted != nil && lock.hidesWhenLocked
      let rendered = hidden ? redacted ?? plain : plain
      let result = LibnotifyCall.show(rendered, replacing: replacing)
      return (SentBanner(subject: banner.subject, hidden: hidden, omitted: rendered.omitted), result)
    }
    var (sent, result) = send(replacing: replacing)
    // GNOME keeps each banner for the connection that sent it, and ours may be a new one.
    if replacing != 0, result == .failure(.refused("org.freedesktop.DBus.Error.InvalidArgs")) {
      (sent, result) = send(replacing: 0)
    }
    if case .failure(.timedOut) = result {
      awaitLateAnswer(to: sent, from: server)
    } else {
      conclude(report(result, answeredBy: bus?.reply.answer?.sender, sent, server))
    }
  }

  /// Not sent again, since a server that hangs may show it yet; over once it answers anything sent later.
  private func awaitLateAnswer(to sent: SentBanner, from server: NotificationServer) {
    outstanding = .unanswered(sent)
    let answer = bus?.reply.answer { [self] answer in
      thread.run { [self] in assumeIsolated { $0.heardLate(answer) } }
    }
    if let answer { return heardLate(answer) }
    server.probe { [self] _ in
      guard server === self.server, case .unanswered(let sent) = outstanding else { return }
      conclude(.failed(sent.subject, whyGone(server) ?? .unanswered))
    }
  }

  private func heardLate(_ answer: ReplyObserver.Answer) {
    guard case .unanswered(let sent) = outstanding, let server else { return }
    let result = answer.result.flatMap { values -> Result<UInt32, BusError> in
      if case .uint32(let id)? = values.first {
        .success(id)
      } else {
        .failure(.refused("io.bellhop.Error.WrongReply"))
      }
    }
    conclude(report(result, answeredBy: answer.sender, sent, server))
  }

  private func report(
    _ result: Result<UInt32, BusError>, answeredBy sender: String?, _ sent: SentBanner,
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
    return SinkBus.owner(on: connection) == server.uniqueName ? nil : .serverDied
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
    guard case .unanswered = outstanding else { return reports.send(report) }
    if deferred.count == Self.deferredBound { reports.send(deferred.removeFirst()) }
    deferred.append(report)
  }
}
