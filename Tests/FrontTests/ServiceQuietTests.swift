import NotificationModel
import TestSupport
import Testing

@Suite("Apps that ask for quiet, and are told of it, at the service")
struct ServiceQuietTests {
  private static let properties = "org.freedesktop.DBus.Properties"

  private func inhibit(_ app: ScriptedClient, _ entry: String = "org.example.Film") async throws -> String {
    try await app.ask(
      "call", ServiceRig.a, ServiceRig.path, ServiceRig.a, "Inhibit", "('\(entry)', 'A film', @a{sv} {})")
  }

  @Test("What an app has inhibited lasts until it takes that back, or its connection ends")
  func inhibitions() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      let (app, other) = (try await rig.client(), try await rig.client())
      #expect(try await inhibit(app) == "[1]")
      #expect(try await inhibit(app) == "[2]")
      #expect(try await inhibit(other, "org.example.Talk") == "[3]")
      try await app.ask("call", ServiceRig.a, ServiceRig.path, ServiceRig.a, "UnInhibit", "(uint32 1,)")
      try await app.ask("call", ServiceRig.a, ServiceRig.path, ServiceRig.a, "UnInhibit", "(uint32 3,)")
      #expect(await rig.inhibitors == ["org.example.Film: A film", "org.example.Talk: A film"])
      #expect(await rig.inhibitingProcesses == [RecordingHost.process])
      app.process.kill()
      try await eventually("the end", holds: { await rig.inhibitors == ["org.example.Talk: A film"] })
    }
  }

  @Test("An app in a sandbox, one that cannot be looked at and a denied one may not")
  func refused() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      let denied = "error: org.freedesktop.DBus.Error.AccessDenied"
      await rig.plan { $0.refusal = .denied }
      #expect(try await inhibit(rig.client()) == denied)
      await rig.plan {
        $0.refusal = nil
        $0.place?.sandbox = AppID("org.example.Boxed")
      }
      #expect(try await inhibit(rig.client()) == denied)
      await rig.plan {
        $0.place?.sandbox = nil
        $0.place?.process = nil
      }
      #expect(try await inhibit(rig.client()) == denied)
      await rig.plan { $0.place = nil }
      #expect(try await inhibit(rig.client()) == denied)
      #expect(await rig.inhibitors == [])
    }
  }

  @Test("Inhibited is read as it stands, and each change is told once")
  func inhibited() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      let app = try await rig.client()
      try await app.ask("listen", Self.properties)
      func read() async throws -> String {
        let get = try await app.ask(
          "call", ServiceRig.a, ServiceRig.path, Self.properties, "Get", "('\(ServiceRig.a)', 'Inhibited')")
        let all = try await app.ask(
          "call", ServiceRig.a, ServiceRig.path, Self.properties, "GetAll", "('\(ServiceRig.a)',)")
        return "\(get) \(all)"
      }
      #expect(try await read() == "[false] [{\"Inhibited\": false}]")
      await rig.plan { $0.isInhibited = true }
      #expect(try await read() == "[true] [{\"Inhibited\": true}]")
      try await app.waits("signals") {
        $0.components(of: "[\"\(ServiceRig.a)\", {\"Inhibited\": true}, []]") == 1
      }
      await rig.plan { $0.isInhibited = false }
      #expect(try await read() == "[false] [{\"Inhibited\": false}]")
      try await app.waits("signals") { $0.contains("{\"Inhibited\": false}") }
      #expect(try await app.ask("signals").components(of: "PropertiesChanged") == 2)
    }
  }

  @Test("GNOME says whether somebody is there: by input, and by a program that plays a video")
  func gnome() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      let gnome = try await rig.client()
      try await gnome.ask("gnome", "5")
      func waits(_ presences: [PresenceSource: Presence]) async throws {
        try await eventually("\(presences)", holds: { await rig.presences == presences })
      }
      try await waits([.mutter: .here])
      #expect(try await gnome.ask("calls") == "[[\"AddIdleWatch\", [120000]]]")
      try await gnome.ask("fire", "1")
      try await waits([.mutter: .away])
      try await gnome.waits("calls") { $0.contains("AddUserActiveWatch") }
      try await gnome.ask("fire", "2")
      try await waits([.mutter: .here])
      try await gnome.ask("inhibit", "12")
      try await waits([.mutter: .here, .gnomeInhibitor: .here])
      try await gnome.ask("inhibit", "4")
      try await waits([.mutter: .here])
      gnome.process.kill()
      try await waits([:])
      // For a caller that is idle already, the watch fires at once as well.
      let idle = try await rig.client()
      try await idle.ask("gnome", "120000")
      try await waits([.mutter: .away])
      try await idle.ask("fire", "1")
      try await idle.waits("calls") { $0.contains("AddUserActiveWatch") }
      try await idle.ask("fire", "2")
      try await waits([.mutter: .here])
      #expect(try await idle.ask("calls").components(of: "AddUserActiveWatch") == 1)
    }
  }
}
