import BusWire
import CNotify
import Delivery
import SessionBus

/// The server that owns the name at the moment, by its unique name: everything sent to it directly misses any
/// server that comes after it.
///
/// Invariant: used on the sink's thread, and dropped as soon as the owner changes.
final class NotificationServer {
  static let busName = "org.freedesktop.Notifications"
  static let path = "/org/freedesktop/Notifications"
  static let interface = "org.freedesktop.Notifications"

  let uniqueName: String
  /// As in `BannerHandle.server`.
  let handleName: String
  /// `nil` until it has answered.
  private(set) var description: ServerDescription?
  /// When it said so, in microseconds of GLib's steady clock.
  private(set) var described: Int64 = 0
  /// Whether libnotify has spoken to it.
  var isBegun = false
  private let connection: GLibConnection
  private let signals: GLibSubscription

  init(_ connection: GLibConnection, uniqueName: String, hearing: @escaping (BusSignal) -> Void) {
    self.connection = connection
    self.uniqueName = uniqueName
    handleName = "\(connection.guid)/\(uniqueName)"
    signals = GLibSubscription(
      connection, sender: uniqueName, interface: Self.interface, handler: hearing)
  }

  /// What it can do changes while it runs: one that does not disturb has no buttons, one that reads its
  /// configuration again may begin or end to read markup. What it said within the last second still counts.
  var mayHaveChanged: Bool { Int64(g_get_monotonic_time()) - described > 1_000_000 }

  /// Does not wait, and wants no answer.
  func close(_ id: UInt32) { connection.call(method("CloseNotification"), [.uint32(id)]) }

  /// Shows a banner without libnotify, in the place of another where `replacing` is not 0; waits for the answer for as
  /// long as it takes.
  func show(
    _ banner: RenderedBanner, replacing: UInt32, then: @escaping (Result<UInt32, BusError>) -> Void
  ) {
    let sender = ServerCall.Sender(name: connection.uniqueName ?? "")
    connection.call(
      method("Notify"), ServerCall.arguments(banner, replacing: replacing, from: sender),
      timeoutMilliseconds: .max
    ) { then($0.flatMap(Self.number)) }
  }

  /// The number in an answer to `Notify`.
  static func number(_ answer: [BusValue]) -> Result<UInt32, BusError> {
    if case .uint32(let id)? = answer.first { return .success(id) }
    return .failure(.refused("io.bellhop.Error.WrongReply"))
  }

  /// Asks what the server is until it answers: a hung one is asked again and again, ever more patiently, with
  /// one question under way at any time. Ends without `then` only when the bus goes away. Who it is does not change
  /// while it has its unique name, only what it can do.
  func describe(attempt: Int = 0, then: @escaping (Result<ServerDescription, BusError>) -> Void) {
    if let description {
      return askCapabilities(
        name: description.name, version: description.version, attempt: attempt, then: then)
    }
    probe(attempt: attempt) { [self] answer in
      switch answer {
      case .failure(let error): then(.failure(error))
      case .success(let information):
        guard case .string(let name)? = information.first, information.count == 4,
          case .string(let version) = information[2], case .string(let specification) = information[3],
          Self.isSpecificationVersion(specification)
        else {
          then(.failure(.refused("io.bellhop.Error.NotANotificationServer")))
          return
        }
        askCapabilities(name: name, version: version, attempt: attempt, then: then)
      }
    }
  }

  private func askCapabilities(
    name: String, version: String, attempt: Int,
    then: @escaping (Result<ServerDescription, BusError>) -> Void
  ) {
    connection.call(method("GetCapabilities"), timeoutMilliseconds: Self.patience(attempt)) { [self] answer in
      switch answer {
      case .failure(.timedOut): describe(attempt: attempt + 1, then: then)
      case .failure(let error): then(.failure(error))
      case .success(let values):
        // A server that has something else to say here can do nothing that it must be asked about.
        let capabilities: [String] = if case .strings(let texts)? = values.first { texts } else { [] }
        let description = ServerDescription(
          server: handleName, name: name, version: version, capabilities: Set(capabilities))
        self.description = description
        described = Int64(g_get_monotonic_time())
        then(.success(description))
      }
    }
  }

  /// Asks the simplest of questions until there is an answer, of whatever kind.
  func probe(attempt: Int = 0, then: @escaping (Result<[BusValue], BusError>) -> Void) {
    let question = method("GetServerInformation")
    connection.call(question, timeoutMilliseconds: Self.patience(attempt)) { [self] answer in
      if case .failure(.timedOut) = answer {
        probe(attempt: attempt + 1, then: then)
      } else {
        then(answer)
      }
    }
  }

  private func method(_ member: String) -> BusMethod {
    BusMethod(member, of: Self.interface, at: Self.path, on: uniqueName)
  }

  /// 1, 2, 4 … 60 seconds.
  static func patience(_ attempt: Int) -> Int32 { min(1_000 << Int32(min(attempt, 6)), 60_000) }

  /// libnotify ends the process over a server whose version of the specification is 0 or no number.
  private static func isSpecificationVersion(_ text: String) -> Bool {
    (Int(text.prefix { $0.isASCII && $0.isNumber }) ?? 0) > 0
  }
}
