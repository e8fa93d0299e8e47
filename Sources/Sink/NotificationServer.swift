import BusWire
import Delivery
import NotificationModel
import Records
import Retry

/// The present owner of the server's name, addressed by its unique name, so that no later owner receives its calls.
///
/// Invariant: used on its connection's thread, and released as soon as the owner changes.
final class NotificationServer {
  static let busName = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"
  private static let interface = "org.freedesktop.Notifications"
  /// Bytes kept of each text with which a server describes itself, and capabilities kept: an answer may have 128 MiB.
  private static let (mostText, mostCapabilities) = (256, 256)

  let uniqueName: String
  /// The server's name in `BannerHandle.server`.
  let handleName: String
  /// `nil` until the server has described itself.
  private(set) var description: ServerDescription?
  /// When the server did, in microseconds of a steady clock.
  private var described: Int64 = 0
  /// How many closes wait for their answers. The next banner waits for all of them: swaync 0.11 does not draw one that
  /// comes in the same moment as the close of the last one on its screen.
  private(set) var unansweredCloses = 0
  /// Called when no close waits any more.
  var closesAnswered: (() -> Void)?
  /// More than a screen has banners. Closes beyond these ask for no answer, because a connection has room for 256
  /// questions (`BusClient`); a banner does not wait for them.
  private static let mostUnansweredCloses = 200
  private let closeMilliseconds: Int64
  private let connection: any ServerConnection
  private let signals: AnyObject

  init(
    _ connection: any ServerConnection, uniqueName: String, closeMilliseconds: Int64,
    hearing: @escaping (BusSignal) -> Void
  ) {
    self.connection = connection
    self.uniqueName = uniqueName
    self.closeMilliseconds = closeMilliseconds
    handleName = "\(connection.guid)/\(uniqueName)"
    signals = connection.signals(
      from: uniqueName, interface: Self.interface, member: nil, firstArgument: nil, hearing)
  }

  static func method(_ member: String, of server: String) -> BusMethod {
    BusMethod(member, of: interface, at: path, on: server)
  }

  /// Capabilities change while a server runs: in Do Not Disturb it may have no buttons, and with a new configuration it
  /// may begin or cease to read markup. A description counts for one second.
  var mayHaveChanged: Bool { SteadyClock.microseconds - described > 1_000_000 }

  /// A close will follow, for which the next banner waits already.
  func expectClose() { unansweredCloses += 1 }

  /// Closes go out at once, however many are unanswered: they hide private text. `isExpected`: by `expectClose`.
  func close(_ id: UInt32, isExpected: Bool = false) {
    let method = Self.method("CloseNotification", of: uniqueName)
    guard isExpected || unansweredCloses < Self.mostUnansweredCloses else {
      return connection.call(method, [.uint32(id)], timeoutMilliseconds: nil, then: nil)
    }
    if !isExpected { unansweredCloses += 1 }
    connection.call(method, [.uint32(id)], timeoutMilliseconds: closeMilliseconds) { [weak self] _ in
      guard let self else { return }
      unansweredCloses -= 1
      if unansweredCloses == 0 { closesAnswered?() }
    }
  }

  /// How many banners dunst shows or is about to show; `nil` where it does not say.
  func countDunstBanners(then: @escaping (UInt64?) -> Void) {
    let method = BusMethod(
      "GetAll", of: "org.freedesktop.DBus.Properties", at: Self.path, on: uniqueName)
    connection.call(method, [.string("org.dunstproject.cmd0")], timeoutMilliseconds: nil) { answer in
      guard case .success(let values) = answer, case .dictionary(let properties)? = values.first,
        case .uint32(let displayed)? = properties["displayedLength"],
        case .uint32(let waiting)? = properties["waitingLength"]
      else { return then(nil) }
      then(UInt64(displayed) + UInt64(waiting))
    }
  }

  /// The number in an answer to `Notify`.
  static func number(_ answer: [BusValue]) -> Result<UInt32, BusError> {
    if case .uint32(let id)? = answer.first { return .success(id) }
    return .failure(.refused("io.bellhop.Error.WrongReply"))
  }

  /// Asks until the server answers; without `then` being called only when the bus goes away or this object is released.
  /// Name and version are asked once per unique name, capabilities each time.
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
          // A server that answers with another type has no capabilities.
          let capabilities: [String] = if case .strings(let texts)? = values.first { texts } else { [] }
          let answered = ServerDescription(
            server: handleName, name: name.cut(toBytes: Self.mostText),
            version: version.cut(toBytes: Self.mostText),
            capabilities: Set(
              capabilities.prefix(Self.mostCapabilities).map { $0.cut(toBytes: Self.mostText) }))
          description = answered
          described = SteadyClock.microseconds
          return answered
        })
    }
  }

  /// Asks `GetServerInformation` until any answer comes, even an error.
  func probe(then: @escaping (Result<[BusValue], BusError>) -> Void) {
    ask("GetServerInformation", then: then)
  }

  /// Asks a server that hangs again, with growing timeouts and one question at a time.
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

  /// Whether a text begins with a version of the specification: a positive number that fits libnotify's 32 bits.
  private static func isSpecificationVersion(_ text: String) -> Bool {
    (Int32(text.prefix { $0.isASCII && $0.isNumber }) ?? 0) > 0
  }
}

extension ServerDescription {
  /// Servers that draw the icon of the banner's desktop entry by themselves, with the person's theme.
  private static let drawingEntryIcon: Set = [
    "gnome-shell", "Plasma", "SwayNotificationCenter", "Xfce Notify Daemon",
  ]

  var drawsEntryIcon: Bool { Self.drawingEntryIcon.contains(name) }

  /// Servers on whose banners the app's name is not drawn.
  private static let nameless: Set = [
    "cinnamon", "dunst", "fnott", "lxqt-notificationd", "mako", "MATE Notification Daemon",
    "Notification Daemon",
    "SwayNotificationCenter", "Xfce Notify Daemon",
  ]

  /// GNOME Shell has drawn the name since 46 (`messageList.js`, `MessageHeader`).
  var drawsName: Bool { isGNOME ? majorVersion >= 46 : !Self.nameless.contains(name) }
}

extension SinkFailure {
  /// Why a server was not reached or gave no number. For `serverDied` the bus may have sent the error in the server's
  /// place.
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

  /// The failure of a banner that the server never answered, derived from the answer to a later question.
  init(_ answer: Result<[BusValue], BusError>) {
    self =
      switch answer {
      case .failure(.disconnected): .noServer
      case .failure(let error) where [.noServer, .serverDied].contains(SinkFailure(error)): .serverDied
      case .success, .failure: .unanswered
      }
  }
}
