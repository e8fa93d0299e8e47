import BusWire
import Delivery
import Glibc
import NotificationModel
import Records
import Retry

/// A sink's conversation with the owner of the server's name on one bus: finds the owner, asks its capabilities, shows
/// one banner at a time, and receives its signals.
///
/// Invariant: lives on its connector's thread. At most one command waits for an answer, and each gets exactly one
/// report.
final class ServerSession {
  private let connector: any ServerConnector
  /// The server's name on the bus.
  private let name: String
  private let context: SinkContext
  private var connection: (any ServerConnection)?
  private var opening: AnyObject?
  private var ownerChanges: AnyObject?
  private var state = State.unconnected
  private var signals = ServerSignals(server: "")
  private var outstanding: Outstanding?
  /// The numbers of banners of an earlier process, to be reported as soon as the server is known.
  private var leftBanners: [UInt32] = []
  /// Banners to close as soon as the server is known.
  private var closings: [BannerHandle] = []
  private var dunstClosings = DunstClosings()
  /// More than any server shows.
  private static let closingsBound = 4_096
  /// Signals received before the server has answered with the banner's number: they may concern that banner.
  private var deferred: [SinkReport] = []
  private static let deferredBound = 256
  /// How many banners were sent.
  private var calls = 0
  private var patience: AnyObject?
  /// Whether the banner that waits for the answers to closes has waited long enough.
  private var hasWaited = false
  /// The banners that swaync has answered within `swayncMilliseconds`, and those of them that are to be closed.
  private var fresh: [UInt32: AnyObject] = [:]
  private var lateCloses: Set<UInt32> = []
  private var beginning = Backoff()
  private let look: PictureLook

  private enum State {
    case unconnected
    case connecting
    /// Asks the bus for the owner (`nil`), then whether the owner is this very process.
    case asking(owner: String?)
    case absent
    case present(NotificationServer)
  }

  private enum Outstanding {
    /// Waits until it is known whether there is a server, and a banner until the server has answered the closes.
    case waiting(SinkCommand)
    /// Waits until the server has described itself.
    case describing(SinkCommand)
    /// Sent by the call with this number. `replacing`: the number of the banner that it replaces, or 0.
    case sent(SentBanner, replacing: UInt32, call: Int)
  }

  init(_ connector: any ServerConnector, name: String, _ context: SinkContext) {
    self.connector = connector
    look = PictureLook(connector)
    self.name = name
    self.context = context
  }

  func close(_ handle: BannerHandle) {
    leaveIfClosed()
    switch state {
    case .present(let server): if server.handleName == handle.server { close(handle, on: server) }
    case .absent: break
    case .unconnected, .connecting, .asking:
      if closings.count < Self.closingsBound { closings.append(handle) }
      if case .unconnected = state { connect() }
    }
  }

  private func close(_ handle: BannerHandle, on server: NotificationServer) {
    if fresh[handle.id] != nil {
      if lateCloses.insert(handle.id).inserted { server.expectClose() }
      return
    }
    guard server.description?.name == DunstClosings.server else { return server.close(handle.id) }
    dunstClosings.close(handle, on: server) { [weak self] in self?.pass($0, about: handle.id) }
  }

  /// swaync 0.12.6 dies of a close that comes at once behind the answer to its banner, and not after this time.
  private static let swayncMilliseconds: Int64 = 50

  private func shown(_ id: UInt32, by server: NotificationServer) {
    guard server.description?.isSwaync == true else { return }
    fresh[id] = connector.after(milliseconds: Self.swayncMilliseconds) { [weak self] in self?.ages(id) }
  }

  private func ages(_ id: UInt32) {
    fresh[id] = nil
    guard lateCloses.remove(id) != nil, case .present(let server) = state else { return }
    server.close(id, isExpected: true)
  }

  /// `describe` or `show`.
  func begin(_ command: SinkCommand) {
    guard outstanding == nil else { return context.report(.failed(command.subject, .busy)) }
    leaveIfClosed()
    outstanding = .waiting(command)
    (patience, hasWaited) = (nil, false)
    if case .show(let banner) = command { look.begin(at: banner) { [weak self] in self?.proceedIfKnown() } }
    if case .unconnected = state { connect() } else { proceedIfKnown() }
  }

  private func proceedIfKnown() {
    switch state {
    case .unconnected, .connecting, .asking: break
    case .absent, .present: proceed()
    }
  }

  /// Disconnects. The outstanding command, if any, is reported as failed, since no answer can come any more.
  func end() {
    for id in lateCloses.sorted() { ages(id) }
    opening = nil
    leave()
    closings = []
  }

  // MARK: The way to the server

  private func connect() {
    state = .connecting
    let opening = connector.open { [weak self] in self?.opened($0) }
    // `opened` may have run within `open`.
    if case .connecting = state { self.opening = opening }
  }

