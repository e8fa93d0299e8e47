package import NotificationModel
package import Varlink

/// A field that is not as the interfaces prescribe. Never holds what the field held.
package enum FieldFault: Error, Hashable, Sendable {
  /// `path` names the field, like `notification.actions[1].title`.
  case invalid(path: String, reason: String)
  /// The field is longer than its limit.
  case tooLarge(field: String, limit: Int, given: Int, unit: SizeUnit = .bytes)

  init(_ fault: InvalidField) { self = .invalid(path: fault.path, reason: fault.reason) }

  /// The error that the caller sees.
  package var callError: CallError {
    switch self {
    case .invalid(let path, let reason): ServiceError.invalidParameter(path, reason: reason)
    case .tooLarge(let field, let limit, let given, let unit):
      NotificationsError.tooLarge(field: field, limit: limit, given: given, unit: unit).callError
    }
  }
}
