/// An error that the caller sees: a name, `interface.Error`, and its fields.
public struct CallError: Error, Hashable, Sendable {
  public var name: String
  /// Always a `JSON.object`.
  package var parameters: JSON
  package init(name: String, parameters: JSON = .object([])) {
    self.name = name
    self.parameters = parameters
  }
}

/// One answer to a call.
package enum Reply: Hashable, Sendable {
  /// The last, or only one.
  case done(JSON)
  /// One of several; allowed only when the call had `more`.
  case continues(JSON)
  case failed(CallError)

  /// A reply may wrap what came in a call, as a list of records does, a few levels deeper.
  private static let maximumDepth = JSON.maximumDepth + 8

  /// Reads a message without its NUL.
  package init(parsing frame: [UInt8]) throws(CallFault) {
    let envelope = try Envelope(parsing: frame, maximumDepth: Self.maximumDepth)
    let parameters = try envelope.parameters()
    let continues = try envelope.flag("continues")
    if let name = try envelope.string("error") {
      guard !continues else { throw .envelope(reason: "an error cannot continue") }
      self = .failed(CallError(name: name, parameters: parameters))
    } else {
      self = continues ? .continues(parameters) : .done(parameters)
    }
  }

  /// Appends the message with its NUL. It has no key that is not needed: some clients hang up on any other.
  package func append(to bytes: inout [UInt8]) {
    let fields: [JSON.Field] =
      switch self {
      case .done(let parameters): [JSON.Field("parameters", parameters)]
      case .continues(let parameters):
        [JSON.Field("parameters", parameters), JSON.Field("continues", .bool(true))]
      case .failed(let error):
        [JSON.Field("error", .string(error.name)), JSON.Field("parameters", error.parameters)]
      }
    JSON.object(fields).append(to: &bytes)
    bytes.append(0)
  }
}
