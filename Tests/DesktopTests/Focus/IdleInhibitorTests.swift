import BusWire
import Glibc
import TestSupport
import Testing

@testable import Desktop

@Suite struct IdleInhibitorTests {
  private func entry(
    _ kinds: String, _ name: String, mode: String = "block", user: UInt32 = 7, process: UInt32 = 9
  ) -> BusValue {
    .structure([
      .string(kinds), .string(name), .string("reason"), .string(mode), .uint32(user), .uint32(process),
    ])
  }

  @Test func `of logind's list, those of the person that block idle count`() {
    let list = BusValue.array(
      of: "(ssssuu)",
      [
        entry("idle", "mpv"), entry("sleep:idle:shutdown", "Firefox", process: 10), entry("sleep", "update"),
        entry("idle", "delays", mode: "delay"), entry("idle", "other", user: 0),
        entry("idle", "huge", process: .max), .structure([.string("idle"), .string("cut")]), .string("idle"),
      ])
    #expect(
      IdleInhibitor.all(inLogindsList: list, user: 7) == [
        IdleInhibitor(name: "mpv", process: 9), IdleInhibitor(name: "Firefox", process: 10),
        IdleInhibitor(name: "huge", process: nil),
      ])
  }

  @Test(arguments: [nil, BusValue.bool(true), .array(of: "s", [])])
  func `what is no such list names none`(value: BusValue?) {
    #expect(IdleInhibitor.all(inLogindsList: value, user: 7).isEmpty)
  }

  @Test func `so many are kept, and no more`() {
    let list = BusValue.array(of: "(ssssuu)", (0..<1_000).map { entry("idle", "app-\($0)") })
    #expect(IdleInhibitor.all(inLogindsList: list, user: 7).count == IdleInhibitor.most)
  }
}

/// A window that fills an X screen, and inhibitors at services of the desktop's.
@Suite struct ServiceInhibitorTests {
  private static let film = "org.example.Film"
  private static let mock = "org.freedesktop.DBus.Mock"

  private func fullScreen(_ variables: [String: String]) async throws -> (FocusRig, [Any]) {
    let screen = try await VirtualScreen()
    let manager = try await screen.manager()
    let window = try await screen.window(Self.film)
    let pager = try screen.pager()
    pager.fillScreen(with: try #require(pager.window(Self.film)))
    let rig = try FocusRig(variables.merging(["DISPLAY": screen.display]) { first, _ in first })
    try await eventually("a full screen", holds: { rig.fullScreen != nil })
    return (rig, [screen, manager, window])
  }

  @Test func `an inhibitor at logind counts while it is there`() async throws {
    let bus = try await PrivateBus()
    let logind = try await MockLogind(on: bus, user: getuid())
    let (rig, kept) = try await fullScreen(["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    try await rig.waits(forFullScreen: false)
    try await logind.service.call(
      "\(Self.mock).AddMethod", at: "/org/freedesktop/login1", "org.freedesktop.login1.Manager",
      "ListInhibitors", "", "a(ssssuu)",
      "ret = [('idle', '\(Self.film)', 'Zq7x', 'block', dbus.UInt32(\(getuid())), dbus.UInt32(1))]")
    try await logind.setBlockInhibited("sleep:idle")
    try await rig.waits(forFullScreen: true)
    try await logind.setBlockInhibited("sleep")
    try await rig.waits(forFullScreen: false)
    withExtendedLifetime(kept) {}
  }

  @Test func `an inhibitor at the session manager counts while it is there, and if it is about idle`()
    async throws
  {
    let (name, path) = ("org.gnome.SessionManager", "/org/gnome/SessionManager")
    let bus = try await PrivateBus()
    let manager = try await MockService(name, at: path, of: name, on: bus)
    func add(_ number: Int, flags: Int, app: String) async throws {
      try await manager.call(
        "\(Self.mock).AddObject", at: path, "\(path)/Inhibitor\(number)", "\(name).Inhibitor", "{}",
        "[('GetFlags', '', 'u', 'ret = dbus.UInt32(\(flags))'), ('GetAppId', '', 's', 'ret = \"\(app)\"')]")
    }
    func tell(_ signal: String, _ number: Int) async throws {
      try await manager.call(
        "\(Self.mock).EmitSignal", at: path, name, signal, "o",
        "[<objectpath '\(path)/Inhibitor\(number)'>]")
    }
    // One that was there before.
    try await add(1, flags: 12, app: "/usr/bin/\(Self.film)")
    try await add(2, flags: 4, app: Self.film)
    try await add(3, flags: 8, app: Self.film)
    try await manager.call(
      "\(Self.mock).AddMethod", at: path, name, "GetInhibitors", "", "ao",
      "ret = dbus.Array([dbus.ObjectPath('\(path)/Inhibitor1')], signature='o')")
    let (rig, kept) = try await fullScreen(["DBUS_SESSION_BUS_ADDRESS": bus.address])
    try await rig.waits(forFullScreen: true)
    try await tell("InhibitorAdded", 2)
    try await tell("InhibitorRemoved", 1)
    try await rig.waits(forFullScreen: false)
    try await tell("InhibitorAdded", 3)
    try await rig.waits(forFullScreen: true)
    manager.process.kill()
    try await rig.waits(forFullScreen: false)
    withExtendedLifetime(kept) {}
  }
}
