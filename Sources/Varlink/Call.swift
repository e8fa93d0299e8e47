/// A call of a method, as read from a connection.
package struct Call: Hashable, Sendable {
  /// `interface.Method`.
  package var method: String
  /// Always a `JSON.object`; empty if the call has no parameters.
  package var parameters: JSON
  package var oneway: Bool
  package var more: Bool

  package init(method: String, parameters: JSON = .object([]), oneway: Bool = false, more: Bool = false) {
    self.method = method
    self.parameters = parameters
    self.oneway = oneway
    self.more = more
  }

  /// Reads a message without its NUL. A call with both `oneway` and `more` contradicts itself and is refused. So is
  /// `upgrade`, which would leave the protocol of messages.
  package init(parsing frame: [UInt8]) throws(CallFault) {
    let envelope = try Envelope(parsing: frame)
    guard let method = try envelope.string("method") else { throw .envelope(reason: "method is missing") }
    self.method = method
    parameters = try envelope.parameters()
    oneway = try envelope.flag("oneway")
    more = try envelope.flag("more")
    guard !(oneway && more) else { throw .envelope(reason: "oneway and more exclude each other") }
    guard try !envelope.flag("upgrade") else { throw .envelope(reason: "upgrade is not supported") }
  }

  /// The message with its NUL. Flags that are off and parameters that are empty are left out, since some
  /// services compare messages literally.
  package var bytes: [UInt8] {
    var fields = [JSON.Field("method", .string(method))]
    if parameters != .object([]) { fields.append(JSON.Field("parameters", parameters)) }
    if oneway { fields.append(JSON.Field("oneway", .bool(true))) }
    if more { fields.append(JSON.Field("more", .bool(true))) }
    var bytes: [UInt8] = []
    JSON.object(fields).append(to: &bytes)
    bytes.append(0)
    return bytes
  }
}

/// Why a message is neither a call nor a reply.
package enum CallFault: Error, Hashable, Sendable {
  case json(JSONFault)
  /// The message is JSON, but not in the form of the protocol.
  case envelope(reason: String)

  /// The reason for logs. Never holds contents of the message.
  package var reason: String {
    switch self {
    case .json(let fault): "byte \(fault.offset): \(fault.reason)"
    case .envelope(let reason): reason
    }
  }
}

/// The outermost object of a message. Unknown keys are skipped: the protocol reserves them for extensions.
private struct Envelope {
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

  /// The parameters; an empty object if they are absent or null.
  func parameters() throws(CallFault) -> JSON {
    switch fields["parameters"] {
    case nil, .null: return .object([])
    case .object(let parameters): return .object(parameters)
    default: throw .envelope(reason: "parameters must be an object")
    }
  }
}

/// An error reply: a name, `interface.Error`, and its fields.
public struct CallError: Error, Hashable, Sendable {
  /// Such as `io.bellhop.Notifications.QuotaExceeded`.
  public var name: String
  /// Always a `JSON.object`.
  package var parameters: JSON
  package init(name: String, parameters: JSON = .object([])) {
    self.name = name
    self.parameters = parameters
  }
}

/// An answer to a call.
package enum Reply: Hashable, Sendable {
  /// The last or only reply.
  case done(JSON)
  /// A reply of several; only allowed if the call had `more`.
  case continues(JSON)
  case failed(CallError)

  /// A reply may nest the values of a call a few levels deeper, as a list of records does.
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

  /// Appends the message with its NUL. Optional keys are left out: some clients hang up on keys that they do not
  /// expect.
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
