import Delivery
import NotificationModel
import NotificationProtocol
import Varlink

extension Refusal {
  /// The error that the caller of this method gets.
  func callError(in method: String) -> CallError {
    switch self {
    case .invalid(let path, let reason):
      return ServiceError.invalidParameter(path, reason: reason)
    case .notAuthorized(let app, let authorization, let why):
      return NotificationsError.notAuthorized(app: app, authorization: authorization, why: why).callError
    case .notPermitted(let app, let verified):
      return NotificationsError.notPermitted(app: app, verified: verified?.text ?? "").callError
    case .tooManyActions(let given):
      return NotificationsError.tooManyActions(limit: Limits.actions, given: given).callError
    case .againstGuidelines(let advice):
      return NotificationsError.againstGuidelines(advice).callError
    case .quotaExceeded(let quota, let limit, let wait, let why):
      return NotificationsError.quotaExceeded(
        quota: quota, limit: limit, retryAfterMilliseconds: wait, why: why
      ).callError
    case .notFound(let missing):
      let isControl = method.hasPrefix("io.bellhop.Control.")
      return isControl
        ? ControlError.notFound(what: missing.words).callError
        : NotificationsError.notFound(what: missing.words).callError
    case .locked(let app, let setting, let file):
      return ControlError.locked(app: app?.text ?? "", setting: setting, by: file).callError
    case .screenLocked:
      return ServiceError.permissionDenied
    case .notStored(let reason):
      return NotificationsError.notStored(reason: reason).callError
    }
  }
}

// Reasons for the log, without any text of the request.

extension FieldFault {
  var reason: String {
    switch self {
    case .invalid(let path, let reason): "\(path): \(reason)"
    case .tooLarge(let field, let limit, let given, let unit):
      "\(field): has \(given) \(unit.rawValue), and may have \(limit)"
    }
  }
}

extension Refusal {
  var reason: String {
    switch self {
    case .invalid(let path, let reason): "\(path): \(reason)"
    case .notAuthorized(let app, _, _): "\(app) may not notify"
    case .notPermitted(let app, _): "root does not speak for \(app)"
    default: callError(in: NotificationsInterface.post).name
    }
  }
}
