import Delivery
import NotificationModel
import Testing

@Suite("A notification server that was started past bellhop-bus")
struct ShutOutTests {
  private let line = "bellhop-bus exec -- dunst -conf theme"

  private func tell(_ desk: Desk, _ line: String) throws {
    try desk.perform { try $0.serverIsShutOut("dunst", line: line, now: $1) }
  }

  @Test("is told with what to type, in one banner and for doctor, also once that is dismissed")
  func once() throws {
    let desk = try Desk()
    try tell(desk, line)
    try tell(desk, line)
    #expect(desk.alerts == ["“dunst” Could Not Start"])
    #expect(desk.shown.last?.text.body == "In the script or file that starts it, write: \(line)")
    #expect(desk.shown.last?.appName == "Bellhop")
    let person = Client(connection: 2, process: 200, isPerson: true)
    let notice = try #require(try desk.records(.shell, by: person).first)
    _ = try desk.perform { try $0.dismiss([notice.id], now: $1) }
    try tell(desk, line)
    #expect(desk.alerts.count == 1)
    let findings = try desk.perform { $0.diagnose(now: $1).findings }
    #expect(findings.first { $0.subject == .front }?.remedy?.contains(line) == true)
    // A script that changes the colours starts it by other words each time.
    try tell(desk, "bellhop-bus exec -- dunst")
    #expect(desk.alerts.count == 1)
  }

  @Test("waits for the next server")
  func later() throws {
    let desk = try Desk()
    desk.serverVanishes()
    try tell(desk, line)
    #expect(desk.alerts == [])
    desk.serverAppears()
    #expect(desk.alerts == ["“dunst” Could Not Start"])
  }
}
