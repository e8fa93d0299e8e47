extension InvalidField {
  /// The field that an `InvalidParameter` is about; `nil` when it is another error. Not every service gives a reason.
  package init?(_ error: CallError) {
    guard error.name == "org.varlink.service.InvalidParameter",
      case .string(let path)? = error.parameters["parameter"]
    else { return nil }
    let reason = if case .string(let reason)? = error.parameters["reason"] { reason } else { "" }
    self.init(path: path, reason: reason)
  }
}

/// The errors that every service has in common, those of `org.varlink.service`.
package enum ServiceError {
  /// A parameter is missing, unknown or not as the interface says. `path` names it, like
  /// `notification.actions[1].title`; neither repeats what it held.
  package static func invalidParameter(_ path: String, reason: String? = nil) -> CallError {
    var fields = [JSON.Field("parameter", .string(path))]
    if let reason { fields.append(JSON.Field("reason", .string(reason))) }
    return error("InvalidParameter", fields)
  }

  package static func invalidParameter(_ fault: InvalidField) -> CallError {
    invalidParameter(fault.path, reason: fault.reason)
  }

  /// `method` is the full name, as it was called.
  package static func methodNotFound(_ method: String) -> CallError {
    error("MethodNotFound", [JSON.Field("method", .string(method))])
  }

  package static func methodNotImplemented(_ method: String) -> CallError {
    error("MethodNotImplemented", [JSON.Field("method", .string(method))])
  }

  package static func interfaceNotFound(_ interface: String) -> CallError {
    error("InterfaceNotFound", [JSON.Field("interface", .string(interface))])
  }

  package static let permissionDenied = error("PermissionDenied", [])

  /// The method answers several times, and was called without `more`.
  package static let expectedMore = error("ExpectedMore", [])

  private static func error(_ name: String, _ fields: [JSON.Field]) -> CallError {
    CallError(name: "org.varlink.service.\(name)", parameters: .object(fields))
  }
}
