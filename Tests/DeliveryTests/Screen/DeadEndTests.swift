import Delivery
import NotificationModel
import Testing

@Suite("A press that leads nowhere")
struct DeadEndTests {
  private let title = "“Mail” Could Not Be Opened"
  private let stranger = known(AppID("org.invented.App"))

  private func fail(_ desk: Desk, _ app: AppID = mail) throws {
    let id = try #require(try desk.records(app).last?.id)
    desk.engine.assumeIsolated { $0.receive(.started(app, for: id, .failed(.noDesktopEntry))) }
    desk.run()
  }

  @Test("is said to the person, with the reason, once a day of each app")
  func once() throws {
    let desk = try Desk()
    try desk.post("a")
    try fail(desk)
    #expect(desk.alerts == ["a", title])
    #expect(
      desk.shown.last?.text.body
        == "The app is not running and could not be started: it has no desktop entry.")
    try fail(desk)
    #expect(desk.shown.count == 2)
    try desk.post(NotificationRequest(app: chat, title: "b"))
    try fail(desk, chat)
    #expect(desk.alerts.last == "“Chat” Could Not Be Opened")
    desk.pass(seconds: 86_400)
    try fail(desk)
    #expect(desk.alerts.last == title)
  }

  @Test("is said of an address that could not be opened, and of the notification centre")
  func others() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    desk.engine.assumeIsolated {
      $0.receive(.opened(for: id, .nothingOpens))
      $0.receive(.centerOpened(.noTerminal))
    }
    desk.run()
    #expect(Set(desk.alerts.dropFirst()) == [title, "“Bellhop” Could Not Be Opened"])
    #expect(desk.shown.last?.text.body.contains("bellhop center") == true)
  }

  @Test("is nothing to be said of what opened")
  func opened() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    desk.engine.assumeIsolated {
      $0.receive(.started(mail, for: id, .activated))
      $0.receive(.opened(for: id, nil))
      $0.receive(.centerOpened(nil))
    }
    desk.run()
    #expect(desk.alerts == ["a"])
  }

  @Test("tells no name on a locked screen that nothing vouches for")
  func lockedScreen() throws {
    let desk = try Desk()
    try desk.post(NotificationRequest(app: stranger, title: "a"))
    try fail(desk, stranger)
    #expect(desk.shown.last?.textWhenLocked == BannerText(title: "Notification", isHidden: true))
  }

  @Test("goes with its press or its closing, and a restart brings none back")
  func gone() throws {
    let desk = try Desk(server: .silent)
    try desk.post("a")
    try fail(desk)
    try desk.restart()
    desk.server = .answers
    desk.serverAppears()
    #expect(!desk.subjects.contains(.deadEnd(mail)))
  }

  @Test("an action of an app that is away, and that nothing can start, is not offered; explain says so")
  func notOffered() throws {
    let desk = try Desk()
    let other = Client(connection: 7, process: 300, isPerson: false)
    let actions = [Action(id: item("archive"), title: "Archive")]
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.post(NotificationRequest(app: stranger, title: "away", actions: actions), by: other)
    try desk.post("installed") { $0.actions = actions }
    desk.engine.assumeIsolated { $0.disconnected(7) }
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    func offered(_ title: String) -> [String]? {
      desk.shown.last { $0.text.title == title }?.text.actions.map(\.title)
    }
    #expect(offered("away") == [])
    #expect(offered("installed") == ["Archive"])
    let id = try #require(try desk.records(stranger).last?.id)
    let decisions = try desk.perform { engine, _ in try engine.explain(id).map(\.decision) }
    #expect(
      decisions.contains { $0.guideline == "actions.starting" && $0.why.hasSuffix("left out: archive.") })
  }

  @Test("one of an app that is connected, or follows its events again, is offered")
  func connected() throws {
    let desk = try Desk()
    let actions = [Action(id: item("archive"), title: "Archive")]
    let other = Client(connection: 7, process: 300, isPerson: false)
    try desk.post(NotificationRequest(app: stranger, title: "a", actions: actions), by: other)
    desk.engine.assumeIsolated {
      $0.disconnected(7)
      $0.followed(stranger, by: 8)
    }
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.post(NotificationRequest(app: stranger, title: "b", actions: actions), by: other)
    desk.engine.assumeIsolated { $0.disconnected(7) }
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.shown.map(\.text.actions.count) == [1, 1])
  }
}
