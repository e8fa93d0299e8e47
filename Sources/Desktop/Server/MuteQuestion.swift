import BusWire

/// The call that asks a notification server whether its own Do Not Disturb is on.
struct MuteQuestion: Sendable {
  /// The server's name in `GetServerInformation`.
  var server: String
  /// The bus name of the service that answers, if that is not the server itself.
  var service: String?
  var path: String
  var interface: String
  var member: String
  var arguments: [BusValue] = []
  /// The interface and the first argument of the signals that announce a change.
  var changes: (interface: String, firstArgument: String?)?
  /// Whether a signal announces every change; if not, the server is asked at each banner.
  var tellsEveryChange = true
  var isOn: @Sendable (Result<[BusValue], BusError>) -> Bool?
  /// A clause for the person that describes the server while Do Not Disturb is on.
  var state: String
  /// Whether the server heeds its Do Not Disturb only while it has the notification name.
  var needsName = false
  /// Whether critical banners are shown all the same.
  var sparesCritical: Bool

  static let all = [plasma, dunst, mako, xfce, swaync]

  private static let properties = "org.freedesktop.DBus.Properties"
  private static let serverPath = "/org/freedesktop/Notifications"

  private static let plasma = MuteQuestion(
    server: "Plasma", path: serverPath, interface: properties, member: "Get",
    arguments: [.string("org.freedesktop.Notifications"), .string("Inhibited")],
    changes: (properties, "org.freedesktop.Notifications"), isOn: flag,
    state: "Plasma's Do Not Disturb is on", needsName: true, sparesCritical: true)

  /// When SIGUSR1 pauses dunst, it announces no change.
  private static let dunst = MuteQuestion(
    server: "dunst", path: serverPath, interface: properties, member: "Get",
    arguments: [.string("org.dunstproject.cmd0"), .string("paused")],
    changes: (properties, "org.dunstproject.cmd0"), tellsEveryChange: false, isOn: flag,
    state: "dunst is paused (dunstctl set-paused)", sparesCritical: false)

  /// `do-not-disturb` is the name in mako's own example of such a mode. mako 1.7 announces no change.
  private static let mako = MuteQuestion(
    server: "mako", path: "/fr/emersion/Mako", interface: "fr.emersion.Mako", member: "ListModes",
    changes: (properties, "fr.emersion.Mako"), tellsEveryChange: false,
    isOn: { answer in
      guard case .success(let values) = answer, case .strings(let modes)? = values.first else { return nil }
      return modes.contains("do-not-disturb")
    },
    state: "mako is in the mode do-not-disturb (makoctl mode)", sparesCritical: false)

  /// The property does not exist before the switch was first used.
  private static let xfce = MuteQuestion(
    server: "Xfce Notify Daemon", service: "org.xfce.Xfconf", path: "/org/xfce/Xfconf",
    interface: "org.xfce.Xfconf", member: "GetProperty",
    arguments: [.string("xfce4-notifyd"), .string("/do-not-disturb")],
    changes: ("org.xfce.Xfconf", "xfce4-notifyd"),
    isOn: { answer in
      answer == .failure(.refused("org.xfce.Xfconf.Error.PropertyNotFound")) ? false : flag(answer)
    },
    state: "Xfce's Do Not Disturb is on", sparesCritical: true)

  private static let swaync = MuteQuestion(
    server: "SwayNotificationCenter", path: "/org/erikreider/swaync/cc",
    interface: "org.erikreider.swaync.cc",
    member: "GetDnd", changes: ("org.erikreider.swaync.cc", nil), isOn: flag,
    state: "SwayNotificationCenter's Do Not Disturb is on (swaync-client)", sparesCritical: true)

  @Sendable private static func flag(_ answer: Result<[BusValue], BusError>) -> Bool? {
    guard case .success(let values) = answer, case .bool(let flag)? = values.first?.unwrapped else {
      return nil
    }
    return flag
  }
}
