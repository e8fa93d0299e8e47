import Guidelines
package import NotificationModel
import Synchronization

/// A report of the desktop's state. It is valid until the next report of its kind.
package enum DesktopReport: Hashable, Sendable {
  case server(ServerPresence)
  /// `process`: that of the window in the foreground, where the desktop tells.
  case focus(DesktopFocus, process: Int32? = nil)
  /// The window that fills the screen and has the focus; `nil` if there is none, or the desktop does not tell.
  case fullScreen(FullScreenWindow?)
  case lock(ScreenLock)
  case lockScreen(LockScreen)
  /// Presence by this source; `nil` if the source does not know.
  case presence(PresenceSource, Presence?)
  /// The notification server's own Do Not Disturb; `nil` if it has none, or none that can be read.
  case serverMute(ServerMute?)
  /// The result of a `DesktopCommand.start`.
  case started(AppID, for: NotificationID, AppStartResult)
  /// The result of a `DesktopCommand.open`; `nil` if the address was opened.
  case opened(for: NotificationID, AppStartFailure?)
  /// The result of a `DesktopCommand.openCenter`; `nil` if the centre was opened.
  case centerOpened(AppStartFailure?)
  /// The result of a `DesktopCommand.takeFrontBack`; `nil` if `bellhop front off` runs.
  case frontTakenBack(AppStartFailure?)
  /// The app, which does not know Bellhop, has left the bus before it heard of a press on this notification.
  case unheard(NotificationID)
  /// A connection to the session bus has ended; a caller without a name stands for all connections to that bus.
  case callerIsGone(BusCaller)
  case finding(DesktopFact)

  /// Whether the report may replace the earlier one that came directly before it, without a loss.
  func replaces(_ earlier: DesktopReport) -> Bool {
    switch (self, earlier) {
    case (.server, .server), (.lock, .lock), (.lockScreen, .lockScreen), (.fullScreen, .fullScreen),
      (.serverMute, .serverMute):
      true
    default: false
    }
  }
}

/// A request to the desktop, other than for a banner.
package enum DesktopCommand: Hashable, Sendable {
  /// From now on, this route leads to the notification server.
  case route(ServerRoute)
  /// Ask the bus to start a notification server. Does nothing if the server is not at its usual name.
  case activateServer
  /// Examine the notification server, and report a finding about it.
  case probeServer
  /// Set the number on the app's icon in a dock; 0 removes it.
  case badge(AppID, count: Int)
  /// Play a sound of the sound theme once. `app`: the app's name.
  case play(sound: String, app: String)
  /// Read the server's own Do Not Disturb again, because not every server reports a change.
  case askServerMute
  /// Start an app, or bring it to the foreground; answered by `DesktopReport.started`.
  case start(AppStart)
  /// Open an address with the person's program for it; answered by `DesktopReport.opened`.
  case open(OpenedLink)
  /// Open the notification centre in a terminal; answered by `DesktopReport.centerOpened`.
  case openCenter(CenterOpening)
  /// Run `bellhop front off`, as soon as there is a session bus; answered by `DesktopReport.frontTakenBack`.
  case takeFrontBack
}

/// The app in the foreground, as far as the desktop itself reports it.
package enum DesktopFocus: Hashable, Sendable {
  /// The desktop does not report it: the apps' own claims count.
  case unknown
  /// The ids that the window in the foreground may belong to; empty if there is no such window. A claim that
  /// contradicts them does not count.
  case apps(Set<AppID>)
}

/// A window in the foreground that fills the screen.
package struct FullScreenWindow: Hashable, Sendable {
  /// The ids that the window may belong to, as in `DesktopFocus.apps`; empty if nothing names its app.
  package var apps: Set<AppID>
  /// Whether something in its app keeps the screen from going idle, as for a film, a game or a talk.
  package var inhibitsIdle: Bool

  package init(apps: Set<AppID>, inhibitsIdle: Bool) {
    self.apps = apps
    self.inhibitsIdle = inhibitsIdle
  }
}

/// The notification server's own Do Not Disturb.
package struct ServerMute: Hashable, Sendable {
  package var isOn: Bool
  /// The state as a clause: "dunst is paused".
  package var state: String
  /// Whether critical notifications are shown all the same.
  package var sparesCritical: Bool

  package init(isOn: Bool, state: String, sparesCritical: Bool) {
    self.isOn = isOn
    self.state = state
    self.sparesCritical = sparesCritical
  }

  func keepsBack(_ urgency: Urgency) -> Bool { isOn && !(sparesCritical && urgency == .critical) }

  /// A level that the request is not granted counts as well: what may be shown is not taken for kept back.
  func keepsBack(_ request: NotificationRequest) -> Bool {
    let isCritical = request.level == .critical || request.origin.desktop?.urgency == .critical
    return keepsBack(isCritical ? .critical : .normal)
  }
}

