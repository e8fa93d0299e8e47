import Delivery
import NotificationModel
import Records
import Testing

/// `bellhop post --wait` follows on one connection, and posts on another of the same process.
@Suite("The answer that a command waits for")
struct AnswerTests {
  private let waiter = Client(connection: 70, process: 700, isPerson: true)
  private let title = "The Button Had No Effect"

  private func asked(_ change: (inout NotificationRequest) -> Void = { _ in }) -> NotificationRequest {
    var request = NotificationRequest(
      app: .shell, title: "Old Files", actions: [Action(id: item("delete"), title: "Delete")])
    change(&request)
    return request
  }

  private func follow(_ desk: Desk, by client: Client) {
    desk.engine.assumeIsolated {
      $0.followed(.shell, by: client.connection, process: client.process)
    }
  }

  private func end(_ desk: Desk, _ client: Client) {
    desk.engine.assumeIsolated { $0.disconnected(client.connection) }
    desk.run()
  }

  @discardableResult
  private func wait(_ desk: Desk, _ request: NotificationRequest? = nil, by client: Client? = nil) throws
    -> NotificationID
  {
    let client = client ?? waiter
    follow(desk, by: client)
    var poster = client
    poster.connection += 1
    return try desk.post(request ?? asked(), by: poster).id
  }

  private func press(_ desk: Desk) throws {
    let handle = try #require(desk.lastShownHandle)
    desk.receive(.pressed(handle, action: item("delete"), activationToken: nil))
  }

  private func offered(_ desk: Desk) -> [String] { desk.shown.last?.text.actions.map(\.id.text) ?? [] }

  private func listed(_ desk: Desk, _ id: NotificationID) throws -> [ItemID] {
    let now = desk.now
    return try desk.engine.assumeIsolated { engine in
      var cursor = ListCursor(ListQuery(app: .shell))
      return try engine.entries(&cursor, now: now).elements.first { $0.entry.id == id }?.entry.actions
        .map(\.id) ?? []
    }
  }

  private func reasons(_ desk: Desk, _ id: NotificationID) throws -> [String] {
    try desk.perform { engine, _ in try engine.explain(id).map(\.decision.why) }
  }

  @Test("a press whose command has ended is told each time, and explain says so")
  func told() throws {
    let desk = try Desk()
    desk.product = "dunst"
    desk.serverAppears(as: "bus/:1.2")
    for number in 1...2 {
      let id = try wait(desk, asked { $0.body = "\(number)" })
      end(desk, waiter)
      #expect(desk.alerts.last == "Old Files")
      try press(desk)
      #expect(desk.alerts.last == title)
      let told = try #require(desk.shown.last?.text.body)
      #expect(told.hasPrefix("The command that waited for the answer has ended"))
      #expect(try reasons(desk, id).last == told)
      #expect(desk.alerts.count == 2 * number)
    }
  }

  @Test("a press whose command waits is told to it, and to the person no more than that")
  func heard() throws {
    let desk = try Desk()
    try wait(desk)
    try press(desk)
    #expect(desk.events.last { $0.kind == .activated }?.action == item("delete"))
    #expect(desk.alerts == ["Old Files"])
  }

  @Test("the button leaves the banner, without an alert, and the list")
  func leftOut() throws {
    let desk = try Desk()
    let id = try wait(desk)
    #expect(offered(desk) == ["delete"])
    #expect(try listed(desk, id) == [item("delete")])
    desk.forgetChanged()
    end(desk, waiter)
    #expect(offered(desk).isEmpty)
    #expect(desk.alerts == ["Old Files"])
    #expect(try listed(desk, id).isEmpty)
    #expect(desk.changed.contains(id))
    #expect(try reasons(desk, id).contains { $0.hasSuffix("left out: delete.") })
  }

  @Test("on a server that alerts for a change the banner is not drawn anew")
  func notDrawnAnew() throws {
    let desk = try Desk()
    desk.product = "dunst"
    desk.serverAppears(as: "bus/:1.2")
    try wait(desk)
    end(desk, waiter)
    #expect(desk.shown.count == 1)
  }

