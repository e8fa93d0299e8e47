import BusSocket
import BusWire
import Delivery
import EventLoop
import Glibc
import LoopExecutor
import NotificationModel

/// Shows banners by connections of our own: on the bus behind bellhop-bus, or to a server at another name on the
/// session bus. Never blocks.
actor BusSink {
  private nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private let context: SinkContext
  private var route = ServerRoute.usual
  private var session: ServerSession?

  init(_ context: SinkContext, _ loop: EventLoop) {
    self.loop = loop
    self.context = context
  }

  nonisolated func perform(_ command: SinkCommand) {
    loop.post { [self] in assumeIsolated { $0.carryOut(command) } }
  }

  private func carryOut(_ command: SinkCommand) {
    switch command {
    case .close(let handle): session?.close(handle)
    case .describe, .show: session?.begin(command)
    case .route(let route): if route != self.route { lead(by: route) }
    }
  }

  private func lead(by route: ServerRoute) {
    self.route = route
    session?.end()
    session =
      switch route {
      case .usual: nil
      case .behind: ServerSession(BusConnector(route, loop), name: NotificationServer.busName, context)
      case .named(let name): ServerSession(BusConnector(route, loop), name: name, context)
      }
  }

  /// Ends the session. Messages already written to the bus still go out.
  nonisolated func stop() {
    loop.post { [self] in assumeIsolated { $0.lead(by: .usual) } }
  }
}

/// Connects to a server that libnotify cannot call.
private final class BusConnector: ServerConnector {
  private let route: ServerRoute
  private let loop: EventLoop
  private let background: Background

  init(_ route: ServerRoute, _ loop: EventLoop) {
    self.route = route
    self.loop = loop
    background = Background(loop)
  }

  func open(then: @escaping ((any ServerConnection)?) -> Void) -> AnyObject {
    let opening = Opening(then)
    switch route {
    case .behind(let path):
      BusClient.open([.path(path)], loop) { [weak opening] result in
        guard let opening, let client = try? result.get() else { return opening?.then(nil) ?? () }
        opening.client = client
        // bellhop-bus records the mode on the connection. Any other bus answers that it has no such name.
        client.call(.own("Translate"), timeoutMilliseconds: nil) { [weak opening] answer in
          guard let opening, case .success = answer else { return opening?.then(nil) ?? () }
          opening.client?.call(.own("GetLeftBanners"), timeoutMilliseconds: nil) { [weak opening] answer in
            guard let opening else { return }
            opening.then(opening.client.map { Connection($0, leftBanners: Self.numbers(answer)) })
          }
        }
      }
    case .named, .usual:
      let addresses = BusAddress.session { name in getenv(name).map { String(cString: $0) } }
      BusClient.open(addresses, loop) { [weak opening] in
        opening?.then((try? $0.get()).map { Connection($0, leftBanners: []) })
      }
    }
    return opening
  }

  /// A bellhop-bus of an earlier version knows of no such banners.
  private static func numbers(_ answer: Result<[BusValue], BusError>) -> [UInt32] {
    guard case .success(let values) = answer, case .array(_, let numbers)? = values.first else { return [] }
    return numbers.compactMap { if case .uint32(let number) = $0 { number } else { nil } }
  }

  func after(milliseconds: Int64, _ handler: @escaping () -> Void) -> AnyObject {
    LoopTimer(loop, milliseconds: milliseconds, handler)
  }

  /// On another thread: the desktop's lock is heard on this one.
  func identify(_ path: String, then: @escaping (String?) -> Void) {
    background.run({ FileIdentity.text(at: path) }, then: then)
  }

  private final class Opening {
    let then: ((any ServerConnection)?) -> Void
    /// The connection, until bellhop-bus has answered both calls.
    var client: BusClient?
    init(_ then: @escaping ((any ServerConnection)?) -> Void) { self.then = then }
  }

  private final class Connection: ServerConnection {
    private let client: BusClient

    let leftBanners: [UInt32]

    init(_ client: BusClient, leftBanners: [UInt32]) {
      self.client = client
      self.leftBanners = leftBanners
    }

    deinit { client.stop() }

    var guid: String { client.guid }
    var uniqueName: String? { client.uniqueName.map { String(decoding: $0, as: UTF8.self) } }
    var isClosed: Bool { client.isClosed }
    func whenClosed(_ handler: @escaping () -> Void) { client.whenClosed(handler) }

    func call(
      _ method: BusMethod, _ arguments: [BusValue], timeoutMilliseconds: Int64?,
      then: ((Result<[BusValue], BusError>) -> Void)?
    ) {
      client.call(method, arguments, timeoutMilliseconds: timeoutMilliseconds, then: then)
    }

    func signals(
      from sender: String, interface: String, member: String?, firstArgument: String?,
      _ handler: @escaping (BusSignal) -> Void
    ) -> AnyObject {
      Subscription(
        BusSubscription(
          client, sender: sender, interface: interface, member: member, firstArgument: firstArgument,
          handler: handler))
    }

    func beginServer() -> Bool { true }
    func endServer() {}

    /// Calls the server by its unique name, so that no other connection can answer.
    func notify(
      _ banner: RenderedBanner, replacing: UInt32, of server: String,
      answered: @escaping (Result<[BusValue], BusError>, String) -> Void
    ) {
      let arguments = banner.arguments(replacing: replacing, sender: uniqueName ?? "")
      client.call(NotificationServer.method("Notify", of: server), arguments, timeoutMilliseconds: nil) {
        answered($0, server)
      }
    }
  }

  private final class Subscription {
    private let subscription: BusSubscription
    init(_ subscription: consuming BusSubscription) { self.subscription = subscription }
  }
}

/// Calls its handler once, unless the timer is freed before.
private final class LoopTimer {
  private let loop: EventLoop
  private let timer: Timer

  init(_ loop: EventLoop, milliseconds: Int64, _ handler: @escaping () -> Void) {
    self.loop = loop
    timer = loop.setTimer(at: EventLoop.now().uptime + milliseconds, handler)
  }

  deinit { loop.cancel(timer) }
}

extension RenderedBanner {
  /// The arguments of `Notify` where libnotify does not make them. `sender`: the connection's unique name.
  func arguments(replacing: UInt32, sender: String) -> [BusValue] {
    var hints = hints
    // GNOME Shell 43 reads `sender-pid`, and does not answer without it; later versions read the two others. It removes
    // an app's notifications when the connection `x-shell-sender` ends.
    hints["sender-pid"] = .uint32(process ?? UInt32(bitPattern: getpid()))
    hints["x-shell-sender-pid"] = hints["sender-pid"]
    hints["x-shell-sender"] = .string(sender)
    return [
      .string(appName), .uint32(replacing), .string(icon ?? ""), .string(title), .string(body),
      .strings(buttons.flatMap { [$0.key, $0.label] }), .dictionary(hints), .int32(timeout),
    ]
  }
}

extension BusCaller {
  /// Stands for the process of the connection. GNOME Shell has one entry and one icon in its list, and room for ten
  /// notifications, for all that one process posts under one name. The process's own number may have passed to another
  /// process by the time of the banner, and would show that one's name. This number is no process's: it is greater than
  /// Linux's greatest (`PID_MAX_LIMIT`, 2^22). GNOME Shell reads a signed 32-bit number.
  var standInProcess: UInt32? {
    guard !name.isEmpty else { return nil }
    return 1 << 30 | name.utf8.reduce(0) { $0 &* 31 &+ UInt32($1) } % (1 << 30)
  }
}
