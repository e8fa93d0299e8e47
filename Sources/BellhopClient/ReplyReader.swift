internal import NotificationProtocol
internal import Varlink

extension VarlinkConnection {
  /// Calls a method and reads what it returned.
  func call<Value>(
    _ method: String, _ parameters: KeyValuePairs<String, JSON?> = [:],
    returning read: (inout ShapeReader) throws(FieldFault) -> Value
  ) throws(ClientError) -> Value {
    try Self.read(try call(method, JSON(fields: parameters)), read)
  }

  func call<Value>(_ call: MethodCall<Value>) throws(ClientError) -> Value {
    try Self.read(try self.call(call.method, call.parameters), call.read)
  }

  /// Calls a method that returns nothing.
  func call(_ method: String, _ parameters: KeyValuePairs<String, JSON?>) throws(ClientError) {
    _ = try call(method, JSON(fields: parameters))
  }

  /// Reads the parameters of a reply; fields that are not asked for are passed over.
  static func read<Value>(
    _ reply: JSON, _ read: (inout ShapeReader) throws(FieldFault) -> Value
  ) throws(ClientError) -> Value {
    do throws(FieldFault) {
      var fields = try ShapeReader(reply, unknownFields: .passedOver)
      return try read(&fields)
    } catch {
      switch error {
      case .invalid(let path, let reason): throw .protocolFault("\(path): \(reason)")
      case .tooLarge(let field, _, _, _): throw .protocolFault("\(field): is too long")
      }
    }
  }
}
