import Varlink

/// What Hyprland says of the window in front.
enum HyprlandWindows {
  /// The class alone: the event that tells of a change knows no process.
  static func focus(ofClass name: String) -> WindowFocus {
    name.isEmpty ? .none : .window(WindowIdentity(naming: [name]))
  }

  /// Of a line `activewindow>>CLASS,TITLE`, where a window without class has none; `nil` for other events.
  static func focus(inEvent line: [UInt8]) -> WindowFocus? {
    let text = String(decoding: line, as: UTF8.self)
    let event = "activewindow>>"
    guard text.hasPrefix(event) else { return nil }
    let parts = text.dropFirst(event.count).split(
      separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, parts.count == 2 else { return nil }
    // Windows can lack a class and have a title; without either there is no window.
    if name.isEmpty, !parts[1].isEmpty { return .window(WindowIdentity(names: [])) }
    return focus(ofClass: String(name))
  }

  /// Of the answer to `j/activewindow`: an object, without fields when there is no window; `nil` for anything else.
  static func focus(inAnswer bytes: [UInt8]) -> WindowFocus? {
    let repaired = Array(String(decoding: bytes, as: UTF8.self).utf8)
    guard let answer = try? JSON(parsing: repaired), case .object(let fields) = answer else { return nil }
    guard !fields.isEmpty else { return WindowFocus.none }
    guard case .string(let name)? = answer["class"] else { return nil }
    return .window(WindowIdentity(naming: [name]))
  }
}

/// Cuts what arrives in pieces into lines.
struct LineReader {
  struct TooLong: Error, Hashable {}

  /// Hyprland cuts what follows an event's name after 1,024 characters.
  static let longestLine = 8_192

  private var line: [UInt8] = []

  /// The lines that these bytes end, without their line breaks.
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
