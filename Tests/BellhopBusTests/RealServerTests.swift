import Glibc
import TestSupport
import Testing

/// The servers that people have, behind bellhop-bus.
@Suite(.serialized)
struct RealServerTests {
  private static let servers: [ServerMatrix.Server] = [.dunst, .mako, .xfce, .notificationDaemon, .swaync]

  private static func isInstalled(_ server: ServerMatrix.Server) -> Bool {
    let programs: [ServerMatrix.Server: String] = [
      .dunst: "/usr/bin/dunst", .mako: "/usr/bin/mako", .swaync: "/usr/bin/swaync",
      .xfce: "/usr/lib/*/xfce4/notifyd/xfce4-notifyd",
      .notificationDaemon: "/usr/lib/notification-daemon/notification-daemon",
    ]
    guard shell("ls \(programs[server] ?? "")").status == 0 else {
      print("\(server) is not installed, and not tried")
      return false
    }
    return true
  }

  @Test(
    "A server starts while somebody else has its name, is reached by the daemon, and steps in for the front and back",
    arguments: servers)
  func behind(server: ServerMatrix.Server) async throws {
    guard Self.isInstalled(server) else { return }
    let rig = try await BusRig(isNobodys: server == .mako || server == .swaync)
    let front = try await rig.client(.onSessionBus)
    let me = try await front.ask("me")
    #expect(try await front.ask("own \(BusRig.a) 0") == "1")
    let observed = try await server.start(on: rig.bus)
    let name = try await front.ask("owner \(BusRig.b)")
    #expect(try await front.ask("owner \(BusRig.a)") == me)

    let daemon = try await rig.client()
    #expect(try await daemon.ask("server") == "[\(observed.process.pid), \"\(name)\"]")
    let stranger = try await rig.client()
    #expect(try await stranger.ask("owner \(BusRig.a)") == me)

    let monitor = try await BusMonitor(on: rig.bus)
    try await daemon.ask("translate")
    #expect(try await daemon.ask("watch") == name)
    let path = "/org/freedesktop/Notifications"
    #expect(try await daemon.ask("call \(BusRig.a) \(path) \(BusRig.a) GetServerInformation").contains("["))
    let id = try await daemon.ask("notify Hello")
    #expect(UInt32(id) ?? 0 > 0, "\(id)")
    try await daemon.ask("close \(id)")
    try await daemon.waits("signals") { $0.contains("\"NotificationClosed\", [\(id), ") }
    let heard = try await monitor.heard()
    #expect(heard.contains("interface=\(BusRig.b); member=Notify\n"))
    #expect(!heard.contains("interface=\(BusRig.a); member="), "nothing twice")

    // The front goes for good; the server gets the name, and serves every caller.
    try await front.ask("release \(BusRig.a)")
    #expect(try await daemon.ask("hand-over") == "[]")
    try await front.waits("owner \(BusRig.a)") { $0 == name }
    #expect(try await front.ask("watch") == name)
    let direct = try await front.ask("notify Direct")
    try await front.ask("close \(direct)")
    try await front.waits("signals") { $0.contains("\"NotificationClosed\", [\(direct), ") }

    // And it comes back.
    #expect(try await front.ask("own \(BusRig.a) 2") == "1")
    #expect(try await front.ask("queue \(BusRig.a)") == "[\"\(me)\"]")
    let again = try await daemon.ask("notify Again")
    #expect(UInt32(again) ?? 0 > 0, "\(again)")
    #expect(observed.process.isRunning)
    #expect(try await front.ask("owner \(BusRig.b)") == name)
  }

  @Test("dunstctl and makoctl, behind it and elsewhere, find the server that stands in for the front")
  func tools() async throws {
    for server in [ServerMatrix.Server.dunst, .mako] where Self.isInstalled(server) {
      let rig = try await BusRig(isNobodys: server == .mako)
      let observed = try await server.start(on: rig.bus)
      let daemon = try await rig.client()
      try await daemon.ask("translate")
      try await daemon.ask("watch")
      try await daemon.ask("notify Hello")
      try await daemon.ask("hand-over")
      try await daemon.waits("owner \(BusRig.b)") { !$0.isEmpty }
      try await eventually("one banner, by the server's own tool") {
        (try? await observed.count()) == 1 ? () : nil
      }
      let command =
        server == .dunst
        ? ["/usr/bin/dunstctl", "count", "displayed"]
        : HeadlessSway.asNobody(["/usr/bin/makoctl", "list"])
      let output = try await run(command, ["DBUS_SESSION_BUS_ADDRESS": rig.address])
      #expect(server == .dunst ? output.hasPrefix("1") : output.contains("Hello"), "\(output)")
    }
  }
}
