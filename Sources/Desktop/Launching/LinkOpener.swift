import BusSocket
import BusWire
import CNotify
import Delivery
import EventLoop
import Glibc
import NotificationModel

/// Opens addresses with the person's default program: through the desktop's portal, which keeps the address out of the
/// process list, else by `xdg-open`, which the service manager runs. This process runs no program itself.
///
/// Invariant: each link is reported once.
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
    // The portal's OpenURI refuses file addresses, so xdg-open opens files.
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

  /// Discards the output, because xdg-open's error messages would write the address to the journal.
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

  /// Whether the path leads, also by links, to a regular file or a directory of the person.
  private static func isOwn(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_uid == getuid() else { return false }
    return [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }
}
