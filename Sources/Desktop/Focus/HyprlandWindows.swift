import Varlink

/// Parses Hyprland's data about the window in the foreground.
enum HyprlandWindows {
  /// By the class alone: the event of a change does not name the process.
  static func focus(ofClass name: String) -> WindowFocus {
    name.isEmpty ? .none : .window(WindowIdentity(naming: [name]))
  }

  /// Parses a line `activewindow>>CLASS,TITLE`, in which the class may be empty; `nil` for other events. Looks at bytes:
  /// as characters, the comma and a combining mark with which a title begins are one.
  static func focus(inEvent line: [UInt8]) -> WindowFocus? {
    let event = Array("activewindow>>".utf8)
    guard line.starts(with: event) else { return nil }
    let data = line.dropFirst(event.count)
    guard let comma = data.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    let (name, title) = (data[..<comma], data[comma...].dropFirst())
    // A window may have a title and no class. Both are empty if there is no window.
    if name.isEmpty, !title.isEmpty { return .window(WindowIdentity(names: [])) }
    return focus(ofClass: String(decoding: name, as: UTF8.self))
  }

  /// Parses the answer to `j/activewindow`: an object, without fields when there is no window; `nil` for any other
  /// text.
  static func focus(inAnswer bytes: [UInt8]) -> WindowFocus? {
    let repaired = Array(String(decoding: bytes, as: UTF8.self).utf8)
    guard let answer = try? JSON(parsing: repaired), case .object(let fields) = answer else { return nil }
    guard !fields.isEmpty else { return WindowFocus.none }
    guard case .string(let name)? = answer["class"] else { return nil }
    return .window(WindowIdentity(naming: [name]))
  }
}

/// Splits a stream of bytes into lines.
struct LineReader {
  struct TooLong: Error, Hashable {}

  /// In bytes. Hyprland cuts an event's data after 1,024 characters.
  static let longestLine = 8_192

  private var line: [UInt8] = []

  /// The lines that are completed by these bytes, without line breaks.
  mutating func lines(with bytes: [UInt8]) throws(TooLong) -> [[UInt8]] {
    var parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let rest = parts.popLast() ?? []
    var lines: [[UInt8]] = []
    for part in parts {
      try append(part)
      lines.append(line)
      line = []
    }
    try append(rest)
    return lines
  }

  private mutating func append(_ part: ArraySlice<UInt8>) throws(TooLong) {
    guard line.count + part.count <= Self.longestLine else { throw TooLong() }
    line += part
  }
}
