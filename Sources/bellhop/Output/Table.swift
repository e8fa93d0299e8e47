import NotificationModel

/// Rows of cells in aligned columns, two blanks apart; the last column is not padded.
struct Table {
  var header: [String] = []
  var rows: [[String]] = []
  /// Right-aligned columns, for numbers.
  var rightAligned: Set<Int> = []
  /// True if a last cell that is too long for the terminal continues in further lines.
  var wrapsLast = false

  /// The least width of the last column: a few words.
  private static let leastRoom = 20

  /// `columns`: lines are cut to this width; `nil` cuts none. In plain style, a row is one line with the column's name
  /// at each cell.
  func text(style: Style, columns: Int? = nil) -> String {
    if style.isPlain { return rows.map { plain($0) + "\n" }.joined() }
    let all = (header.isEmpty ? [] : [header]) + rows
    var widths: [Int] = []
    for row in all {
      for (index, cell) in row.enumerated() {
        if index == widths.count { widths.append(0) }
        widths[index] = max(widths[index], cell.displayWidth)
      }
    }
    return all.enumerated().map { position, row in
      let isHeader = position == 0 && !header.isEmpty
      let lines =
        wrapsLast ? linesWrappingLast(row, widths: widths, columns: columns) : [line(row, widths: widths)]
      return lines.map { line in
        let shown = columns.map { cut(line, to: $0) } ?? line
        return (isHeader ? style.dim(shown) : shown) + "\n"
      }.joined()
    }.joined()
  }

  /// The lines of a row. A long last cell continues in its own column, or below the row if the column is too narrow.
  private func linesWrappingLast(_ row: [String], widths: [Int], columns: Int?) -> [String] {
    let indent = widths.dropLast().reduce(0) { $0 + $1 + 2 }
    let room = columns.map { $0 - indent }
    let cell = row.last ?? ""
    if let columns, let room, room < Self.leastRoom, cell.displayWidth > room {
      return [line(row.dropLast() + [""], widths: widths)]
        + wrapped(cell, to: columns - 4).map { "    " + $0 }
    }
    let last = wrapped(cell, to: room)
    return last.enumerated().map { position, text in
      let others = row.dropLast().map { position == 0 ? $0 : "" }
      return line(others + [text], widths: widths)
    }
  }

  private func plain(_ row: [String]) -> String {
    guard !header.isEmpty else { return row.joined(separator: " ") }
    return zip(header, row).filter { !$1.isEmpty }.map { "\($0.lowercased()): \($1)" }.joined(separator: ", ")
  }

  private func line(_ row: [String], widths: [Int]) -> String {
    let cells = row.enumerated().map { index, cell in
      let padding = String(repeating: " ", count: widths[index] - cell.displayWidth)
      if rightAligned.contains(index) { return padding + cell }
      return index == row.count - 1 ? cell : cell + padding
    }
    let line = cells.joined(separator: "  ")
    let blanks = line.utf8.reversed().prefix { $0 == UInt8(ascii: " ") }.count
    return String(decoding: line.utf8.dropLast(blanks), as: UTF8.self)
  }
}

extension Table {
  /// A table with a line for each name and its value.
  init(facts: [[String]]) { self.init(rows: facts.map { ["\($0.first ?? ""):", $0.last ?? ""] }) }
}

/// A body cut to the limits of bodies, so that an overlong one can be posted all the same.
struct FittedBody {
  let text: String
  /// A sentence about the cut; `nil` without one.
  let remark: String?

  private static let mark = "…"

  /// `count`: the number of all bytes, if `whole` is only the beginning.
  init(_ whole: String, of count: Int? = nil) {
    var lines = whole.split(omittingEmptySubsequences: false) {
      $0.unicodeScalars.first?.endsLine == true
    }
    // A final line break begins no further line.
    if lines.count > 1, lines.last == "" { lines.removeLast() }
    let first = lines.prefix(Limits.bodyLines).joined(separator: "\n")
    if first.utf8.count > Limits.bodyBytes {
      remark = "the body had \(count ?? whole.utf8.count) bytes and was cut to \(Limits.bodyBytes)"
    } else if let count {
      remark =
        "the body had \(count) bytes and was cut to its first \(min(lines.count, Limits.bodyLines)) lines"
    } else if lines.count > Limits.bodyLines {
      remark = "the body had \(lines.count) lines and was cut to \(Limits.bodyLines)"
    } else {
      (text, remark) = (first, nil)
      return
    }
    text = first.cut(toBytes: Limits.bodyBytes - Self.mark.utf8.count) + Self.mark
  }
}
