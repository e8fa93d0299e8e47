import BusWire
import Front
import NotificationModel
import TestSupport
import Testing

@Suite("What the service answers, and when")
struct ServiceAnswerTests {
  @Test("A call is answered once what it brought about is stored, and not before")
  func afterCommit() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      await rig.hold(true)
      let app = try await rig.client()
      try await app.ask("post", "One")
      try await app.ask("post", "Two")
      try await eventually("both posts", holds: { await rig.posts.count == 2 })
      #expect(
        try await app.ask("call", ServiceRig.a, ServiceRig.path, "org.freedesktop.DBus.Peer", "Ping") == "[]")
      #expect(try await app.ask("answers") == "[]")
      await rig.hold(false)
      try await app.waits("answers") { $0 == "[[1000001], [1000002]]" }
    }
  }

  @Test("What the last server can do is told with what Bellhop does on any, at once, and once each")
  func capabilities() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      let app = try await rig.client()
      let cases = [
        (["actions", "persistence", "body"], ["actions", "body", "inhibitions", "persistence"]),
        (["body", "sound"], ["body", "inhibitions", "persistence", "sound"]),
        (["inline-reply"], ["inhibitions", "inline-reply", "persistence"]),
        // No server was there yet.
        ([], ["actions", "body", "body-markup", "inhibitions", "persistence"]),
      ]
      for (servers, expected) in cases {
        await rig.plan { $0.capabilities = servers }
        let told = try await app.ask("call", ServiceRig.a, ServiceRig.path, ServiceRig.a, "GetCapabilities")
        #expect(told == "[[" + expected.map { "\"\($0)\"" }.joined(separator: ", ") + "]]")
      }
    }
  }

  @Test("What could not be stored is an error")
  func notStored() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      let app = try await rig.client()
      #expect(try await app.ask("notify", "One") == "1000001")
      await rig.store(false)
      #expect(try await app.ask("notify", "Two") == "error: io.bellhop.Front.Error.NotStored")
      #expect(try await app.ask("close", "1000001") == "error: io.bellhop.Front.Error.NotStored")
    }
  }

  @Test("A flood's error is the one that apps know from Plasma")
  func refused() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      let app = try await rig.client()
      await rig.plan { $0.refusal = .tooMany(retryAfterMilliseconds: 20) }
      #expect(
        try await app.ask("notify", "One")
          == "error: org.freedesktop.Notifications.Error.ExcessNotificationGeneration")
      await rig.plan { $0.refusal = .notStored("the disk is full") }
      #expect(try await app.ask("notify", "One") == "error: io.bellhop.Front.Error.NotStored")
    }
  }

  @Test("An app hears its number before it hears what became of it")
  func deniedAtOnce() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      let monitor = try await BusMonitor(on: rig.bus)
      await rig.deny()
      let app = try await rig.client()
      try await app.ask("listen", ServiceRig.a)
      #expect(try await app.ask("notify", "One") == "1000001")
      try await app.waits("signals") { $0.contains("\"NotificationClosed\", [1000001, 4]") }
      let lines = try await monitor.heard().split(separator: "\n")
      let answer = try #require(lines.firstIndex { $0.contains("uint32 1000001") })
      let closing = try #require(lines.firstIndex { $0.contains("member=NotificationClosed") })
      #expect(answer < closing)
    }
  }

  @Test("Each app's calls are taken in their order, however they come in between each other's")
  func order() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      let apps = [try await rig.client(), try await rig.client()]
      for number in 0..<40 { try await apps[number % 2].ask("post", "\(number)") }
      for app in apps { try await app.ask("close", "1000001") }
      let posts = await rig.posts
      for parity in 0..<2 {
        let numbers = posts.compactMap { Int($0.title) }.filter { $0 % 2 == parity }
        #expect(numbers == numbers.sorted() && numbers.count == 20)
      }
      #expect(Set(posts.map(\.caller)).count == 2)
    }
  }

  @Test("A call that is not the method's is refused, and the service stays open")
  func malformed() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      let app = try await rig.client()
      let invalid = "error: org.freedesktop.DBus.Error.InvalidArgs"
      func call(_ member: String, _ arguments: String) async throws -> String {
        try await app.ask("call", ServiceRig.a, ServiceRig.path, ServiceRig.a, member, arguments)
      }
      #expect(try await call("Notify", "('a', 'b')") == invalid)
      #expect(try await call("Notify", "()") == invalid)
      #expect(try await call("Notify", "('', uint32 0, '', '', '', @as [], @a{si} {}, 0)") == invalid)
      #expect(try await call("CloseNotification", "(1,)") == invalid)
      #expect(try await call("CloseNotification", "()") == invalid)
      let long = "/" + String(repeating: "x", count: 70_000)
      let unknown = "error: org.freedesktop.DBus.Error.ServiceUnknown"
      // This message is not read at all, not even its sender.
      try await app.ask("send", ServiceRig.a, long, ServiceRig.a, "Notify", "()")
      #expect(
        try await app.ask("call", ServiceRig.a, ServiceRig.path, "org.example.None", "X", "()") == unknown)
      #expect(try await app.ask("notify", "Still here") == "1000001")
      #expect(await rig.posts.map(\.title) == ["Still here"])
    }
  }

  @Test("A flood is taken in parts, between which others are served, and none of it is lost")
  func flood() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      await rig.plan { $0.limits.postBurst = 100_000 }
      let (flooder, app) = (try await rig.client(), try await rig.client())
      flooder.process.send("flood\t20000")
      try await eventually("a part of the flood", holds: { (1..<20_000).contains(await rig.posts.count) })
      app.process.send("notify\tIn between")
      try await eventually("all of it", within: .seconds(60), holds: { await rig.posts.count == 20_001 })
      let numbers = await rig.posts.compactMap { Int($0.title.split(separator: " ").last ?? "") }
      #expect(numbers == Array(0..<20_000))
    }
  }

  @Test("A picture of any size comes through, or at least all that is beside it")
  func pictures() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      let app = try await rig.client()
      #expect(try await app.ask("picture", "16384") == "1000001")
      #expect(try await app.ask("picture", "20000000") == "1000002")
      #expect(await rig.posts.map(\.title) == ["Picture", "Picture"])
      #expect(await rig.posts.map(\.hasPicture) == [true, false])
    }
  }

  @Test("While a picture is copied, its app's later calls wait for it, and others' do not")
  func copying() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      await rig.plan { $0.keepPictures() }
      let (app, other) = (try await rig.client(), try await rig.client())
      try await app.ask("post-picture", "16384")
      try await app.ask("post", "Second")
      try await app.ask(
        "send", ServiceRig.a, ServiceRig.path, ServiceRig.a, "CloseNotification", "(uint32 1000001,)")
      #expect(try await other.ask("notify", "Other") == "1000001")
      #expect(await rig.posts.map(\.title) == ["Other"])
      await rig.plan { $0.givePictures() }
      try await app.waits("answers") { $0 == "[[1000002], [1000003], []]" }
      #expect(await rig.posts.map(\.title) == ["Other", "Picture", "Second"])
      #expect(await rig.closed == [1_000_001])
    }
  }
}
