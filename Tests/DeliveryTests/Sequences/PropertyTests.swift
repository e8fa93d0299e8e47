import Glibc
import NotificationModel
import TestSupport
import Testing

/// Random sequences of what apps, people, time and the desktop do, and what must be so after each operation.
/// `BELLHOP_SEQUENCES` says how many, `BELLHOP_SEED` with which of them to begin.
@Suite("Whatever happens, in whatever order")
struct PropertyTests {
  private static func setting(_ name: String) -> UInt64? {
    getenv(name).flatMap { UInt64(String(cString: $0)) }
  }

  private static let lanes = 2

  @Test("the badge counts, one thing is one entry, the hidden is hidden, and nothing accepted is lost")
  func sequences() async {
    let count = Self.setting("BELLHOP_SEQUENCES") ?? 2_000
    let first = Self.setting("BELLHOP_SEED") ?? 1
    let failures = await withTaskGroup(of: String?.self) { group in
      for lane in 0..<UInt64(Self.lanes) {
        group.addTask { RandomSequence.firstFailure(in: first + lane..<first + count, by: Self.lanes) }
      }
      return await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
    }
    for failure in failures { Issue.record("\(failure)") }
  }
}
