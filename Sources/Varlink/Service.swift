/// `org.varlink.service` for a set of interfaces, and the checks that are the same for every method.
package struct Service: Sendable {
  private let information: JSON
  private let interfaces: [String: InterfaceDescription]
  /// The methods by full name, without those of `org.varlink.service`.
  private let methods: [String: InterfaceDescription.Method]

  package init(
    vendor: String, product: String, version: String, url: String, interfaces: [InterfaceDescription]
  ) {
    let offered = [InterfaceDescription(text: Self.text)].compactMap { $0 } + interfaces
    information = .object([
      JSON.Field("vendor", .string(vendor)),
      JSON.Field("product", .string(product)),
      JSON.Field("version", .string(version)),
      JSON.Field("url", .string(url)),
      JSON.Field("interfaces", .array(offered.map { .string($0.name) })),
    ])
    self.interfaces = Dictionary(offered.map { ($0.name, $0) }) { first, _ in first }
    let named = interfaces.flatMap { interface in
      interface.methods.map { ("\(interface.name).\($0.name)", $0) }
    }
    methods = Dictionary(named) { first, _ in first }
  }

  /// The answer to a call of `org.varlink.service`, to one of an interface or a method that is not offered,
  /// and to one without `more` of a method that requires it. `nil`: the call is for a handler.
  package func answer(_ call: Call) -> Reply? {
    if let method = methods[call.method] {
      return method.requiresMore && !call.more ? .failed(ServiceError.expectedMore) : nil
    }
    guard let dot = call.method.lastIndex(of: ".") else {
      return .failed(ServiceError.methodNotFound(call.method))
    }
    let interface = String(call.method[..<dot])
    guard interfaces[interface] != nil else { return .failed(ServiceError.interfaceNotFound(interface)) }
    do throws(InvalidField) {
      switch call.method {
      case "org.varlink.service.GetInfo":
        try FieldReader(call.parameters).finish()
        return .done(information)
      case "org.varlink.service.GetInterfaceDescription": return try description(call.parameters)
      default: return .failed(ServiceError.methodNotFound(call.method))
      }
    } catch {
      return .failed(ServiceError.invalidParameter(error))
    }
  }

  private func description(_ parameters: JSON) throws(InvalidField) -> Reply {
    var reader = try FieldReader(parameters)
    let name = try reader.requiredString("interface")
    try reader.finish()
    guard let interface = interfaces[name] else { return .failed(ServiceError.interfaceNotFound(name)) }
    return .done(.object([JSON.Field("description", .string(interface.text))]))
  }

  private static let text = """
    # What every Varlink service offers.
    interface org.varlink.service

    # Who this is, and the interfaces that are offered here.
    method GetInfo() -> (
      vendor: string,
      product: string,
      version: string,
      url: string,
      interfaces: []string
    )

    # The description of one of them, as it was written.
    method GetInterfaceDescription(interface: string) -> (description: string)

    error InterfaceNotFound (interface: string)
    error MethodNotFound (method: string)
    error MethodNotImplemented (method: string)
    error InvalidParameter (parameter: string)
    error PermissionDenied ()
    error ExpectedMore ()

    """
}

extension InvalidField {
  /// The field that an `InvalidParameter` names; `nil` for another error. Not every service gives a reason.
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
  /// A parameter is missing, unknown or not as the interface declares. `path` names it, like
  /// `notification.actions[1].title`. Neither `path` nor `reason` holds its value.
  package static func invalidParameter(_ path: String, reason: String? = nil) -> CallError {
    var fields = [JSON.Field("parameter", .string(path))]
    if let reason { fields.append(JSON.Field("reason", .string(reason))) }
    return error("InvalidParameter", fields)
  }

  package static func invalidParameter(_ fault: InvalidField) -> CallError {
    invalidParameter(fault.path, reason: fault.reason)
  }

  /// `method` is the full name in the call.
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

  /// The method replies several times, and was called without `more`.
  package static let expectedMore = error("ExpectedMore", [])

  private static func error(_ name: String, _ fields: [JSON.Field]) -> CallError {
    CallError(name: "org.varlink.service.\(name)", parameters: .object(fields))
  }
}
