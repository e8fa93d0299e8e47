import Delivery
import NotificationModel
import Records
import Testing

/// A press on a notification with an address.
@Suite("Opening the address of what was pressed")
struct LinkTests {
  private let url = known(Link("https://example.org/builds/7"))

  private func opened(_ desk: Desk) -> [OpenedLink] {
    desk.desktopCommands.compactMap { if case .open(let link) = $0 { link } else { nil } }
  }

  @Test("a press opens it, tells the app, and starts nobody")
  func press() throws {
    let desk = try Desk()
    let id = try desk.post("a") { $0.url = url }.id
    desk.receive(.pressed(try desk.handle(of: "a"), action: .defaultAction, activationToken: "token"))
    #expect(opened(desk) == [OpenedLink(url: url, notification: id, activationToken: "token")])
    #expect(desk.events.contains { $0.kind == .activated && $0.action == .defaultAction })
    #expect(desk.starts.isEmpty)
  }

  @Test("the command line's own opens as well, from the list too, over and over")
  func list() throws {
    let desk = try Desk()
    let id = try desk.post(NotificationRequest(app: .shell, title: "a", url: url), by: tool).id
    for _ in 1...2 { try desk.perform { try $0.activate(id, .defaultAction, text: nil, now: $1) } }
    #expect(opened(desk).map(\.url) == [url, url])
  }

  @Test("a button opens nothing, and starts its app as ever")
  func button() throws {
    let desk = try Desk()
    try desk.post("a") {
      $0.url = url
      $0.actions = [Action(id: item("archive"), title: "Archive")]
    }
    try desk.press("a", item("archive"))
    #expect(opened(desk).isEmpty && desk.starts.count == 1)
  }

  @Test("nothing is opened on a locked screen: the press is refused, and the notification stays unread")
  func locked() throws {
    let desk = try Desk()
    let id = try desk.post("a") { $0.url = url }.id
    let handle = try desk.handle(of: "a")
    try desk.perform { engine, _ in try engine.setLocked(true) }
    desk.receive(.pressed(handle, action: .defaultAction, activationToken: nil))
    #expect(throws: Refusal.screenLocked) {
      try desk.perform { try $0.activate(id, .defaultAction, text: nil, now: $1) }
    }
    #expect(opened(desk).isEmpty)
    #expect(try desk.badge() == 1)
    let hidden = try desk.perform { try $0.entries(ListQuery(), now: $1).entries[0].entry }
    #expect(hidden.url == nil)
    try desk.perform { engine, _ in try engine.setLocked(false) }
    #expect(try desk.explanation("a").contains("refused"))
    try desk.perform { try $0.activate(id, .defaultAction, text: nil, now: $1) }
    #expect(opened(desk).count == 1)
  }

  @Test("a private one's address is gone with it, and opened by the press that ends it")
  func privateOne() throws {
    let desk = try Desk()
    try desk.post("a") {
      $0.url = url
      $0.isPrivate = true
    }
    let handle = try desk.handle(of: "a")
    // Some servers tell of the closing first.
    desk.receive(.closed(handle, .dismissed))
    desk.receive(.pressed(handle, action: .defaultAction, activationToken: nil))
    #expect(opened(desk).map(\.url) == [url])
    #expect(try desk.records().map(\.request.url) == [nil])
  }

  @Test("an app that is no longer allowed has nothing opened")
  func denied() throws {
    let desk = try Desk()
    let id = try desk.post("a") { $0.url = url }.id
    _ = try desk.perform { try $0.markRead([id], now: $1) }
    try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
    try? desk.perform { try $0.activate(id, .defaultAction, text: nil, now: $1) }
    #expect(opened(desk).isEmpty)
  }

  @Test("a file from within a sandbox is refused: it is another one outside")
  func sandbox() throws {
    let desk = try Desk()
    let client = Client(connection: 1, process: 100, isPerson: false, verified: mail)
    #expect(throws: Refusal.self) {
      try desk.post(NotificationRequest(app: mail, title: "a", url: Link("file:///tmp/a")), by: client)
    }
    #expect(
      try desk.post(NotificationRequest(app: mail, title: "b", url: url), by: client).outcome == .presented)
  }

  @Test(
    "what came of it stands in the explanation, with the reason and without the address",
    arguments: [
      (nil, "started", "handed to the desktop"), (.notOwnFile, "notStarted", "of the person's own"),
      (.nothingOpens, "notStarted", "nor xdg-open"), (.noServiceManager, "notStarted", "no service manager"),
    ] as [(AppStartFailure?, String, String)])
  func explained(failure: AppStartFailure?, effect: String, words: String) throws {
    let desk = try Desk()
    let id = try desk.post("a") { $0.url = url }.id
    desk.engine.assumeIsolated { $0.receive(.opened(for: id, failure)) }
    desk.run()
    let decision = try #require(try desk.engine.assumeIsolated { try $0.explain(id).last?.decision })
    #expect(decision.guideline == "actions.link" && decision.effect == effect)
    #expect(decision.why.contains(words) && !decision.why.contains("example.org"))
  }
}
