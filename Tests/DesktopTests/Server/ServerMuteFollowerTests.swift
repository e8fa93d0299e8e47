import Delivery
import Desktop
import Glibc
import Locks
import NotificationModel
import TestSupport
import Testing
import Wording

/// The reports of the server's own Do Not Disturb on a bus.
private final class MuteRig: Sendable {
  let monitor: OwnDesktop
  private let heard = Mutex<(mute: ServerMute?, finding: DesktopFinding?)>((nil, nil))

  init(_ bus: PrivateBus) throws {
    let address = bus.address
    monitor = try OwnDesktop(variables: { name in
      switch name {
      case "DBUS_SESSION_BUS_ADDRESS": address
      case "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent"
      default: nil
      }
    })
    monitor.start { [weak self] report in
      switch report {
      case .serverMute(let mute): self?.heard.withLock { $0.mute = mute }
      case .finding(let fact) where fact.subject == .serverMute:
        self?.heard.withLock { $0.finding = Wording.english.finding(fact) }
      default: break
      }
    }
  }

  deinit { monitor.stop() }

  var mute: ServerMute? { heard.withLock { $0.mute } }
  var finding: DesktopFinding? { heard.withLock { $0.finding } }

  /// `asking`: as with each banner, since the server does not tell of it.
  func waits(for isOn: Bool?, asking: Bool = false) async throws {
    try await eventually("\(String(describing: isOn))") {
      if asking { monitor.perform(.askServerMute) }
      return mute?.isOn == isOn ? () : nil
    }
  }
}

private let mock = "org.freedesktop.DBus.Mock"
private let serverName = "org.freedesktop.Notifications"
private let serverPath = "/org/freedesktop/Notifications"

/// A server that says this of itself.
private func server(_ name: String, on bus: PrivateBus) async throws -> MockService {
  let server = try await MockService("com.example.Waiting", at: serverPath, of: serverName, on: bus)
  try await say(name, server)
  return server
}

private func say(_ name: String, _ server: MockService) async throws {
  try await server.call(
    "\(mock).AddMethod", at: serverPath, serverName, "GetServerInformation", "", "ssss",
    "ret = ('\(name)', 'v', '1', '1.2')")
}

/// Only now is it the server: everything it has is there.
private func becomeServer(_ server: MockService, on bus: PrivateBus) async throws {
  try await server.call(
    "\(mock).AddMethod", at: serverPath, serverName, "Begin", "", "",
    "import dbus.service; self.held = dbus.service.BusName('\(serverName)', self.connection)")
  try await server.call("\(serverName).Begin", at: serverPath)
}

@Suite struct ServerMuteFollowerTests {
  @Test func `dunst tells that it is paused, or is asked`() async throws {
    let bus = try await PrivateBus()
    let dunst = try await DunstServer(on: bus)
    let rig = try MuteRig(bus)
    try await rig.waits(for: false)
    _ = try await dunst.control("set-paused", "true")
    try await rig.waits(for: true)
    _ = try await dunst.control("set-paused", "false")
    try await rig.waits(for: false)
    #expect(rig.finding?.verdict == .works)
  }

  @Test func `behind bellhop-bus each is asked as before`() async throws {
    let renaming = try await RenamingBus()
    let dunst = try await DunstServer(on: renaming.bus)
    let rig = try MuteRig(renaming.bus)
    try await eventually("no server", holds: { rig.finding?.text.contains("There is no") == true })
    rig.monitor.perform(.route(.behind(path: renaming.socketPath)))
    try await rig.waits(for: false)
    dunst.process.signal(SIGUSR1)
    try await rig.waits(for: true, asking: true)
    rig.monitor.perform(.route(.usual))
    try await rig.waits(for: nil)
  }

  @Test func `mako is asked for its modes`() async throws {
    let bus = try await PrivateBus()
    let mako = try await MakoServer(on: bus)
    let rig = try MuteRig(bus)
    try await rig.waits(for: false)
    _ = try await mako.control("mode", "-a", "do-not-disturb")
    try await rig.waits(for: true, asking: true)
    _ = try await mako.control("mode", "-r", "do-not-disturb")
    try await rig.waits(for: false, asking: true)
  }

