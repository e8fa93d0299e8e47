import Delivery
import NotificationModel
import Testing

/// G1: a request that was answered survives every end of the daemon.
///
/// These tests hold the engine's part: outputs come after their commit, and a new engine reads every committed post. That
/// an answer is sent after its commit, and says so where that fails, is held by `IntakeTests/CommitTests.swift` and
/// `IntakeTests/EngineAnswerTests.swift`.
///
/// `EndToEndTests/Storage/KillTests.swift` proves it of the programs for `kill -9`, and
/// `EndToEndTests/Front/FrontKillsTests.swift` for the desktop's own interface.
///
/// `EndToEndTests/PowerCuts/PowerCutTests.swift` proves it for power loss. It records each write, sync, rename and unlink
/// below the store, below the pictures and below what root leaves, and the moment of each answer; builds what a disk may
/// be left with at every step; and has the next start find all that was answered, and nothing half. It rests on the
/// promises of a disk that are written in `EndToEndTests/PowerCuts/Disk.swift`, and on nothing else.
@Suite("G1 Accepted means stored")
struct G1AcceptedMeansStoredTests {
  @Test("everything that was answered is in the list after a restart")
  func survives() throws {
    let desk = try Desk()
    for number in 1...50 { try desk.post("Message \(number)") }
    try desk.restart()
    #expect(try desk.records().map(\.request.title) == (1...50).map { "Message \($0)" })
  }

  @Test("nothing comes out of a transaction that is not committed: neither banners nor events")
  func nothingBeforeTheCommit() throws {
    let desk = try Desk()
    desk.disk.fails = true
    try desk.post("Lunch")
    #expect(desk.failedTransactions == 1)
    #expect(desk.shown.isEmpty && desk.events.isEmpty)
  }
}
