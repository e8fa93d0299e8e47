package import NotificationModel

// The desktop's own notification interface: whether Bellhop owns it, and by which rules.

extension DeliveryEngine {
  package var frontMode: FrontMode { preferences.frontMode }

  /// The configured policy, with the mode in force.
  package var frontPolicy: FrontPolicy {
    var policy = preferences.policy.front
    policy.mode = frontMode
    return policy
  }

  package var limits: RateLimits { preferences.policy.limits }

  /// Switches the front, until a time or until switched off.
  package func setFrontMode(_ mode: FrontMode, until: End? = nil, now: Moment) throws(Refusal) {
    try call(at: now, inMemory: true) {
      try check(until, isOn: mode == .on, now)
      try preferences.setFrontMode(mode, until: until)
    }
  }

  /// The rules for the desktop's own interface, and the file that has locked them.
  package var frontTerms: FrontReport {
    var report = FrontReport(mode: frontMode.rawValue)
    report.until = preferences.frontUntil
    report.over = preferences.frontOver
    report.lockedBy = preferences.policy.frontLockedBy
    report.store = preferences.policy.front.store
    report.keepDays = preferences.policy.keepDays
    return report
  }
}
