package import NotificationModel
package import Varlink

/// The arguments of the desktop's own `Notify` as tools send them, before anything of them is judged or repaired.
package struct DesktopPost: Hashable, Sendable {
  package struct Action: Hashable, Sendable, JSONRepresentable {
    package var key: String
    package var label: String

    package init(key: String, label: String) {
      self.key = key
      self.label = label
    }

    package init(fields: inout ShapeReader) throws(FieldFault) {
      key = try fields.required("key", try fields.text("key", limit: Limits.messageBytes))
      label = try fields.required("label", try fields.text("label", limit: Limits.messageBytes))
    }

    package var json: JSON { JSON(fields: ["key": key.json, "label": label.json]) }
  }

  /// More than a server ever looked at.
  private static let mostActions = 64
  private static let mostHints = 64

  package var appName: String
  /// The number of the one whose place it takes; 0 for none.
  package var replaces: UInt32 = 0
  package var icon = ""
  package var summary: String
  package var body = ""
  package var actions: [Action] = []
  package var hints: [String: OtherHint] = [:]
  /// Milliseconds; -1 leaves it to the server, 0 is for ever.
  package var expireTimeout: Int32 = -1

  package init(appName: String, summary: String) {
    self.appName = appName
    self.summary = summary
  }

  package init(fields: inout ShapeReader) throws(FieldFault) {
    let bytes = Limits.messageBytes
    appName = try fields.required("appName", try fields.text("appName", limit: bytes))
    replaces = UInt32(clamping: try fields.int("replaces", in: 0...Int(UInt32.max)) ?? 0)
    icon = try fields.text("icon", limit: bytes) ?? ""
    summary = try fields.required("summary", try fields.text("summary", limit: bytes))
    body = try fields.text("body", limit: bytes) ?? ""
    actions = try fields.values("actions", limit: Self.mostActions) ?? []
    hints = try Self.hints(&fields)
    let range = Int64(Int32.min)...Int64(Int32.max)
    expireTimeout = Int32(clamping: try fields.int64("expireTimeout", in: range) ?? -1)
  }

  private static func hints(_ fields: inout ShapeReader) throws(FieldFault) -> [String: OtherHint] {
    guard case .object(let given)? = try fields.object("hints") else { return [:] }
    guard given.count <= mostHints else {
      throw fields.invalid("hints", "must have at most \(mostHints) fields")
    }
    var hints: [String: OtherHint] = [:]
    for field in given {
      switch field.value {
      case .string(let text): hints[field.name] = .string(text)
      case .bool(let flag): hints[field.name] = .flag(flag)
      case .int(let number): hints[field.name] = .integer(number)
      case .double(let number): hints[field.name] = .number(number)
      default: throw fields.invalid("hints", "must hold strings, numbers and booleans")
      }
    }
    return hints
  }

  package var json: JSON {
    JSON(fields: [
      "appName": appName.json, "replaces": replaces > 0 ? Int(replaces).json : nil,
      "icon": icon.isEmpty ? nil : icon.json, "summary": summary.json, "body": body.isEmpty ? nil : body.json,
      "actions": actions.isEmpty ? nil : .array(actions.map(\.json)),
      "hints": hints.isEmpty
        ? nil : .object(hints.sorted { $0.key < $1.key }.map { JSON.Field($0.key, $0.value.json) }),
      "expireTimeout": expireTimeout == -1 ? nil : Int(expireTimeout).json,
    ])
  }
}

extension OtherHint {
  fileprivate var json: JSON {
    switch self {
    case .string(let text): .string(text)
    case .integer(let number): .int(number)
    case .flag(let flag): .bool(flag)
    case .number(let number): .double(number)
    }
  }
}
