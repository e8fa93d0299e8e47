package import NotificationModel

/// An effect of a transaction outside the engine. It happens after the commit, never before: an effect of work that is
/// not stored would be wrong.
package enum Output: Hashable, Sendable {
  case sink(SinkCommand)
  case desktop(DesktopCommand)
  /// No record names these copied image files any more.
  case removeImages([String])
  /// An event for the followers of the app's events.
  case event(Event, app: AppID)
  /// A press, after its event: starts the app if it does not follow its events.
  case start(AppStart)
  /// The answer to a question, for the calls that wait for it.
  case decided(AppID, Authorization, marketing: Bool)
  /// The limits of a new configuration, which has been adopted.
  case adopted(RateLimits)
  /// A signal to the app of the desktop's own interface that knows a notification by this number. `start`: starts the
  /// app if its connection ended before it heard of the press. `press`: the notification that records it if the app
  /// cannot be started.
  case front(
    FrontSignal, number: UInt32, caller: BusCaller, start: AppStart? = nil, press: NotificationID? = nil)
  /// Notifications that changed, for the followers of the list.
  case changed(Set<NotificationID>)
}

/// The times at which the engine has to be woken if nothing happens before.
package struct Wakes: Hashable, Sendable {
  package var wall: Timestamp?
  package var uptime: Uptime?
}

/// The caller of an engine function.
package struct Client: Hashable, Sendable {
  /// The connection of the call; claims made through it end with it.
  package var connection: UInt64
  package var process: Int32
  /// Whether the call came through the person's own socket.
  package var isPerson: Bool
  /// The app that the caller is known to be, and the only one it may speak for; `nil` if the caller may name any app.
  package var verified: AppID?
  /// The script that runs the caller, if it is known. Used only for posts by the command line.
  package var script: ScriptID?
  /// Whether the caller has file names of its own: a path may name another file outside its sandbox.
  package var isSandboxed: Bool { verified != nil && verified != .system }
  package init(
    connection: UInt64, process: Int32, isPerson: Bool, verified: AppID? = nil, script: ScriptID? = nil
  ) {
    self.connection = connection
    self.process = process
    self.isPerson = isPerson
    self.verified = verified
    self.script = script
  }
}

/// The names and icons of apps on this desktop.
package protocol AppDirectory: Sendable {
  /// The name in the app's desktop entry; `nil` if it has none, so that its name is only claimed.
  func name(of app: AppID) -> String?
  /// The icon in the app's desktop entry: a name in the theme or the path of a file; `nil` if it has none.
  func icon(of app: AppID) -> String?
  /// The same for a server that looks for no names: the path of the icon's file, or the name where no file is found. Of
  /// `shell` it is the icon that is installed with Bellhop.
  func iconFile(of app: AppID) -> String?
}

/// Why a call was refused. Nothing of the call was stored. Never contains private text, except suggestions of advice,
/// which go back only to the app that wrote the text.
package enum Refusal: Error, Hashable, Sendable {
  /// A field whose type is right, and whose value is not allowed.
  case invalid(path: String, reason: String)
  /// `why`: the reason, if it concerns more than the app as a whole.
  case notAuthorized(AppID, Authorization, why: String? = nil)
  /// The peer may not speak for this app. `verified`: the app that it is, if that is known.
  case notPermitted(AppID, verified: AppID? = nil)
  case tooManyActions(given: Int)
  /// A strict post about which there is advice.
  case againstGuidelines([Advice])
  /// `why`: the reason, if the sentence for the quota does not say enough.
  case quotaExceeded(quota: String, limit: Int, retryAfterMilliseconds: Int64?, why: String? = nil)
  case notFound(Missing)
  /// An administrator has fixed the setting in this file, for this app, or without one for all apps.
  case locked(AppID?, setting: String, by: String)
  /// Refused while the screen is locked.
  case screenLocked
  case notStored(String)
}
