import Delivery
import NotificationModel
import Testing

@Suite("Looking at how the desktop serves")
struct DiagnosisTests {
  private func look(_ desk: Desk) throws -> (findings: [DesktopFinding], isComplete: Bool) {
    try desk.perform { $0.diagnose(now: $1) }
  }

  private func find(_ finding: DesktopFinding, _ desk: Desk) {
    desk.engine.assumeIsolated { $0.receive(.finding(finding)) }
    desk.run()
  }

  @Test("the first look asks the server, and the one after its answer is the last")
  func answered() throws {
    let desk = try Desk()
    let (sound, server) = (
      DesktopFinding(.sound, .works, "Sounds work."), DesktopFinding(.server, .works, "It answers.")
    )
    find(sound, desk)
    #expect(try look(desk) == ([sound], false))
    #expect(desk.desktopCommands.count { $0 == .probeServer } == 1)
    find(server, desk)
    #expect(try look(desk) == ([server, sound], true))
  }

  @Test("what was found about the server earlier does not stand for an answer that never comes")
  func unanswered() throws {
    let desk = try Desk()
    _ = try look(desk)
    find(DesktopFinding(.server, .works, "It answers."), desk)
    #expect(try look(desk).isComplete)
    #expect(try look(desk) == ([], false))
    desk.pass(seconds: 5)
    let last = try look(desk)
    #expect(last.isComplete && last.findings.map(\.verdict) == [.missing])
    #expect(last.findings.map(\.subject) == [.server])
  }
}
