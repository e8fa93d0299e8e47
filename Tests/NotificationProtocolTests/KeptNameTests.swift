import NotificationModel
import NotificationProtocol
import Testing

struct KeptNameTests {
  private static let now = Timestamp(milliseconds: 1_795_176_000_000)

  private func name(_ seconds: Int64, _ number: UInt64 = 0) -> KeptName {
    KeptName(at: Self.now.advanced(bySeconds: seconds), number: number)
  }

  @Test("A name comes back as it was, and names sort by time as words do")
  func words() throws {
    #expect(name(0, 255).text == "1795176000000-00000000000000ff.json")
    for kept in [name(0), name(-1_795_176_000, 1), KeptName(at: .init(milliseconds: .max), number: .max)] {
      #expect(KeptName(kept.text) == kept)
      #expect(kept.text.utf8.count == name(0).text.utf8.count)
    }
    let names = [name(5), name(-5, 7), name(-5, 6), name(-1_700_000_000)]
    #expect(names.sorted().map(\.text) == names.map(\.text).sorted())
  }

  @Test(
    "What is no such name, to the letter, is none",
    arguments: [
      "", ".json", "1795176000000-00000000000000ff", ".1795176000000-00000000000000ff.json",
      "1795176000000-00000000000000FF.json", "1795176000000-ff.json", "795176000000-00000000000000ff.json",
      "+795176000000-00000000000000ff.json", "1795176000000-00000000000000ff.json~",
      "1795176000000-+0000000000000ff.json", "../1795176000000-00000000000000ff.json", "1-2-3.json",
      "99999999999999999999-00000000000000ff.json",
    ])
  func noNames(text: String) { #expect(KeptName(text) == nil) }

  @Test("What is older than seven days is over, and so is what lies as far ahead of a clock that was wrong")
  func days() {
    let day: Int64 = 86_400
    let names = [-7 * day - 1, -7 * day, -1, 0, 7 * day, 7 * day + 1].map { name($0) }
    #expect(KeptName.over(among: names, now: Self.now) == [names[0], names[5]])
  }

  @Test("Of more than a hundred the oldest are over")
  func most() {
    let names = (0..<130).map { name(-Int64($0)) }
    #expect(KeptName.over(among: names.shuffled(), now: Self.now) == Set(names[100...]))
    #expect(KeptName.over(among: Array(names[..<100]), now: Self.now) == [])
    // An entry that is too old displaces no other.
    let old = (0..<50).map { name(-8 * 86_400 - Int64($0)) }
    #expect(KeptName.over(among: old + names[..<100], now: Self.now) == Set(old))
  }
}
