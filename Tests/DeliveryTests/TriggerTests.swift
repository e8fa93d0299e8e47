import Delivery
import NotificationModel
import Testing

@Suite("Triggers")
struct TriggerTests {
  @Test("it is judged when its time has come, never early")
  func fires() throws {
    let desk = try Desk()
    let receipt = try desk.post("a") { $0.trigger = .after(seconds: 60, repeats: false) }
    #expect(receipt.outcome == .scheduled)
    #expect(receipt.until == Desk.noon.advanced(bySeconds: 60))
    desk.pass(seconds: 59)
    #expect(desk.shown.isEmpty)
    desk.pass(seconds: 1)
    #expect(desk.alerts == ["a"])
    #expect(try desk.record("a").id == receipt.id)
  }

  @Test("one that was due while the daemon was away is shown at the start")
  func missed() throws {
    let desk = try Desk()
    try desk.post("a") { $0.trigger = .at(Desk.noon.advanced(bySeconds: 60)) }
    desk.now = Moment(wall: Desk.noon.advanced(bySeconds: 3_600), uptime: Uptime(milliseconds: 5))
    try desk.restart()
    #expect(desk.alerts == ["a"])
  }

  @Test("posting a scheduled thing again takes its place, with the new time")
  func replaces() throws {
    let desk = try Desk()
    for seconds in [60, 120] as [Int64] {
      try desk.post("a") {
        $0.identifier = name("x")
        $0.trigger = .after(seconds: seconds, repeats: false)
      }
    }
    desk.pass(seconds: 60)
    #expect(desk.shown.isEmpty)
    desk.pass(seconds: 60)
    #expect(desk.alerts == ["a"])
    #expect(try desk.records().count == 1)
  }

  @Test("what is in the list and what is scheduled are two, until the time has come")
  func joins() throws {
    let desk = try Desk()
    let first = try desk.post("a")
    let second = try desk.post("a") { $0.trigger = .after(seconds: 60, repeats: false) }
    #expect(second.id != first.id)
    desk.pass(seconds: 60)
    #expect(desk.alerts == ["a"])
    #expect(try desk.badge() == 1)
    #expect(try desk.records().map(\.state) == [.delivered, .withdrawn])
  }

  @Test("withdrawn before its time, it never comes")
  func withdrawn() throws {
    let desk = try Desk()
    try desk.post("a") {
      $0.identifier = name("x")
      $0.trigger = .after(seconds: 60, repeats: false)
    }
    let withdrawn = try desk.perform {
      try $0.withdraw([name("x")], nil, of: mail, by: app, now: $1).withdrawn
    }
    #expect(withdrawn == 1)
    desk.pass(seconds: 120)
    #expect(desk.shown.isEmpty)
  }

  @Test("expiry counts from when it was due, also when that is noticed late")
  func expiresLate() throws {
    let desk = try Desk()
    try desk.post("a") {
      $0.trigger = .after(seconds: 60, repeats: false)
      $0.expiresAfter = 3_600
    }
    desk.pass(seconds: 60 + 3_000)
    #expect(try desk.badge() == 1)
    desk.pass(seconds: 600)
    #expect(try desk.record("a").state == .expired)
  }

  @Test("expiry counts from the moment it is due")
  func expires() throws {
    let desk = try Desk()
    try desk.post("a") {
      $0.trigger = .after(seconds: 60, repeats: false)
      $0.expiresAfter = 30
    }
    desk.pass(seconds: 60)
    #expect(try desk.badge() == 1)
    desk.pass(seconds: 30)
    #expect(try desk.record("a").state == .expired)
    #expect(desk.closed.count == 1)
  }
}
