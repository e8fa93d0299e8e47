package import NotificationModel

/// Where banners go. A sink works on a thread of its own, may take as long as it likes, and shows what it is
/// given in the order in which it is given. At most one `show` or `describe` is outstanding: Delivery sends
/// the next only after the report on the last.
package protocol Sink: Sendable {
  /// What `--sink` and `status` call it.
  static var name: String { get }
  /// Whether there is what it shows banners by, so that `--sink auto` can choose it.
  static var isThere: Bool { get }
  /// Whether that is the desktop's notification server, whose coming and going the desktop tells
  /// (`DesktopReport.server`). Any other sink reports its `presence`, first from within `start`.
  static var showsOnDesktop: Bool { get }
  func perform(_ command: SinkCommand)
  /// Nothing is reported after this returns. Does not wait for a server.
  func stop()
}

/// What a sink is asked to do.
package enum SinkCommand: Hashable, Sendable {
  /// Report what the server is; answered by `described` or `failed(.description, …)`.
  case describe
  /// Show a banner; answered by `shown` or `failed`.
  case show(Banner)
  /// Take a banner away; not answered. Handles of other servers are passed over.
  case close(BannerHandle)
  /// Show on the server that this leads to from now on; not answered. What is outstanding has failed then.
  case route(ServerRoute)
}

/// What a banner is about.
package enum BannerSubject: Hashable, Sendable {
  case notification(NotificationID)
  /// The question whether an app may notify.
  case consent(AppID)
  /// The question whether it may send offers and news.
  case marketing(AppID)
  /// What its Time Sensitive notifications are, with a way to turn them off.
  case timeSensitive(AppID)
  /// How many came too fast, or were released together.
  case summary(AppID)
  /// The line that counts the missed notifications of all apps.
  case missed
  /// The notice that a press on one of the app's notifications led nowhere.
  case deadEnd(AppID)
  /// What is shown in passing, by the number that its app knows it by.
  case passing(UInt32)
  /// Not a banner: the server was asked what it is.
  case description
}

/// One rendering of a banner: everything in it may be seen by whoever looks at the screen.
package struct BannerText: Hashable, Sendable {
  /// Plain text, one line, never empty.
  package var title: String
  /// Plain text; empty for none.
  package var body: String
  /// A theme icon name, or after a slash the name of a file in the directory of copies.
  package var image: String?
  /// In order of importance, destructive ones last. A press on the banner itself is always possible.
  package var actions: [BannerAction]
  /// Whether it stands in for what may not be seen: then nothing else that the app wrote may be seen either.
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
  /// Where the server can ask for text, it does.
  package var input: TextInput?
  package init(id: ItemID, title: String, input: TextInput? = nil) {
    self.id = id
    self.title = title
    self.input = input
  }
}

/// How loudly a server should show a banner.
package enum Urgency: UInt8, Sendable {
  case low = 0
  case normal = 1
  case critical = 2
}

/// What a sink shows.
package struct Banner: Hashable, Sendable {
  package var subject: BannerSubject
  package var app: AppID
  package var appName: String
  /// What it is called instead in a form that is hidden, its id left out; `nil` where more than its own word says its name.
  package var appNameWhenHidden: String?
  package var text: BannerText
  /// Shown instead of `text` when the screen is locked at the moment of showing; `nil` when `text` may be
  /// seen then too. The sink looks at the lock immediately before it shows.
  package var textWhenLocked: BannerText?
  package var urgency: Urgency
  /// Whether it asks for attention, rather than changes what is on screen.
  package var alerts = true
  /// A name of the sound theme; `nil` for silence.
  package var sound: String?
  /// The desktop's name for the kind of notification, such as `im.received`.
  package var category: String?
  /// 0 to 100.
  package var progress: Int?
  /// The banner whose place it takes.
  package var replaces: BannerHandle?
  /// No image, no actions, no hints beyond the app's name: a server died of the whole.
  package var textOnly: Bool
  /// What servers that list a press on the banner among the buttons call it.
  package var openLabel: String
  /// With what its app has asked for by the desktop's own interface.
  package var origin = Origin.native

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
  /// What its app is called beside this text, and its id where that may be told.
  package func sender(of text: BannerText) -> (name: String, id: AppID?) {
    if text.isHidden, let appNameWhenHidden { return (appNameWhenHidden, nil) }
    return (appName.isEmpty ? app.text : appName, app)
  }
}

