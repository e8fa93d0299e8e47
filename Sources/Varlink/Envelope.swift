/// Why a message is neither a call nor a reply.
package enum CallFault: Error, Hashable, Sendable {
  case json(JSONFault)
  /// It is JSON, but not of the form that the protocol prescribes.
  case envelope(reason: String)

  /// For a log. Never what stands in the message.
  package var reason: String {
    switch self {
    case .json(let fault): "byte \(fault.offset): \(fault.reason)"
    case .envelope(let reason): reason
    }
  }
}

/// The outermost object of a message. Keys that the protocol does not know are passed over: it reserves them
/// for extensions.
struct Envelope {
  private let fields: JSON

  init(parsing frame: [UInt8], maximumDepth: Int = JSON.maximumDepth) throws(CallFault) {
    do throws(JSONFault) { fields = try JSON(parsing: frame, maximumDepth: maximumDepth) } catch {
      throw .json(error)
    }
    guard case .object = fields else { throw .envelope(reason: "not an object") }
  }

  func string(_ name: String) throws(CallFault) -> String? {
    switch fields[name] {
    case nil, .null: return nil
    case .string(let text): return text
    default: throw .envelope(reason: "\(name) must be a string")
    }
  }

  func flag(_ name: String) throws(CallFault) -> Bool {
    switch fields[name] {
    case nil, .null: return false
    case .bool(let flag): return flag
    default: throw .envelope(reason: "\(name) must be true or false")
    }
  }

  /// An empty object where there are none.
  func parameters() throws(CallFault) -> JSON {
    switch fields["parameters"] {
    case nil, .null: return .object([])
    case .object(let parameters): return .object(parameters)
    default: throw .envelope(reason: "parameters must be an object")
    }
  }
}
