import BusWire
import NotificationModel
import SessionBus

/// Opens the connection on which the server of a route is called; given up when it is let go of. Nothing here waits.
///
/// libnotify has one name for its server, and one connection, which the whole process shares. Where that goes elsewhere
/// (somebody holds it, whom it was made for; or holds on to one that is closed), and where the server has another name,
/// it is a connection of our own, and libnotify stays out of it.
///
/// Invariant: used on the sink's thread; `then` is called once at most, with `nil` where there is no bus.
final class LineOpening {
  /// After a restart of the bus GLib hands out the old, closed connection until the last of it is let go of, which
  /// happens on this thread as well: in a moment.
  private static let mostTries = 10
  private static let pauseMilliseconds: UInt32 = 20
  /// bellhop-bus notes on a connection that it has been asked to translate.
  private static let translate = BusMethod(
    "Translate", of: "io.bellhop.Bus1", at: "/io/bellhop/Bus", on: "io.bellhop.Bus")

  private let route: ServerRoute
  private let then: (ServerLine?) -> Void
  private let attempt = GLibAttempt()
  private var again: Delay?
  private var tries = 0

  init(_ route: ServerRoute, then: @escaping (ServerLine?) -> Void) {
    self.route = route
    self.then = then
  }

  func begin() {
    again = nil
    tries += 1
    guard let address else { return then(nil) }
    switch route {
    case .usual where tries <= Self.mostTries, .behind where tries <= Self.mostTries:
      GLibConnection.share(address, attempt: attempt) { [weak self] in self?.taken($0, isShared: true) }
    case .usual, .behind, .named:
      GLibConnection.open(address, attempt: attempt) { [weak self] in self?.taken($0, isShared: false) }
    }
  }

  private var address: GLibAddress? {
    switch route {
    case .usual, .named: SessionBusAddress.current()
    case .behind(let path): GLibAddress(socket: path)
    }
  }

  private func taken(_ result: Result<GLibConnection, BusError>, isShared: Bool) {
    guard case .success(let connection) = result else { return then(nil) }
    guard !connection.isClosed else { return isShared ? tryAgain() : then(nil) }
    switch route {
    case .usual:
      guard !isShared || connection.note == nil else { return tryAgain() }
      then(ServerLine(connection: connection, name: NotificationServer.busName, isLibnotifys: isShared))
    case .named(let name):
      then(ServerLine(connection: connection, name: name, isLibnotifys: false))
    case .behind(let path):
      guard !isShared || connection.note == nil || connection.note == path else { return tryAgain() }
      askToTranslate(connection, path, isShared: isShared)
    }
  }

  /// On any other bus nobody answers to this.
  private func askToTranslate(_ connection: GLibConnection, _ path: String, isShared: Bool) {
    connection.call(Self.translate, timeoutMilliseconds: .max) { [weak self] answer in
      guard let self else { return }
      switch answer {
      case .success:
        connection.note = path
        then(ServerLine(connection: connection, name: NotificationServer.busName, isLibnotifys: isShared))
      case .failure(.refused) where isShared: tryAgain()
      case .failure: then(nil)
      }
    }
  }

  private func tryAgain() {
    again = Delay(milliseconds: Self.pauseMilliseconds) { [weak self] in self?.begin() }
  }
}
