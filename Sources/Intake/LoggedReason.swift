import Delivery
import NotificationModel
import NotificationProtocol

// Why nothing comes of a request, for the log: without anything of what is in it.

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
