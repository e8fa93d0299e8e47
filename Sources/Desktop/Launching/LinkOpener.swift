import BusSocket
import BusWire
import CNotify
import Delivery
import EventLoop
import Glibc
import NotificationModel

/// Opens addresses by the program that the person has for them: through the desktop's portal, which keeps the
/// address out of the process list, else by `xdg-open`, which the service manager runs. Nothing is ever run by this process.
///
/// Invariant: each is reported on once.
final class LinkOpener: BusFollower {
  private static let portal = BusMethod(
    "OpenURI", of: "org.freedesktop.portal.OpenURI", at: "/org/freedesktop/portal/desktop",
    on: "org.freedesktop.portal.Desktop")
  private static let program = "xdg-open"

  private let services: ServiceManager
  private let background: Background
  private let reporting: (OpenedLink, AppStartFailure?) -> Void
  private var connection: BusClient?

  init(
    _ services: ServiceManager, _ background: Background,
    reporting: @escaping (OpenedLink, AppStartFailure?) -> Void
  ) {
    self.services = services
    self.background = background
    self.reporting = reporting
  }

  func arrived(on connection: BusClient) { self.connection = connection }
  func left() { connection = nil }

  func open(_ link: OpenedLink) {
    // By its name the portal takes no file.
    guard let path = link.url.path else { return askPortal(link) }
    background.run {
      Self.isOwn(path)
    } then: { [self] isOwn in
      if isOwn { run(link) } else { reporting(link, .notOwnFile) }
    }
  }

  private func askPortal(_ link: OpenedLink) {
    guard let connection else { return reporting(link, .noBus) }
    let options = link.activationToken.map { ["activation_token": BusValue.string($0)] } ?? [:]
    connection.call(
      Self.portal, [.string(""), .string(link.url.text), .dictionary(options)], startsService: true
    ) { [self] answer in
      switch answer {
      case .success: reporting(link, nil)
      case .failure(.refused): run(link)
      case .failure(.timedOut): reporting(link, .unanswered)
      case .failure(.disconnected): reporting(link, .noBus)
      }
    }
  }

  /// A program that cannot open an address says so with the address, which is no line for the journal.
  private static let silence = ["StandardOutput", "StandardError"].map {
    TransientUnit.Property(name: $0, value: .string("null"))
  }

  private func run(_ link: OpenedLink) {
    background.run {
      DesktopEntries.program(Self.program)
    } then: { [self] found in
      guard let found, let name = AppID(Self.program) else { return reporting(link, .nothingOpens) }
      let entry = LaunchEntry(
        name: Self.program, isBusActivatable: false,
        command: .success(LaunchEntry.Command(program: found, arguments: [Self.program, link.url.text])))
      switch TransientUnit.make(for: name, entry, token: link.activationToken) {
      case .failure(let failure): reporting(link, failure)
      case .success(var unit):
        unit.properties += Self.silence
        services.start(unit) { [self] failure in reporting(link, failure == .notRun ? .nothingOpens : failure)
        }
      }
    }
  }

  /// A regular file or a directory, whatever leads to it.
  private static func isOwn(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_uid == getuid() else { return false }
    return [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }
}