  private func opened(_ opened: (any ServerConnection)?) {
    opening = nil
    guard let opened, !opened.isClosed else { return leave() }
    connection = opened
    leftBanners = opened.leftBanners
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

  /// The connection may be closed before its handler is called.
  private func leaveIfClosed() { if connection?.isClosed == true { leave() } }

  private func leave() {
    lose(.noServer)
    state = .unconnected
    ownerChanges = nil
    connection = nil
    if case .waiting(let command) = outstanding { conclude(.failed(command.subject, .noServer)) }
  }

  /// The name's new owner; an empty text for no owner. Nothing here starts a server.
  private func follow(_ owner: String) {
    if case .present(let server) = state, server.uniqueName == owner { return }
    lose(.serverDied)
    guard let connection, !owner.isEmpty, owner != connection.uniqueName else { return settle(nil) }
    state = .asking(owner: owner)
    // If this process itself owned the name, its banners would come back to it for ever.
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
      let server = NotificationServer(
        connection, uniqueName: owner, closeMilliseconds: context.closeMilliseconds
      ) { [weak self] in self?.heard($0) }
      server.closesAnswered = { [weak self] in self?.proceed() }
      signals = ServerSignals(server: server.handleName)
      state = .present(server)
      beginning.reset()
      for number in leftBanners {
        context.report(.left(BannerHandle(server: server.handleName, id: number)))
      }
      leftBanners = []
    } else {
      state = .absent
    }
    let closings = closings
    self.closings = []
    closings.forEach(close)
    proceed()
  }

  /// `failure`: reported for a banner that was sent already.
  private func lose(_ failure: SinkFailure) {
    if case .present = state { connection?.endServer() }
    state = .absent
    dunstClosings = DunstClosings()
    (patience, fresh, lateCloses) = (nil, [:], [])
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
    if case .show(let banner) = command {
      // The closes that came before it are answered first.
      guard server.unansweredCloses == 0 || hasWaited else { return awaitCloses() }
      guard let isSame = look.isSame else { return }
      if let description = server.description {
        let banner = isSame ? banner : banner.withCopyAlone
        let forms = BannerForms(banner, for: description, images: context.images)
        if !(server.mayHaveChanged && forms.dependOnCapabilities) { return show(forms, on: server) }
      }
    }
    outstanding = .describing(command)
    describe(server)
  }

  private func awaitCloses() {
    guard patience == nil else { return }
    patience = connector.after(milliseconds: context.closeMilliseconds) { [weak self] in
      self?.hasWaited = true
      self?.proceed()
    }
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
      guard case .show = command else { return }
      (outstanding, patience) = (.waiting(command), nil)
      proceed()
    }
  }

  /// The server answered us and then not libnotify: it stopped, or went away, in between.
  private func describeLater(_ server: NotificationServer) {
    patience = connector.after(milliseconds: beginning.next()) { [weak self] in
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

  /// The answer counts however late it comes, unless the command has ended otherwise. Reports keep the bus's order: a
  /// signal about a replaced banner that arrives before the answer concerns the earlier text.
  private func send(_ forms: BannerForms, replacing: UInt32, to server: NotificationServer) {
    calls &+= 1
    let call = calls
    patience = connector.after(milliseconds: context.patienceMilliseconds) { [weak self] in self?.probe(call)
    }
    let (banner, sent) = forms.form(isLocked: context.lock.hidesWhenLocked, call: call)
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
    // GNOME Shell ties each banner to the connection that sent it, and ours may be a new one.
    case .failure(.refused("org.freedesktop.DBus.Error.InvalidArgs")) where replacing != 0:
      send(forms, replacing: 0, to: server)
    case .failure(let error):
      let failure = SinkFailure(error)
      // The bus may have sent this error in the server's place: ask the server itself.
      if failure == .serverDied { probe(call) } else { conclude(.failed(sent.subject, failure)) }
    // The name changed its owner between the question and the call.
    case .success where sender != server.uniqueName: conclude(.failed(sent.subject, .serverDied))
    case .success(0): conclude(.failed(sent.subject, .refused("io.bellhop.Error.ShownWithoutNumber")))
    case .success(let id):
      let handle = BannerHandle(server: server.handleName, id: id)
      shown(id, by: server)
      conclude(.shown(sent.subject, handle, hidden: sent.hidden, omitted: sent.omitted))
    }
  }

  /// Probes a server that has not answered a banner. The banner is not sent again, since a server that hangs may still
  /// show it; the banner has failed once the server answers the later question.
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
    guard let report = signals.report(signal, now: SteadyClock.microseconds),
      case .uint32(let id)? = signal.arguments.first, !dunstClosings.keeps(report)
    else { return }
    pass(report, about: id)
  }

  private func pass(_ report: SinkReport, about id: UInt32) {
    guard case .sent(_, let replaced, _) = outstanding, id != replaced else { return context.report(report) }
    if deferred.count == Self.deferredBound { context.report(deferred.removeFirst()) }
    deferred.append(report)
  }
}

/// The facts that a report needs once the server has answered.
struct SentBanner: Sendable {
  var subject: BannerSubject
  var hidden: Bool
  var omitted: [Reason]
}

extension SinkCommand {
  /// The subject of reports on this command.
  fileprivate var subject: BannerSubject {
    if case .show(let banner) = self { banner.subject } else { .description }
  }
}
