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
