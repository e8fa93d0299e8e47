internal import NotificationProtocol
internal import Varlink

/// A JSON value in a notification's target.
///
///     var request = NotificationRequest(app: app, title: "Ada")
///     request.target = ["message": 4711, "box": "inbox", "flags": ["seen": false]]
///
/// Targets have at most 4,096 bytes and 13 levels: a message has 16, and three of them are around its target.
public enum TargetValue: Hashable, Sendable {
  /// No value.
  case null
  /// True or false.
  case bool(Bool)
  /// A number written without fraction and exponent.
  case int(Int64)
  /// Another number. One that is not finite is written as null.
  case double(Double)
  /// A text. U+0000, which no message may hold, is written as U+FFFD.
  case string(String)
  /// Values in their order.
  case array([TargetValue])
  /// Values by their names; written in the order of the names.
  case object([String: TargetValue])
}

extension TargetValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// The text.
  public init(stringLiteral text: String) { self = .string(text) }
  /// The number.
  public init(integerLiteral number: Int64) { self = .int(number) }
  /// The number.
  public init(floatLiteral number: Double) { self = .double(number) }
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Null.
  public init(nilLiteral: ()) { self = .null }
  /// The values in their order.
  public init(arrayLiteral values: TargetValue...) { self = .array(values) }
  /// The values by their names; of two with one name the last.
  public init(dictionaryLiteral fields: (String, TargetValue)...) {
    self = .object(Dictionary(fields) { _, last in last })
  }
}

extension OpaqueObject: ExpressibleByDictionaryLiteral {
  /// The object with these fields; of two with one name the last.
  public init(dictionaryLiteral fields: (String, TargetValue)...) {
    self.init(Dictionary(fields) { _, last in last })
  }

  /// The object with these fields.
  public init(_ fields: [String: TargetValue]) { self.init(json: TargetValue.object(fields).json.text) }

  /// The value of the field with this name; `nil` without such a field.
  public subscript(name: String) -> TargetValue? { object?[name].map(TargetValue.init) }
}

extension TargetValue {
  fileprivate init(_ json: JSON) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let number): self = .int(number)
    case .double(let number): self = .double(number)
    case .string(let text): self = .string(text)
    case .array(let values): self = .array(values.map(TargetValue.init))
    case .object(let fields):
      self = .object(Dictionary(fields.map { ($0.name, TargetValue($0.value)) }) { _, last in last })
    }
  }

  fileprivate var json: JSON {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let number): .int(number)
    case .double(let number): .double(number)
    case .string(let text): .string(text)
    case .array(let values): .array(values.map(\.json))
    case .object(let fields):
      .object(fields.sorted { $0.key < $1.key }.map { JSON.Field($0.key, $0.value.json) })
    }
  }
}

extension NotificationRequest {
  /// The levels of a target: a message, its parameters and the notification are around it.
  private static let targetLevels = JSON.maximumDepth - 3

  /// Throws the refusal of a target that no message can carry.
  func checkTarget() throws(ClientError) {
    guard let text = target?.json else { return }
    if case .object? = try? JSON(parsing: Array(text.utf8), maximumDepth: Self.targetLevels) { return }
    let fault = NotificationsError.invalidField(
      path: "notification.target", reason: "must be a JSON object of at most \(Self.targetLevels) levels")
    throw .refused(fault.callError)
  }
}
