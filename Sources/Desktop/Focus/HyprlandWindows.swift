import Varlink

/// Parses Hyprland's data about the window in the foreground.
enum HyprlandWindows {
  /// By the class alone: the event of a change does not name the process.
  static func focus(ofClass name: String) -> WindowFocus {
    name.isEmpty ? .none : .window(WindowIdentity(naming: [name]))
  }

  /// Parses a line `activewindow>>CLASS,TITLE`, in which the class may be empty; `nil` for other events.
  static func focus(inEvent line: [UInt8]) -> WindowFocus? {
    let text = String(decoding: line, as: UTF8.self)
    let event = "activewindow>>"
    guard text.hasPrefix(event) else { return nil }
    let parts = text.dropFirst(event.count).split(
      separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, parts.count == 2 else { return nil }
    // A window may have a title and no class. Both are empty if there is no window.
    if name.isEmpty, !parts[1].isEmpty { return .window(WindowIdentity(names: [])) }
    return focus(ofClass: String(name))
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
      lines.append(line + part)
      line = []
    }
    line += rest
    guard line.count <= Self.longestLine else { throw TooLong() }
    return lines
  }
}
