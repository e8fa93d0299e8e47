/// The areas of the list and the page: side by side if both are readable, otherwise one on top of the other.
struct ScreenLayout {
  /// `nil` if a page covers the list.
  let list: Range<Int>?
  let page: Range<Int>
  /// The rows between head and foot.
  let rows: Range<Int>
  /// `rows`, less a title if the list is beside the page.
  let pageRows: Range<Int>

  /// Below this width, use one column.
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

/// The style of a part of the screen; a terminal renders it as far as it can.
enum Look: Equatable {
  case plain, dim, bold, heading, selected, bar, notice
}

/// The effect of a click on a part of the screen.
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

/// The whole screen, independent of any terminal.
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
  /// The spans of each row.
  private(set) var lines: [[Span]]
  /// The position of typed text.
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

  /// Puts a text at this place, cut at `end`; returns the column after it.
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

  /// Fills the columns up to `end` with blanks in this style.
  mutating func fill(row: Int, column: Int, end: Int, look: Look) {
    guard end > column else { return }
    put(CellText(String(repeating: " ", count: end - column)), row: row, column: column, end: end, look: look)
  }

  mutating func mark(row: Int, _ columns: Range<Int>, _ target: Target) {
    places.append(Place(row: row, columns: columns, target: target))
  }

  mutating func setCursor(row: Int, column: Int) { cursor = (row, min(column, max(0, size.columns - 1))) }

  /// The target that was marked last at this place.
  func target(row: Int, column: Int) -> Target? {
    places.last { $0.row == row && $0.columns.contains(column) }?.target
  }

  /// The plain text of the screen, for tests.
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
