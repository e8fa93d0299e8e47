import TestSupport
import Testing

/// Who is renamed, and who is not.
struct RoleTests {
  @Test("A command that is executed here is the server from its first message; what it starts is a stranger")
  func executed() async throws {
    let rig = try await BusRig()
    let front = try await rig.client(.onSessionBus)
    try await front.ask("own \(BusRig.a) 0")
    let me = try await front.ask("me")
    let server = try await rig.client(.executed([]))
    let name = try await server.ask("me")
    #expect(try await server.ask("owner \(BusRig.a)") == "", "it does not find the front before it asks")
    #expect(try await server.ask("own \(BusRig.a) 4") == "1")
    #expect(try await server.ask("owner \(BusRig.a)") == name)
    #expect(
      try await server.ask("names").contains("\"\(BusRig.b)\""), "the front's name, seen from there")
    #expect(try await front.ask("server") != "[]")
    let child = try await rig.client(.executed(["/bin/sh", "-c", "\"$@\"; exit", "-"]))
    #expect(try await child.ask("owner \(BusRig.a)") == me)
  }

  @Test("Whoever asks for the notification name here gets the other one")
  func asking() async throws {
    let rig = try await BusRig()
    let server = try await rig.client()
    let name = try await server.ask("me")
    #expect(try await server.ask("watch") == "")
    #expect(try await server.ask("own \(BusRig.a) 0") == "1")
    try await server.waits("signals") { $0.contains("\"owner\", \":") }
    let other = try await rig.client(.onSessionBus)
    #expect(try await other.ask("owner \(BusRig.a)") == "")
    #expect(try await other.ask("owner \(BusRig.b)") == name)
    let second = try await rig.client()
    #expect(try await second.ask("own \(BusRig.a) 4") == "3", "one server is enough")
    let daemon = try await rig.client()
    #expect(try await daemon.ask("server") == "[\(server.process.pid), \"\(name)\"]")
    try await server.ask("release \(BusRig.a)")
    try await daemon.waits("server") { $0 == "[0, \"\"]" }
    #expect(try await daemon.ask("hand-over") == "error: io.bellhop.Bus1.Error.NoServer")
  }

  @Test("The daemon is who says so, for as long as it is connected")
  func daemon() async throws {
    let rig = try await BusRig()
    let server = try await rig.client(.executed([]))
    let name = try await server.ask("me")
    try await server.ask("own \(BusRig.a) 0")
    let daemon = try await rig.client()
    #expect(try await daemon.ask("owner \(BusRig.a)") == "")
    try await daemon.ask("translate")
    #expect(try await daemon.ask("owner \(BusRig.a)") == name)
    let described = try await daemon.ask(
      "call io.bellhop.Bus /io/bellhop/Bus org.freedesktop.DBus.Introspectable Introspect")
    #expect(described.contains(#"<interface name=\"io.bellhop.Bus1\">"#))
    #expect(try await daemon.ask("when-down maybe") == "error: org.freedesktop.DBus.Error.InvalidArgs")
    let other = try await rig.client()
    #expect(try await other.ask("owner \(BusRig.a)") == "")
    #expect(try await other.ask("owner io.bellhop.Bus") == "", "nobody on the session bus")
  }

  @Test(
    "Nobody is queued behind the front; without it the server has the name after ten seconds, if that is wanted"
  )
  func tenSeconds() async throws {
    let rig = try await BusRig()
    let front = try await rig.client(.onSessionBus)
    try await front.ask("own \(BusRig.a) 0")
    let me = try await front.ask("me")
    let server = try await rig.client(.executed([]))
    let name = try await server.ask("me")
    try await server.ask("own \(BusRig.a) 0")
    #expect(try await front.ask("queue \(BusRig.a)") == "[\"\(me)\"]")
    let daemon = try await rig.client()
    try await daemon.ask("when-down wait")
    try await front.ask("release \(BusRig.a)")
    let start = ContinuousClock.now
    try await daemon.ask("when-down server")
    try await front.waits("owner \(BusRig.a)") { !$0.isEmpty }
    #expect(ContinuousClock.now - start > .seconds(9.9))
    #expect(try await front.ask("owner \(BusRig.a)") == name)
    #expect(try await front.ask("own \(BusRig.a) 2") == "1")
    #expect(try await front.ask("queue \(BusRig.a)") == "[\"\(me)\"]")
    // A server that gives its name back keeps neither.
    try await front.ask("release \(BusRig.a)")
    try await daemon.ask("hand-over")
    try await front.waits("owner \(BusRig.a)") { !$0.isEmpty }
    try await server.ask("release \(BusRig.a)")
    try await front.waits("owner \(BusRig.a)") { $0.isEmpty }
  }
}
