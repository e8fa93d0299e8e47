import NotificationModel
import TestSupport
import Testing

/// Random sequences of operations by apps, people, time and the desktop, with checks after each. `BELLHOP_SEQUENCES`
/// is their number, 500 by default, and `BELLHOP_SEED` the first seed.
@Suite("Whatever happens, in whatever order")
struct PropertyTests {
  private static let lanes = 2

  @Test("the badge counts, repeats share an entry, hidden text stays hidden, and nothing accepted is lost")
  func sequences() async { await run { RandomSequence(seed: $0).failure(in: $1) } }

  @Test("a missed notice goes when each notification that it counts has to wait for consent")
  func missedNoticeGoes() throws {
    var quiet = PolicyShape()
    quiet.quietHours = "12:02-12:20"
    var undecided = PolicyShape()
    undecided.authorization = .notDetermined
    let posts = [(1, 1), (1, 2), (0, 0)].map { app, content in
      var shape = PostShape()
      (shape.app, shape.content) = (app, content)
      return Step.post(shape)
    }
    let directory = TemporaryDirectory(inMemory: true)
    try Play.run(
      [.pass(seconds: 700)] + posts + [.setClock(seconds: 90_000), .adopt(undecided)],
      quiet.applied(to: Policy()), directory: directory.path, rowsPerTransaction: 2)
  }

  @Test("what comes by the desktop's own interface is told its end once, is hidden, and never waits in vain")
  func frontSequences() async { await run { FrontSequence(seed: $0).failure(in: $1) } }

  /// Runs all seeds in lanes, each until one fails.
  private func run(_ failure: @escaping @Sendable (UInt64, String) -> String?) async {
    let count = askedNumber("BELLHOP_SEQUENCES").map { UInt64($0) } ?? 500
    let first = askedNumber("BELLHOP_SEED").map { UInt64($0) } ?? 1
    let failures = await withTaskGroup(of: String?.self) { group in
      for lane in 0..<UInt64(Self.lanes) {
        group.addTask {
          let directory = TemporaryDirectory(inMemory: true)
          for seed in stride(from: first + lane, to: first + count, by: Self.lanes) {
            if let failure = failure(seed, directory.path) { return failure }
          }
          return nil
        }
      }
      return await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
    }
    for failure in failures { Issue.record("\(failure)") }
  }
}
