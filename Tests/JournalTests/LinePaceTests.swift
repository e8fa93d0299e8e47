import Journal
import Testing

struct LinePaceTests {
  @Test func `some lines come at once, then one a minute, which says how many were left out`() {
    var pace = LinePace()
    var told: [String] = []
    for second in Int64(0)..<600 {
      for _ in 0..<10 { if let line = pace.line("read", at: 5_000 + second * 1_000) { told.append(line) } }
    }
    #expect(told.count == 8 + 9)
    #expect(told.prefix(8).allSatisfy { $0 == "read" })
    #expect(told[8] == "read (and 592 more were left out)")
  }

  @Test func `a line now and then always comes`() {
    var pace = LinePace()
    for minute in Int64(0)..<1_000 { #expect(pace.line("read", at: minute * 60_000) == "read") }
    // After a pause there are as many at once again.
    for _ in 0..<8 { #expect(pace.line("read", at: 2_000 * 60_000) != nil) }
    #expect(pace.line("read", at: 2_000 * 60_000) == nil)
  }
}
