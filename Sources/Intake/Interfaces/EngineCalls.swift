package import Delivery
package import EventLoop
package import NotificationModel
import NotificationProtocol
import Records
package import Varlink

/// Answers the calls of both interfaces with the engine, and distributes the engine's later outputs.
///
/// Lives on the loop's thread. Every method of the interfaces has one entry in the tables of
/// `NotificationsInterface` and `ControlInterface`.
package final class EngineCalls: CallHandler {
  /// Reads the configuration again; the error gives the reason if nothing changed.
  package typealias Reload = () -> Result<ReloadEffect, CallError>

  let engine: DeliveryEngine
  let clock: () -> Moment
  let version: String
  // Set once, before the first call.
  package var reload: Reload = { .success(ReloadEffect()) }
  /// The state of the desktop's notification name; `nil` if the front is not in use.
  package var standing: () -> FrontStanding? = { nil }
  package weak var server: Server?

  private var images: ImageIntake?
  /// Copies that were given to the engine in this transaction: if it fails, only this list knows them.
  private var copiesOfTransaction: [ImageCopy] = []
  private var followers = Followers()
  private var watchers = Watchers()
  /// Connections that wait with `more` for the person's answer about an app.
  private var askers: [ConnectionID: Awaited] = [:]

  private struct Awaited: Hashable {
    let app: AppID
    let marketing: Bool
  }

  typealias Method = @Sendable (EngineCalls, inout ShapeReader, IncomingCall) throws -> Handling

  private let methods: [String: Method]

  package init(engine: DeliveryEngine, version: String, clock: @escaping () -> Moment) {
    self.engine = engine
    self.version = version
    self.clock = clock
    methods = NotificationsInterface.methods.merging(ControlInterface.methods) { first, _ in first }
  }

  package func handle(_ call: Call, from caller: Caller) -> Handling {
    withCommitState(answer(call, from: caller))
  }

  private func withCommitState(_ handling: Handling) -> Handling {
    switch handling {
    case .reply(let reply, _, let unstored): .reply(reply, isCommitted: isCommitted, unstored: unstored)
    case .message(let message, _): .message(message, isCommitted: isCommitted)
    case .pending: .pending
    case .unfinished(.answer, let step): .unfinished(.answer(isCommitted: isCommitted), step)
    case .unfinished(.change, let step): .unfinished(.change, step)
    }
  }

  /// Calls on the control socket come from the person, who acts for all apps: they are charged to the calling process,
  /// not to the app that they name.
  package func account(of call: Call, from caller: Caller) -> Account {
    var own = caller.ownAccount
    if caller.role == .control {
      if call.method == ControlInterface.setLocked { own.door = .lock }
      return own
    }
    let named = call.parameters["app"] ?? call.parameters["notification"]?["app"]
    // A verified app is charged for its calls, also for those that name another app.
    if let verified = caller.verified {
      own.group = .app(verified.text)
    } else if case .string(let text)? = named, let app = AppID(text) {
      let client = Client(caller)
      own.group = engine.assumeIsolated { $0.isVouchedFor(app, client) } ? .app(app.text) : .unvouched
    }
    return own
  }

  /// True if an answer given now survives the failure of the transaction, because it rests on committed data alone.
  private var isCommitted: Bool { engine.assumeIsolated { $0.isUnchangedSinceCommit } }

  private func answer(_ call: Call, from caller: Caller) -> Handling {
    guard let method = methods[call.method] else {
      return .reply(.failed(ServiceError.methodNotImplemented(call.method)))
    }
    // Root may not read or change a person's notifications through this interface.
    guard caller.verified != .system || NotificationsInterface.ofSystem.contains(call.method) else {
      return .reply(.failed(ServiceError.permissionDenied))
    }
    do {
      var fields = try ShapeReader(call.parameters)
      return try method(self, &fields, IncomingCall(call: call, caller: caller, now: clock()))
    } catch let fault as FieldFault {
      let told = declaredParameters(of: call.method).map {
        fault.orUnknownField(of: call.parameters, declared: $0)
      }
      return .reply(failed(told ?? fault, of: call))
    } catch {
      return .reply(failed(error, of: call))
    }
  }

  /// Begins an answer that may take several steps; the step that returns it is the last.
  func answer(_ incoming: IncomingCall, _ step: @escaping () throws -> Handling?) throws -> Handling {
    try inSteps(incoming, .answer(isCommitted: isCommitted), step)
  }

  /// The answer to a change that holds at once, and may be kept in memory until the disk has room.
  var changed: Reply { changed([:]) }
  /// `further`: what else the answer says.
  func changed(_ further: KeyValuePairs<String, JSON?>) -> Reply {
    let isStored = engine.assumeIsolated { $0.isStoredOrFails() }
    let fields = further.compactMap { name, value in value.map { JSON.Field(name, $0) } }
    return .done(.object((isStored ? [] : [JSON.Field("stored", false.json)]) + fields))
  }
  static var holdsUnstored: Reply { .done(JSON(fields: ["stored": false.json])) }

  func page<Value>(_ incoming: IncomingCall, _ answer: PagedAnswer<Value>) throws -> Handling {
    try self.answer(incoming) { try answer.appendNext().map { .message($0, isCommitted: false) } }
  }

  /// Begins a change of many rows, which is answered after the last step.
  func change(_ incoming: IncomingCall, _ step: @escaping (Moment) throws -> JSON?) throws -> Handling {
    try inSteps(incoming, .change) { [clock] in try step(clock()).map { .reply(.done($0)) } }
  }

  /// Continues once the engine has caught up with the deferred work for an app, which precedes a new post.
  func whenCaughtUp(with app: AppID, _ incoming: IncomingCall, _ then: @escaping () throws -> Handling) throws
    -> Handling
  {
    guard engine.assumeIsolated({ $0.isBehind(app) }) else { return try then() }
    return try inSteps(incoming, .change) { [engine, clock] in
      let now = clock()
      let isBehind = try engine.assumeIsolated { engine in
        try engine.catchUpSome(app, now: now)
        return engine.isBehind(app)
      }
      return isBehind ? nil : try then()
    }
  }

  /// Repeats the step until it returns a result.
  private func inSteps(
    _ incoming: IncomingCall, _ purpose: Handling.Purpose, _ step: @escaping () throws -> Handling?
  ) throws -> Handling {
    if let last = try step() { return last }
    return .unfinished(purpose) { [unowned self] in
      do { return withCommitState(try inSteps(incoming, purpose, step)) } catch {
        return .reply(failed(error, of: incoming.call), isCommitted: isCommitted)
      }
    }
  }

  private func failed(_ error: any Error, of call: Call) -> Reply {
    if call.method == NotificationsInterface.post { engine.assumeIsolated { $0.countRefusedPost() } }
    let told = callError(error, in: call.method)
    guard asksForReasons(call), let fault = InvalidField(told) else { return .failed(told) }
    return .failed(NotificationsError.invalidField(path: fault.path, reason: fault.reason).callError)
  }

  /// The field by which a call asks that faults of its fields be the interface's own error, with their reason.
  static let reasons = "reasons"

  private func asksForReasons(_ call: Call) -> Bool {
    call.parameters[Self.reasons] == .bool(true)
      && declaredParameters(of: call.method)?.contains { $0.name == Self.reasons } == true
  }

  private func callError(_ error: any Error, in method: String) -> CallError {
    switch error {
    case let fault as FieldFault: fault.callError
    // Judge refuses with the errors of Post, in the same words.
    case let refusal as Refusal:
      refusal.callError(in: method == ControlInterface.judge ? NotificationsInterface.post : method)
    default: NotificationsError.notStored(reason: "unexpected failure").callError
    }
  }

  package func connectionClosed(_ connection: ConnectionID) {
    endStreams(of: connection)
    let number = connection.number
    engine.assumeIsolated { $0.disconnected(number) }
  }

  /// The pending call of the connection was answered with a failure.
  package func forget(_ connection: ConnectionID) {
    images?.forget(connection)
    endStreams(of: connection)
  }

  private func endStreams(of connection: ConnectionID) {
    followers.remove(connection)
    watchers.remove(connection)
    askers[connection] = nil
  }

  /// Distributes the outputs of a committed transaction, before `Server.transactionEnded` writes them out. Returns the
  /// apps to start: apps with a press and no follower.
  package func distribute(_ outputs: [Delivery.Output]) -> [AppStart] {
    copiesOfTransaction = []
    guard let server else { return [] }
    var away: [AppStart] = []
    for output in outputs {
      switch output {
      case .event(let event, let app):
        followers.pass(event, of: app, server)
      case .start(let start):
        if !followers.hasFollower(of: start.app, server) { away.append(start) }
      case .decided(let app, let authorization, let marketing):
        let awaited = Awaited(app: app, marketing: marketing)
        for connection in askers.filter({ $0.value == awaited }).keys {
          askers[connection] = nil
          server.send(.done(JSON(fields: ["authorization": authorization.json])), to: connection)
        }
      case .changed(let ids):
        watchers.pass(ids, server)
      case .sink, .desktop, .front, .removeImages, .adopted:
        break
      }
    }
    followers.offer(server)
    watchers.offer(server)
    return away
  }

  package func more(for connection: ConnectionID) -> [Reply]? {
    followers.more(for: connection, engine) ?? watchers.more(for: connection, engine, now: clock())
  }

  /// Has image files prepared from now on; before, calls that name files are refused.
  package func prepareImages(with images: ImageIntake) { self.images = images }

  /// Nothing of the transaction is stored.
  package func transactionFailed() {
    images?.remove(copiesOfTransaction)
    copiesOfTransaction = []
  }

  /// Answers a call about a request once its image files are read, and copied with `copies`, and its icon is looked up
  /// with `isAdvised`. A call whose app has gone by then still takes effect.
  func withImages(
    of request: NotificationRequest, copies: Bool, isAdvised: Bool, _ incoming: IncomingCall,
    _ answer: @escaping (ImageIntake.Images, Moment) throws -> Reply
  ) throws -> Handling {
    let (files, icon) = (request.imageFiles, isAdvised && images != nil ? request.icon : nil)
    let caller = incoming.caller
    // Root's files are not read for the person.
    guard !files.isEmpty || icon != nil, caller.verified != .system, let images else {
      return .reply(try answer(ImageIntake.Images(), incoming.now))
    }
    if let field = files.first?.field, caller.verified != nil {
      throw FieldFault.invalid(
        path: field, reason: "must be the name of a theme icon: a sandbox has files of its own")
    }
    let copies =
      try copies
      && engine.assumeIsolated { try $0.admitImages(of: request, by: incoming.client, now: incoming.now) }
    let named = (files + (icon.map { [$0] } ?? [])).map(\.path)
    images.prepare(
      named.map { $0.hasPrefix("/") ? .file($0) : .icon($0) }, for: caller.peer.pid,
      copies: copies, of: caller.connection
    ) { [unowned self] results in
      let reply: Reply
      do {
        let found = ImageIntake.images(results, of: named)
        if copies { copiesOfTransaction += found.copies }
        reply = try answer(found, clock())
      } catch {
        reply = failed(error, of: incoming.call)
      }
      server?.send(reply, to: caller.connection, isCommitted: isCommitted)
    }
    return .pending
  }

  func follow(
    _ app: AppID, as follower: FollowerName?, after: EventSequence?, from caller: Caller, ready: Event
  ) {
    followers.add(
      caller.connection, app: app, isPerson: caller.role == .control, after: after ?? ready.sequence)
    let (number, process) = (caller.connection.number, caller.peer.pid)
    let isOwn = caller.role != .control || app == .shell
    engine.assumeIsolated { $0.followed(app, as: follower, by: number, process: process, isOwn: isOwn) }
    server?.send(.continues(JSON(fields: ["event": ready.json])), to: caller.connection)
  }

  /// Whether a tool follows the list.
  package var isWatched: Bool { !watchers.isEmpty }

  func watch(from caller: Caller, withRead: Bool) { watchers.add(caller.connection, withRead: withRead) }
  func await(_ app: AppID, marketing: Bool, from caller: Caller) {
    askers[caller.connection] = Awaited(app: app, marketing: marketing)
  }
}

