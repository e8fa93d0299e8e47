public import NotificationModel

/// What the desktop says of itself. The newest report of a kind holds until the next.
public enum DesktopReport: Hashable, Sendable {
  case server(ServerPresence)
  /// What came of a `DesktopCommand.start`.
  case started(AppID, for: NotificationID, AppStartResult)
  case finding(DesktopFinding)
}

/// How something is learnt from this desktop, or done on it; of each subject the newest holds.
public struct DesktopFinding: Hashable, Sendable {
  public enum Subject: String, CaseIterable, Sendable {
    case focus, lock, serverMute, badges, sound, launching
  }
  public enum Verdict: String, Sendable {
    case works
    /// Less than there could be, for want of what `remedy` names.
    case limited
    case missing
  }

  public var subject: Subject
  public var verdict: Verdict
  /// A sentence for the person; no private text.
  public var text: String
  /// What to do about it, in a sentence; `nil` where there is nothing to do.
  public var remedy: String?

  public init(_ subject: Subject, _ verdict: Verdict, _ text: String, remedy: String? = nil) {
    self.subject = subject
    self.verdict = verdict
    self.text = text
    self.remedy = remedy
  }
}

/// What Delivery asks of the desktop besides banners.
public enum DesktopCommand: Hashable, Sendable {
  /// Ask the bus to start a notification server.
  case activateServer
  /// Start an app, or bring it to the front; answered by `DesktopReport.started`.
  case start(AppStart)
}
