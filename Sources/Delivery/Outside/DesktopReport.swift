import Guidelines
package import NotificationModel
import Synchronization

/// What the desktop says of itself. The newest report of a kind holds until the next.
package enum DesktopReport: Hashable, Sendable {
  case server(ServerPresence)
  case focus(DesktopFocus)
  case lock(ScreenLock)
  /// Presence by this source; `nil`: it does not know.
  case presence(PresenceSource, Presence?)
  /// The notification server's own Do Not Disturb; `nil` where it has none that can be read.
  case serverMute(ServerMute?)
  /// What came of a `DesktopCommand.start`.
  case started(AppID, for: NotificationID, AppStartResult)
  /// What came of a `DesktopCommand.open`: `nil` where it was opened.
  case opened(for: NotificationID, AppStartFailure?)
  /// The outcome of a `DesktopCommand.openCenter`; `nil` if the centre was opened.
  case centerOpened(AppStartFailure?)
  /// Its app, which knows nothing of Bellhop, is gone, and has not heard of the press on it.
  case unheard(NotificationID)
  /// A connection to the session bus has ended; one without a name stands for all of that bus.
  case callerIsGone(BusCaller)
  case finding(DesktopFact)

  /// Whether nothing is lost when it takes the place of the one told right before it.
  func replaces(_ earlier: DesktopReport) -> Bool {
    switch (self, earlier) {
    case (.server, .server), (.lock, .lock), (.serverMute, .serverMute): true
    default: false
    }
  }
}

/// What Delivery asks of the desktop besides banners.
package enum DesktopCommand: Hashable, Sendable {
  /// The notification server is the one that this leads to from now on.
  case route(ServerRoute)
  /// Ask the bus to start a notification server; nothing where it is not at its usual name.
  case activateServer
  /// Look at the notification server, and report a finding about it.
  case probeServer
  /// The number on the app's icon in a dock; none at 0.
  case badge(AppID, count: Int)
  /// Play a sound of the sound theme once, for the app of this name.
  case play(sound: String, app: String)
  /// Look again at the server's own Do Not Disturb: not every server tells of a change.
  case askServerMute
  /// Start an app, or bring it to the front; answered by `DesktopReport.started`.
  case start(AppStart)
  /// Open an address by the program that the person has for it; answered by `DesktopReport.opened`.
  case open(OpenedLink)
  /// Open the notification centre in a terminal; answered by `DesktopReport.centerOpened`.
  case openCenter(CenterOpening)
}

/// Which app is in front of the person, as far as the desktop itself tells.
package enum DesktopFocus: Hashable, Sendable {
  /// Nobody tells: apps' own claims count.
  case unknown
  /// The ids that may be meant by the window in front; none of them where no app is in front. What an app claims
  /// against it does not count.
  case apps(Set<AppID>)
}

/// The notification server's own Do Not Disturb.
package struct ServerMute: Hashable, Sendable {
  package var isOn: Bool
  /// As a sentence's subject: "dunst is paused".
  package var state: String
  /// Whether what is critical is shown all the same.
  package var sparesCritical: Bool

  package init(isOn: Bool, state: String, sparesCritical: Bool) {
    self.isOn = isOn
    self.state = state
    self.sparesCritical = sparesCritical
  }

  func keepsBack(_ urgency: Urgency) -> Bool { isOn && !(sparesCritical && urgency == .critical) }
}

/// An app that is away, and is to be started because the person pressed a notification of its.
package struct AppStart: Hashable, Sendable {
  package var app: AppID
  /// What was pressed; its decisions say what came of the start.
  package var notification: NotificationID
  /// Whether the app is to come to the front, rather than to do its work unseen.
  package var isForeground: Bool
  /// Lets a window of the app take the focus. Passed on once, and never stored.
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

/// An address that the person has asked for, by pressing a notification. Private, as its text is.
package struct OpenedLink: Hashable, Sendable {
  package var url: Link
  /// What was pressed; its decisions say what came of it.
  package var notification: NotificationID
  /// Lets a window take the focus. Passed on once, and never stored.
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
  /// Lets the window of the centre take the focus. The token is passed on once, and never stored.
  package var activationToken: String?

  package init(app: AppID? = nil, activationToken: String? = nil) {
    self.app = app
    self.activationToken = activationToken
  }
}

/// What came of a start.
package enum AppStartResult: Hashable, Sendable {
  /// The app was told over D-Bus to show itself, and runs.
  case activated
  /// D-Bus runs it, and nothing asked it to show itself.
  case runByBus
  case runByServiceManager
  /// It was started a moment ago.
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
  /// What `TryExec` names is not there.
  case notInstalled
  case idTooLong
  /// The program could not be run.
  case notRun
  /// The app, the bus or the service manager did not answer in time.
  case unanswered
  /// With the name of a D-Bus error.
  case refusedByBus(String)
  case refusedByServiceManager(String)
  /// Of an address: the file is not the person's own, or not there.
  case notOwnFile
  /// Of an address: nothing is installed that opens any.
  case nothingOpens
  /// No installed terminal is known to run a program for the notification centre.
  case noTerminal
}

/// Whether the screen is locked, as everything on the desktop that knows tells it.
package enum ScreenLock: Hashable, Sendable {
  /// Not everybody who may know has answered yet.
  case undecided
  case unlocked
  /// By whom, as it is told to the person; never empty.
  case locked(by: [String])

  /// What counts as a lock although the person is still there.
  package static let sharing = LockedScreen.sharing

  /// Somebody says that the person has locked the screen, or left it.
  var isPersonAway: Bool { holders.contains { $0 != Self.sharing } }

  /// In doubt the screen counts as locked.
  package var hides: Bool { self != .unlocked }

  var holders: [String] {
    switch self {
    case .undecided, .unlocked: []
    case .locked(let names): names
    }
  }
}

/// Whether the screen counts as locked: read by the sink immediately before it shows.
///
/// Invariant: what the desktop said and what the engine made of it are bits of one word. The desktop sets its own
/// at once, before any transaction of the engine; the engine's stays set until the engine agrees that it is over.
package final class LockFlag: LockReading {
  private enum Bit {
    static let engine: UInt8 = 1
    static let desktop: UInt8 = 2
  }

  private let bits = Atomic<UInt8>(0)
  package init() {}

  package var hidesWhenLocked: Bool { bits.load(ordering: .sequentiallyConsistent) != 0 }

  func set(_ locked: Bool) { set(Bit.engine, locked) }

  /// From any thread; to be followed by the report to the engine.
  package func heard(_ lock: ScreenLock) { set(Bit.desktop, lock.hides) }

  private func set(_ bit: UInt8, _ isSet: Bool) {
    if isSet {
      bits.bitwiseOr(bit, ordering: .sequentiallyConsistent)
    } else {
      bits.bitwiseAnd(~bit, ordering: .sequentiallyConsistent)
    }
  }
}
