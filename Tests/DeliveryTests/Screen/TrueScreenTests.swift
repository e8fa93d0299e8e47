import Delivery
import NotificationModel
import Testing

/// The text on screen is current: a newer text reaches the screen, also when its alert is held or left out, and a
/// press counts for the text that was there.
@Suite("What is on screen is true")
struct TrueScreenTests {
  /// A cause that keeps a replacement from alerting.
  enum Quiet: CaseIterable, Sendable {
    case doNotDisturb, quietHours, summary, bannersOff, passive, foreground, rate

    var holds: Bool { self == .doNotDisturb || self == .quietHours || self == .summary }

    /// Begins after the banner has come up.
    func begin(_ desk: Desk) throws {
      var policy = desk.policy
      switch self {
      case .doNotDisturb: try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
      case .quietHours: policy.quietHours = known(WeeklySpans("11:00-13:00"))
      case .summary:
        policy.summaryTimes = known(WeeklyTimes("18:00"))
        policy.apps[mail, default: AppSettings()].summary = true
      case .bannersOff, .passive, .foreground: break
      case .rate: for number in 0..<10 { try desk.post("\(number)") }
      }
      guard policy != desk.policy else { return }
      desk.policy = policy
      desk.engine.assumeIsolated { [policy] in $0.adopt(policy, rememberedAs: "") }
      desk.run()
    }

    func change(_ request: inout NotificationRequest) {
      if self == .passive { request.level = .passive }
    }
  }

