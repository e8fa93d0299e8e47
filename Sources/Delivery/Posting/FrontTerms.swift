package import NotificationModel

extension DeliveryEngine {
  /// What holds for what comes by the desktop's own interface, and who has fixed that.
  package var frontTerms: FrontReport {
    var report = FrontReport(mode: frontMode.rawValue)
    report.lockedBy = live.policy.frontLockedBy
    report.store = live.policy.front.store
    report.keepDays = live.policy.keepDays
    return report
  }
}
