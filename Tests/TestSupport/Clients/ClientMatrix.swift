/// The differences with the front on, client by client and server by server: the table in Clients.md, which the
/// end-to-end tests compare with their observations.
package enum ClientMatrix {
  package static let page = "Tests/Desktops/Clients.md"

  /// The servers, in the table's order.
  package static let servers: [ServerMatrix.Server] = [.dunst, .mako, .xfce]

  /// The clients, in the table's order.
  package enum Client: String, CaseIterable, Sendable, CustomStringConvertible {
    case firefox = "Firefox"
    case chromium = "Chromium"
    case notifySend = "notify-send"
    case dunstify
    case zenity
    case notify2 = "python3-notify2"
    case gNotification = "GNotification"
    case kNotifications = "KNotifications"
    case volume = "a volume key, held down"

    package var description: String { rawValue }

    /// The program that has to be installed to try it, beside the README's packages.
    package var program: String {
      switch self {
      case .firefox: Browser.firefox.program
      case .chromium: Browser.chromium.program
      case .notifySend, .volume: "/usr/bin/notify-send"
      case .dunstify: "/usr/bin/dunstify"
      case .zenity: "/usr/bin/zenity"
      case .notify2: "/usr/lib/python3/dist-packages/notify2.py"
      case .gNotification: "/usr/bin/python3"
      case .kNotifications: "/usr/lib/qt5/bin/qmlscene"
      }
    }
  }

  /// An observed difference, in the order of the page's list.
  package enum Difference: String, CaseIterable, Sendable {
    case picture, place
    case pressLabel = "press label"
    case sticky, expiry
  }

  /// The cell for no difference.
  package static let none = "none"

  /// A line for each client, a cell for each server.
  package static let cells: [Client: [String]] = [
    .firefox: all(.picture),
    .chromium: all(.picture, .sticky, .expiry),
    .notifySend: all(),
    .dunstify: all(.place),
    .zenity: all(),
    .notify2: all(),
    .gNotification: all(.pressLabel),
    .kNotifications: all(),
    .volume: all(.place),
  ]

  private static func all(_ differences: Difference...) -> [String] {
    let cell = differences.isEmpty ? none : differences.map(\.rawValue).joined(separator: ", ")
    return servers.map { _ in cell }
  }

  package static func cell(_ client: Client, _ server: ServerMatrix.Server) -> String {
    servers.firstIndex(of: server).flatMap { index in
      cells[client].flatMap { $0.indices.contains(index) ? $0[index] : nil }
    } ?? ""
  }

  /// The table as it stands on the page.
  package static var table: String {
    let head = "| | \(servers.map(\.title).joined(separator: " | ")) |"
    let rows = Client.allCases.map { client in
      "| \(client) | \(servers.map { cell(client, $0) }.joined(separator: " | ")) |"
    }
    return ([head, "|---" + servers.map { _ in "|---" }.joined() + "|"] + rows).joined(separator: "\n")
  }
}
