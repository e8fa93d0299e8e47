import Delivery
import NotificationModel
import Testing

@Suite("Calls, alarms and reminders")
struct CallsAndAlarmsTests {
  @Test("a call goes before everything that waits, calls among themselves in order, over a restart")
  func first() throws {
    let desk = try Desk(hasServer: false)
    desk.serverVanishes()
    for title in ["1", "2"] { try desk.post(title) }
    let receipt = try desk.post("Call A") { $0.kind = .call }
    #expect(receipt.decisions.contains { $0.guideline == "calls.first" } == false)
    try desk.restart(hasServer: false)
    desk.serverVanishes()
    try desk.post("Call B") { $0.kind = .call }
    try desk.post("3")
    desk.serverAppears()
    #expect(desk.alerts == ["Call A", "Call B", "1", "2", "3"])
  }

  @Test("that it went first is told where something waited")
  func explained() throws {
    let desk = try Desk()
    try desk.post("described")
    desk.server = .silent
    #expect(try desk.post("Alone") { $0.kind = .call }.decisions.map(\.guideline) == ["delivery"])
    try desk.post("Waits")
    let receipt = try desk.post("Call") { $0.kind = .call }
    #expect(receipt.decisions.map(\.guideline) == ["calls.first"])
  }

  @Test("a call goes before a question")
  func beforeQuestions() throws {
    var policy = Desk.asking
    policy.apps[mail] = AppSettings(authorization: .authorized)
    let desk = try Desk(policy, hasServer: false)
    desk.serverVanishes()
    try desk.post(NotificationRequest(app: chat, title: "asks"))
    try desk.post("Call") { $0.kind = .call }
    desk.serverAppears()
    #expect(desk.shown.first?.text.title == "Call")
    #expect(desk.subjects.contains(.consent(chat)))
  }

