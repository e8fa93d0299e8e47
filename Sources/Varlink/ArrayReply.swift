/// A last reply with one long array, written element by element: what would take long to write at once.
package struct ArrayReply {
  private var bytes: [UInt8]
  private var isEmpty = true

  package init(_ field: String) {
    bytes = Array(#"{"parameters":{"#.utf8)
    JSON.string(field).append(to: &bytes)
    bytes.append(contentsOf: ":[".utf8)
  }

  /// Adds an element, unless the array would then have more than so many bytes. Whether it was added.
  package mutating func append(_ element: JSON, limit: Int) -> Bool {
    let count = bytes.count
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    element.append(to: &bytes)
    guard bytes.count <= limit else {
      bytes.removeLast(bytes.count - count)
      return false
    }
    isEmpty = false
    return true
  }

  /// The whole message with its NUL, and with these fields behind the array.
  package consuming func message(_ fields: [JSON.Field]) -> [UInt8] {
    bytes.append(UInt8(ascii: "]"))
    for field in fields {
      bytes.append(UInt8(ascii: ","))
      JSON.string(field.name).append(to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      field.value.append(to: &bytes)
    }
    bytes.append(contentsOf: "}}\0".utf8)
    return bytes
  }
}
