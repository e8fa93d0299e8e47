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

extension JSON {
  /// An object with more fields behind its own.
  func adding(_ more: [Field]) -> JSON {
    guard case .object(let fields) = self else { return self }
    return .object(fields + more)
  }
}
