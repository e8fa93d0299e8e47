import Wording

/// A key of the person's, or a turn of the mouse's wheel.
enum Key: Hashable {
  /// What it types.
  case character(Character)
  /// With Ctrl.
  case control(Character)
  case up, down, left, right, pageUp, pageDown, home, end
  case enter, escape, backspace, delete
  case wheelUp, wheelDown

  /// As the help calls it.
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

/// What the person did.
enum Input: Equatable {
  case key(Key)
  case click(row: Int, column: Int)
  /// In one line; a long one comes in pieces.
  case pasted(String)
}

/// Keys from what a terminal sends. A sequence that nothing is known of presses none: its letters and digits are no keys.
struct KeyReader {
  private enum State {
    case plain
    /// Behind an Esc: the key itself, unless more comes with it.
    case escape
    /// Behind Esc and `[` or `O`: up to a letter or `~`, and these are what has come of it.
    case sequence(String)
  }

  // What terminals set around what is pasted, once they are asked to.
  static let startPasting = "\u{1b}[?2004h"
  static let endPasting = "\u{1b}[?2004l"
  private static let pasteBegins = "200"
  private static let pasteEnds = "201"
  /// Of longer ones nothing is kept but that they go on.
  private static let longestKnown = 8

  private var state = State.plain
  private var inputs: [Input] = []
  /// `nil` where nothing is being pasted.
  private var pasted: String?

  /// A key or a click that the terminal's description knows.
  mutating func consume(_ input: Input) {
    if case .escape = state {
      // With Alt, as some terminals tell it.
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
    // With Alt.
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

  /// All of it, once nothing more is there for now.
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
    case 0..<32: nil
    default: .character(Character(scalar))
    }
  }
}
