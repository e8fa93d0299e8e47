import BusWire

/// How a notification server is asked whether its own Do Not Disturb is on.
struct MuteQuestion: Sendable {
  /// As in its `GetServerInformation`.
  var server: String
  /// Who answers where the server does not itself: a name on the bus.
  var service: String?
  var path: String
  var interface: String
  var member: String
  var arguments: [BusValue] = []
  /// The interface of the signals that come with a change, and their first argument.
  var changes: (interface: String, firstArgument: String?)?
  /// Whether every change is told; otherwise it is asked with each banner.
  var tellsEveryChange = true
  var isOn: @Sendable (Result<[BusValue], BusError>) -> Bool?
  /// What is so while it is on, as a sentence's subject.
  var state: String
  /// Whether it shows what is critical all the same.
  var sparesCritical: Bool

  static let all = [plasma, dunst, mako, xfce, swaync]

  private static let properties = "org.freedesktop.DBus.Properties"
  private static let serverPath = "/org/freedesktop/Notifications"

  private static let plasma = MuteQuestion(
    server: "Plasma", path: serverPath, interface: properties, member: "Get",
    arguments: [.string("org.freedesktop.Notifications"), .string("Inhibited")],
    changes: (properties, "org.freedesktop.Notifications"), isOn: flag,
    state: "Plasma's Do Not Disturb is on", sparesCritical: true)

  /// Paused by a signal (SIGUSR1), dunst tells nobody.
  private static let dunst = MuteQuestion(
    server: "dunst", path: serverPath, interface: properties, member: "Get",
    arguments: [.string("org.dunstproject.cmd0"), .string("paused")],
    changes: (properties, "org.dunstproject.cmd0"), tellsEveryChange: false, isOn: flag,
    state: "dunst is paused (dunstctl set-paused)", sparesCritical: false)

  /// The mode's name is mako's own example for it; mako 1.7 tells of no change.
  private static let mako = MuteQuestion(
    server: "mako", path: "/fr/emersion/Mako", interface: "fr.emersion.Mako", member: "ListModes",
    changes: (properties, "fr.emersion.Mako"), tellsEveryChange: false,
    isOn: { answer in
      guard case .success(let values) = answer, case .strings(let modes)? = values.first else { return nil }
      return modes.contains("do-not-disturb")
    },
    state: "mako is in the mode do-not-disturb (makoctl mode)", sparesCritical: false)

  /// Until the switch was first used there is no such property.
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