  @Test("a call obeys Do Not Disturb by its level, and has its place when it is released")
  func held() throws {
    let desk = try Desk()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.post("plain")
    #expect(try desk.post("Call") { $0.kind = .call }.outcome == .held)
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.alerts == ["Call", "plain"])
  }

  @Test("neither calls nor alarms count for the app's alert rate", arguments: [Kind.call, .alarm])
  func rate(_ kind: Kind) throws {
    var policy = Desk.allowing
    policy.limits.alertBurst = 3
    let desk = try Desk(policy)
    for number in 1...2 {
      #expect(try desk.post("\(kind) \(number)") { $0.kind = kind }.outcome == .presented)
    }
    for number in 1...3 { #expect(try desk.post("\(number)").outcome == .presented) }
    #expect(try desk.post("4").outcome == .quiet)
    let spared = try desk.post("spared") { $0.kind = kind }
    #expect(spared.outcome == .presented)
    #expect(spared.decisions.map(\.guideline) == ["alerts.exempt"])
  }

  @Test("as many of them as of all others; beyond that they are alerts like any other")
  func flood() throws {
    let desk = try Desk()
    try desk.perform { engine, _ in try engine.setSilent(true) }
    for number in 1...100 {
      try desk.post("\(number)") {
        $0.kind = .alarm
        $0.sound = "default"
      }
    }
    #expect(desk.alerts.count == 20)
    #expect(try desk.explanation("100") == ["quiet"])
  }

  @Test("a flood of calls keeps others waiting no longer than a burst")
  func callsInARow() throws {
    let desk = try Desk()
    desk.server = .silent
    for title in ["first", "second"] { try desk.post(title) }
    for number in 1...200 {
      try desk.post(NotificationRequest(app: chat, title: "call \(number)")) { $0.kind = .call }
    }
    desk.serverAnswersAtLast()
    #expect(desk.alerts.firstIndex(of: "second") == 11)
  }

  @Test(
    "an alarm or a reminder is Time Sensitive at the moment it fires, without a date",
    arguments: [(Kind.alarm, true), (.reminder, true), (.message, false)])
  func ownMoment(_ kind: Kind, _ breaksThrough: Bool) throws {
    let desk = try Desk()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    let receipt = try desk.post("Wake up") {
      $0.kind = kind
      $0.level = .timeSensitive
      $0.trigger = .after(seconds: 7_200, repeats: false)
    }
    #expect(receipt.decisions.contains { $0.guideline == "urgency.earned" } == !breaksThrough)
    desk.pass(seconds: 7_200)
    #expect(desk.alerts.contains("Wake up") == breaksThrough)
    #expect(try desk.explanation("Wake up").contains("timeSensitive") == breaksThrough)
  }

  @Test("so is each occurrence of one that repeats")
  func everyTime() throws {
    let desk = try Desk()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.post("Take it") {
      $0.kind = .reminder
      $0.level = .timeSensitive
      $0.trigger = .after(seconds: 7_200, repeats: true)
    }
    for _ in 0..<3 { desk.pass(seconds: 7_200) }
    #expect(desk.alerts.count { $0 == "Take it" } == 3)
  }

  @Test("an alarm that the person has put off breaks through again at the time they chose")
  func snoozed() throws {
    let desk = try Desk()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.post("Wake up") {
      $0.kind = .alarm
      $0.level = .timeSensitive
      $0.trigger = .after(seconds: 60, repeats: false)
    }
    desk.pass(seconds: 60)
    let id = try desk.record("Wake up").id
    let until = desk.now.wall.advanced(bySeconds: 7_200)
    try desk.perform { try $0.snooze(id, until: until, now: $1) }
    desk.pass(seconds: 7_200)
    #expect(desk.alerts.count { $0 == "Wake up" } == 2)
  }

  @Test("without a trigger a reminder needs a date like any other")
  func noTrigger() throws {
    let desk = try Desk()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    let receipt = try desk.post("Now") {
      $0.kind = .reminder
      $0.level = .timeSensitive
    }
    #expect(receipt.outcome == .held)
  }

  @Test("a trigger that is past fires at once")
  func past() throws {
    let desk = try Desk()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    let earlier = desk.now.wall.advanced(bySeconds: -60)
    let receipt = try desk.post("Now") {
      $0.kind = .reminder
      $0.level = .timeSensitive
      $0.trigger = .at(earlier)
    }
    #expect(receipt.outcome == .presented)
  }

  @Test("an alarm rings without a level of its own, posted for now or set for a time, unless it may not")
  func rings() throws {
    let desk = try Desk()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    let now = try desk.post("Now") { $0.kind = .alarm }
    #expect(now.outcome == .presented)
    #expect(now.decisions.map(\.guideline) == ["focus.doNotDisturb"])
    try desk.post("At seven") {
      $0.kind = .alarm
      $0.trigger = .after(seconds: 7_200, repeats: false)
    }
    desk.pass(seconds: 7_200)
    #expect(desk.alerts == ["Now", "At seven"])
    var policy = Desk.allowing
    policy.apps[mail] = AppSettings(authorization: .authorized, alarms: false)
    let quiet = try Desk(policy)
    try quiet.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    #expect(try quiet.post("Now") { $0.kind = .alarm }.outcome == .held)
    #expect(try quiet.explanation("Now").contains("active"))
  }

  @Test("six alarms an hour that are posted for now ring; those beyond wait, and do not ring later")
  func sixAnHour() throws {
    let desk = try Desk()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    for number in 1...8 { try desk.post("\(number)") { $0.kind = .alarm } }
    #expect(desk.alerts == ["1", "2", "3", "4", "5", "6"])
    desk.pass(seconds: 1_800)
    try desk.post("9") { $0.kind = .alarm }
    #expect(desk.alerts == ["1", "2", "3", "4", "5", "6", "9"])
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.alerts.suffix(2) == ["7", "8"])
  }

  @Test("a call comes through where the person allows it, and a minute later as one that was missed")
  func missed() throws {
    var policy = Desk.allowing
    policy.apps[mail] = AppSettings(authorization: .authorized, calls: true)
    let taken = try Desk(policy)
    try taken.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    #expect(try taken.post("Ada") { $0.kind = .call }.outcome == .presented)
    let desk = try Desk()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.post("Ada is calling") {
      $0.kind = .call
      $0.actions = [Action(id: item("take"), title: "Take"), Action(id: item("refuse"), title: "Refuse")]
    }
    desk.pass(seconds: 59)
    try desk.post("Grace is calling") {
      $0.kind = .call
      $0.sender = Sender(name: "Grace")
      $0.actions = [Action(id: item("take"), title: "Take")]
    }
    desk.pass(seconds: 2)
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.alerts == ["Grace", "Missed Call"])
    let ada = try desk.record("Missed Call")
    #expect(ada.request.body == "Ada is calling" && ada.request.actions == nil && ada.request.kind == nil)
    #expect(desk.shown.last?.text.actions.isEmpty == true)
    #expect(try desk.record("Grace is calling").request.actions?.count == 1)
    #expect(try desk.explanation("Missed Call").contains("late"))
  }

  @Test("Time Sensitive notifications have a rate of their own, three times as fast")
  func urgent() throws {
    var policy = Desk.allowing
    policy.limits.alertBurst = 2
    let desk = try Desk(policy)
    func post(_ title: String) throws -> Receipt {
      let soon = desk.now.wall
      return try desk.post(title) {
        $0.level = .timeSensitive
        $0.relevantDate = soon
      }
    }
    for number in 1...2 { #expect(try desk.post("plain \(number)").outcome == .presented) }
    #expect(try desk.post("plain 3").outcome == .quiet)
    for number in 1...6 { #expect(try post("taxi \(number)").outcome == .presented) }
    #expect(try post("taxi 7").outcome == .quiet)
  }

  @Test("the last call of a burst comes through as its receipt says")
  func lastOfBurst() throws {
    var policy = Desk.allowing
    policy.limits.alertBurst = 1
    policy.apps[mail] = AppSettings(authorization: .authorized, calls: true)
    let desk = try Desk(policy)
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    #expect(try desk.post("Ada") { $0.kind = .call }.outcome == .presented)
    #expect(desk.alerts == ["Ada"])
  }

  @Test("an alarm whose time is past already is one that is posted for now")
  func pastAlarms() throws {
    let desk = try Desk()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    let earlier = desk.now.wall.advanced(bySeconds: -60)
    for number in 1...8 {
      try desk.post("\(number)") {
        $0.kind = .alarm
        $0.trigger = .at(earlier)
      }
    }
    #expect(desk.alerts == ["1", "2", "3", "4", "5", "6"])
  }
}