  private func onBattery(_ desk: Desk) throws {
    try desk.post("On Battery") {
      $0.identifier = name("ups")
      $0.actions = [Action(id: item("shutdown"), title: "Shut Down")]
      $0.target = OpaqueObject(json: #"{"s":"battery"}"#)
    }
  }

  private func isBack(_ desk: Desk, _ change: (inout NotificationRequest) -> Void = { _ in }) throws {
    try desk.post("Power Is Back") {
      $0.identifier = name("ups")
      $0.target = OpaqueObject(json: #"{"s":"ok"}"#)
      change(&$0)
    }
  }

  @Test(
    "a replacement whose alert is held, or does not come, is on screen at once, without an alert",
    arguments: [Quiet.doNotDisturb, .quietHours, .summary, .passive, .rate])
  func inPlace(_ quiet: Quiet) throws {
    let desk = try Desk()
    try onBattery(desk)
    let handle = try desk.handle(of: "On Battery")
    try quiet.begin(desk)
    desk.forgetShown()
    try isBack(desk, quiet.change)
    #expect(desk.shown.map(\.text.title) == ["Power Is Back"])
    #expect(desk.shown.last?.replaces == handle)
    #expect(desk.alerts.isEmpty)
    #expect(try desk.phase(of: "Power Is Back")?.shown?.handle == handle)
    #expect(try desk.record("Power Is Back").state == (quiet.holds ? .held : .delivered))
  }

  @Test(
    "where the server may take a change for an alert, the banner of a held replacement goes",
    arguments: [Quiet.doNotDisturb, .quietHours, .summary])
  func closed(_ quiet: Quiet) throws {
    let desk = try Desk()
    desk.serverAppears(as: "bus/:1.2", product: "dunst")
    try onBattery(desk)
    let handle = try desk.handle(of: "On Battery")
    try quiet.begin(desk)
    desk.forgetShown()
    try isBack(desk)
    #expect(desk.shown.isEmpty)
    #expect(desk.closed == [handle])
    #expect(try desk.record("Power Is Back").state == .held)
    #expect(try desk.explanation("Power Is Back").last == "notShown")
  }

  @Test("silent changes and progress reach it, and its alert comes when the hold is over")
  func later() throws {
    let desk = try Desk()
    try onBattery(desk)
    let handle = try desk.handle(of: "On Battery")
    try Quiet.doNotDisturb.begin(desk)
    try isBack(desk)
    try isBack(desk) { $0.progress = 40 }
    #expect(desk.shown.last?.progress == 40)
    try isBack(desk) {
      $0.body = "The battery is full."
      $0.silently = true
    }
    #expect(desk.shown.last?.text.body == "The battery is full.")
    #expect(desk.alerts == ["On Battery"])
    #expect(desk.shown.allSatisfy { $0.replaces ?? handle == handle })
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.alerts == ["On Battery", "Power Is Back"])
    #expect(desk.shown.last?.replaces == handle)
  }

  @Test("a lock hides it in its place, an unlock shows it again, and neither is its alert")
  func lock() throws {
    let desk = try Desk()
    try onBattery(desk)
    try Quiet.doNotDisturb.begin(desk)
    try isBack(desk)
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(try desk.isShownHidden("Power Is Back"))
    #expect(desk.shown.last?.textWhenLocked?.title == "Mail")
    try desk.perform { engine, _ in try engine.setLocked(false) }
    #expect(try !desk.isShownHidden("Power Is Back"))
    #expect(desk.alerts == ["On Battery"])
    #expect(try desk.record("Power Is Back").state == .held)
  }

  @Test(
    "its alert comes although the server was busy, died or was replaced while it changed", arguments: 0...2)
  func faults(_ fault: Int) throws {
    let desk = try Desk()
    try onBattery(desk)
    try Quiet.doNotDisturb.begin(desk)
    desk.server = .silent
    try isBack(desk)
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    switch fault {
    case 0:
      desk.server = .answers
      desk.receive(.failed(try #require(desk.shown.last?.subject), .busy))
    case 1:
      desk.server = .answers
      desk.receive(.failed(try #require(desk.shown.last?.subject), .serverDied))
    default:
      desk.server = .answers
      desk.serverAppears(as: "bus/:1.9")
      desk.receive(.failed(try #require(desk.shown.last?.subject), .serverDied))
    }
    desk.pass(seconds: 120)
    #expect(desk.alerts.last == "Power Is Back")
    #expect(try desk.record("Power Is Back").state == .delivered)
  }

  @Test("it survives a restart, and alerts when the hold is over")
  func restart() throws {
    let desk = try Desk()
    try onBattery(desk)
    try Quiet.doNotDisturb.begin(desk)
    try isBack(desk)
    try desk.restart()
    #expect(try desk.record("Power Is Back").state == .held)
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.alerts.last == "Power Is Back")
  }

  @Test("to dismiss what is held and on screen is to dismiss the notification")
  func dismissed() throws {
    let desk = try Desk()
    try onBattery(desk)
    try Quiet.doNotDisturb.begin(desk)
    try isBack(desk)
    desk.receive(.closed(try desk.handle(of: "Power Is Back"), .dismissed))
    #expect(try desk.record("Power Is Back").state == .dismissed)
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.alerts == ["On Battery"])
  }

  @Test("banners switched off take it from the screen")
  func bannersOff() throws {
    let desk = try Desk()
    try onBattery(desk)
    let handle = try desk.handle(of: "On Battery")
    try desk.perform { engine, now in
      var settings = AppSettings()
      settings.banners = false
      try engine.change(mail, by: settings, now: now)
    }
    try isBack(desk)
    #expect(desk.closed == [handle])
    #expect(desk.alerts == ["On Battery"])
  }

  // MARK: Presses

  private func presses(_ desk: Desk) throws -> [Event] {
    try desk.engine.assumeIsolated {
      try $0.events(of: mail, after: EventSequence(0), limit: 100).filter { $0.kind == .activated }
    }
  }

  @Test("a press on the text before the newest one tells the app which it was, and leaves the newest unread")
  func earlierText() throws {
    let desk = try Desk()
    try onBattery(desk)
    let handle = try desk.handle(of: "On Battery")
    desk.server = .silent
    try isBack(desk)
    desk.receive(.pressed(handle, action: item("shutdown"), activationToken: nil))
    let event = try #require(try presses(desk).first)
    #expect(event.action == item("shutdown"))
    #expect(event.earlier)
    #expect(event.target?.json == #"{"s":"battery"}"#)
    #expect(try desk.record("Power Is Back").unread)
    #expect(try desk.explanation("Power Is Back").contains("earlier"))
    // Told twice, it happens once.
    desk.receive(.pressed(handle, action: item("shutdown"), activationToken: nil))
    #expect(try presses(desk).count == 1)
    desk.serverAnswersAtLast()
    try desk.press("Power Is Back")
    let last = try #require(try presses(desk).last)
    #expect(!last.earlier)
    #expect(last.target?.json == #"{"s":"ok"}"#)
    #expect(try desk.record("Power Is Back").state == .read)
  }

  @Test("so does one that is told after its closing, and a dismissal is of the earlier text alone")
  func closedFirst() throws {
    let desk = try Desk()
    try onBattery(desk)
    let handle = try desk.handle(of: "On Battery")
    desk.server = .silent
    try isBack(desk)
    desk.receive(.closed(handle, .dismissed))
    #expect(try desk.record("Power Is Back").unread)
    desk.receive(.pressed(handle, action: item("shutdown"), activationToken: nil))
    #expect(try presses(desk).map(\.earlier) == [true])
    #expect(try desk.record("Power Is Back").unread)
    desk.serverAnswersAtLast()
    #expect(desk.alerts.last == "Power Is Back")
  }

  @Test("a press on a text that came while another was under way is of the one that the server shows")
  func between() throws {
    let desk = try Desk()
    try onBattery(desk)
    desk.server = .silent
    try isBack(desk)
    try isBack(desk) { $0.target = OpaqueObject(json: #"{"s":"really"}"#) }
    try desk.post("Power Is Gone") { $0.identifier = name("ups") }
    // The server shows "Power Is Back", and is then given the newest.
    let handle = try #require(try desk.phase(of: "Power Is Gone")?.shown?.handle)
    let subject = try #require(desk.shown.last?.subject)
    desk.receive(.shown(subject, handle, hidden: false, omitted: []))
    desk.receive(.pressed(handle, action: .defaultAction, activationToken: nil))
    #expect(try presses(desk).map(\.earlier) == [true])
    #expect(try desk.record("Power Is Gone").unread)
  }

  @Test("once the newest text is on screen, a press is of that")
  func newest() throws {
    let desk = try Desk()
    try onBattery(desk)
    try Quiet.doNotDisturb.begin(desk)
    try isBack(desk)
    try desk.press("Power Is Back", item("shutdown"))
    #expect(try presses(desk).isEmpty)
    try desk.press("Power Is Back")
    #expect(try presses(desk).map(\.earlier) == [false])
    #expect(try desk.record("Power Is Back").state == .read)
  }

  @Test("by the desktop's own interface the app hears of the button that was pressed, as it called that")
  func earlierTextOfTheDesktop() throws {
    let desk = try Desk()
    func post(_ title: String, _ key: String, replacing number: UInt32 = 0) throws -> UInt32 {
      try desk.postFront(title, replacing: number) { request, origin in
        request.actions = [Action(id: item("a.1"), title: key)]
        origin.keys[item("a.1")] = key
      }
    }
    let number = try post("Copying", "cancel")
    let handle = try desk.handle(of: "Copying")
    desk.server = .silent
    #expect(try post("Copied", "delete", replacing: number) == number)
    desk.receive(.pressed(handle, action: item("a.1"), activationToken: nil))
    #expect(desk.frontSignals.map(\.signal) == [.invoked(key: "cancel", token: nil)])
    #expect(try desk.record("Copied").unread)
    desk.serverAnswersAtLast()
    #expect(desk.alerts == ["Copying", "Copied"])
  }

  @Test("a change in place is explained as one")
  func explained() throws {
    let desk = try Desk()
    try onBattery(desk)
    try Quiet.doNotDisturb.begin(desk)
    try isBack(desk)
    let id = try desk.record("Power Is Back").id
    let last = try desk.engine.assumeIsolated { try $0.explain(id).last?.decision.why }
    #expect(last == "Plasma changed the banner in place: to its present text, as far as that may be seen.")
    #expect(!desk.events.contains { $0.kind == .released })
  }
}
