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
