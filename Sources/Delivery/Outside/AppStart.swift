package import NotificationModel

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
}
