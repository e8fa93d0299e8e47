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

extension FieldFault {
  /// What is told of an object that has this fault: the first field that is not declared, where there is one, since
  /// a misspelt field reads as a missing one. Looked for only now: objects without a fault are read once.
  package func orUnknownField(
    of object: JSON, at place: FieldPlace = FieldPlace(), declared: [DeclaredField]
  ) -> FieldFault {
    do throws(InvalidField) {
      var fields = try FieldReader(object, at: place)
      for field in declared { _ = fields.value(field.name) }
      try fields.finish()
      return self
    } catch {
      return FieldFault(error)
    }
  }
}
