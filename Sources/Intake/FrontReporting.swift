import Delivery
import NotificationModel
import NotificationProtocol
import Varlink

extension EngineCalls {
  /// What the configuration and the bus say of the front.
  var frontReport: FrontReport {
    var report = engine.assumeIsolated { $0.frontTerms }
    report.standing = standing()
    return report
  }
}
