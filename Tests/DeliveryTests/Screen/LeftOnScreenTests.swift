import Delivery
import NotificationModel
import Testing

/// The next process finds the banners of a killed one, and closes those that it does not know.
@Suite("What a killed process leaves on screen")
struct LeftOnScreenTests {
  /// Killed within a call: the server has drawn the banner, and its answer is heard by nobody.
  private func isKilled(_ desk: Desk, posting title: String) throws -> BannerHandle {
    desk.server = .silent
    try desk.post(title)
    return desk.drawsAnother()
  }

  private func restart(_ desk: Desk) throws {
    desk.server = .answers
    try desk.restart()
  }

  @Test("a banner whose number was not heard is closed once the next number is", arguments: [0, 1, 2])
  func unheard(before: Int) throws {
    let desk = try Desk()
    for number in 0..<before { try desk.post("Before \(number)") }
    let left = try isKilled(desk, posting: "Left")
    try restart(desk)
    #expect(desk.shown.last?.text.title == "Left" && desk.closed == [left])
    try desk.post("After")
    #expect(desk.closed == [left])
  }

  @Test("killed again over the same banner, it leaves two, and both are closed")
  func twice() throws {
    let desk = try Desk()
    try desk.post("Before")
    let first = try isKilled(desk, posting: "Left")
    try desk.restart()
    desk.receive(
      .described(
        ServerDescription(
          server: desk.serverName, name: desk.product, version: "1", capabilities: desk.capabilities)))
    let second = desk.drawsAnother()
    try restart(desk)
    #expect(desk.closed == [first, second])
  }

  @Test("no banner of another program's is closed: more numbers were given than calls went unanswered")
  func others() throws {
    let desk = try Desk()
    try desk.post("Before")
    _ = desk.drawsAnother()
    _ = try isKilled(desk, posting: "Left")
    try restart(desk)
    _ = desk.drawsAnother()
    try desk.post("After")
    #expect(desk.closed == [])
  }

  @Test("no banner of another program's is closed where others have used the server before")
  func shared() throws {
    let desk = try Desk()
    try desk.post("Before")
    _ = desk.drawsAnother()
    try desk.post("Between")
    try restart(desk)
    // The call is never drawn, and another program's is.
    _ = try isKilled(desk, posting: "Left")
    try restart(desk)
    #expect(desk.shown.last?.text.title == "Left" && desk.closed == [])
  }

  @Test("a server that comes in its place has shown nothing of ours")
  func otherServer() throws {
    let desk = try Desk()
    _ = try isKilled(desk, posting: "Left")
    desk.server = .answers
    try desk.restart(hasServer: false)
    _ = desk.drawsAnother()
    desk.serverAppears(as: "bus/:1.9")
    #expect(desk.shown.last?.text.title == "Left" && desk.closed == [])
  }

  @Test("killed over a change in place, it leaves no other number, and the banner stays")
  func inPlace() throws {
    let desk = try Desk()
    try desk.post("One") { $0.identifier = name("x") }
    desk.server = .silent
    try desk.post("Two") { $0.identifier = name("x") }
    try restart(desk)
    try desk.post("After")
    #expect(desk.closed == [])
  }

  @Test("a banner that the sink has heard of is closed, unless its number is stored")
  func told() throws {
    let desk = try Desk()
    try desk.post("Known")
    let known = try desk.handle(of: "Known")
    try restart(desk)
    desk.receive(.left(known))
    #expect(desk.closed == [])
    let left = BannerHandle(server: desk.serverName, id: 77)
    desk.receive(.left(left))
    #expect(desk.closed == [left])
  }

  private func withdraw(_ identifier: String, _ desk: Desk) throws {
    _ = try desk.perform { try $0.withdraw([name(identifier)], nil, of: mail, by: app, now: $1) }
    desk.run()
  }

  @Test("killed before it has passed a closing on, it has the next process pass it on")
  func closings() throws {
    let desk = try Desk()
    for title in ["One", "Two"] { try desk.post(title) { $0.identifier = name(title) } }
    let ended = try desk.handle(of: "One")
    try withdraw("One", desk)
    try restart(desk)
    #expect(desk.closed == [ended, ended])
    try desk.post("Three")
    desk.pass(seconds: 2)
    try withdraw("Two", desk)
    desk.pass(seconds: 2)
    try desk.post("Four")
    let closed = desk.closed.count
    try restart(desk)
    #expect(desk.closed.count == closed, "a second later it is passed on for certain")
  }
}
