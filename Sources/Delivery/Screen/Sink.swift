package import NotificationModel
package import Records

/// The destination of banners. A sink works on its own thread, may take any time, and shows banners in the order in
/// which it is given them. At most one `show` or `describe` is outstanding: Delivery sends the next one after the
/// report on the last.
package protocol Sink: Sendable {
  /// The sink's name in `--sink` and `status`.
  static var name: String { get }
  /// Whether its means of showing banners exist, so that `--sink auto` can choose it.
  static var isThere: Bool { get }
  /// Whether the sink shows banners on the desktop's notification server, whose presence the desktop reports
  /// (`DesktopReport.server`). Any other sink reports its own `presence`, for the first time within `start`.
  static var showsOnDesktop: Bool { get }
  func perform(_ command: SinkCommand)
  /// After it returns, nothing is reported any more. Does not wait for a server.
  func stop()
}

/// A command to a sink.
package enum SinkCommand: Hashable, Sendable {
  /// Report the server's description; answered by `described` or `failed(.description, …)`.
  case describe
  /// Show a banner; answered by `shown` or `failed`.
  case show(Banner)
  /// Close a banner; not answered. A handle of another server is ignored.
  case close(BannerHandle)
  /// Use the server behind this route from now on; not answered. A command that is outstanding has failed.
  case route(ServerRoute)
}

/// One form of a banner. Everything in it may be seen by anyone in front of the screen.
package struct BannerText: Hashable, Sendable {
  /// Plain text, one line, never empty.
  package var title: String
  /// Plain text; empty for none.
  package var body: String
  /// The name of a theme icon, or a slash and the name of a file in the directory of copies.
  package var image: String?
  /// In order of importance, destructive ones last. A press on the banner itself is always possible.
  package var actions: [BannerAction]
  /// Whether the text is a placeholder for private text. If so, no other text by the app may be shown either.
  package var isHidden: Bool

  package init(
    title: String, body: String = "", image: String? = nil, actions: [BannerAction] = [],
    isHidden: Bool = false
  ) {
    self.title = title
    self.body = body
    self.image = image
    self.actions = actions
    self.isHidden = isHidden
  }
}

/// A button as a server shows it.
package struct BannerAction: Hashable, Sendable {
  package var id: ItemID
  package var title: String
  /// If the server can ask for text, it does.
  package var input: TextInput?
  /// Whether it is the daemon's own beside those of an app, shown only where there is room.
  package var isExtra: Bool
  package init(id: ItemID, title: String, input: TextInput? = nil, isExtra: Bool = false) {
    self.id = id
    self.title = title
    self.input = input
    self.isExtra = isExtra
  }
}

/// How loudly a server should show a banner.
package enum Urgency: UInt8, Sendable {
  case low = 0
  case normal = 1
  case critical = 2
}

/// How long a banner stays on the screen.
package enum Stay: Hashable, Sendable {
  case asLongAsUsual
  /// Until the work that it tells of is done. It is updated meanwhile.
  case untilDone
  case untilAnswered
}

/// A banner as it is given to a sink.
package struct Banner: Hashable, Sendable {
  package var subject: BannerSubject
  package var app: AppID
  package var appName: String
  /// The name shown for the app in a hidden form, which then leaves out the app's id; `nil` if the app's name is
  /// confirmed.
  package var appNameWhenHidden: String?
  /// The icon of the app, or of Bellhop for a banner of its own: the path of a file, or a name in the theme.
  package var icon: String?
  package var text: BannerText
  /// Shown instead of `text` if the screen is locked at the moment of showing; `nil` if `text` may be shown then too.
  /// The sink reads the lock immediately before it shows the banner.
  package var textWhenLocked: BannerText?
  package var urgency: Urgency
  /// Whether the banner asks for attention, rather than changing one on screen.
  package var alerts = true
  package var stay = Stay.asLongAsUsual
  /// Whether it only changes to the form that a lock or its end requires.
  package var onlyFollowsLock = false
  /// Whether it came while the person could not see it, and is missed so far.
  package var isMissed = false
  /// A name of the sound theme; `nil` for silence.
  package var sound: String?
  /// The desktop's name for the kind of notification, such as `im.received`.
  package var category: String?
  /// 0 to 100.
  package var progress: Int?
  /// The banner that it replaces.
  package var replaces: BannerHandle?
  /// Without image, actions and hints other than the app's name, because a server died of the full banner.
  package var textOnly: Bool
  /// The label of a press on the banner itself, for servers that list it among the buttons.
  package var openLabel: String
  /// The notification's origin, with the requests that its app made by the desktop's own interface.
  package var origin = Origin.native
  /// The connection that posted it by that interface.
  package var poster: BusCaller?

  package init(
    subject: BannerSubject, app: AppID, appName: String, text: BannerText, textWhenLocked: BannerText? = nil,
    urgency: Urgency = .normal, sound: String? = nil, category: String? = nil, progress: Int? = nil,
    replaces: BannerHandle? = nil, textOnly: Bool = false,
    openLabel: String
  ) {
    self.subject = subject
    self.app = app
    self.appName = appName
    self.text = text
    self.textWhenLocked = textWhenLocked
    self.urgency = urgency
    self.sound = sound
    self.category = category
    self.progress = progress
    self.replaces = replaces
    self.textOnly = textOnly
    self.openLabel = openLabel
  }
}

extension Banner {
  /// Whether Bellhop speaks for itself, or for a script that has no name.
  package var isOwn: Bool { app == .shell || subject.isOfBellhop }

