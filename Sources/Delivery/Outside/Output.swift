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

/// The names of apps on this desktop.
package protocol AppDirectory: Sendable {
  /// The name in the app's desktop entry; `nil` if it has none, so that its name is only claimed.
  func name(of app: AppID) -> String?
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
  case notFound(String)
  /// An administrator has fixed the setting in this file, for this app, or without one for all apps.
  case locked(AppID?, setting: String, by: String)
  /// Refused while the screen is locked.
  case screenLocked
  case notStored(String)
}

/// An image file that has been examined, and copied if it is to be kept.
package struct ImageCopy: Hashable, Sendable {
  /// The name by which the app's request refers to it.
  package var source: String
  /// The path of the copy within the directory of copies, which may move: a slash and a name. Equal to `source` if no
  /// copy was made.
  package var path: String
  /// Equal for equal contents, and different for different ones.
  package var digest: String
  package var bytes: Int

  package init(source: String, path: String, digest: String, bytes: Int) {
    self.source = source
    self.path = path
    self.digest = digest
    self.bytes = bytes
  }
}

/// Why a file is refused. Never contains its name or content.
package enum ImageFault: Error, Hashable, Sendable {
  /// The fault, as a predicate: "is no image".
  case unusable(String)
  /// The file's size in bytes.
  case tooLarge(Int)
  /// The limit of files that wait to be examined is reached.
  case busy(limit: Int)
  /// The copy could not be stored.
  case notKept(String)
  /// The name of an icon that no installed theme has.
  case noIcon
}

/// The source of the bytes of an image.
package enum ImageSource: Sendable {
  /// The file at this path.
  case file(String)
  /// The theme icon of this name. Its file is not read.
  case icon(String)
  /// Bytes made by the function, on a thread of the copies. `name` stands for the image in its request.
  case made(name: String, @Sendable () -> [UInt8])

  package var name: String {
    switch self {
    case .file(let path): path
    case .icon(let name): name
    case .made(let name, _): name
    }
  }
}

/// Examines image files and keeps copies of them. May take any time.
package protocol ImageFiles: Sendable {
  /// `then` is called once, on any thread, with a result for each source, or never if `isWanted`, which is called on
  /// any thread, returns false. `process`: the process that asks; a slow file holds up the files of its own process
  /// only. Unless it `copies`, it only examines the files.
  func prepare(
    _ sources: [ImageSource], for process: Int32, copies: Bool, isWanted: @escaping @Sendable () -> Bool,
    then: @escaping @Sendable ([Result<ImageCopy, ImageFault>]) -> Void)
  /// Lets files pass that wait behind files that do not answer. To be called a while after each `prepare`.
  func bypassStuckFiles()
  /// Removes copies that are no longer needed.
  func remove(_ paths: [String])
}

/// Copies that are counted together against one limit.
package enum ImageShare: Hashable, Sendable {
  case app(AppID)
  /// Copies of all apps that are not confirmed to exist, so that inventing names gains nothing.
  case notVouchedFor
  case all

  var limit: Int { self == .all ? Limits.imageBytesInAll : Limits.imageBytesPerApp }
}
