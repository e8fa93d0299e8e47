import Delivery
import NotificationModel
import Testing

/// G5: no call's answer depends on a notification server.
///
/// The engine answers without a clock here, so these tests hold the outcomes. That a call is answered while the server
/// hangs, or before the person has answered, is held by `IntakeTests/EngineAnswerTests.swift`. The time that it takes is
/// measured by `EndToEndTests/Servers/ServerFaultTests.swift`.
@Suite("G5 No app waits for the desktop")
struct G5NoAppWaitsTests {
  @Test("a server that never answers: the first is on its way, later ones are told that they are held")
  func hung() throws {
    let desk = try Desk(server: .silent)
    #expect(try desk.post("a").outcome == .presented)
    desk.pass(seconds: 6)
    #expect(try desk.post("b").outcome == .held)
    #expect(try desk.badge() == 2)
  }

  @Test("no server: held; one that the bus can start: presented, and started")
  func absent() throws {
    let none = try Desk(hasServer: false)
    none.serverVanishes()
    #expect(try none.post("a").outcome == .held)
    #expect(none.activations == 0)
    let startable = try Desk(hasServer: false)
    startable.serverVanishes(activatable: true)
    #expect(try startable.post("a").outcome == .presented)
    #expect(startable.activations == 1)
  }

  @Test("a server not yet asked counts as there")
  func unknown() throws {
    let desk = try Desk(hasServer: false)
    #expect(try desk.post("a").outcome == .presented)
    #expect(desk.shown.isEmpty)
    desk.serverAppears()
    #expect(desk.alerts == ["a"])
  }
}
