/// Each notification server's treatment of a banner: the table in Servers.md, which the end-to-end tests compare with
/// their observations.
package enum ServerMatrix {
  package static let page = "Sources/Sink/Sink.docc/Servers.md"

  /// The servers, in the table's order.
  package enum Server: String, CaseIterable, Sendable, CustomStringConvertible {
    case dunst, mako, xfce, notificationDaemon, swaync, gnome, plasma

    package var title: String {
      switch self {
      case .dunst: "dunst"
      case .mako: "mako"
      case .xfce: "xfce4-notifyd"
      case .notificationDaemon: "notification-daemon"
      case .swaync: "swaync"
      case .gnome: "GNOME (scripted)"
      case .plasma: "Plasma (scripted)"
      }
    }

    package var description: String { title }

    /// Whether it is known to change a banner without an alert. Bellhop closes banners of the others at a lock.
    package var changesSilently: Bool { self == .xfce || isScripted }

    /// Played by a script that draws nothing.
    package var isScripted: Bool { self == .gnome || self == .plasma }

    /// Starts it on this bus.
    package func start(on bus: PrivateBus) async throws -> any ObservedServer {
      switch self {
      case .dunst: try await DunstServer(on: bus)
      case .mako: try await MakoServer(on: bus)
      case .xfce: try await WindowServer.xfce(on: bus)
      case .notificationDaemon: try await WindowServer.notificationDaemon(on: bus)
      case .swaync: try await SwayNotificationCenter(on: bus)
      case .gnome, .plasma: try await ScriptedDesktop(rawValue, on: bus)
      }
    }
  }

  /// The rows, in the table's order.
  package enum Feature: String, CaseIterable, Sendable {
    case shown = "A banner comes up"
    case text = "Markup characters are shown as text"
    case replaced = "New text takes the old one's place"
    case folded = "The same again stays one banner"
    case atOnce = "Banners at once"
    case withdrawn = "Withdrawing takes the banner away"
    case pressed = "A press on the banner reaches the app"
    case token = "The press brings an activation token"
    case buttons = "Buttons it is given of four"
    case reply = "Says that it asks for text"
    case sound = "Says that it plays sounds"
    case progress = "Progress is drawn"
    case image = "An icon of the theme is drawn"
    case imageFile = "An image file is drawn"
    case appIcon = "The app's icon is drawn, also while it is hidden"
    case appName = "A banner with another picture names its app"
    case redacted = "Locking takes the text off the screen"
    case died = "What came after its death is shown by the next"
    case hung = "After a hang all is shown once"
    case daemonRestarted = "After the daemon's restart a banner is"

    /// Whether only a look at the screen tells.
    package var takesEyes: Bool { [.text, .progress, .image, .imageFile, .appIcon, .appName].contains(self) }
  }

  /// The cell that a script cannot fill.
  package static let notSeen = "—"

  /// swaync's since Debian 13.
  private static let newer = "no; 0.11: yes"

  /// Whether the cell says this of a version of the server.
  package static func says(_ seen: String, _ feature: Feature, of server: Server) -> Bool {
    let cell = cell(feature, of: server)
    return cell == seen || cell == newer && ["no", "yes"].contains(seen)
  }

  /// A line for each feature, a cell for each server.
  package static let cells: [Feature: [String]] = [
    .shown: all("yes"), .text: ["yes", "yes", "yes", "yes", "yes", "—", "—"], .replaced: all("yes"),
    .folded: all("yes"),
    .withdrawn: all("yes"), .pressed: all("yes"),
    .atOnce: ["several", "several", "several", "one", "several", "several", "several"],
    .token: ["no", "yes", "no", "no", newer, "yes", "yes"],
    .buttons: ["4, in a menu", "4, in a menu", "4", "4", "4", "3", "4"],
    .reply: ["no", "no", "no", "no", newer, "no", "yes"],
    .sound: ["no", "no", "no", "yes", "no", "yes", "yes"],
    .progress: ["yes", "yes", "yes", "no", "yes", "—", "—"],
    .image: ["no", "no", "yes", "yes", "yes", "—", "—"],
    .imageFile: ["yes", "yes", "yes", "yes", "yes", "—", "—"],
    .appIcon: ["yes", "yes", "yes", "yes", "yes", "—", "—"],
    .appName: ["yes", "yes", "yes", "yes", "yes", "—", "—"],
    .redacted: all("yes"), .died: all("yes"), .hung: all("yes"),
    .daemonRestarted: [
      "left alone", "left alone", "left alone", "left alone", "left alone", "sent again", "left alone",
    ],
  ]

  private static func all(_ cell: String) -> [String] { Server.allCases.map { _ in cell } }

  package static func cell(_ feature: Feature, of server: Server) -> String {
    Server.allCases.firstIndex(of: server).flatMap { index in
      cells[feature].flatMap { $0.indices.contains(index) ? $0[index] : nil }
    } ?? ""
  }

  /// The table as it stands on the page.
  package static var table: String {
    let head = ["", Server.allCases.map(\.title).joined(separator: " | ")]
    var lines = [
      "| \(head.joined(separator: " | ")) |", "|---" + Server.allCases.map { _ in "|---" }.joined() + "|",
    ]
    for feature in Feature.allCases {
      let row = Server.allCases.map { cell(feature, of: $0) }.joined(separator: " | ")
      lines.append("| \(feature.rawValue) | \(row) |")
    }
    return lines.joined(separator: "\n")
  }
}
