import Delivery
import NotificationModel
import Testing

@Suite("Alerts that come too fast")
struct AlertRateTests {
  private func urgent(_ desk: Desk, _ title: String) throws -> Receipt {
    let time = desk.now.wall
    return try desk.post(title) {
      $0.level = .timeSensitive
      $0.relevantDate = time
    }
  }

  /// The banner that says how many is due, and cannot be shown yet.
  private func dueDuringDoNotDisturb() throws -> Desk {
    let desk = try Desk()
    for number in 1...12 { try desk.post("\(number)") }
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    desk.pass(seconds: 3_600)
    desk.forgetShown()
    return desk
  }

  @Test("do not swallow what is urgent later, while the banner that says how many waits")
  func urgentLater() throws {
    let desk = try dueDuringDoNotDisturb()
    #expect(try urgent(desk, "urgent").outcome == .presented)
    #expect(desk.alerts.contains("urgent"))
  }

  @Test("do so while they come too fast still")
  func urgentAtOnce() throws {
    let desk = try Desk()
    for number in 1...10 { try desk.post("\(number)") }
    for number in 1...30 { #expect(try urgent(desk, "urgent \(number)").outcome == .presented) }
    #expect(try urgent(desk, "urgent").outcome == .quiet)
  }

  @Test("are not counted by the banner that says how many where they become urgent and alert by themselves")
  func becomesUrgent() throws {
    let desk = try Desk()
    for number in 1...12 { try desk.post("\(number)") { $0.identifier = name("id \(number)") } }
    let time = desk.now.wall
    try desk.post("12 at once") {
      $0.identifier = name("id 12")
      $0.level = .timeSensitive
      $0.relevantDate = time
    }
    #expect(desk.alerts.contains("12 at once"))
    desk.pass(seconds: 600)
    #expect(desk.alerts.last == "1 more notification from Mail")
  }

  @Test("are joined by those that come before the banner that says how many, which tells them why")
  func joined() throws {
    let desk = try Desk()
    for number in 1...11 { try desk.post("\(number)") }
    desk.server = .silent
    try desk.post(NotificationRequest(app: chat, title: "in front"))
    desk.now = Moment(wall: desk.now.wall, uptime: desk.now.uptime.advanced(byMilliseconds: 6_000))
    let receipt = try desk.post("12")
    #expect(receipt.outcome == .quiet)
    #expect(receipt.decisions.map(\.guideline) == ["alerts.summary"])
    desk.serverAnswersAtLast()
    #expect(desk.alerts.last == "2 more notifications from Mail")
  }

  @Test("change the banner that is up, and no other says that there was more")
  func flapping() throws {
    let desk = try Desk()
    for number in 1...14 { try desk.post("On Battery \(number)") { $0.identifier = name("u") } }
    #expect(desk.alerts.count == 10)
    #expect(desk.shown.last?.text.title == "On Battery 14")
    desk.pass(seconds: 600)
    #expect(Set(desk.subjects).count == 1)
  }

  @Test("leave an alert in the queue that came before them, which says what is true by then")
  func flappingInTheQueue() throws {
    let desk = try Desk()
    for number in 1...8 { try desk.post("\(number)") }
    desk.server = .silent
    try desk.post("In front")
    try desk.post("On Battery") { $0.identifier = name("u") }
    try desk.post("On Line") { $0.identifier = name("u") }
    desk.serverAnswersAtLast()
    #expect(desk.alerts.suffix(2) == ["In front", "On Line"])
    desk.pass(seconds: 600)
    #expect(!desk.subjects.contains(.summary(mail)))
  }

  @Test("are counted where the banner has gone")
  func goneMeanwhile() throws {
    let desk = try Desk()
    for number in 1...10 { try desk.post("On Battery \(number)") { $0.identifier = name("u") } }
    desk.receive(.closed(try desk.handle(of: "On Battery 10"), .expired))
    #expect(try desk.post("On Line") { $0.identifier = name("u") }.decisions.last?.guideline == "alerts.rate")
    desk.pass(seconds: 600)
    #expect(desk.alerts.last == "1 more notification from Mail")
  }
}
