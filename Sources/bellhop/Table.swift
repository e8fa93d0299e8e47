/// Rows of cells in aligned columns, two blanks apart; the last column is as long as it is.
struct Table {
  var header: [String] = []
  var rows: [[String]] = []
  /// Columns whose cells stand at the right, for numbers.
  var rightAligned: Set<Int> = []

  /// `columns`: what is longer than a line of that width is cut; `nil` cuts nothing. Plain, a row is a line in which each
  /// cell has its column's name.
  func text(style: Style, columns: Int? = nil) -> String {
    if style.isPlain { return rows.map { plain($0) + "\n" }.joined() }
    let all = (header.isEmpty ? [] : [header]) + rows
    var widths: [Int] = []
    for row in all {
      for (index, cell) in row.enumerated() {
        if index == widths.count { widths.append(0) }
        widths[index] = max(widths[index], displayWidth(cell))
      }
    }
    return all.enumerated().map { position, row in
      let whole = self.line(row, widths: widths)
      let line = columns.map { cut(whole, to: $0) } ?? whole
      return (position == 0 && !header.isEmpty ? style.dim(line) : line) + "\n"
    }.joined()
  }

  private func plain(_ row: [String]) -> String {
    guard !header.isEmpty else { return row.joined(separator: " ") }
    return zip(header, row).filter { !$1.isEmpty }.map { "\($0.lowercased()): \($1)" }.joined(separator: ", ")
  }

  private func line(_ row: [String], widths: [Int]) -> String {
    let cells = row.enumerated().map { index, cell in
      let padding = String(repeating: " ", count: widths[index] - displayWidth(cell))
      if rightAligned.contains(index) { return padding + cell }
      return index == row.count - 1 ? cell : cell + padding
    }
    let line = cells.joined(separator: "  ")
    return String(line.reversed().drop { $0 == " " }.reversed())
  }
}
