import Delivery
import NotificationModel
import Testing

/// The start of an app that is away, after a press on its notification.
@Suite("Starting the app that was pressed")
struct AppStartTests {
  private func begin(_ start: AppStart, _ desk: Desk) -> Bool {
    let now = desk.now
    return desk.engine.assumeIsolated { $0.begin(start, now: now) }
  }

  private func report(_ result: AppStartResult, _ desk: Desk, _ start: AppStart) {
    desk.engine.assumeIsolated { $0.receive(.started(start.app, for: start.notification, result)) }
    desk.run()
  }

  @Test(
    "the app comes to the front for a press on the banner, an action in the foreground or one that asks for text",
    arguments: [
      ("default", true), ("archive", false), ("show", true), ("say", true),
    ])
  func foreground(action: String, isForeground: Bool) throws {
    let desk = try Desk()
    let id = try desk.post("a") {
      $0.actions = [
        Action(id: item("archive"), title: "Archive"),
        Action(id: item("show"), title: "Show", foreground: true),
        Action(id: item("say"), title: "Say", input: TextInput()),
      ]
    }.id
    desk.receive(.pressed(try desk.handle(of: "a"), action: item(action), activationToken: "token"))
    #expect(
      desk.starts == [
        AppStart(
          app: mail, notification: id, isForeground: isForeground,
          activationToken: isForeground ? "token" : nil)
      ])
  }

  @Test(
    "a private notification is forgotten once it is pressed, and its action is in the foreground all the same"
  )
  func privateOne() throws {
    let desk = try Desk()
    try desk.post("a") {
      $0.isPrivate = true
      $0.actions = [Action(id: item("show"), title: "Show", foreground: true)]
    }
    desk.receive(.pressed(try desk.handle(of: "a"), action: item("show"), activationToken: nil))
    #expect(desk.starts.map(\.isForeground) == [true])
  }

  @Test("a reply needs no window")
  func reply() throws {
    let desk = try Desk()
    try desk.post("a") { $0.actions = [Action(id: item("say"), title: "Say", input: TextInput())] }
    desk.receive(.replied(try desk.handle(of: "a"), text: "yes"))
    #expect(desk.starts.map(\.isForeground) == [false])
  }

  @Test("a press in the list starts the app as well, without a token")
  func list() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    try desk.perform { try $0.activate(id, .defaultAction, text: nil, now: $1) }
    #expect(desk.starts == [AppStart(app: mail, notification: id, isForeground: true)])
  }

  @Test(
    "neither a dismissal, nor an action that is not there, nor the command line's own notifications start anything"
  )
  func nothing() throws {
    let desk = try Desk()
    try desk.post("a")
    try desk.press("a", item("other"))
    desk.receive(.closed(try desk.handle(of: "a"), .dismissed))
    let id = try desk.post(NotificationRequest(app: .shell, title: "b"), by: tool).id
    try desk.perform { try $0.activate(id, .defaultAction, text: nil, now: $1) }
    #expect(desk.events.contains { $0.kind == .activated })
    #expect(desk.starts.isEmpty)
  }

  @Test("an app that is no longer allowed is not started")
  func denied() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    _ = try desk.perform { try $0.markRead([id], now: $1) }
    try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
    try? desk.perform { try $0.activate(id, .defaultAction, text: nil, now: $1) }
    #expect(desk.starts.isEmpty)
  }

  @Test(
    "an app that was started a moment ago is not started again, until it is there, fails, or takes too long")
  func pace() throws {
    let desk = try Desk()
    let start = AppStart(app: mail, notification: try desk.post("a").id, isForeground: true)
    let other = AppStart(app: chat, notification: start.notification, isForeground: true)
    #expect(begin(start, desk))
    #expect(!begin(start, desk))
    #expect(begin(other, desk))
    desk.engine.assumeIsolated { $0.followed(mail, by: 1) }
    #expect(begin(start, desk))
    #expect(!begin(start, desk))
    report(.failed(.notRun), desk, start)
    #expect(begin(start, desk))
    desk.pass(seconds: 4)
    #expect(!begin(start, desk))
    desk.pass(seconds: 1)
    #expect(begin(start, desk))
  }

  @Test("a press that brings the app to the front does not wait for a start that does not")
  func foregroundAfterBackground() throws {
    let desk = try Desk()
    let quiet = AppStart(app: mail, notification: try desk.post("a").id, isForeground: false)
    let loud = AppStart(app: mail, notification: quiet.notification, isForeground: true, activationToken: "t")
    #expect(begin(quiet, desk))
    #expect(!begin(quiet, desk))
    #expect(begin(loud, desk))
    #expect(!begin(loud, desk))
    #expect(!begin(quiet, desk))
  }

  @Test(
    "what came of it stands in the explanation, with the reason",
    arguments: [
      (AppStartResult.activated, "started", "over D-Bus to open"),
      (.runByBus, "started", "started over D-Bus"),
      (.runByServiceManager, "started", "by the service manager"), (.underWay, "waits", "a moment ago"),
      (.failed(.noBus), "notStarted", "no session bus"),
      (.failed(.noServiceManager), "notStarted", "no service manager (systemd --user)"),
      (.failed(.noDesktopEntry), "notStarted", "no desktop entry"),
      (.failed(.noCommand), "notStarted", "(Exec)"), (.failed(.needsTerminal), "notStarted", "(Terminal)"),
      (.failed(.notInstalled), "notStarted", "(TryExec)"), (.failed(.idTooLong), "notStarted", "too long"),
      (.failed(.notRun), "notStarted", "could not be run"), (.failed(.unanswered), "notStarted", "in time"),
      (.failed(.refusedByBus("x.Y")), "notStarted", "D-Bus answered with x.Y"),
      (.failed(.refusedByServiceManager("x.Y")), "notStarted", "service manager answered with x.Y"),
    ])
  func explained(result: AppStartResult, effect: String, words: String) throws {
    let desk = try Desk()
    let start = AppStart(app: mail, notification: try desk.post("a").id, isForeground: true)
    report(result, desk, start)
    let decision = try #require(
      try desk.engine.assumeIsolated { try $0.explain(start.notification).last?.decision })
    #expect(decision.guideline == "actions.starting")
    #expect(decision.effect == effect)
    #expect(decision.why.contains(words))
  }

  @Test("a report about a notification that is gone changes nothing")
  func gone() throws {
    let desk = try Desk()
    try desk.post("a")
    let start = AppStart(app: mail, notification: NotificationID(99), isForeground: true)
    report(.failed(.noBus), desk, start)
    #expect(desk.failedTransactions == 0)
  }
}
