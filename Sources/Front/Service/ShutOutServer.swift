import NotificationModel

/// Finds a notification server that was started past bellhop-bus while Bellhop has the notification name, as a theme's
/// script does it (`pkill dunst; dunst -conf … &`): it asks for the name, does not get it, and ends. The bus does
/// not signal such a request, so the server is known by its program. A value without a connection.
struct ShutOutServer {
  /// A server without its name ends at once; one that ends later had another reason.
  private static let milliseconds: Int64 = 5_000
  /// A script starts one.
  private static let most = 16
  /// Servers that end if they do not get the name.
  private static let programs: Set = [
    "budgie-daemon", "deadd-notification-center", "dunst", "fnott", "lxqt-notificationd", "mako",
    "mate-notification-daemon", "notification-daemon", "notify-osd", "swaync", "tiramisu", "wired",
    "xfce4-notifyd",
  ]

  /// The program of the last server behind bellhop-bus; `nil` for Plasma's shell, which its session starts.
  private var known: String?
  /// The last one; `nil` once a server runs that was started by the same words.
  private(set) var program: StartedProgram?
  /// The servers that have just connected, by their unique names.
  private var started: [String: (program: StartedProgram, seen: Uptime)] = [:]

  mutating func connected(_ name: String, _ program: StartedProgram, seen: Uptime) {
    guard Self.programs.contains(program.name) || program.name == known else { return }
    started = started.filter { !Self.isOver($0.value.seen, seen) }
    if started.count < Self.most { started[name] = (program, seen) }
  }

  /// It serves without the name.
  mutating func serves(_ name: String) { started[name] = nil }

  mutating func isGone(_ name: String, now: Uptime) {
    guard let gone = started.removeValue(forKey: name), !Self.isOver(gone.seen, now) else { return }
    program = gone.program
  }

  /// A server runs behind bellhop-bus.
  mutating func isServed(by other: StartedProgram) {
    known = other.name == "plasmashell" ? nil : other.name
    if other == program { program = nil }
  }

  private static func isOver(_ seen: Uptime, _ now: Uptime) -> Bool {
    seen.advanced(byMilliseconds: milliseconds) < now
  }
}
