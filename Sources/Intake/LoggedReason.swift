import Delivery
import NotificationModel
import NotificationProtocol

// Why nothing comes of a request, for the log: without anything of what is in it.

extension FieldFault {
  /// Who is not of the person's own session names no file: it has others than the daemon.
  static func themeIconsOnly(_ field: String) -> FieldFault {
    .invalid(path: field, reason: "must be the name of a theme icon: a sandbox has files of its own")
  }

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
