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
  /// `start`: to be started where it is not there any more to hear of the press on it.
  case front(FrontSignal, number: UInt32, caller: BusCaller, start: AppStart? = nil)
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
  package init(connection: UInt64, process: Int32, isPerson: Bool, verified: AppID? = nil) {
    self.connection = connection
    self.process = process
    self.isPerson = isPerson
    self.verified = verified
  }
}

/// What the desktop calls its apps.
package protocol AppDirectory: Sendable {
  /// The name in the app's desktop entry; `nil` when it has none, and only its own word vouches for it.
  func name(of app: AppID) -> String?
}
