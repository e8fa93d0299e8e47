import TestSupport

/// The tables of the page about every guideline.
struct GuidelineTable {
  static let path = "Sources/Guidelines/Guidelines.docc/EveryGuideline.md"
  static let none = "—"

  struct Line {
    let guideline: String
    /// As they stand in backquotes, or a dash.
    let nameCell: String
    let effect: String
    let proof: String

    var hasNames: Bool { nameCell != GuidelineTable.none }
    var names: [String] {
      nameCell.split(separator: ", ").compactMap { cell in
        cell.count > 2 && cell.hasPrefix("`") && cell.hasSuffix("`")
          ? String(cell.dropFirst().dropLast()) : nil
      }
    }
  }

  /// Every line of a table but its two first, cell by cell.
  let rows: [[String]]
  var lines: [Line] {
    rows.filter { $0.count == 4 }.map {
      Line(guideline: $0[0], nameCell: $0[1], effect: $0[2], proof: $0[3])
    }
  }

  init() {
    var rows: [[String]] = []
    var depth = 0
    let text = PackageFiles.contents(of: Self.path) ?? ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      depth = line.hasPrefix("|") ? depth + 1 : 0
      if depth > 2 { rows.append(Self.cells(line)) }
    }
    self.rows = rows
  }

  private static func cells(_ line: Substring) -> [String] {
    line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map { cell in
      let begun = cell.drop { $0 == " " }
      return String(begun[..<(begun.lastIndex { $0 != " " }.map(begun.index(after:)) ?? begun.startIndex)])
    }
  }
}
