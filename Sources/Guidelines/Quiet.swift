package import NotificationModel

/// A reason for which the person wants quiet now.
package struct Quiet: Hashable, Sendable {
  package let kind: QuietKind
  /// When it ends; `nil` if that is not known.
  package let until: Timestamp?
  /// What the sentences about it name.
  private let arguments: [Reason.Argument]

  package init(_ kind: QuietKind, until: Timestamp? = nil, _ arguments: Reason.Argument...) {
    self.kind = kind
    self.until = until
    self.arguments = arguments
  }

  /// `cause`: who has set the hours.
  package static func quietHours(until end: ClockMoment, by cause: Reason) -> Quiet {
    Quiet(.quietHours, until: end.time, .name(end.clock.text), .reason(cause))
  }

  /// `app`: the name of the app that fills the screen; `nil` if nothing tells which it is.
  package static func fullScreen(of app: String?) -> Quiet {
    Quiet(.fullScreen, until: nil, app.map { .name($0) } ?? .reason(Reason(.someApp)))
  }

  fileprivate var reason: Reason { Reason(kind, .isOn, arguments) }
  fileprivate func reason(for urgency: String) -> Reason {
    Reason(kind, .letsThrough, arguments + [.name(urgency)])
  }
  fileprivate func reason(because cause: Reason) -> Reason {
    Reason(kind, .letsIn, arguments + [.reason(cause)])
  }
}

/// "People generally use settings to specify … delivery times for notifications that have different levels of urgency":
/// while the person wants quiet, alerts wait, except urgent ones that are allowed to break through, and those that the
/// person lets through. Each kind of quiet stands in decisions by the name of its own guideline.
package enum QuietHold: Guideline {
  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    for quiet in situation.quiets where judgement.canBeHeld {
      if let urgency = judgement.urgency, !judgement.isKeptBack {
        judgement.breakThrough(quiet.kind.guideline, quiet.reason(for: urgency))
      } else if let cause = judgement.letIn {
        judgement.breakThrough(quiet.kind.guideline, quiet.reason(because: cause))
      } else {
        judgement.hold(by: quiet.kind.guideline, until: quiet.until, quiet.reason)
      }
    }
  }
}
