import TestSupport
import Testing

/// The article about every guideline against the sources and the tests.
struct EveryGuidelineTests {
  private let table = GuidelineTable()

  /// The beginning of the third cell in a row without a name.
  private static let undecided = "Nothing to decide: "
  private static let inapplicable = "Not applicable: "

  @Test("Every line has its four columns, and none stands there twice")
  func shape() {
    #expect(table.rows.count > 90)
    for row in table.rows {
      #expect(row.count == 4 && !row.contains(""), "\(row.first ?? "")")
    }
    #expect(Set(table.lines.map(\.guideline)).count == table.lines.count)
  }

  @Test("Every name that is declared stands in the table, and every name in the table is declared")
  func names() {
    let declared = Set(DeclaredName.all.map(\.name))
    let told = Set(table.lines.flatMap(\.names))
    #expect(declared.count > 50)
    #expect(declared.subtracting(told) == [], "declared, and not in the table")
    #expect(told.subtracting(declared) == [], "in the table, and not declared")
    for line in table.lines where line.hasNames {
      let written = line.names.map { "`\($0)`" }.joined(separator: ", ")
      #expect(written == line.nameCell, "\(line.guideline)")
    }
  }

  @Test("A line without a name gives the reason, and only one that does not apply is without a proof")
  func reasons() {
    for line in table.lines {
      let isUndecided = line.effect.hasPrefix(Self.undecided)
      let isInapplicable = line.effect.hasPrefix(Self.inapplicable)
      #expect((isUndecided || isInapplicable) == !line.hasNames, "\(line.guideline)")
      #expect((line.proof == GuidelineTable.none) == isInapplicable, "\(line.guideline)")
    }
  }

  @Test("Every proof is the sentence of a test")
  func proofs() {
    for line in table.lines where line.proof != GuidelineTable.none {
      #expect(TestSentences.all.contains(line.proof), "\(line.guideline): \(line.proof)")
    }
  }

  @Test("A sentence is found in a literal on the attribute's line or below it, and in a function's name")
  func sentences() {
    let text = """
      @Test("one") func a() {}
      @Test(
        "two", arguments: [])
      @Test func `three: it's` () {}
      @Test func four() { "five" }
      """
    #expect(TestSentences.sentences(in: text) == ["one", "two", "three: it's"])
  }

  @Test("A name is declared once, and written nowhere else in the sources")
  func literals() {
    let names = DeclaredName.all.map(\.name)
    #expect(Set(names).count == names.count)
    let areas = Set(names.filter { $0.contains(".") }.compactMap { $0.split(separator: ".").first })
    for file in SourceFile.all {
      for (index, line) in file.lines.enumerated() where !line.trimmingBlanks.hasPrefix("//") {
        guard !line.contains("static let name = \"") else { continue }
        for literal in literals(in: line) {
          let parts = literal.split(separator: ".", omittingEmptySubsequences: false)
          guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isLetter) }) else {
            continue
          }
          #expect(!areas.contains(parts[0]), "\(file.path):\(index + 1): \(literal)")
        }
        for call in ["record(\"", "guideline: \""] {
          #expect(!line.contains(call), "\(file.path):\(index + 1)")
        }
      }
    }
  }

  private func literals(in line: String) -> [Substring] {
    line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map(\.element)
  }

  @Test("Names are an area, or an area and a thing in it")
  func spelling() {
    for declared in DeclaredName.all {
      let parts = declared.name.split(separator: ".", omittingEmptySubsequences: false)
      #expect((1...2).contains(parts.count), "\(declared.path)")
      for part in parts {
        let isPlain = part.allSatisfy { $0.isASCII && $0.isLetter }
        #expect(isPlain && part.first?.isLowercase == true, "\(declared.path)")
      }
    }
  }
}
