package import NotificationModel

/// What the engine wants done once a transaction is committed, and not before: what is not stored has not happened.
package enum Output: Hashable, Sendable {
  case sink(SinkCommand)
  case desktop(DesktopCommand)
  /// Nothing names these copies of image files any more.
  case removeImages([String])
  /// For whoever follows this app's events.
  case event(Event, app: AppID)
  /// A press, after its event: the app is to be started where nobody follows its events.
  case start(AppStart)
  /// For whoever waits for the answer to a question.
  case decided(AppID, Authorization, marketing: Bool)
  /// A new configuration holds, with these limits.
  case adopted(RateLimits)
  /// For the app of the desktop's own interface that knows a notification by this number.
  /// `start`: starts the app if its connection has ended before it heard of the press. `press`: the notification to explain
  /// that on, if the app cannot be started.
  case front(
    FrontSignal, number: UInt32, caller: BusCaller, start: AppStart? = nil, press: NotificationID? = nil)
  /// For whoever watches the list.
  case changed(Set<NotificationID>)
}

/// When the engine wants to be woken although nothing happens.
package struct Wakes: Hashable, Sendable {
  package var wall: Timestamp?
  package var uptime: Uptime?
}

/// Who calls, as far as the engine cares.
package struct Client: Hashable, Sendable {
  /// One connection; claims made through it end with it.
  package var connection: UInt64
  package var process: Int32
  /// Came through the person's own socket.
  package var isPerson: Bool
  /// The app that it is known to be, and may speak for alone; `nil` where its own word has to do.
  package var verified: AppID?
  /// What runs it, where that can be told; it counts for what the command line posts, and for nothing else.
  package var script: ScriptID?
  /// Whether what it calls a file may be another one outside.
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

/// What the desktop calls its apps.
package protocol AppDirectory: Sendable {
  /// The name in the app's desktop entry; `nil` when it has none, and only its own word vouches for it.
  func name(of app: AppID) -> String?
}

/// Why a call was not done. Nothing of it was stored. Never holds private text, but for the suggestions of
/// advice, which go back to the app whose text it is, and nowhere else.
package enum Refusal: Error, Hashable, Sendable {
  /// A field whose shape is right and whose meaning is not.
  case invalid(path: String, reason: String)
  /// `why`, where it is about more than the app as such.
  case notAuthorized(AppID, Authorization, why: String? = nil)
  /// The peer may not speak for this app; `verified`, where it is known which one it is.
  case notPermitted(AppID, verified: AppID? = nil)
  case tooManyActions(given: Int)
  /// A strict post that there was advice on.
  case againstGuidelines([Advice])
  /// `why`, where the quota's own sentence says too little.
  case quotaExceeded(quota: String, limit: Int, retryAfterMilliseconds: Int64?, why: String? = nil)
  case notFound(String)
  /// An administrator has fixed it in this file; without an app, for all of them.
  case locked(AppID?, setting: String, by: String)
  /// Not while the screen is locked.
  case screenLocked
  case notStored(String)
}

/// An image file that was looked at, and copied where it is to be kept.
package struct ImageCopy: Hashable, Sendable {
  /// What the app called it.
  package var source: String
  /// Where the copy lies within the directory of copies, which may be another tomorrow: its name after a slash.
  /// `source` where none was made.
  package var path: String
  /// Equal for equal content, and for no other.
  package var digest: String
  package var bytes: Int

  package init(source: String, path: String, digest: String, bytes: Int) {
    self.source = source
    self.path = path
    self.digest = digest
    self.bytes = bytes
  }
}

/// Why a file is not taken. Never says which file, or what is in it.
package enum ImageFault: Error, Hashable, Sendable {
  /// What is wrong with it, as a predicate.
  case unusable(String)
  /// It has so many bytes.
  case tooLarge(Int)
  /// So many wait to be looked at, and no more may.
  case busy(limit: Int)
  /// The copy could not be made safe.
  case notKept(String)
  /// It is no file but a name, by which no theme has an icon.
  case noIcon
}

/// Where the bytes of an image come from.
package enum ImageSource: Sendable {
  /// The file at this path.
  case file(String)
  /// The theme icon of this name, which is not read.
  case icon(String)
  /// Whatever this makes, on a thread of the copies, under a name that stands for it in its request.
  case made(name: String, @Sendable () -> [UInt8])

  package var name: String {
    switch self {
    case .file(let path): path
    case .icon(let name): name
    case .made(let name, _): name
    }
  }
}

/// Looks at files, and keeps copies of them. It may take as long as it likes.
package protocol ImageFiles: Sendable {
  /// `then` is called once, on any thread, with a result for each source; or never, once it is not `isWanted`, which
  /// is asked on any thread. `process` asks for it: no other waits behind what it names. Unless it `copies`, it only
  /// looks.
  func prepare(
    _ sources: [ImageSource], for process: Int32, copies: Bool, isWanted: @escaping @Sendable () -> Bool,
    then: @escaping @Sendable ([Result<ImageCopy, ImageFault>]) -> Void)
  /// Goes on with what waits behind files that do not answer. To be called a while after each `prepare`.
  func relieve()
  /// Copies that are no longer needed.
  func remove(_ paths: [String])
}

/// Copies that count together against one bound.
package enum ImageShare: Hashable, Sendable {
  case app(AppID)
  /// Of all apps that nothing but their own word says exist: inventing names gains nothing.
  case notVouchedFor
  case all

  var limit: Int { self == .all ? Limits.imageBytesInAll : Limits.imageBytesPerApp }
}