/// A call, its caller and its time.
struct IncomingCall: Sendable {
  let call: Call
  let caller: Caller
  let now: Moment

  var client: Client { Client(caller) }
}

extension Client {
  fileprivate init(_ caller: Caller) {
    self.init(
      connection: caller.connection.number, process: caller.peer.pid, isPerson: caller.role == .control,
      verified: caller.verified, script: caller.script)
  }
}

extension EngineCalls {
  /// The front as the configuration and the bus report it.
  var frontReport: FrontReport {
    var report = engine.assumeIsolated { $0.frontTerms }
    report.standing = standing()
    return report
  }
}

/// An answer that is built step by step, each time the connection is served: as many values as fit into one reply of
/// 512 KiB together with its other fields.
final class PagedAnswer<Value: JSONRepresentable> {
  /// The values of one step.
  struct Piece {
    var values: [Value]
    /// The last piece, because there are no more values or the limit is reached.
    var isLast: Bool
    /// The limit was reached, and more values exist.
    var isCut = false
    /// Discard the values so far.
    var startsOver = false
  }

  private static var bytes: Int { 500_000 }

  private let field: String
  /// True if the answer has the field `more`.
  private let tellsMore: Bool
  private let next: () throws -> Piece
  /// The fields that follow the values.
  private let rest: () throws -> [JSON.Field]
  private var reply: ArrayReply

  init(
    _ field: String, tellsMore: Bool = true, _ next: @escaping () throws -> Piece,
    rest: @escaping () throws -> [JSON.Field] = { [] }
  ) {
    self.field = field
    self.tellsMore = tellsMore
    self.next = next
    self.rest = rest
    reply = ArrayReply(field)
  }

  /// Appends the next piece. Returns the whole message after the last one.
  fileprivate func appendNext() throws -> [UInt8]? {
    let piece = try next()
    if piece.startsOver { reply = ArrayReply(field) }
    let isFull = !piece.values.allSatisfy { reply.append($0.json, limit: Self.bytes) }
    guard piece.isLast || isFull else { return nil }
    let more = tellsMore ? [JSON.Field("more", (piece.isCut || isFull).json)] : []
    return reply.message(more + (try rest()))
  }
}