  /// The app's name beside this text, and its id if that may be shown.
  package func sender(of text: BannerText) -> (name: String, id: AppID?) {
    if text.isHidden, let appNameWhenHidden { return (appNameWhenHidden, nil) }
    return (appName.isEmpty ? app.text : appName, app)
  }
}

/// A server's description of itself.
package struct ServerDescription: Hashable, Sendable {
  /// The bus's id and the server's unique name on it, as in `BannerHandle.server`.
  package var server: String
  package var name: String
  package var version: String
  package var capabilities: Set<String>
  package init(server: String, name: String, version: String, capabilities: Set<String>) {
    self.server = server
    self.name = name
    self.version = version
    self.capabilities = capabilities
  }
}

extension ServerDescription {
  /// Servers known to change a banner in place without a popup, a sound or a hook of the person's. For an update others
  /// may run the same hooks as for an alert: dunst a script, mako and swaync a command.
  private static let silent: Set = [
    "gnome-shell", "Plasma", "Xfce Notify Daemon", "lxqt-notificationd", "console",
  ]

  /// Servers known to keep a history without announcing it.
  private static let withHistory: Set = ["dunst", "mako", "SwayNotificationCenter", "Xfce Notify Daemon"]

  var keepsHistory: Bool { Self.withHistory.contains(name) }

  /// Whether the server changes a banner without asking for attention.
  var changesSilently: Bool { Self.silent.contains(name) }

  /// A terminal cannot take back a line, and says nothing of it.
  var tellsClosings: Bool { name != "console" }

  /// Servers that announce actions, and draw no button on the banner.
  private static let buttonless: Set = ["dunst", "mako", "fnott", "console"]

  /// Whether the server draws a button on a banner for each of its actions.
  package var drawsButtons: Bool { capabilities.contains("actions") && !Self.buttonless.contains(name) }

  /// SwayNotificationCenter pops a banner up for a while, and says nothing when it then only lists it. Asked to, it changes
  /// it without running a script, and pops it up no longer than it is told.
  package var isSwaync: Bool { name == "SwayNotificationCenter" }

  /// fnott reads PNG and SVG itself; the others leave that to a library with readers for all kinds, of which a computer
  /// may lack some.
  private static let drawnKinds: [String: Set<String>] = ["fnott": ["PNG", "SVG"]]

  /// The kind of a file that the server is known not to draw, by the end of the copy's name; `nil` if it may draw it.
  package func kindNotDrawn(of file: String) -> String? {
    guard let kinds = Self.drawnKinds[name], let end = file.split(separator: ".").last else { return nil }
    let kind = end.uppercased()
    return kinds.contains(kind) ? nil : kind
  }

  /// GNOME Shell makes every update unseen anew, and shows it as a new popup unless it has low urgency; 48 and later do
  /// so unless the notification had low urgency before (notificationDaemon.js, messageTray.js). It reports presses only
  /// to the connection that posted. Other servers report to everyone on the bus.
  package var isGNOME: Bool { name == "gnome-shell" }

  /// Servers on whose screen no time keeps a banner that is not critical.
  var keepsUpCriticalAlone: Bool { isGNOME || isSwaync }

  /// From 48 on GNOME Shell's list stops drawing an entry when an update changes its urgency (seen with 48.7 and 50.5).
  /// An update of a notification that was not seen brings no banner there, of low urgency or of another.
  package var losesEntryByUrgency: Bool {
    isGNOME && majorVersion >= 48
  }

  /// 0 where the version does not begin with a number.
  package var majorVersion: Int { Int(version.prefix { $0.isASCII && $0.isNumber }) ?? 0 }
}

/// Why a banner was closed.
package enum CloseReason: Hashable, Sendable {
  case expired
  case dismissed
  /// Closed at Bellhop's request.
  case closed
  case undefined
}

/// A report of a sink to Delivery.
package enum SinkReport: Hashable, Sendable {
  case described(ServerDescription)
  /// `hidden`: whether the form for a locked screen was used. `omitted`: parts that the server could not be given, for
  /// `bellhop explain`.
  case shown(BannerSubject, BannerHandle, hidden: Bool, omitted: [Reason])
  case failed(BannerSubject, SinkFailure)
  case pressed(BannerHandle, action: ItemID, activationToken: String?)
  /// A press that names the action by the app's own key, of at most `ActionKeys.bytes` bytes.
  case pressedKey(BannerHandle, String, activationToken: String?)
  case replied(BannerHandle, text: String)
  case closed(BannerHandle, CloseReason)
  /// The server has shown this banner for an earlier process, which may have ended before it knew the number.
  case left(BannerHandle)
  /// Reported by a sink that does not show on the desktop.
  case presence(ServerPresence)

  /// The most reports that are no answers and may wait anywhere. Further ones are dropped: the server is out of order.
  package static let mostWaiting = 4_096

  /// Whether Delivery waits for it. Other reports are signals, which a server may send at any rate.
  package var isAnswer: Bool {
    switch self {
    case .described, .shown, .failed, .left, .presence: true
    case .pressed, .pressedKey, .replied, .closed: false
    }
  }
}

/// Whether there is a notification server, as reported by the desktop or by the sink.
package enum ServerPresence: Hashable, Sendable {
  /// Not asked yet; treated as present.
  case unknown
  /// No process owns the name. `activatable`: whether the bus can start a server.
  case absent(activatable: Bool)
  /// The server's unique name on the bus, as in `BannerHandle.server`.
  case present(server: String)
}

/// The lock as the sink reads it immediately before it shows a banner. Written by the engine and, when the desktop
/// reports a lock, by the thread that receives the report.
package protocol LockReading: Sendable {
  var hidesWhenLocked: Bool { get }
}