  @Test func `Plasma tells by its property`() async throws {
    let bus = try await PrivateBus()
    let plasma = try await server("Plasma", on: bus)
    try await plasma.call("\(mock).AddProperty", at: serverPath, serverName, "Inhibited", "<true>")
    let rig = try MuteRig(bus)
    try await becomeServer(plasma, on: bus)
    try await rig.waits(for: true)
    #expect(rig.mute?.sparesCritical == true)
    try await plasma.call("\(mock).UpdateProperties", at: serverPath, serverName, "{'Inhibited': <false>}")
    try await rig.waits(for: false)
  }

  @Test func `Plasma beside the name has none that does anything`() async throws {
    let bus = try await PrivateBus()
    let plasma = try await server("Plasma", on: bus)
    try await plasma.call("\(mock).AddProperty", at: serverPath, serverName, "Inhibited", "<false>")
    let rig = try MuteRig(bus)
    rig.monitor.perform(.route(.named("com.example.Waiting")))
    try await eventually("a finding") { rig.finding?.verdict == .missing ? () : nil }
    #expect(rig.finding?.text.contains("Notification service not available") == true)
    #expect(rig.finding?.remedy?.contains("bellhop front on") == true)
    #expect(rig.mute == nil)
  }

  @Test func `SwayNotificationCenter tells by its signal`() async throws {
    let bus = try await PrivateBus()
    let (path, interface) = ("/org/erikreider/swaync/cc", "org.erikreider.swaync.cc")
    let swaync = try await server("SwayNotificationCenter", on: bus)
    try await swaync.call("\(mock).AddObject", at: serverPath, path, interface, "{}", "@a(ssss) []")
    try await swaync.call("\(mock).AddMethod", at: path, interface, "GetDnd", "", "b", "ret = False")
    let rig = try MuteRig(bus)
    try await becomeServer(swaync, on: bus)
    try await rig.waits(for: false)
    try await swaync.call("\(mock).AddMethod", at: path, interface, "GetDnd", "", "b", "ret = True")
    try await swaync.call(
      "\(mock).EmitSignal", at: path, interface, "Subscribe", "ubb", "[<uint32 0>, <true>, <false>]")
    try await rig.waits(for: true)
  }

  @Test func `Xfce's is read from its settings, which no question starts`() async throws {
    let bus = try await PrivateBus(services: ["org.xfce.Xfconf": "/bin/false"])
    let (path, interface) = ("/org/xfce/Xfconf", "org.xfce.Xfconf")
    let xfce = try await server("Xfce Notify Daemon", on: bus)
    let rig = try MuteRig(bus)
    try await becomeServer(xfce, on: bus)
    try await eventually("a finding", holds: { rig.finding?.text.contains("Xfce") == true })
    #expect(rig.mute == nil)
    let settings = try await MockService(interface, at: path, of: interface, on: bus)
    try await settings.call("\(mock).AddMethod", at: path, interface, "GetProperty", "ss", "v", "ret = True")
    try await settings.call(
      "\(mock).EmitSignal", at: path, interface, "PropertyChanged", "ssv",
      "[<'xfce4-notifyd'>, <'/do-not-disturb'>, <<true>>]")
    try await rig.waits(for: true)
  }

  @Test func `one that takes its name before it can say what it is, is asked again`() async throws {
    let bus = try await PrivateBus()
    let plasma = try await MockService("com.example.Waiting", at: serverPath, of: serverName, on: bus)
    let rig = try MuteRig(bus)
    try await becomeServer(plasma, on: bus)
    try await eventually("a finding", holds: { rig.finding?.text.contains("does not say") == true })
    try await plasma.call("\(mock).AddProperty", at: serverPath, serverName, "Inhibited", "<true>")
    try await say("Plasma", plasma)
    try await rig.waits(for: true, asking: true)
  }

  @Test func `a server without one, and no server, are told as that`() async throws {
    let bus = try await PrivateBus()
    let rig = try MuteRig(bus)
    try await eventually("a finding", holds: { rig.finding?.text.contains("There is no") == true })
    let server = try await ScriptedServer(on: bus)
    try await eventually("a finding", holds: { rig.finding?.text.contains("has no") == true })
    #expect(rig.mute == nil)
    server.kill()
  }
}