/// A start of an app that does not run, because of a press on one of its notifications.
package struct AppStart: Hashable, Sendable {
  package var app: AppID
  /// The pressed notification, whose decisions record the result.
  package var notification: NotificationID
  /// Whether the app comes to the foreground, rather than doing its work in the background.
  package var isForeground: Bool
  /// Lets a window of the app get the focus. Passed on once, and never stored.
  package var activationToken: String?

  package init(
    app: AppID, notification: NotificationID, isForeground: Bool, activationToken: String? = nil
  ) {
    self.app = app
    self.notification = notification
    self.isForeground = isForeground
    self.activationToken = activationToken
  }
}

/// An address that the person opens by pressing a notification. As private as the notification's text.
package struct OpenedLink: Hashable, Sendable {
  package var url: Link
  /// The pressed notification, whose decisions record the result.
  package var notification: NotificationID
  /// Lets a window get the focus. Passed on once, and never stored.
  package var activationToken: String?

  package init(url: Link, notification: NotificationID, activationToken: String? = nil) {
    self.url = url
    self.notification = notification
    self.activationToken = activationToken
  }
}

/// A request to open the notification centre, made by a press on one of the daemon's own banners.
package struct CenterOpening: Hashable, Sendable {
  /// The app to open the settings of; `nil` opens the list.
  package var app: AppID?
  /// Lets the window of the centre get the focus. Passed on once, and never stored.
  package var activationToken: String?

  package init(app: AppID? = nil, activationToken: String? = nil) {
    self.app = app
    self.activationToken = activationToken
  }
}

/// The result of a start.
package enum AppStartResult: Hashable, Sendable {
  /// The app was told over D-Bus to show itself, and runs.
  case activated
  /// D-Bus started it, and nothing asked it to show itself.
  case runByBus
  case runByServiceManager
  /// An earlier start is still under way.
  case underWay
  case failed(AppStartFailure)
}

/// Why an app could not be started.
package enum AppStartFailure: Error, Hashable, Sendable {
  case noBus
  case noServiceManager
  case noDesktopEntry
  /// The entry has no command, or none that its specification allows.
  case noCommand
  case needsTerminal
  /// The program in `TryExec` is not installed.
  case notInstalled
  case idTooLong
  /// The program could not be executed.
  case notRun
  /// The app, the bus or the service manager did not answer in time.
  case unanswered
  /// The name of the D-Bus error.
  case refusedByBus(String)
  case refusedByServiceManager(String)
  /// The address leads to a file that is not the person's own, or does not exist.
  case notOwnFile
  /// No installed program opens such an address.
  case nothingOpens
  /// No installed terminal is known to run a program for the notification centre.
  case noTerminal
}

/// The lock of the screen, combined from all sources on the desktop.
package enum ScreenLock: Hashable, Sendable {
  /// Some sources have not answered yet.
  case undecided
  case unlocked
  /// The names of the sources that say so, as the person is told them; never empty.
  case locked(by: [String])

  /// The holder that counts as a lock although the person is there.
  package static let sharing = LockedScreen.sharing
  /// The holder that ends by itself.
  package static let sleep = LockedScreen.sleep

  /// Whether a source says that the person has locked the screen, or left it.
  var isPersonAway: Bool { holders.contains { $0 != Self.sharing } }

  /// Whether a locker says so, which the person has to unlock.
  var isByLocker: Bool { holders.contains { $0 != Self.sharing && $0 != Self.sleep } }

  /// Whether private text is hidden. In doubt it is.
  package var hides: Bool { self != .unlocked }

  var holders: [String] {
    switch self {
    case .undecided, .unlocked: []
    case .locked(let names): names
    }
  }
}

/// What the notification server's own lock screen does with the banners that are up.
package enum LockScreen: Hashable, Sendable {
  /// The server has not been identified since the start.
  case unknown
  /// The server has none, or the person's settings have it show text.
  case mayShowText
  /// It covers all banners, and shows no text of them.
  case coversText
}

/// Whether the screen counts as locked; the sink reads it immediately before it shows a banner.
///
/// Invariant: the desktop's report and the engine's decision are two bits of one word. The desktop sets its bit at
/// once, before any transaction of the engine; the engine's bit stays set until the engine agrees that the lock is
/// over.
package final class LockFlag: LockReading {
  private enum Bit {
    static let engine: UInt8 = 1
    static let desktop: UInt8 = 2
  }

  private let bits = Atomic<UInt8>(0)
  package init() {}

  package var hidesWhenLocked: Bool { bits.load(ordering: .sequentiallyConsistent) != 0 }

  func set(_ locked: Bool) { set(Bit.engine, locked) }

  /// May be called from any thread; the report to the engine has to follow.
  package func heard(_ lock: ScreenLock) { set(Bit.desktop, lock.hides) }

  private func set(_ bit: UInt8, _ isSet: Bool) {
    if isSet {
      bits.bitwiseOr(bit, ordering: .sequentiallyConsistent)
    } else {
      bits.bitwiseAnd(~bit, ordering: .sequentiallyConsistent)
    }
  }
}
