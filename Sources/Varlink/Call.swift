/// One call of a method, as read from a connection.
package struct Call: Hashable, Sendable {
  /// `interface.Method`.
  package var method: String
  /// Always a `JSON.object`; empty when the call has none.
  package var parameters: JSON
  package var oneway: Bool
  package var more: Bool

  package init(method: String, parameters: JSON = .object([]), oneway: Bool = false, more: Bool = false) {
    self.method = method
    self.parameters = parameters
    self.oneway = oneway
    self.more = more
  }

  /// Reads a message without its NUL. A call cannot be both oneway and more, and none is upgraded: afterwards
  /// the two ends would no longer agree on what is a message.
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
