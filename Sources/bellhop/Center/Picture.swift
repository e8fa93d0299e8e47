import NotificationModel

/// Where the list and what is open have their places: one beside the other where both can be read, else one in front of
/// the other.
struct Stage {
  /// `nil` where something is open in front of it.
  let list: Range<Int>?
  let page: Range<Int>
  /// Between head and foot.
  let rows: Range<Int>
  /// The same, but for a title where the list is beside it.
  let pageRows: Range<Int>

  /// Narrower than this, two columns of text are none.
  static let wide = 100

  init(of state: CenterState) {
    let columns = max(0, state.size.columns)
    rows = 1..<max(1, state.size.rows - 1)
    if columns >= Self.wide {
      let middle = columns * 45 / 100
      list = 0..<middle
      page = (middle + 3)..<columns
      pageRows = min(2, rows.upperBound)..<rows.upperBound
    } else {
      list = state.pages.isEmpty ? 0..<columns : nil
      page = min(1, columns)..<columns
      pageRows = rows
    }
  }
}

/// How a part of the screen looks; a terminal shows of it what it can.
enum Look: Equatable {
  case plain, dim, bold, heading, selected, bar, notice
}

/// What a click on a part of the screen means.
enum Target: Equatable {
  case row(Int)
  case key(Key)
}

/// A piece of a line.
struct Span: Equatable {
  var column: Int
  let text: CellText
  let look: Look

  var end: Int { column + text.width }
}

/// The whole screen, before any terminal has it.
struct Picture: Equatable {
  struct Size: Equatable {
    var rows: Int
    var columns: Int
  }

  private struct Place: Equatable {
    let row: Int
    let columns: Range<Int>
    let target: Target
  }

  let size: Size
  /// One for each row of the screen.
  private(set) var lines: [[Span]]
  /// Where something is typed.
  private(set) var cursor: (row: Int, column: Int)?
  private var places: [Place] = []

  static func == (one: Picture, other: Picture) -> Bool {
    one.size == other.size && one.lines == other.lines && one.places == other.places
      && one.cursor?.row == other.cursor?.row && one.cursor?.column == other.cursor?.column
  }

  init(size: Size) {
    self.size = size
    lines = Array(repeating: [], count: max(0, size.rows))
  }

  /// Puts a text at this place, as much of it as there is room for up to `end`; returns the column behind it.
  @discardableResult
  mutating func put(
    _ text: CellText, row: Int, column: Int, end: Int? = nil, look: Look = .plain, target: Target? = nil
  ) -> Int {
    let room = min(end ?? size.columns, size.columns) - column
    guard lines.indices.contains(row), room > 0, text.width > 0 else { return column }
    let span = Span(column: column, text: text.cut(to: room), look: look)
    lines[row].append(span)
    if let target { mark(row: row, span.column..<span.end, target) }
    return span.end
  }

  /// Fills from here to `end` with blanks, which a look may be seen by.
  mutating func fill(row: Int, column: Int, end: Int, look: Look) {
    guard end > column else { return }
    put(CellText(String(repeating: " ", count: end - column)), row: row, column: column, end: end, look: look)
  }

  mutating func mark(row: Int, _ columns: Range<Int>, _ target: Target) {
    places.append(Place(row: row, columns: columns, target: target))
  }

  mutating func setCursor(row: Int, column: Int) { cursor = (row, min(column, max(0, size.columns - 1))) }

  /// What was put last there counts.
  func target(row: Int, column: Int) -> Target? {
    places.last { $0.row == row && $0.columns.contains(column) }?.target
  }

  /// As somebody sees it, without looks.
  var text: String {
    lines.map { spans in
      var (line, width) = ("", 0)
      for span in spans.sorted(by: { $0.column < $1.column }) {
        line += String(repeating: " ", count: max(0, span.column - width)) + span.text.text
        width = max(width, span.column) + span.text.width
      }
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}

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
