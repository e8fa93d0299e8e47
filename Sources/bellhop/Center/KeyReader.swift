import Wording

/// A key, or a turn of the mouse's wheel.
enum Key: Hashable {
  /// A key that types this character.
  case character(Character)
  /// This character with Ctrl.
  case control(Character)
  case up, down, left, right, pageUp, pageDown, home, end
  case enter, escape, backspace, delete
  case wheelUp, wheelDown

  /// The name of the key in the help.
  func name(_ words: CenterWording) -> String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let character): "Ctrl-\(character)"
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .pageUp: "Page Up"
    case .pageDown: "Page Down"
    case .home: "Home"
    case .end: "End"
    case .enter: "Enter"
    case .escape: "Esc"
    case .backspace: "Backspace"
    case .delete: "Delete"
    case .wheelUp: words.wheelUp
    case .wheelDown: words.wheelDown
    }
  }
}

/// The input of a terminal.
enum Input: Equatable {
  case key(Key)
  case click(row: Int, column: Int)
  /// Pasted text in one line; a long one comes in parts.
  case pasted(String)
}

/// Decodes keys from a terminal's bytes. An unknown sequence is ignored as a whole: its letters and digits are no keys.
struct KeyReader {
  private enum State {
    case plain
    /// After Esc, which is the key itself unless more follows at once.
    case escape
    /// After Esc and `[` or `O`, with the characters so far; ends with a letter or `~`.
    case sequence(String)
  }

  // Switches bracketed paste on and off, and marks its ends.
  static let startPasting = "\u{1b}[?2004h"
  static let endPasting = "\u{1b}[?2004l"
  private static let pasteBegins = "200"
  private static let pasteEnds = "201"
  /// Longer sequences are unknown: only their end is looked for.
  private static let longestKnown = 8

  private var state = State.plain
  private var inputs: [Input] = []
  /// `nil` outside of a paste.
  private var pasted: String?

  /// Handles a key or a click that ncurses recognised.
  mutating func consume(_ input: Input) {
    if case .escape = state {
      // The second half of Alt and a key, as some terminals send it.
      state = .plain
    } else if pasted == nil {
      state = .plain
      inputs.append(input)
    }
  }

  mutating func consume(_ scalar: Unicode.Scalar) {
    switch (state, scalar) {
    case (.escape, "\u{1b}"): if pasted == nil { inputs.append(.key(.escape)) }
    case (_, "\u{1b}"): state = .escape
    case (.escape, "["), (.escape, "O"): state = .sequence("")
    // Alt and a character.
    case (.escape, _): state = .plain
    case (.sequence(let text), " "..."?"):
      if text.utf8.count < Self.longestKnown { state = .sequence(text + String(scalar)) }
    case (.sequence(let text), _):
      state = .plain
      if scalar == "~" { end(sequence: text) }
    case (.plain, _): type(scalar)
    }
  }

  private mutating func end(sequence: String) {
    switch sequence {
    case Self.pasteBegins: pasted = pasted ?? ""
    case Self.pasteEnds:
      handOverPasted()
      pasted = nil
    default: break
    }
  }

  private mutating func type(_ scalar: Unicode.Scalar) {
    guard pasted == nil else {
      pasted?.unicodeScalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
      return
    }
    if let key = Self.key(scalar) { inputs.append(.key(key)) }
  }

  private mutating func handOverPasted() {
    guard let text = pasted, !text.isEmpty else { return }
    inputs.append(.pasted(text))
    pasted = ""
  }

  /// The inputs so far. Called once no more bytes are there, so a pending Esc is the key itself.
  mutating func read() -> [Input] {
    if case .escape = state, pasted == nil {
      inputs.append(.key(.escape))
      state = .plain
    }
    handOverPasted()
    defer { inputs = [] }
    return inputs
  }

  private static func key(_ scalar: Unicode.Scalar) -> Key? {
    switch scalar.value {
    case 10, 13: .enter
    case 8, 127: .backspace
    case 1..<27: Unicode.Scalar(scalar.value + 0x40).map { .control(Character($0)) }
    case 0..<32, 128..<160: nil
    default: .character(Character(scalar))
    }
  }
}
