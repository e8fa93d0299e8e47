import BusWire
import Delivery
import Retry

/// The server that owns the name at the moment, by its unique name: everything sent to it directly misses any
/// server that comes after it.
///
/// Invariant: used on its connection's thread, and dropped as soon as the owner changes.
final class NotificationServer {
  static let busName = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"
  private static let interface = "org.freedesktop.Notifications"

  let uniqueName: String
  /// As in `BannerHandle.server`.
  let handleName: String
  /// `nil` until it has answered.
  private(set) var description: ServerDescription?
  /// When it said so, in microseconds of a steady clock.
  private var described: Int64 = 0
  private let connection: any ServerConnection
  private let signals: AnyObject

  init(
    _ connection: any ServerConnection, uniqueName: String, hearing: @escaping (BusSignal) -> Void
  ) {
    self.connection = connection
    self.uniqueName = uniqueName
    handleName = "\(connection.guid)/\(uniqueName)"
    signals = connection.signals(
      from: uniqueName, interface: Self.interface, member: nil, firstArgument: nil, hearing)
  }

  static func method(_ member: String, of server: String) -> BusMethod {
    BusMethod(member, of: interface, at: path, on: server)
  }

  /// What it can do changes while it runs: one that does not disturb has no buttons, one that reads its
  /// configuration again may begin or end to read markup. What it said within the last second still counts.
  var mayHaveChanged: Bool { SteadyClock.microseconds - described > 1_000_000 }

  /// Does not wait, and wants no answer.
  func close(_ id: UInt32) {
    let method = Self.method("CloseNotification", of: uniqueName)
    connection.call(method, [.uint32(id)], timeoutMilliseconds: nil, then: nil)
  }

  /// The number in an answer to `Notify`.
  static func number(_ answer: [BusValue]) -> Result<UInt32, BusError> {
    if case .uint32(let id)? = answer.first { return .success(id) }
    return .failure(.refused("io.bellhop.Error.WrongReply"))
  }

  /// Asks what the server is until it answers. Ends without `then` only when the bus goes away. Who it is does not
  /// change while it has its unique name, only what it can do.
  func describe(then: @escaping (Result<ServerDescription, BusError>) -> Void) {
    if let description {
      return askCapabilities(description.name, description.version, then: then)
    }
    probe { [weak self] answer in
      switch answer {
      case .failure(let error): then(.failure(error))
      case .success(let information):
        guard case .string(let name)? = information.first, information.count == 4,
          case .string(let version) = information[2], case .string(let specification) = information[3],
          Self.isSpecificationVersion(specification)
        else { return then(.failure(.refused("io.bellhop.Error.NotANotificationServer"))) }
        self?.askCapabilities(name, version, then: then)
      }
    }
  }

  private func askCapabilities(
    _ name: String, _ version: String, then: @escaping (Result<ServerDescription, BusError>) -> Void
  ) {
    ask("GetCapabilities") { [weak self] answer in
      guard let self else { return }
      then(
        answer.map { values in
          // A server that has something else to say here can do nothing that it must be asked about.
          let capabilities: [String] = if case .strings(let texts)? = values.first { texts } else { [] }
          let answered = ServerDescription(
            server: handleName, name: name, version: version, capabilities: Set(capabilities))
          description = answered
          described = SteadyClock.microseconds
          return answered
        })
    }
  }

  /// Asks the simplest of questions until there is an answer, of whatever kind.
  func probe(then: @escaping (Result<[BusValue], BusError>) -> Void) {
    ask("GetServerInformation", then: then)
  }

  /// A server that hangs is asked again and again, ever more patiently, with one question under way at any time.
  private func ask(
    _ member: String, _ patience: Backoff = Backoff(),
    then: @escaping (Result<[BusValue], BusError>) -> Void
  ) {
    var patience = patience
    connection.call(Self.method(member, of: uniqueName), [], timeoutMilliseconds: patience.next()) {
      [weak self, patience] answer in
      if case .failure(.timedOut) = answer {
        self?.ask(member, patience, then: then)
      } else {
        then(answer)
      }
    }
  }

  /// libnotify ends the process over a server whose version of the specification is 0 or no number.
  private static func isSpecificationVersion(_ text: String) -> Bool {
    (Int(text.prefix { $0.isASCII && $0.isNumber }) ?? 0) > 0
  }
}

extension SinkFailure {
  /// Why a server was not reached or gave no number. `serverDied`: the bus may have said so in its place.
  init(_ error: BusError) {
    self =
      switch error {
      case .disconnected, .refused("org.freedesktop.DBus.Error.ServiceUnknown"),
        .refused("org.freedesktop.DBus.Error.NameHasNoOwner"):
        .noServer
      case .timedOut: .unanswered
      case .refused("org.freedesktop.DBus.Error.NoReply"),
        .refused("org.freedesktop.DBus.Error.Disconnected"):
        .serverDied
      case .refused("org.freedesktop.Notifications.Error.ExcessNotificationGeneration"),
        .refused("org.freedesktop.DBus.Error.LimitsExceeded"):
        .busy
      case .refused(let name): .refused(name)
      }
  }

  /// What became of a server that never answered a banner, by what came of another question to it.
  init(_ answer: Result<[BusValue], BusError>) {
    self =
      switch answer {
      case .failure(.disconnected): .noServer
      case .failure(let error) where [.noServer, .serverDied].contains(SinkFailure(error)): .serverDied
      case .success, .failure: .unanswered
      }
  }
}
