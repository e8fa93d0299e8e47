/// How something is learnt from this desktop, or done on it, or why it is not; what `bellhop doctor` tells.
public struct DesktopFinding: Hashable, Sendable {
  /// In the order in which they are told.
  public enum Subject: String, CaseIterable, Sendable {
    case configuration, storage, server, focus, lock, serverMute, badges, sound, launching
  }

  public enum Verdict: String, CaseIterable, Sendable {
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
