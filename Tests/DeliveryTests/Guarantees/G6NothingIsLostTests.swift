import Delivery
import NotificationModel
import Testing

/// G6: everything accepted is shown once it can be, in order per app, and only once, except a banner that was being
/// shown when the daemon or the server died.
/// `EndToEndTests/Servers/EveryServerTests.swift` kills and stops the real servers.
@Suite("G6 Nothing is lost to the desktop's faults")
struct G6NothingIsLostTests {
  @Test("notifications held without a server are shown in order once there is one")
  func held() throws {
    let desk = try Desk(hasServer: false)
    desk.serverVanishes()
    for number in 1...20 { try desk.post("\(number)") }
    #expect(try desk.records().allSatisfy { $0.state == .held })
    desk.serverAppears()
    #expect(desk.alerts == (1...20).map(String.init))
    #expect(
      try desk.records().allSatisfy {
        try $0.state == .delivered && desk.disk.phase(of: $0)?.isOnScreen == true
      })
  }

  @Test("at most one banner is outstanding")
  func oneOutstanding() throws {
    let desk = try Desk()
    desk.server = .silent
    for number in 1...5 { try desk.post("\(number)") }
    #expect(desk.shown.count == 1)
    desk.serverAnswersAtLast()
    #expect(desk.alerts == (1...5).map(String.init))
  }

  @Test("a server that dies while showing one: whole, then text only, then left in the list")
  func poison() throws {
    let desk = try Desk()
    desk.server = .fails(.serverDied)
    try desk.post("poison")
    #expect(desk.shown.map(\.textOnly) == [false, true])
    #expect(try desk.record("poison").state == .failed)
    #expect(try desk.badge() == 1)
    desk.server = .answers
    try desk.post("next")
    #expect(desk.alerts.last == "next")
    #expect(try desk.explanation("poison") == ["presented", "retried", "failed"])
  }

  @Test("a hang never counts as a death, however often")
  func hangs() throws {
    let desk = try Desk()
    desk.server = .fails(.unanswered)
    try desk.post("slow")
    for _ in 0..<12 { desk.pass(seconds: 120) }
    #expect(try desk.phase(of: "slow")?.failures == 0)
    #expect(desk.shown.allSatisfy { !$0.textOnly })
    desk.server = .answers
    desk.pass(seconds: 120)
    #expect(try desk.phase(of: "slow")?.isOnScreen == true)
  }

  @Test("one that a server never answers keeps nobody else waiting for ever")
  func hangingBehind() throws {
    let desk = try Desk()
    desk.server = .silent
    let slow = try desk.post("slow").id
    try desk.post("next")
    desk.server = .answers
    desk.receive(.failed(.notification(slow), .unanswered))
    desk.pass(seconds: 120)
    #expect(desk.alerts == ["slow", "next", "slow"])
  }

  @Test("a progress that never rests keeps nobody else waiting")
  func progressShares() throws {
    let desk = try Desk()
    try desk.post("Copying") { $0.identifier = name("copy") }
    desk.server = .silent
    for percent in 1...5 {
      try desk.post("Copying") {
        $0.identifier = name("copy")
        $0.progress = percent
      }
      if percent == 2 { try desk.post("alert") }
    }
    desk.serverAnswersAtLast()
    #expect(desk.shown.dropFirst(2).first?.text.title == "alert")
  }

  @Test("a server that is too busy is asked again after a pause, and never loses its place")
  func busy() throws {
    let desk = try Desk()
    desk.server = .fails(.busy)
    try desk.post("a")
    try desk.post("b")
    #expect(desk.shown.count == 1)
    desk.server = .answers
    desk.pass(seconds: 1)
    #expect(desk.shown.map(\.text.title) == ["a", "a", "b"])
  }

  @Test("a restart shows what was not shown, and nothing that was")
  func restart() throws {
    let desk = try Desk()
    try desk.post("shown")
    desk.server = .silent
    try desk.post("on its way")
    try desk.post("waiting")
    desk.forgetShown()
    desk.server = .answers
    try desk.restart()
    #expect(desk.alerts == ["on its way", "waiting"])
    #expect(try desk.explanation("on its way").contains("retried"))
    #expect(try !desk.explanation("waiting").contains("retried"))
  }

  @Test("another server takes over: what was shown is not shown again, and its handles mean nothing more")
  func replacedServer() throws {
    let desk = try Desk()
    try desk.post("a")
    let old = try desk.handle(of: "a")
    desk.serverVanishes()
    desk.serverAppears(as: "bus/:1.9")
    #expect(desk.alerts == ["a"])
    desk.receive(.pressed(old, action: .defaultAction, activationToken: nil))
    #expect(try desk.badge() == 1)
    try desk.post("b")
    #expect(desk.alerts == ["a", "b"])
  }

  @Test(
    "a server that tells presses to who posted alone gets the newest ten of each app once more, without an alert"
  )
  func tellsItsCallerAlone() throws {
    let desk = try Desk()
    desk.serverAppears(as: "bus/:1.2", product: "gnome-shell")
    for number in 1...12 {
      desk.pass(seconds: 6)
      try desk.post("\(number)")
    }
    desk.forgetShown()
    try desk.restart()
    #expect(desk.shown.count == 10)
    #expect(desk.alerts.isEmpty)
    #expect(desk.shown.allSatisfy { $0.replaces != nil && $0.sound == nil })
    #expect(Set(desk.shown.map(\.text.title)) == Set((3...12).map(String.init)))
    desk.forgetShown()
    desk.serverVanishes()
    desk.serverAppears(as: "bus/:1.9")
    #expect(desk.shown.isEmpty)
  }

  @Test(
    "any other server whose process is still there is sent nothing, and its presses are known by their numbers"
  )
  func tellsEverybody() throws {
    let desk = try Desk()
    desk.capabilities.insert("persistence")
    try desk.post("a")
    desk.forgetShown()
    try desk.restart()
    #expect(desk.shown.isEmpty)
    try desk.press("a")
    #expect(try desk.record("a").state == .read)
  }

  @Test("what such a server did not take back in time is nothing to the next one, which never had it")
  func tellsAnotherCaller() throws {
    let desk = try Desk()
    desk.serverAppears(as: "bus/:1.2", product: "gnome-shell")
    try desk.post("a")
    desk.server = .fails(.unanswered)
    try desk.restart()
    desk.forgetShown()
    desk.serverVanishes()
    desk.product = "Plasma"
    desk.server = .answers
    desk.serverAppears(as: "bus/:1.9")
    desk.pass(seconds: 120)
    #expect(desk.shown.isEmpty)
    #expect(try desk.badge() == 1)
  }

  @Test("a server without one gets nothing again")
  func noPersistence() throws {
    let desk = try Desk()
    try desk.post("a")
    desk.forgetShown()
    try desk.restart()
    #expect(desk.shown.isEmpty)
    try desk.press("a")
    #expect(try desk.badge() == 0)
  }

  @Test("a bus that cannot start a server is asked after 1, 2, 4 … 60 seconds")
  func activation() throws {
    let desk = try Desk(hasServer: false)
    desk.serverVanishes(activatable: true)
    try desk.post("a")
    for _ in 0..<60 { desk.pass(seconds: 1) }
    #expect((5...7).contains(desk.activations))
    desk.serverAppears()
    #expect(desk.alerts == ["a"])
  }

  @Test("a server that left before the answer came is started again", arguments: [true, false])
  func leftFirst(_ presenceFirst: Bool) throws {
    let desk = try Desk()
    desk.server = .silent
    let id = try desk.post("a").id
    let failure = SinkReport.failed(.notification(id), .noServer)
    if presenceFirst { desk.serverVanishes(activatable: true) } else { desk.receive(failure) }
    if presenceFirst { desk.receive(failure) } else { desk.serverVanishes(activatable: true) }
    #expect(desk.activations == 1)
  }

  @Test("one that ends while the server shows it is closed at once")
  func endedMeanwhile() throws {
    let desk = try Desk()
    desk.server = .silent
    let id = try desk.post("a").id
    _ = try desk.perform { try $0.withdraw(nil, [id], of: mail, by: app, now: $1) }
    desk.serverAnswersAtLast()
    #expect(desk.closed.count == 1)
    #expect(try desk.record("a").state == .withdrawn)
  }

  @Test("one that changes while the server shows it is shown again as it is now")
  func changedMeanwhile() throws {
    let desk = try Desk()
    desk.server = .silent
    try desk.post("old") { $0.identifier = name("x") }
    try desk.post("new") { $0.identifier = name("x") }
    desk.serverAnswersAtLast()
    #expect(desk.alerts == ["old", "new"])
  }

  @Test("an owner of the name that does not say what it is, is asked again after a pause, longer each time")
  func noServer() throws {
    let desk = try Desk(hasServer: false)
    desk.isNoServer = true
    desk.serverAppears()
    try desk.post("a")
    for _ in 0..<10 { desk.pass(seconds: 1) }
    #expect((2...5).contains(desk.descriptionsAsked), "\(desk.descriptionsAsked)")
    desk.isNoServer = false
    desk.pass(seconds: 60)
    #expect(desk.shown.map(\.text.title) == ["a"])
  }
}
