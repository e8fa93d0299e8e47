import Delivery
import NotificationModel
import Testing
import Wording

@Suite("Looking at how the desktop serves")
struct DiagnosisTests {
  private func look(_ desk: Desk) throws -> (findings: [DesktopFinding], isComplete: Bool) {
    try desk.perform { $0.diagnose(now: $1) }
  }

  private static let answers = DesktopFact.serverAnswers(
    .init(name: "dunst 1.9", process: 12, program: nil, ownsName: true), milliseconds: 1,
    capabilities: ["actions", "body"])

  private func find(_ fact: DesktopFact, _ desk: Desk) {
    desk.engine.assumeIsolated { $0.receive(.finding(fact)) }
    desk.run()
  }

  @Test("the first look asks the server, and the one after its answer is the last")
  func answered() throws {
    let desk = try Desk()
    let (sound, server) = (
      Wording.english.finding(.soundsArePlayed), Wording.english.finding(Self.answers)
    )
    find(.soundsArePlayed, desk)
    #expect(try look(desk) == ([sound], false))
    #expect(desk.desktopCommands.count { $0 == .probeServer } == 1)
    find(Self.answers, desk)
    #expect(try look(desk) == ([server, sound], true))
  }

  @Test("what was found about the server earlier does not stand for an answer that never comes")
  func unanswered() throws {
    let desk = try Desk()
    _ = try look(desk)
    find(Self.answers, desk)
    #expect(try look(desk).isComplete)
    #expect(try look(desk) == ([], false))
    desk.pass(seconds: 5)
    let last = try look(desk)
    #expect(last.isComplete && last.findings.map(\.verdict) == [.missing])
    #expect(last.findings.map(\.subject) == [.server])
  }

  @Test("it is told in the language that is asked for")
  func language() throws {
    let desk = try Desk()
    find(.soundsArePlayed, desk)
    let told = try desk.perform { $0.diagnose(.korean, now: $1) }.findings
    #expect(told.map(\.text) == ["알림 서버가 사운드를 재생하지 않으면 Bellhop이 libcanberra로 재생합니다."])
  }
}
