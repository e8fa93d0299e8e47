import NotificationModel
import TestSupport
import Testing

@testable import Front

@Suite("A server that was started past bellhop-bus")
struct ShutOutServerTests {
  private var servers = ShutOutServer()
  private let dunst = StartedProgram("dunst", ["dunst", "-conf", "theme"])

  private func time(_ milliseconds: Int64) -> Uptime { Uptime(milliseconds: 1_000 + milliseconds) }

  private mutating func runs(_ program: StartedProgram, for milliseconds: Int64) {
    servers.connected(":1.5", program, seen: time(0))
    servers.isGone(":1.5", now: time(milliseconds))
  }

  @Test(
    "is one that ends within seconds, and no other program",
    arguments: [
      ("dunst", 20, true), ("mako", 5_000, true), ("dunst", 5_001, false), ("notify-send", 20, false),
      ("dunstctl", 20, false),
    ])
  mutating func ends(_ name: String, after milliseconds: Int64, isShutOut: Bool) {
    runs(StartedProgram(name), for: milliseconds)
    #expect(servers.program?.name == (isShutOut ? name : nil))
  }

  @Test("may be any program that was the server before, but Plasma's shell, which its session starts")
  mutating func before() {
    servers.isServed(by: StartedProgram("own-server"))
    runs(StartedProgram("own-server", ["own-server", "-v"]), for: 20)
    #expect(servers.program?.words == ["own-server", "-v"])
    servers = ShutOutServer()
    servers.isServed(by: StartedProgram("plasmashell"))
    runs(StartedProgram("plasmashell"), for: 20)
    #expect(servers.program == nil)
  }

  @Test("is told until one runs that was started by the same words")
  mutating func served() {
    runs(dunst, for: 20)
    servers.isServed(by: StartedProgram("dunst", ["/usr/bin/dunst"]))
    #expect(servers.program == dunst, "the old one, which the bus has started")
    servers.isServed(by: dunst)
    #expect(servers.program == nil)
  }

  @Test("is none that serves without the name")
  mutating func nameless() {
    servers.connected(":1.5", StartedProgram("lxqt-notificationd"), seen: time(0))
    servers.serves(":1.5")
    servers.isGone(":1.5", now: time(20))
    #expect(servers.program == nil)
  }

  @Test("is noted sixteen times at once, and what has stayed makes room")
  mutating func most() {
    for number in 0..<20 { servers.connected(":1.\(number)", dunst, seen: time(0)) }
    servers.isGone(":1.16", now: time(1))
    #expect(servers.program == nil)
    servers.connected(":2.1", dunst, seen: time(6_000))
    servers.isGone(":2.1", now: time(6_001))
    #expect(servers.program == dunst)
  }

  @Test(
    "is typed by its words where these are few and plain, else by its name",
    arguments: [
      (["dunst", "-conf", "a b"], ["dunst", "-conf", "a b"]), ([], ["dunst"]),
      (["dunst", String(repeating: "x", count: 160)], ["dunst"]), (["dunst", "a\nb"], ["dunst"]),
      (["dunst", "\u{202E}"], ["dunst"]), (["dunst", "\u{FFFD}"], ["dunst"]),
    ])
  func typed(_ words: [String], _ typed: [String]) {
    #expect(StartedProgram("dunst", words).typed == typed)
  }

  @Test("is seen as it comes and goes, while no server is there")
  func seen() async throws {
    try await ServiceRig.run { rig in
      let nowhere = FrontState.owner(route: .behind(path: rig.busSocket))
      try await rig.waits(for: nowhere)
      for program in ["no-server", "dunst"] {
        let server = try await rig.client(program: program)
        try await server.ask("own", ServiceRig.a, "4")
        await #expect(rig.state == nowhere)
        server.process.kill()
      }
      let dunst = StartedProgram("dunst", ["dunst", "-conf", "theme"])
      try await rig.waits(for: .owner(route: .behind(path: rig.busSocket), shutOut: dunst))
      // The next one is started as it should be.
      let bellhopBus = try await rig.bellhopBus()
      let next = try await rig.client(behind: true, program: "dunst")
      try await next.ask("own", ServiceRig.a, "4")
      try await rig.waits(for: nowhere)
      #expect(bellhopBus.isRunning)
    }
  }
}
