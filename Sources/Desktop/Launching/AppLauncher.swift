import BusSocket
import BusWire
import Delivery
import EventLoop
import NotificationModel

/// Starts apps, and brings them to the front: by D-Bus where their entry says that they can be activated, else
/// by the person's service manager. Nothing is ever run by this process.
///
/// Invariant: each start is reported on once. Neither text nor target of a notification comes here. Entries are
/// read on another thread: a home directory may hang.
final class AppLauncher: BusFollower {
  private static let interface = "org.freedesktop.Application"
  private let entries: DesktopEntries
  private let services: ServiceManager
  private let background: Background
  private let reporting: (AppStart, AppStartResult) -> Void
  private var connection: BusClient?

  init(
    _ entries: DesktopEntries, _ services: ServiceManager, _ background: Background,
    reporting: @escaping (AppStart, AppStartResult) -> Void
  ) {
    self.entries = entries
    self.services = services
    self.background = background
    self.reporting = reporting
  }

  func arrived(on connection: BusClient) { self.connection = connection }
  func left() { connection = nil }

  func start(_ start: AppStart) {
    background.run { [entries] in
      entries.launchEntry(for: start.app)
    } then: { [self] entry in
      self.start(start, entry)
    }
  }

  private func start(_ start: AppStart, _ entry: LaunchEntry?) {
    guard let connection else { return reporting(start, .failed(.noBus)) }
    guard let entry else { return reporting(start, .failed(.noDesktopEntry)) }
    let name = start.app.text
    // What is no name on the bus would never be answered.
    guard entry.isBusActivatable, Self.isBusName(name) else { return run(start, entry) }
    let then: (Result<[BusValue], BusError>) -> Void = { [self] answer in
      switch answer {
      case .success: reporting(start, start.isForeground ? .activated : .runByBus)
      // The entry promises what no service file keeps.
      case .failure(.refused("org.freedesktop.DBus.Error.ServiceUnknown")): run(start, entry)
      case .failure(.refused(let error)): reporting(start, .failed(.refusedByBus(error)))
      case .failure(.timedOut): reporting(start, .failed(.unanswered))
      case .failure(.disconnected): reporting(start, .failed(.noBus))
      }
    }
    if start.isForeground {
      connection.call(
        BusMethod("Activate", of: Self.interface, at: Self.path(of: start.app), on: name),
        [.dictionary(Self.platformData(start.activationToken))], startsService: true, then: then)
    } else {
      connection.call(.bus("StartServiceByName"), [.string(name), .uint32(0)], then: then)
    }
  }

  private func run(_ start: AppStart, _ entry: LaunchEntry) {
    switch TransientUnit.make(for: start.app, entry, token: start.activationToken) {
    case .failure(let failure): reporting(start, .failed(failure))
    case .success(let unit):
      services.start(unit) { [self] failure in
        reporting(start, failure.map { .failed($0) } ?? .runByServiceManager)
      }
    }
  }

  /// D-Bus specification, "Bus names", of an id's characters.
  private static func isBusName(_ id: String) -> Bool {
    let parts = id.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && parts.allSatisfy { $0.first.map { !("0"..."9").contains($0) } ?? false }
  }

  /// Where an app has its `org.freedesktop.Application` (Desktop Entry Specification 1.5, "D-Bus Activation").
  static func path(of app: AppID) -> String {
    "/" + String(app.text.map { $0 == "." ? "/" : $0 == "-" ? "_" : $0 })
  }

  /// The newer of the two names is Wayland's, the older one X11's; toolkits look for either.
  private static func platformData(_ token: String?) -> [String: BusValue] {
    guard let token else { return [:] }
    return ["activation-token": .string(token), "desktop-startup-id": .string(token)]
  }
}
