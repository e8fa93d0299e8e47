import CSQLite

/// `found(text, needle)`: whether a text holds another, whatever the case of either. SQLite's own LIKE knows
/// the case of ASCII alone. The needle comes folded already (`SearchFunction.folded`).
///
/// Case is Unicode's (`lowercased()`); accents count, and composed and decomposed letters are different.
enum SearchFunction {
  static func folded(_ text: String) -> String { text.lowercased() }

  static func add(to database: Database) {
    sqlite3_create_function_v2(
      database.handle, "found", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nil,
      { context, count, values in
        guard count == 2, let values else { return sqlite3_result_int(context, 0) }
        let isFound = SearchFunction.found(SearchFunction.bytes(values[0]), SearchFunction.bytes(values[1]))
        sqlite3_result_int(context, isFound ? 1 : 0)
      }, nil, nil, nil)
  }

  private static func bytes(_ value: OpaquePointer?) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value)))
  }

  static func found(_ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>) -> Bool {
    // A needle of ASCII letters is found without decoding: the bytes of other letters are never among them.
    if needle.allSatisfy({ $0 < 0x80 }) { return contains(text, needle, folding: lowercasedASCII) }
    var folded = String(decoding: text, as: UTF8.self).lowercased()
    return folded.withUTF8 { contains($0, needle, folding: { $0 }) }
  }

  private static func lowercasedASCII(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private static func contains(
    _ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>, folding fold: (UInt8) -> UInt8
  ) -> Bool {
    guard needle.count <= text.count else { return false }
    return (0...(text.count - needle.count)).contains { start in
      needle.indices.allSatisfy { fold(text[start + $0]) == needle[$0] }
    }
  }
}
