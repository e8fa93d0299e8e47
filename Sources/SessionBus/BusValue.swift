package import BusWire
import CNotify

extension BusValue {
  /// The value as a new, floating GVariant: whoever it is handed to takes it over. What cannot be sent is an
  /// empty structure, which nobody expects: the call fails, and the process does not.
  package func variant() -> OpaquePointer? {
    switch self {
    case .string(let text): g_variant_new_string(text)
    case .objectPath(let text):
      g_variant_is_object_path(text) != 0 ? g_variant_new_object_path(text) : Self.tuple([])
    case .signature(let text):
      g_variant_is_signature(text) != 0 ? g_variant_new_signature(text) : Self.tuple([])
    case .byte(let number): g_variant_new_byte(number)
    case .int16(let number): g_variant_new_int16(number)
    case .uint16(let number): g_variant_new_uint16(number)
    case .int32(let number): g_variant_new_int32(number)
    case .uint32(let number): g_variant_new_uint32(number)
    case .int64(let number): g_variant_new_int64(gint64(number))
    case .uint64(let number): g_variant_new_uint64(guint64(number))
    case .double(let number): g_variant_new_double(number)
    case .bool(let flag): g_variant_new_boolean(flag ? 1 : 0)
    case .strings(let texts): Self.array(of: "s", texts.map { .string($0) })
    case .dictionary(let entries): Self.dictionary(entries)
    case .array(let type, let elements): Self.array(of: type, elements)
    case .structure(let elements): Self.tuple(elements)
    case .variant(let value): g_variant_new_variant(value.variant())
    case .written(let type, let text): Self.parsed(type, text) ?? Self.tuple([])
    case .descriptor: Self.tuple([])
    }
  }

  /// `nil` where the text is none of this type.
  package init?(type: String, text: String) {
    guard let value = Self.parsed(type, text) else { return nil }
    g_variant_unref(g_variant_ref_sink(value))
    self = .written(type: type, text)
  }

  /// A new, floating value.
  private static func parsed(_ type: String, _ text: String) -> OpaquePointer? {
    guard g_variant_type_string_is_valid(type) != 0 else { return nil }
    let wanted = g_variant_type_new(type)
    defer { g_variant_type_free(wanted) }
    guard let value = g_variant_parse(wanted, text, nil, nil, nil) else { return nil }
    defer { g_variant_unref(value) }
    let bytes = g_variant_get_data_as_bytes(value)
    defer { g_bytes_unref(bytes) }
    return g_variant_new_from_bytes(wanted, bytes, 1)
  }

  private static func array(of type: String, _ elements: [BusValue]) -> OpaquePointer? {
    guard g_variant_type_string_is_valid(type) != 0 else { return tuple([]) }
    let type = g_variant_type_new(type)
    defer { g_variant_type_free(type) }
    var children = elements.map { $0.variant() }
    return g_variant_new_array(type, &children, gsize(children.count))
  }

  private static func dictionary(_ entries: [String: BusValue]) -> OpaquePointer? {
    let type = g_variant_type_new("{sv}")
    defer { g_variant_type_free(type) }
    var children = entries.map { key, value in
      g_variant_new_dict_entry(g_variant_new_string(key), g_variant_new_variant(value.variant()))
    }
    return g_variant_new_array(type, &children, gsize(children.count))
  }

  /// The arguments of a call, as a floating tuple.
  static func tuple(_ values: [BusValue]) -> OpaquePointer? {
    var children = values.map { $0.variant() }
    return g_variant_new_tuple(&children, gsize(children.count))
  }

  /// The elements of a message's body, or of any container; empty for none.
  static func values(of container: OpaquePointer?) -> [BusValue] {
    guard let container else { return [] }
    return (0..<min(g_variant_n_children(container), gsize(mostElements))).map { index in
      let child = g_variant_get_child_value(container, index)
      defer { g_variant_unref(child) }
      return BusValue(reading: child)
    }
  }

  private init(reading value: OpaquePointer?) {
    let type = value.flatMap { g_variant_get_type_string($0) }.map { String(cString: $0) } ?? ""
    switch type {
    case "s": self = .string(String(cString: g_variant_get_string(value, nil)))
    case "o": self = .objectPath(String(cString: g_variant_get_string(value, nil)))
    case "g": self = .signature(String(cString: g_variant_get_string(value, nil)))
    case "y": self = .byte(g_variant_get_byte(value))
    case "n": self = .int16(g_variant_get_int16(value))
    case "q": self = .uint16(g_variant_get_uint16(value))
    case "i": self = .int32(g_variant_get_int32(value))
    case "u": self = .uint32(g_variant_get_uint32(value))
    case "x": self = .int64(Int64(g_variant_get_int64(value)))
    case "t": self = .uint64(UInt64(g_variant_get_uint64(value)))
    case "d": self = .double(g_variant_get_double(value))
    case "b": self = .bool(g_variant_get_boolean(value) != 0)
    case "h": self = .descriptor(UInt32(bitPattern: g_variant_get_handle(value)))
    case "as":
      self = .strings(
        Self.values(of: value).compactMap { if case .string(let text) = $0 { text } else { nil } })
    case "a{sv}":
      let entries = Self.values(of: value).compactMap { entry -> (String, BusValue)? in
        guard case .structure(let pair) = entry, pair.count == 2, case .string(let key) = pair[0],
          case .variant(let value) = pair[1]
        else { return nil }
        return (key, value)
      }
      self = .dictionary(Dictionary(entries) { first, _ in first })
    case "v": self = .variant(Self.values(of: value).first ?? .structure([]))
    case _ where type.hasPrefix("a"): self = .array(of: String(type.dropFirst()), Self.values(of: value))
    default: self = .structure(Self.values(of: value))
    }
  }
}
