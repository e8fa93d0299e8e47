import BusWire
import CNotify

extension BusValue {
  /// The value as a new, floating GVariant; the function that receives it becomes its owner. A value that D-Bus cannot
  /// carry becomes an empty structure: no receiver expects that type, so the call fails and the process goes on.
  func variant() -> OpaquePointer? {
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
    case .dictionary(let entries): Self.array(of: "{sv}", BusValue.entries(of: entries))
    case .array(let type, let elements): Self.array(of: type, elements)
    case .structure(let elements): Self.tuple(elements)
    case .variant(let value): g_variant_new_variant(value.variant())
    }
  }

  /// The arguments of a call, as a floating tuple.
  static func tuple(_ values: [BusValue]) -> OpaquePointer? {
    var children = values.map { $0.variant() }
    return g_variant_new_tuple(&children, gsize(children.count))
  }

  /// Elements of another type would end the process, so they are checked first.
  private static func array(of type: String, _ elements: [BusValue]) -> OpaquePointer? {
    let isDictionary = type.hasPrefix("{")
    let wanted = isDictionary ? "(\(type.dropFirst().dropLast()))" : type
    guard g_variant_type_string_is_valid(type) != 0, elements.allSatisfy({ $0.signature == wanted })
    else { return tuple([]) }
    let elementType = g_variant_type_new(type)
    defer { g_variant_type_free(elementType) }
    var children = elements.map { element in
      guard isDictionary, case .structure(let pair) = element, pair.count == 2 else {
        return element.variant()
      }
      return g_variant_new_dict_entry(pair[0].variant(), pair[1].variant())
    }
    return g_variant_new_array(elementType, &children, gsize(children.count))
  }

  /// The elements of a message's body or of an array, at most `mostValues`; empty for `nil`. Servers and the bus answer
  /// with texts, numbers and properties; a value of any other type is read as an empty structure.
  static func values(of container: OpaquePointer?) -> [BusValue] {
    guard let container else { return [] }
    return (0..<min(g_variant_n_children(container), gsize(mostValues))).map { index in
      let child = g_variant_get_child_value(container, index)
      defer { g_variant_unref(child) }
      return switch child.flatMap({ g_variant_get_type_string($0) }).map({ String(cString: $0) }) {
      case "s": .string(String(cString: g_variant_get_string(child, nil)))
      case "u": .uint32(g_variant_get_uint32(child))
      case "as": .list(of: "s", values(of: child))
      case "v": .variant(values(of: child).first ?? .structure([]))
      case "{sv}": .structure(values(of: child))
      case "a{sv}": .list(of: "{sv}", values(of: child))
      default: .structure([])
      }
    }
  }
}

extension BusError {
  /// Reads an error of GLib's and frees it.
  init(taking error: UnsafeMutablePointer<GError>?) {
    guard let error else {
      self = .disconnected
      return
    }
    defer { g_error_free(error) }
    if g_error_matches(error, g_io_error_quark(), Int32(bitPattern: G_IO_ERROR_TIMED_OUT.rawValue)) != 0 {
      self = .timedOut
    } else if let name = g_dbus_error_get_remote_error(error) {
      defer { g_free(name) }
      self = .refused(String(cString: name))
    } else {
      self = .disconnected
    }
  }
}
