import NotificationModel

/// Text in the cells of a terminal: what every terminal measures alike, and nothing that one would obey.
///
/// Some terminals draw an emoji that is joined of several, or made coloured by a selector, in the cells of one, others in
/// those of all its parts; nobody can know. So only its first part is shown, and the cells behind it stay where they are.
struct CellText: Equatable {
  let text: String
  /// In cells.
  let width: Int

  /// `raw`: may be any app's; in one line, and at most so many cells of it, with a sign where something is missing. What
  /// comes behind them is not looked at: a list shows the beginnings of long texts, with every key anew.
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

  /// At most so many cells of it, with a sign where something is missing.
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

  /// The end of it, at most so many cells: what was typed last is to be seen.
  func end(_ columns: Int) -> CellText {
    var (kept, width): ([Cell], Int) = ([], 0)
    for cell in text.compactMap(Cell.init).reversed() {
      guard width + cell.width <= columns else { break }
      kept.append(cell)
      width += cell.width
    }
    return CellText(cells: kept.reversed())
  }

  /// Its lines, each broken between words, or within one that is longer than a line.
  static func lines(_ raw: String, columns: Int) -> [CellText] {
    visible(raw, keepingLines: true).split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      line in
      CellText(cells: line.compactMap(Cell.init)).text.wrapped(columns: max(columns, 2)).map {
        CellText(cells: $0.compactMap(Cell.init))
      }
    }
  }
}

/// One character as cells show it.
private struct Cell {
  let text: String
  let width: Int

  /// As many marks as one cell of ncurses holds beside its character.
  private static let mostMarks = 4

  init(text: String, width: Int) {
    self.text = text
    self.width = width
  }

  /// `nil` for what shows nothing.
  init?(_ character: Character) {
    var (shown, width, marks) = (String.UnicodeScalarView(), 0, 0)
    for scalar in character.drawnScalars {
      let columns = scalar.displayWidth
      marks = columns == 0 ? marks + 1 : 0
      // A mark needs something to stand on.
      if columns == 0, width == 0 || marks > Self.mostMarks { continue }
      shown.append(scalar.properties.generalCategory == .unassigned ? "\u{FFFD}" : scalar)
      width += columns
    }
    guard width > 0 else { return nil }
    self.init(text: String(shown), width: width)
  }
}
