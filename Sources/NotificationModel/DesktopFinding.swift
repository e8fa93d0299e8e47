/// How something is learnt from this desktop, or done on it, or why it is not; what `bellhop doctor` tells.
package struct DesktopFinding: Hashable, Sendable {
  /// In the order in which they are told.
  package enum Subject: String, CaseIterable, Sendable {
    case configuration, storage, server, front, focus, lock, serverMute, badges, sound, launching
  }

  package enum Verdict: String, CaseIterable, Sendable {
    case works
    /// Less than there could be, for want of what `remedy` names.
    case limited
    case missing
  }

  package var subject: Subject
  package var verdict: Verdict
  /// A sentence for the person; no private text.
  package var text: String
  /// What to do about it, in a sentence; `nil` where there is nothing to do.
  package var remedy: String?

  package init(_ subject: Subject, _ verdict: Verdict, _ text: String, remedy: String? = nil) {
    self.subject = subject
    self.verdict = verdict
    self.text = text
    self.remedy = remedy
  }
}
