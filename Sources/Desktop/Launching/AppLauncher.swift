import BusSocket
import BusWire
import Delivery
import EventLoop
import NotificationModel

/// Starts apps, and brings them to the foreground: by D-Bus where the entry is DBusActivatable, else by the person's
/// service manager. This process runs no program itself.
///
/// Invariant: each start is reported once. The text and target of a notification are not passed to apps. Entries are
/// read on another thread, because a home directory may hang.
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
    // A call to an invalid bus name would get no answer.
    guard entry.isBusActivatable, Self.isBusName(name) else { return run(start, entry) }
    let then: (Result<[BusValue], BusError>) -> Void = { [self] answer in
      switch answer {
      case .success: reporting(start, start.isForeground ? .activated : .runByBus)
      // The entry says DBusActivatable, but there is no service file.
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

  /// D-Bus specification, "Bus names"; an id's characters are all allowed there.
  private static func isBusName(_ id: String) -> Bool {
    let parts = id.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && parts.allSatisfy { $0.first.map { !("0"..."9").contains($0) } ?? false }
  }

  /// The object path of the app's `org.freedesktop.Application` (Desktop Entry Specification 1.5, "D-Bus Activation").
  static func path(of app: AppID) -> String {
    "/" + String(app.text.map { $0 == "." ? "/" : $0 == "-" ? "_" : $0 })
  }

  /// Has both keys, because toolkits read either: the first is Wayland's, the second X11's.
  private static func platformData(_ token: String?) -> [String: BusValue] {
    guard let token else { return [:] }
    return ["activation-token": .string(token), "desktop-startup-id": .string(token)]
  }
}
