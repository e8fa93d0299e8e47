import Testing

@testable import Desktop

@Suite struct XSuspensionTests {
  private let suspension = XSuspension(kind: 300)

  /// A reply with this list of kinds and counts, which says that it has so many.
  private func reply(_ kinds: [(kind: UInt32, count: UInt32)], says count: UInt32? = nil) -> [UInt8] {
    let head: [UInt32] = [1, UInt32(2 * kinds.count), count ?? UInt32(kinds.count), 0, 0, 0, 0, 0]
    return (head + kinds.flatMap { [$0.kind, $0.count] }).flatMap { number in
      withUnsafeBytes(of: number) { Array($0) }
    }
  }

  private func isOn(_ reply: [UInt8]) -> Bool { reply.withUnsafeBytes { suspension.isOn(in: $0) } }

  @Test func `a program that has such a resource has suspended the screen saver`() {
    #expect(isOn(reply([(1, 4), (300, 1), (5, 2)])))
    #expect(!isOn(reply([(1, 300), (5, 2)])))
    #expect(!isOn(reply([(300, 0)])))
    #expect(!isOn(reply([])))
  }

  @Test func `a reply that says more than it has is read to its end`() {
    #expect(!isOn(reply([(1, 1)], says: .max)))
    let whole = reply([(1, 1), (300, 1)])
    for length in 0..<whole.count { #expect(!isOn(Array(whole.prefix(length)))) }
    #expect(!isOn(reply([(1, 1), (300, 1)], says: 1)))
  }
}
