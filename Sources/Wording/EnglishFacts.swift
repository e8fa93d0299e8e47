import NotificationModel

extension Wording {
  private static let serverToInstall =
    "Install a notification server, such as dunst, mako-notifier or xfce4-notifyd, and start it with your session."
  private static let silentLockers =
    "If the screen locker does not report the lock, as swaylock, hyprlock and i3lock do not, let it run bellhop lock and "
    + "bellhop unlock."
  private static let shared =
    "Before the screen is shared or recorded, run bellhop lock, and bellhop unlock after."
  private static let serverBehind =
    "Start the notification server behind bellhop-bus: 'bellhop front on' sees to it; without a service manager, "
    + "'bellhop-bus exec -- SERVER' in its place."

  /// `remedy`: advice for the person; `nil` for none.
  static func english(_ fact: DesktopFact) -> (text: String, remedy: String?) {
    switch fact {
    case .configurationIsSound: ("The configuration has no fault.", nil)
    case .configurationFault(let fault):
      (
        "The configuration has a fault: \(fault)",
        "Mend the file, see with 'bellhop check-config' that it is right, then 'bellhop reload'."
      )

    case .stores(let path): ("Accepted notifications are stored in \(path).", nil)
    case .storageNotice(let text): (text, nil)
    case .noRoom:
      (
        "The disk has no room: nothing is stored.",
        "The newest notifications of the desktop's own interface are kept in memory, and Bellhop's socket refuses posts, "
          + "until there is room."
      )
    case .nothingStored(let reason):
      (
        "Nothing can be stored: \(reason).",
        "Notifications are refused until the fault of the disk or the file is mended."
      )

    case .noServerBus:
      (
        "There is no session bus.",
        "Start bellhopd in the session, or install dbus-user-session and log in again."
      )
    case .serverCanBeStarted: ("No notification server runs, and the bus can start one.", nil)
    case .noServer:
      ("No notification server runs, and the bus knows of none that it could start.", serverToInstall)
    case .noServerBehind(let name):
      (
        "No notification server runs where Bellhop looks for it (\(name)).",
        "Start it anew, as it was started before."
      )
    case .nothingHeardOfServer:
      ("Nothing was heard from the notification server, nor from the session bus.", nil)
    case .serverAnswers(let server, let milliseconds, let capabilities):
      english(
        "\(english(server)) \(standing(server)) and answers in \(milliseconds) ms", canDo: capabilities)
    case .serverIsSilent(let server, let seconds):
      (
        "\(english(server)) \(standing(server)) and has not answered within \(seconds) s.",
        "Start it anew; what was posted meanwhile is held, and shown then."
      )
    case .ownerIsNoServer(let server):
      ("\(english(server)) owns the name and is no notification server.", "End it. \(serverToInstall)")
    case .bannersGoElsewhere(let sink):
      ("Banners do not go to the desktop: the daemon runs with --sink \(sink).", nil)

    case .frontIsOn: ("The notifications of all apps go through Bellhop; 'bellhop front off' ends that.", nil)
    case .frontIsOnButForGTK:
      (
        "Notifications go through Bellhop; 'bellhop front off' ends that. Apps that use GTK's own interface, "
          + "org.gtk.Notifications, such as GNOME's Files, Clocks, Calendar and Software, reach GNOME Shell past it.",
        nil
      )
    case .frontShutsOut(let server, let line):
      (
        "Notifications go through Bellhop; 'bellhop front off' ends that. \(server) was started without bellhop-bus, and "
          + "ended, since it did not get the name org.freedesktop.Notifications.",
        "In the script or file that starts it, write: \(line)"
      )
    case .frontWaits(let owner):
      (
        "org.freedesktop.Notifications belongs to another program (\(owner)), and Bellhop waits for it.",
        serverBehind
      )
    case .frontUnreachable(let reason):
      ("The notifications of other apps cannot go through Bellhop: \(reason).", serverBehind)
    case .frontHasNoDirectory: ("There is no runtime directory to find bellhop-bus in.", serverBehind)
    case .nameBelongs(let owner): ("org.freedesktop.Notifications belongs to \(owner ?? "nobody").", nil)
    case .frontFilesLeft(let paths):
      (
        "The front is not on, and what 'bellhop front on' has written is still there.",
        "'bellhop front off' takes it away: \(paths.joined(separator: ", "))"
      )

    case .focusIsLearnt(let source):
      (
        "Focus is learnt from \(source). What an app posts to the desktop's own interface while it is in front is shown "
          + "all the same, unless [Front] Foreground=suppress or 'bellhop set APP foreground=on' says otherwise.",
        nil
      )
    case .focusIsUnknown:
      (
        "Nothing tells which window is in front: only apps' own claims count.",
        "X11, sway, i3 and compositors with wlr-foreign-toplevel-management, such as Hyprland, tell it. A service "
          + "that is older than the session finds them after systemctl --user import-environment DISPLAY "
          + "XAUTHORITY WAYLAND_DISPLAY SWAYSOCK."
      )
    case .focusIsOfX11Alone:
      (
        "Focus is learnt from X11, and so only of programs that still use it under Wayland.",
        "sway, i3 and compositors with wlr-foreign-toplevel-management, such as Hyprland, tell it of every window; "
          + "with others only apps' own claims count."
      )

    case .lock(let sources, let isLockKnown, let isSharingKnown):
      (
        (sources.isEmpty
          ? "Nobody here tells whether the screen is locked: only bellhop lock counts."
          : "Whether the screen is locked is learnt from \(sources.joined(separator: " and ")).")
          + (isSharingKnown
            ? " Sharing it is noticed where that goes through PipeWire."
            : " Sharing it is not noticed: there is no PipeWire here, or no libpipewire-0.3-0."),
        remedies(isLockKnown ? nil : silentLockers, isSharingKnown ? nil : shared)
      )

    case .noServerToMute: ("There is no notification server whose own Do Not Disturb could be read.", nil)
    case .serverToMuteIsNameless:
      ("The notification server does not say what it is: its own Do Not Disturb is not read.", nil)
    case .serverHasNoMute:
      ("This notification server has no Do Not Disturb of its own that Bellhop can read.", nil)
    case .gnomeHasNoSettings:
      (
        "GNOME's Do Not Disturb cannot be read: its settings are not described on this machine.",
        "Install gsettings-desktop-schemas."
      )
    case .serverMuteIsUnknown(let name): ("\(name) does not tell whether its own Do Not Disturb is on.", nil)
    case .plasmaCannotMute:
      (
        "Plasma serves without the notification name: its panel says \"Notification service not available\", and its own Do "
          + "Not Disturb does nothing.",
        "'bellhop front on' puts Plasma behind bellhop-bus, where it has the name."
      )
    case .serverMuteIsRead(let name): ("The own Do Not Disturb of \(name) is read.", nil)

    case .noBadgeBus:
      (
        "There is no session bus on which docks could hear of badges.",
        "Start bellhopd in a desktop session: its bus is at DBUS_SESSION_BUS_ADDRESS or at $XDG_RUNTIME_DIR/bus."
      )
    case .noDock:
      (
        "Badges are sent, but no dock reports that it shows them.",
        "Use a dock that shows them: Plasma's task manager, the package plank, or the package "
          + "gnome-shell-extension-dashtodock."
      )
    case .dockShowsBadges: ("A dock shows the badges.", nil)

    case .soundsArePlayed:
      ("Where the notification server plays no sounds, Bellhop plays them by libcanberra.", nil)
    case .noSoundLibrary:
      (
        "libcanberra is not installed.",
        "Install the package libcanberra0, and libcanberra-pulse for PulseAudio or PipeWire, and start bellhopd again."
      )
    case .soundFailed(let reason):
      (
        "The last sound could not be played: \(reason).",
        "See that there is a sound device, and the package sound-theme-freedesktop; for PulseAudio or PipeWire also "
          + "libcanberra-pulse."
      )

    case .noBusForApps:
      (
        "Apps cannot be started: there is no session bus.", "Install dbus-user-session, and log in again."
      )
    case .appsStart: ("Apps are started by D-Bus or by the service manager.", nil)
    case .appsStartByBusAlone:
      (
        "Apps are started by D-Bus alone: there is no service manager (systemd --user) on the session bus.",
        "Install dbus-user-session, and log in again, so that the session has systemd's bus."
      )
    }
  }

  /// The given sentences, one after the other; `nil` if there are none.
  static func remedies(_ sentences: String?...) -> String? {
    let sentences = sentences.compactMap { $0 }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  private static func english(_ who: String, canDo capabilities: [String]?) -> (
    text: String, remedy: String?
  ) {
    guard let capabilities else { return ("\(who); it does not say what it can.", nil) }
    let lacks = DesktopFact.lacking(capabilities)
    let can = capabilities.isEmpty ? "nothing beyond titles" : capabilities.sorted().joined(separator: ", ")
    guard !lacks.isEmpty else { return ("\(who). It can: \(can).", nil) }
    return (
      "\(who). It can: \(can). It lacks: \(lacks.joined(separator: ", ")).",
      "Switch these on in its configuration, or use another server."
    )
  }

  private static func standing(_ server: DesktopFact.Server) -> String {
    server.ownsName ? "owns the name" : "serves without the name"
  }

  /// The server's own name, with its process in parentheses; without a name, the process alone.
  private static func english(_ server: DesktopFact.Server) -> String {
    let process =
      server.process.map { "process \($0)" + (server.program.map { ", \($0)" } ?? "") }
      ?? "a process that the bus cannot name"
    return server.name.map { "\($0) (\(process))" } ?? process
  }
}
