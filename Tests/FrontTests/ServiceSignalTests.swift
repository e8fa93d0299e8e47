import Front
import NotificationModel
import TestSupport
import Testing

@Suite("What apps hear of their notifications")
struct ServiceSignalTests {
  @Test("Whoever has posted it hears, and nobody else")
  func alone() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      let (app, other) = (try await rig.client(), try await rig.client())
      for client in [app, other] { try await client.ask("listen", ServiceRig.a) }
      try await app.ask("notify", "One")
      let caller = try #require(await rig.posts.first).caller
      await rig.tell(.invoked(key: "open", token: "xyz"), 1_000_001, to: caller)
      await rig.tell(.invoked(key: "a\0b", token: nil), 1_000_001, to: caller)
      await rig.tell(.replied(text: "private"), 1_000_001, to: caller)
      await rig.tell(.closed(.dismissed), 1_000_001, to: caller)
      try await app.waits("signals") { $0.contains("NotificationClosed") }
      let heard = try await app.ask("signals")
      let me = try await app.ask("owner", ServiceRig.a)
      let expected = [
        "ActivationToken\", [1000001, \"xyz\"]", "ActionInvoked\", [1000001, \"open\"]",
        "ActionInvoked\", [1000001, \"ab\"]", "NotificationReplied\", [1000001, \"private\"]",
        "NotificationClosed\", [1000001, 2]",
      ].map { "[\"\(me)\", \"\(ServiceRig.path)\", \"\(ServiceRig.a)\", \"\($0)]" }
      #expect(heard == "[\(expected.joined(separator: ", "))]")
      // The other one has heard all broadcasts before this.
      await rig.tell(.closed(.expired), 5, to: BusCaller())
      try await other.waits("signals") { $0.contains("NotificationClosed") }
      #expect(try await other.ask("signals").components(of: ServiceRig.a) == 1)
    }
  }

  @Test("Where that connection is gone everybody hears, but of no reply")
  func gone() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      let listener = try await rig.client()
      try await listener.ask("listen", ServiceRig.a)
      _ = try await rig.tool("/usr/bin/notify-send", "One")
      let app = try await rig.client()
      try await app.ask("listen", ServiceRig.a)
      try await app.ask("notify", "Two")
      let posts = await rig.posts
      var earlier = posts[1].caller
      earlier.bus = "0123"
      for (number, caller) in [(1_000_001, posts[0].caller), (1_000_003, earlier)] as [(UInt32, BusCaller)] {
        await rig.tell(.replied(text: "private"), number, to: caller)
        await rig.tell(.invoked(key: "open", token: nil), number, to: caller)
      }
      await rig.tell(.closed(.dismissed), 1_000_002, to: posts[1].caller)
      await rig.tell(.closed(.dismissed), 1_000_001, to: posts[0].caller)
      try await listener.waits("signals") { $0.contains("NotificationClosed") }
      let heard = try await listener.ask("signals")
      #expect(heard.components(of: "NotificationReplied") == 0 && heard.components(of: ServiceRig.a) == 3)
      #expect(
        heard.contains("\"ActionInvoked\", [1000003, "), "from an earlier bus, whose names are others' now")
      let all = try await app.ask("signals")
      #expect(all.components(of: ServiceRig.a) == 4 && all.contains("\"NotificationClosed\", [1000002, 2]"))
    }
  }

  @Test("A thousand at once come in their order")
  func many() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      let listener = try await rig.client()
      try await listener.ask("listen", ServiceRig.a)
      var callers: [BusCaller] = []
      for title in ["One", "Two"] { _ = try await rig.tool("/usr/bin/notify-send", title) }
      try await listener.ask("notify", "Three")
      callers = await rig.posts.map(\.caller)
      for number in 0..<1_000 { await rig.tell(.closed(.closed), UInt32(number), to: callers[number % 3]) }
      try await listener.waits("signals") { $0.contains("[999, 3]") }
      let heard = try await listener.ask("signals")
      let numbers = heard.split(separator: "[").compactMap { Int($0.prefix { $0.isNumber }) }
      #expect(numbers == Array(0..<1_000))
    }
  }
}
