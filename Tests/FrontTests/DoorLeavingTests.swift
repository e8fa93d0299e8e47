import Front
import NotificationModel
import TestSupport
import Testing

@Suite("The door gives its name away")
struct DoorLeavingTests {
  @Test("Whoever has called before is answered, and whoever calls later is another's")
  func answered() async throws {
    try await DoorRig.run { rig in
      try await rig.waitsForName()
      let (app, other) = (try await rig.client(), try await rig.client())
      await rig.hold(true)
      for title in ["One", "Two"] { try await app.ask("post", title) }
      // What is behind it in the line comes by the same connection, before the name is anybody's.
      await rig.leave()
      try await other.waits("owner", DoorRig.a) { $0.isEmpty }
      #expect(await !rig.isDone)
      await rig.hold(false)
      try await app.waits("answers") { $0 == "[[1000001], [1000002]]" }
      try await eventually("all done", holds: { await rig.isDone })
      #expect(
        try await other.ask("notify", "Three") == "error: org.freedesktop.DBus.Error.ServiceUnknown")
      #expect(await rig.posts.map(\.title) == ["One", "Two"])
    }
  }

  @Test("Whoever has found us behind it calls us by our own name, and is answered for a while")
  func found() async throws {
    try await DoorRig.run { rig in
      try await rig.waitsForName()
      let app = try await rig.client()
      let door = try await app.ask("owner", DoorRig.a)
      await rig.hold(true)
      await rig.leave()
      try await app.waits("owner", DoorRig.a) { $0.isEmpty }
      let arguments = "('app', uint32 0, '', 'Found', '', @as [], @a{sv} {}, -1)"
      try await app.ask("send", door, DoorRig.path, DoorRig.a, "Notify", arguments)
      try await eventually("a post", holds: { await rig.posts.map(\.title) == ["Found"] })
      await rig.hold(false)
      try await app.waits("answers") { $0 == "[[1000001]]" }
      try await eventually("all done", holds: { await rig.isDone })
    }
  }

  @Test("A picture that is still being copied is waited for, and so is the server's answer")
  func underWay() async throws {
    try await DoorRig.run { rig in
      try await rig.waitsForName()
      let app = try await rig.client()
      await rig.plan { $0.keepPictures() }
      try await app.ask("post-picture", "16384")
      try await eventually("a call", holds: { await rig.hasCaller })
      await rig.leave()
      let other = try await rig.client()
      try await other.waits("owner", DoorRig.a) { $0.isEmpty }
      #expect(await !rig.isDone)
      await rig.plan { $0.givePictures() }
      try await app.waits("answers") { $0 == "[[1000001]]" }
      try await eventually("all done", holds: { await rig.isDone })
    }
  }

  @Test("Switched off with calls under way, it answers them before it goes")
  func released() async throws {
    try await DoorRig.run { rig in
      try await rig.waitsForName()
      let app = try await rig.client()
      await rig.plan { $0.keepPictures() }
      try await app.ask("post-picture", "16384")
      try await eventually("a call", holds: { await rig.hasCaller })
      async let end: Void = rig.release()
      let other = try await rig.client()
      try await other.waits("owner", DoorRig.a) { $0.isEmpty }
      await rig.plan { $0.givePictures() }
      await end
      try await app.waits("answers") { $0 == "[[1000001]]" }
    }
  }

  @Test("Without a connection there is nothing to wait for, and none is made any more")
  func outside() async throws {
    try await DoorRig.run { rig in
      try await rig.waitsForName()
      rig.bus.stop()
      try await eventually("the end of the bus") { () -> Void? in
        if case .unreachable? = await rig.state { () } else { nil }
      }
      await rig.leave()
      #expect(await rig.isDone)
    }
  }
}
