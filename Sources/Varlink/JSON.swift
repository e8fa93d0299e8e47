/// A JSON value as it stood in a message. Objects keep the order of their fields, and have no two of one name.
public enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number written without fraction and exponent.
  case int(Int64)
  case double(Double)
  case string(String)
  case array([JSON])
  case object([Field])

  /// One field of an object.
  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: JSON
    public init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }
}
