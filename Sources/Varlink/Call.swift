/// One call of a method, as read from a connection.
public struct Call: Hashable, Sendable {
  /// `interface.Method`.
  public var method: String
  /// Always a `JSON.object`; empty when the call has none.
  public var parameters: JSON
  public var oneway: Bool
  public var more: Bool

  public init(method: String, parameters: JSON = .object([]), oneway: Bool = false, more: Bool = false) {
    self.method = method
    self.parameters = parameters
    self.oneway = oneway
    self.more = more
  }
}
