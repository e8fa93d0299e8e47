import Testing

@testable import BusWire

/// The banners of daemons that have ended.
struct LeftBannersTests {
  private let first = Array(":1.1".utf8)
  private let second = Array(":1.2".utf8)
  private let other = Array(":1.3".utf8)

  @Test("The last number of each daemon that has ended is told, and of no other")
  func told() {
    var left = LeftBanners()
    left.began(first)
    var unheard = (1...3).map { left.answered($0, to: first) }
    unheard.append(left.answered(9, to: other))
    #expect(left.numbers == [])
    left.ended(first)
    left.ended(other)
    left.began(second)
    unheard.append(left.answered(4, to: second))
    #expect(!unheard.contains(true))
    #expect(left.numbers == [3])
    left.ended(second)
    #expect(left.numbers == [3, 4])
  }

  @Test("An answer to a daemon that has ended is heard by nobody, and told to the next")
  func late() {
    var left = LeftBanners()
    left.began(first)
    left.ended(first)
    let isUnheard = left.answered(7, to: first)
    #expect(isUnheard)
    #expect(left.numbers == [7])
  }

  @Test("Another server has shown none of them")
  func otherServer() {
    var left = LeftBanners()
    for name in [first, second] { left.began(name) }
    for name in [first, second] { _ = left.answered(5, to: name) }
    left.ended(first)
    left.forgetNumbers()
    left.ended(second)
    #expect(left.numbers == [])
  }

  @Test("Daemons that end one after the other are forgotten, the oldest first")
  func bound() {
    var left = LeftBanners()
    for number in 1...100 as ClosedRange<UInt32> {
      let name = Array(":1.\(number)".utf8)
      left.began(name)
      _ = left.answered(number, to: name)
      left.ended(name)
    }
    #expect(left.numbers == Array(85...100))
  }
}
