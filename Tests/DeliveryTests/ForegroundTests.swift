import Delivery
import NotificationModel
import Testing

@Suite("The app in front")
struct ForegroundTests {
  private func front(_ desk: Desk, _ app: AppID = mail, thread: OpaqueName? = nil, connection: UInt64 = 1)
    throws
  {
    let client = Client(connection: connection, process: 100, isPerson: false)
    try desk.perform { engine, _ in try engine.setForeground(app, front: true, thread: thread, by: client) }
  }

  @Test("it gets no banner, and is told to present it itself")
  func suppressed() throws {
    let desk = try Desk()
    try front(desk)
    #expect(try desk.post("a").outcome == .suppressed)
    #expect(desk.shown.isEmpty)
    #expect(try desk.badge() == 1)
    #expect(desk.events.contains { $0.kind == .received })
    #expect(try desk.post(NotificationRequest(app: chat, title: "b")).outcome == .presented)
  }

  @Test("what arrives in front is counted, and stands in the list unread")
  func discreet() throws {
    let desk = try Desk()
    try front(desk)
    #expect(try desk.post("a").unread == 1)
    #expect(try desk.record("a").unread && desk.record("a").state == .delivered)
    #expect(desk.events.last { $0.kind == .badge }?.unread == 1)
  }

  @Test("a claim ends with its connection, and any one is enough")
  func connections() throws {
    let desk = try Desk()
    try front(desk, connection: 1)
    try front(desk, connection: 2)
    try desk.perform { engine, _ in engine.disconnected(1) }
    #expect(try desk.post("a").outcome == .suppressed)
    try desk.perform { engine, _ in engine.disconnected(2) }
    #expect(try desk.post("b").outcome == .presented)
  }

  @Test("in the thread that is looked at, it is read already")
  func thread() throws {
    let desk = try Desk()
    try front(desk, thread: name("inbox"))
    let receipt = try desk.post("a") { $0.thread = name("inbox") }
    #expect(receipt.unread == 0)
    #expect(try desk.record("a").state == .read)
    #expect(try desk.post("b") { $0.thread = name("other") }.unread == 1)
  }

  @Test("one connection claims at most sixteen apps")
  func bounded() throws {
    let desk = try Desk()
    for number in 0..<16 { try front(desk, known(AppID("app\(number)"))) }
    #expect(throws: Refusal.quotaExceeded(quota: "foreground", limit: 16, retryAfterMilliseconds: nil)) {
      try front(desk, known(AppID("one-more")))
    }
    try front(desk, known(AppID("app3")), thread: name("x"))
  }
}
