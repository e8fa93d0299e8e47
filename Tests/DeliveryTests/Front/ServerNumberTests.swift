import Delivery
import NotificationModel
import Records
import Testing

/// A server has a number of its own for each banner. It is exchanged for the app's wherever people meet it.
@Suite("The server's own number of an app's notification")
struct ServerNumberTests {
  private static let caller = BusCaller(bus: "bus", name: ":1.7")

  private func server(_ desk: Desk, _ number: UInt32) throws -> UInt32? {
    try desk.perform { engine, _ in engine.serverNumber(of: number) }
  }
  private func app(_ desk: Desk, _ number: UInt32) throws -> UInt32? {
    try desk.perform { engine, _ in engine.appNumber(of: number) }
  }
  private func isKnown(_ desk: Desk, _ number: UInt32, as handle: BannerHandle) throws -> Bool {
    try server(desk, number) == handle.id && app(desk, handle.id) == number
  }

  @Test("it is known while the banner is up, listed or passing, also after a restart")
  func up() throws {
    let desk = try Desk(Desk.asking)
    let passing = try desk.postFront("Saved") { $1.isTransient = true }
    #expect(try isKnown(desk, passing, as: try #require(desk.lastShownHandle)))
    let own = try desk.postFront("Volume", replacing: 2_593)
    let listed = try desk.postFront("Build finished")
    try desk.restart()
    #expect(try isKnown(desk, listed, as: try desk.handle(of: "Build finished")))
    #expect(try isKnown(desk, own, as: try desk.handle(of: "Volume")))
    #expect(own == 2_593)
  }

  @Test("numbers of nothing of ours stay as they are, and so do the daemon's own banners and Bellhop's apps'")
  func others() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("An app of Bellhop's")
    let handle = try #require(desk.lastShownHandle)
    #expect(try app(desk, handle.id) == handle.id && server(desk, handle.id) == handle.id)
    #expect(try app(desk, 99) == 99 && server(desk, 1_000_099) == 1_000_099)
  }

  @Test(
    "it is still known once the banner has closed, by whatever",
    arguments: ["expired", "dismissed", "withdrawn", "read", "erased", "passed"])
  func closed(_ how: String) throws {
    let desk = try Desk(Desk.asking)
    let number = try desk.postFront("Build finished") { $1.isTransient = how == "passed" }
    let handle = try #require(desk.lastShownHandle)
    switch how {
    case "expired": desk.receive(.closed(handle, .expired))
    case "dismissed", "passed": desk.receive(.closed(handle, .dismissed))
    case "withdrawn":
      _ = try desk.perform { try $0.close(number, by: Self.caller, isSandboxed: false, now: $1) }
    case "read":
      let id = try desk.record("Build finished").id
      try desk.perform { try $0.activate(id, .defaultAction, text: nil, now: $1) }
    default: try desk.perform { _ = try $0.erase(.everything, now: $1) }
    }
    #expect(try isKnown(desk, number, as: handle), "\(how)")
    desk.serverVanishes()
    #expect(try server(desk, number) == number && app(desk, handle.id) == handle.id)
    desk.serverAppears(as: "bus/:1.2")
    #expect(try server(desk, number) == number && app(desk, handle.id) == handle.id, "another counts anew")
  }

  @Test("sixty-four that have closed are known, the newest")
  func bound() throws {
    let desk = try Desk(Desk.asking)
    var closed: [(number: UInt32, handle: BannerHandle)] = []
    for count in 1...70 {
      let number = try desk.postFront("Build \(count)")
      let handle = try desk.handle(of: "Build \(count)")
      desk.receive(.closed(handle, .dismissed))
      closed.append((number, handle))
      desk.pass(seconds: 60)
    }
    for (number, handle) in closed.suffix(64) { #expect(try isKnown(desk, number, as: handle)) }
    for (number, handle) in closed.prefix(6) {
      #expect(try server(desk, number) == number && app(desk, handle.id) == handle.id)
    }
  }

  @Test(
    "changed after it has closed, the number is that of the banner that is up, and both banners are the app's"
  )
  func changed() throws {
    let desk = try Desk(Desk.asking)
    let number = try desk.postFront("Copying")
    let first = try desk.handle(of: "Copying")
    desk.receive(.closed(first, .expired))
    _ = try desk.postFront("Copied", replacing: number)
    let second = try desk.handle(of: "Copied")
    #expect(first != second)
    #expect(try isKnown(desk, number, as: second) && app(desk, first.id) == number)
  }

  @Test("it cannot be told while the server is being given the banner")
  func notYet() throws {
    let desk = try Desk(Desk.asking)
    let known = try desk.postFront("Build finished")
    desk.server = .silent
    let number = try desk.postFront("Build failed")
    #expect(try server(desk, number) == nil && app(desk, 2) == nil)
    #expect(try isKnown(desk, known, as: try desk.handle(of: "Build finished")))
    #expect(try server(desk, 1_000_099) == 1_000_099)
    desk.serverAnswersAtLast()
    #expect(try isKnown(desk, number, as: try desk.handle(of: "Build failed")))
  }
}
