import BusWire
import Delivery
import Glibc
import NotificationModel
import Retry

/// All that passes between a sink and the owner of the server's name on one line: who that is, what it can do, one
/// banner at a time, and what it says by itself.
///
/// Invariant: lives on its line's thread; at most one command waits for an answer, and it is reported on exactly once.
final class ServerSession {
  private let line: any ServerLine
  /// The server's name on the bus.
  private let name: String
  private let context: SinkContext
  private var connection: (any ServerConnection)?
  private var opening: AnyObject?
  private var ownerChanges: AnyObject?
  private var state = State.unconnected
  private var signals = ServerSignals(server: "")
  private var outstanding: Outstanding?
  /// To be closed as soon as the server is known.
  private var closings: [BannerHandle] = []
  /// More than any server shows.
  private static let closingsBound = 4_096
  /// What was heard while a banner's number was not known: it may be about that banner.
  private var deferred: [SinkReport] = []
  private static let deferredBound = 256
  /// How many banners were sent.
  private var calls = 0
  private var patience: AnyObject?
  private var beginning = Backoff()

  private enum State {
    case unconnected
    case connecting
    /// Whether that owner is this very process; `nil` while the bus has not said who the owner is.
    case asking(owner: String?)
    case absent
    case present(NotificationServer)
  }

  private enum Outstanding {
    /// It is not known yet whether there is a server.
    case waiting(SinkCommand)
    /// The server must say what it is first.
    case describing(SinkCommand)
    /// It was sent by the call of this number. `replacing`: the banner in whose place it comes, 0 for none.
    case sent(SentBanner, replacing: UInt32, call: Int)
  }

  init(_ line: any ServerLine, name: String, _ context: SinkContext) {
    self.line = line
    self.name = name
    self.context = context
  }

  func close(_ handle: BannerHandle) {
    leaveIfClosed()
    switch state {
    case .present(let server): if server.handleName == handle.server { server.close(handle.id) }
    case .absent: break
    case .unconnected, .connecting, .asking:
      if closings.count < Self.closingsBound { closings.append(handle) }
      if case .unconnected = state { connect() }
    }
  }

  /// `describe` or `show`.
  func begin(_ command: SinkCommand) {
    guard outstanding == nil else { return context.report(.failed(command.subject, .busy)) }
    leaveIfClosed()
    outstanding = .waiting(command)
    switch state {
    case .unconnected: connect()
    case .connecting, .asking: break
    case .absent, .present: proceed()
    }
  }

  /// No answer can come any more to what was asked.
  func end() {
    opening = nil
    leave()
    closings = []
  }

  // MARK: The way to the server

  private func connect() {
    state = .connecting
    let opening = line.open { [weak self] in self?.opened($0) }
    // It may have come to an end at once.
    if case .connecting = state { self.opening = opening }
  }

  private func opened(_ opened: (any ServerConnection)?) {
    opening = nil
    guard let opened, !opened.isClosed else { return leave() }
    connection = opened
    state = .asking(owner: nil)
    opened.whenClosed { [weak self] in self?.leaveIfClosed() }
    // Before the question, so that nothing falls between the two.
    ownerChanges = opened.signals(
      from: BusMethod.busName, interface: BusMethod.busName, member: "NameOwnerChanged", firstArgument: name
    ) { [weak self] signal in
      guard signal.arguments.count == 3, case .string(let owner) = signal.arguments[2] else { return }
      self?.follow(owner)
    }
    opened.call(.bus("GetNameOwner"), [.string(name)], timeoutMilliseconds: nil) { [weak self] answer in
      guard let self, case .asking(nil) = state else { return }
      if case .success(let values) = answer, case .string(let owner)? = values.first {
        follow(owner)
      } else {
        follow("")
      }
    }
  }

  /// The bus may have gone away before it is told.
  private func leaveIfClosed() { if connection?.isClosed == true { leave() } }

  private func leave() {
    lose(.noServer)
    state = .unconnected
    ownerChanges = nil
    connection = nil
    if case .waiting(let command) = outstanding { conclude(.failed(command.subject, .noServer)) }
  }

  /// The name has this owner from now on, empty for none. Nothing here starts a server.
  private func follow(_ owner: String) {
    if case .present(let server) = state, server.uniqueName == owner { return }
    lose(.serverDied)
    guard let connection, !owner.isEmpty, owner != connection.uniqueName else { return settle(nil) }
    state = .asking(owner: owner)
    // Banners that this very process were given would come back to it, for ever.
    connection.call(
      .bus("GetConnectionUnixProcessID"), [.string(owner)], timeoutMilliseconds: nil
    ) { [weak self] answer in
      guard let self, case .asking(owner) = state else { return }
      let isOurselves = answer == .success([.uint32(UInt32(bitPattern: getpid()))])
      settle(isOurselves ? nil : owner)
    }
  }

  private func settle(_ owner: String?) {
    if let owner, let connection {
      let server = NotificationServer(connection, uniqueName: owner) { [weak self] in self?.heard($0) }
      signals = ServerSignals(server: server.handleName)
      state = .present(server)
    } else {
      state = .absent
    }
    let closings = closings
    self.closings = []
    closings.forEach(close)
    proceed()
  }

  /// `failure`: of what was sent already.
  private func lose(_ failure: SinkFailure) {
    if case .present = state { connection?.endServer() }
    state = .absent
    patience = nil
    switch outstanding {
    case .describing(let command): conclude(.failed(command.subject, .noServer))
    case .sent(let banner, _, _): conclude(.failed(banner.subject, failure))
    case .waiting, nil: break
    }
  }

