import NotificationModel

/// Text in the cells of a terminal: only characters that all terminals measure alike, without control characters.
///
/// Terminals differ in the width of an emoji that is joined of several or coloured by a selector. So only its first
/// part is shown, and the cells after it stay aligned.
struct CellText: Equatable {
  let text: String
  /// In cells.
  let width: Int

  /// `raw`: text of any app. Becomes one line of at most `columns` cells, with an ellipsis if cut. Only the beginning
  /// is read, since a list shows the beginnings of long texts again at every key.
  init(_ raw: some Sequence<Character>, columns: Int = .max) {
    var (shown, width): ([Cell], Int) = ([], 0)
    for cell in raw.lazy.flatMap({ visible(String($0)) }).compactMap(Cell.init) {
      shown.append(cell)
      width += cell.width
      if width > columns { break }
    }
    self = CellText(cells: shown).cut(to: columns)
  }

  private init(cells: some Sequence<Cell>) {
    var (text, width) = ("", 0)
    for cell in cells {
      text += cell.text
      width += cell.width
    }
    self.text = text
    self.width = width
  }

  /// The first cells, with an ellipsis if cut.
  func cut(to columns: Int) -> CellText {
    guard width > columns else { return self }
    guard columns > 0 else { return CellText("") }
    var (kept, width): ([Cell], Int) = ([], 0)
    for cell in text.compactMap(Cell.init) {
      guard width + cell.width < columns else { break }
      kept.append(cell)
      width += cell.width
    }
    return CellText(cells: kept + [Cell(text: "…", width: 1)])
  }

  /// The last cells, so that the text typed last is visible.
  func end(_ columns: Int) -> CellText {
    var (kept, width): ([Cell], Int) = ([], 0)
    for cell in text.compactMap(Cell.init).reversed() {
      guard width + cell.width <= columns else { break }
      kept.append(cell)
      width += cell.width
    }
    return CellText(cells: kept.reversed())
  }

  /// The lines, broken between words, or within a word that is longer than a line.
  static func lines(_ raw: String, columns: Int) -> [CellText] {
    visible(raw, keepingLines: true).split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      line in
      CellText(cells: line.compactMap(Cell.init)).text.wrapped(columns: max(columns, 2)).map {
        CellText(cells: $0.compactMap(Cell.init))
      }
    }
  }
}

/// A character in its cells.
private struct Cell {
  let text: String
  let width: Int

  /// The combining marks that one cell of ncurses holds.
  private static let mostMarks = 4

  init(text: String, width: Int) {
    self.text = text
    self.width = width
  }

  /// `nil` for a character without width.
  init?(_ character: Character) {
    var (shown, width, marks) = (String.UnicodeScalarView(), 0, 0)
    for scalar in character.drawnScalars {
      let columns = scalar.displayWidth
      marks = columns == 0 ? marks + 1 : 0
      // A mark needs a base character.
      if columns == 0, width == 0 || marks > Self.mostMarks { continue }
      shown.append(scalar.properties.generalCategory == .unassigned ? "\u{FFFD}" : scalar)
      width += columns
    }
    guard width > 0 else { return nil }
    self.init(text: String(shown), width: width)
  }
}
