/// An error that the caller sees: a name, `interface.Error`, and its fields.
public struct CallError: Error, Hashable, Sendable {
  public var name: String
  /// Always a `JSON.object`.
  public var parameters: JSON
  public init(name: String, parameters: JSON = .object([])) {
    self.name = name
    self.parameters = parameters
  }
}

/// One answer to a call.
public enum Reply: Hashable, Sendable {
  /// The last, or only one.
  case done(JSON)
  /// One of several; allowed only when the call had `more`.
  case continues(JSON)
  case failed(CallError)
}