  @Test("a restart of the daemon ends every wait")
  func restart() throws {
    let desk = try Desk()
    let id = try wait(desk)
    try desk.restart()
    #expect(offered(desk).isEmpty)
    #expect(desk.alerts == ["Old Files"])
    let now = desk.now
    #expect(
      throws: Refusal.invalid(
        path: "action", reason: "leads nowhere: the command that waited for the answer has ended")
    ) {
      try desk.engine.assumeIsolated { try $0.activate(id, item("delete"), text: nil, now: now) }
    }
    try press(desk)
    #expect(desk.alerts == ["Old Files", title])
  }

  @Test("a press on the notification itself needs no command")
  func opened() throws {
    let desk = try Desk()
    let id = try wait(desk)
    end(desk, waiter)
    let now = desk.now
    try desk.engine.assumeIsolated { try $0.activate(id, .defaultAction, text: nil, now: now) }
    desk.run()
    #expect(desk.alerts == ["Old Files"])
  }

  @Test("two commands that ask the same share the button, until both have ended")
  func shared() throws {
    let desk = try Desk()
    let other = Client(connection: 80, process: 800, isPerson: true)
    let question = asked { $0.identifier = name("x") }
    let id = try wait(desk, question)
    #expect(try wait(desk, question, by: other) == id)
    end(desk, other)
    #expect(try listed(desk, id) == [item("delete")])
    end(desk, waiter)
    #expect(try listed(desk, id).isEmpty)
  }

  @Test("a command waits for a scheduled one in the entry that it joins, and in each occurrence")
  func scheduled() throws {
    let desk = try Desk()
    try wait(desk, asked { $0.trigger = .after(seconds: 60, repeats: true) })
    desk.pass(seconds: 60)
    #expect(offered(desk) == ["delete"])
    try press(desk)
    #expect(desk.alerts == ["Old Files"])
    end(desk, waiter)
    desk.pass(seconds: 60)
    #expect(desk.alerts.count == 2)
    #expect(offered(desk).isEmpty)
  }

  @Test("without a wait the button is offered; a press is kept, and told where no program follows")
  func withoutWait() throws {
    let desk = try Desk()
    let listener = Client(connection: 80, process: 800, isPerson: true)
    let id = try desk.post(asked(), by: tool).id
    #expect(offered(desk) == ["delete"])
    try press(desk)
    #expect(desk.events.last { $0.kind == .activated } != nil)
    #expect(desk.alerts.last == title)
    #expect(try reasons(desk, id).last?.contains("It is kept for the next program") == true)
    follow(desk, by: listener)
    try desk.post(asked { $0.body = "again" }, by: tool)
    try press(desk)
    #expect(desk.alerts.last == "Old Files")
  }

  @Test("where storing fails as the command ends, the button leaves the banner later")
  func leftOutLater() throws {
    let desk = try Desk()
    try wait(desk)
    desk.disk.fails = true
    end(desk, waiter)
    #expect(desk.failedTransactions > 0)
    desk.disk.fails = false
    desk.pass(seconds: 60)
    #expect(offered(desk).isEmpty)
  }

  @Test("a program with a name hears of everything, also where it posts itself")
  func named() throws {
    let desk = try Desk()
    let window = Client(connection: 80, process: 800, isPerson: true)
    desk.engine.assumeIsolated {
      $0.followed(.shell, as: FollowerName(literal: "window"), by: window.connection, process: window.process)
    }
    try desk.post(asked { $0.body = "its own" }, by: window)
    try desk.post(asked { $0.body = "another" }, by: tool)
    try press(desk)
    #expect(desk.alerts == ["Old Files", "Old Files"])
  }

  @Test("a program that follows everything hears of what a command has waited for, too")
  func listener() throws {
    let desk = try Desk()
    let id = try wait(desk)
    follow(desk, by: Client(connection: 80, process: 800, isPerson: true))
    end(desk, waiter)
    #expect(try listed(desk, id) == [item("delete")])
    try press(desk)
    #expect(desk.alerts == ["Old Files"])
  }
}
