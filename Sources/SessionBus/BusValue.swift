import CNotify

/// A value as it travels on the bus: the types that notification servers and the bus itself use, and no others.
/// What comes from a peer is read by its actual type, never by the expected one.
public enum BusValue: Hashable, Sendable {
  case string(String)
  case strings([String])
  case byte(UInt8)
  case int32(Int32)
  case uint32(UInt32)
  case bool(Bool)
  /// A type that nothing here reads.
  case other

  /// Far more capabilities, or names of services, than any desktop has.
  private static let arrayBound = 4_096

  /// The value as a new, floating GVariant: whoever it is handed to takes it over.
  public func variant() -> OpaquePointer? {
    switch self {
    case .string(let text): g_variant_new_string(text)
    case .byte(let number): g_variant_new_byte(number)
    case .int32(let number): g_variant_new_int32(number)
    case .uint32(let number): g_variant_new_uint32(number)
    case .bool(let flag): g_variant_new_boolean(flag ? 1 : 0)
    case .strings(let texts): Self.array(texts)
    case .other: nil
    }
  }

  private static func array(_ texts: [String]) -> OpaquePointer? {
    let type = g_variant_type_new("s")
    defer { g_variant_type_free(type) }
    var children: [OpaquePointer?] = texts.map { g_variant_new_string($0) }
    return g_variant_new_array(type, &children, gsize(children.count))
  }

  /// The arguments of a call, as a floating tuple.
  static func tuple(_ values: [BusValue]) -> OpaquePointer? {
    var children = values.map { $0.variant() }
    return g_variant_new_tuple(&children, gsize(children.count))
  }

  /// The elements of a message's body; empty for none.
  static func values(of tuple: OpaquePointer?) -> [BusValue] {
    guard let tuple else { return [] }
    return (0..<min(g_variant_n_children(tuple), gsize(arrayBound))).map { index in
      let child = g_variant_get_child_value(tuple, index)
      defer { g_variant_unref(child) }
      return BusValue(reading: child)
    }
  }

  private init(reading value: OpaquePointer?) {
    switch value.flatMap({ g_variant_get_type_string($0) }).map({ String(cString: $0) }) {
    case "s": self = .string(String(cString: g_variant_get_string(value, nil)))
    case "y": self = .byte(g_variant_get_byte(value))
    case "i": self = .int32(g_variant_get_int32(value))
    case "u": self = .uint32(g_variant_get_uint32(value))
    case "b": self = .bool(g_variant_get_boolean(value) != 0)
    case "as":
      self = .strings(
        Self.values(of: value).compactMap { if case .string(let text) = $0 { text } else { nil } })
    default: self = .other
    }
  }
}