  // MARK: Asking

  private func proceed() {
    guard case .waiting(let command) = outstanding else { return }
    guard case .present(let server) = state else {
      return conclude(.failed(command.subject, .noServer))
    }
    if case .show(let banner) = command, let description = server.description {
      let forms = BannerForms(banner, for: description, images: context.images)
      if !(server.mayHaveChanged && forms.dependOnCapabilities) { return show(forms, on: server) }
    }
    outstanding = .describing(command)
    describe(server)
  }

  private func describe(_ server: NotificationServer) {
    server.describe { [weak self, weak server] answer in
      if let server { self?.described(answer, by: server) }
    }
  }

  private func described(_ answer: Result<ServerDescription, BusError>, by server: NotificationServer) {
    guard case .describing(let command) = outstanding, isPresent(server) else { return }
    switch answer {
    case .failure(let error):
      let failure = SinkFailure(error)
      conclude(.failed(command.subject, failure == .serverDied ? .noServer : failure))
    case .success(let description):
      guard connection?.beginServer() == true else { return describeLater(server) }
      beginning.reset()
      outstanding = nil
      context.report(.described(description))
      guard case .show(let banner) = command else { return }
      show(BannerForms(banner, for: description, images: context.images), on: server)
    }
  }

  /// It answered us and then not the library: it stopped, or went away, in between.
  private func describeLater(_ server: NotificationServer) {
    patience = line.after(milliseconds: beginning.next()) { [weak self] in
      guard let self, case .describing = outstanding, isPresent(server) else { return }
      describe(server)
    }
  }

  private func isPresent(_ server: NotificationServer) -> Bool {
    if case .present(let present) = state { present === server } else { false }
  }

  // MARK: Showing

  private func show(_ forms: BannerForms, on server: NotificationServer) {
    let replaced = forms.replaces.flatMap { $0.server == server.handleName ? $0.id : nil }
    send(forms, replacing: replaced ?? 0, to: server)
  }

  /// The answer counts whenever it comes, as long as nothing else does, and is reported in the bus's order: what the
  /// server said before it of a banner that is replaced is about the earlier text.
  private func send(_ forms: BannerForms, replacing: UInt32, to server: NotificationServer) {
    calls &+= 1
    let call = calls
    patience = line.after(milliseconds: context.patienceMilliseconds) { [weak self] in self?.probe(call) }
    let (banner, sent) = forms.form(isLocked: context.lock.hidesWhenLocked)
    outstanding = .sent(sent, replacing: replacing, call: call)
    connection?.notify(banner, replacing: replacing, of: server.uniqueName) { [weak self] result, sender in
      self?.answered(result.flatMap(NotificationServer.number), by: sender, call, forms)
    }
  }

  private func answered(
    _ result: Result<UInt32, BusError>, by sender: String, _ call: Int, _ forms: BannerForms
  ) {
    guard case .present(let server) = state, case .sent(let sent, let replacing, call) = outstanding
    else { return }
    switch result {
    // GNOME keeps each banner for the connection that sent it, and ours may be a new one.
    case .failure(.refused("org.freedesktop.DBus.Error.InvalidArgs")) where replacing != 0:
      send(forms, replacing: 0, to: server)
    case .failure(let error):
      let failure = SinkFailure(error)
      // Not the server's word where the bus speaks in its place.
      if failure == .serverDied { probe(call) } else { conclude(.failed(sent.subject, failure)) }
    // Another took the name over between the question and the call.
    case .success where sender != server.uniqueName: conclude(.failed(sent.subject, .serverDied))
    case .success(0): conclude(.failed(sent.subject, .refused("io.bellhop.Error.ShownWithoutNumber")))
    case .success(let id):
      let handle = BannerHandle(server: server.handleName, id: id)
      conclude(.shown(sent.subject, handle, hidden: sent.hidden, omitted: sent.omitted))
    }
  }

  /// Asks a server that does not answer a banner whether it answers others. The banner is not sent again, since a
  /// server that hangs may show it yet; it is over once anything sent later is answered.
  private func probe(_ call: Int) {
    guard case .present(let server) = state, case .sent(_, _, call) = outstanding else { return }
    server.probe { [weak self] answer in
      guard let self, case .sent(let sent, _, call) = outstanding else { return }
      conclude(.failed(sent.subject, SinkFailure(answer)))
    }
  }

  private func conclude(_ report: SinkReport) {
    outstanding = nil
    patience = nil
    context.report(report)
    let late = deferred
    deferred = []
    for report in late { context.report(report) }
  }

  // MARK: Hearing

  private func heard(_ signal: BusSignal) {
    guard let report = signals.report(signal, now: SteadyClock.microseconds) else { return }
    guard case .sent(_, let replaced, _) = outstanding, signal.arguments.first != .uint32(replaced)
    else { return context.report(report) }
    if deferred.count == Self.deferredBound { context.report(deferred.removeFirst()) }
    deferred.append(report)
  }
}

/// What there is to say about a banner once its server has answered.
struct SentBanner: Sendable {
  var subject: BannerSubject
  var hidden: Bool
  var omitted: [Reason]
}

extension SinkCommand {
  /// Whom a report on it is about.
  fileprivate var subject: BannerSubject {
    if case .show(let banner) = self { banner.subject } else { .description }
  }
}