/// What a server says of itself.
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
  /// Servers known to change a banner in place without a popup, a sound or a hook of the person's. Others may run for an
  /// update what they run for an alert: dunst a script, mako and swaync a command.
  private static let silent: Set = [
    "gnome-shell", "Plasma", "Xfce Notify Daemon", "lxqt-notificationd", "console",
  ]

  /// Servers that are known to keep a history, and do not announce it.
  private static let withHistory: Set = ["dunst", "mako", "SwayNotificationCenter", "Xfce Notify Daemon"]

  var keepsHistory: Bool { Self.withHistory.contains(name) }

  /// Whether it changes a banner without asking for attention.
  var changesSilently: Bool { Self.silent.contains(name) }

  /// Servers that announce actions, and draw no button on the banner.
  private static let buttonless: Set = ["dunst", "mako", "fnott", "console"]

  /// Whether the server draws a button on a banner for each of its actions.
  var drawsButtons: Bool { capabilities.contains("actions") && !Self.buttonless.contains(name) }

  /// Whether it brings up any change once more but one of low urgency (GNOME Shell, messageTray.js), and tells presses
  /// to the connection that posted alone (notificationDaemon.js). All others tell everybody on the bus.
  package var isGNOME: Bool { name == "gnome-shell" }
}

/// Why a banner was not shown.
package enum SinkFailure: Hashable, Sendable {
  /// Nobody owns the server's name.
  case noServer
  /// The server left the bus during the call.
  case serverDied
  /// The server answers other calls, but never answered this one: it may have been shown.
  case unanswered
  /// Refused for now (too many, too alike): to be tried again.
  case busy
  /// The server answered with an error of this name.
  case refused(String)
}

/// Why a banner went away.
package enum CloseReason: Hashable, Sendable {
  case expired
  case dismissed
  /// By a call of ours.
  case closed
  case undefined
}

/// What a sink tells Delivery.
package enum SinkReport: Hashable, Sendable {
  case described(ServerDescription)
  /// `hidden`: the form for a locked screen was used. `omitted`: what the server could not be given, for Explain.
  case shown(BannerSubject, BannerHandle, hidden: Bool, omitted: [Reason])
  case failed(BannerSubject, SinkFailure)
  case pressed(BannerHandle, action: ItemID, activationToken: String?)
  /// A press that names the action by its app's own key, of at most `ActionKeys.bytes`.
  case pressedKey(BannerHandle, String, activationToken: String?)
  case replied(BannerHandle, text: String)
  case closed(BannerHandle, CloseReason)
  /// Of a sink that does not show on the desktop.
  case presence(ServerPresence)

  /// How many of the others may wait anywhere; a server that sends more is out of order, and they are dropped.
  package static let mostWaiting = 4_096

  /// Whether Delivery waits for it. The others are signals, which a server may send at any rate.
  package var isAnswer: Bool {
    switch self {
    case .described, .shown, .failed, .presence: true
    case .pressed, .pressedKey, .replied, .closed: false
    }
  }
}

/// Whether there is a notification server, as the desktop's bus or the sink itself tells it.
package enum ServerPresence: Hashable, Sendable {
  /// Not asked yet: counts as there.
  case unknown
  /// Nobody owns the name. Activatable: the bus could start one.
  case absent(activatable: Bool)
  /// By its unique name on the bus, as in `BannerHandle.server`.
  case present(server: String)
}

/// The lock as the sink sees it immediately before it shows a banner; written by the engine and, where the desktop says
/// that the screen was locked, by the thread that hears it first.
package protocol LockReading: Sendable {
  var hidesWhenLocked: Bool { get }
}
