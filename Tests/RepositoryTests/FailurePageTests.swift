import TestSupport
import Testing

/// Compares the page about failures with the tests that cause them.
struct FailurePageTests {
  private let page = PackageFiles.contents(of: "Sources/Front/Front.docc/Failure.md") ?? ""

  @Test("Every row about something that ends names a test that there is")
  func rows() {
    let rows = page.split(separator: "\n## ").first { $0.hasPrefix("When a part ends") }.map {
      $0.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    }
    #expect((rows?.count ?? 0) >= 8)
    for row in rows ?? [] {
      let sentence = row.split(separator: "|").last.map { String($0.dropFirst().dropLast()) } ?? ""
      #expect(TestSentences.all.contains(sentence), "\(sentence)")
    }
  }
}
