import Delivery
import Glibc
import NotificationModel
import TestSupport
import Testing

@Suite struct LockMonitorTests {
  private let byLogind = ScreenLock.locked(by: ["logind"])
  private let byGnome = ScreenLock.locked(by: ["org.gnome.ScreenSaver"])

  @Test func `where nobody knows of a lock, the screen is soon unlocked`() async throws {
    let begin = ContinuousClock.now
    let rig = try LockRig()
    try await rig.waits(for: .unlocked)
    #expect(ContinuousClock.now - begin < .seconds(2))
    #expect(rig.reports == [.undecided, .unlocked])
    #expect(rig.finding?.verdict == .missing)
    #expect(rig.finding?.remedy?.contains("bellhop lock") == true)
  }

  @Test func `the hint of logind is followed, in the session that the daemon is in`() async throws {
    let bus = try await PrivateBus()
    let logind = try await MockLogind(on: bus, user: getuid())
    let rig = try LockRig(system: bus, sessionID: MockLogind.sessionID)
    try await rig.waits(for: .unlocked)
    try await logind.setLockedHint(true)
    try await rig.waits(for: byLogind)
    try await logind.setLockedHint(false)
    try await rig.waits(for: .unlocked)
    #expect(rig.reports.count == 4)
    #expect(rig.finding?.text.contains("logind") == true)
  }

  @Test func `a service that is in no session follows the one on the person's display`() async throws {
    let bus = try await PrivateBus()
    let logind = try await MockLogind(on: bus, user: getuid())
    try await logind.setLockedHint(true)
    let rig = try LockRig(system: bus)
    try await rig.waits(for: byLogind)
    #expect(rig.reports == [.undecided, byLogind])
  }

  @Test func `logind's idle hint is told once it was true, with each change, and is over with logind`()
    async throws
  {
    let bus = try await PrivateBus()
    let logind = try await MockLogind(on: bus, user: getuid())
    let rig = try LockRig(system: bus, sessionID: MockLogind.sessionID)
    try await rig.waits(for: .unlocked)
    try await logind.setIdleHint(false)
    var told: [Presence?] = []
    for (isIdle, presence) in [(true, Presence.away), (false, .here), (true, .away)] {
      try await logind.setIdleHint(isIdle)
      told.append(presence)
      try await eventually("\(told)", holds: { rig.presences(.logind) == told })
    }
    bus.stop()
    try await eventually("its end", holds: { rig.presences(.logind) == told + [nil] })
  }

  @Test func `a program that plays a video says by logind that somebody is there`() async throws {
    let bus = try await PrivateBus()
    let logind = try await MockLogind(on: bus, user: getuid())
    let rig = try LockRig(system: bus, sessionID: MockLogind.sessionID)
    try await rig.waits(for: .unlocked)
    for kinds in ["handle-lid-switch", "sleep:idle", "sleep:idle:shutdown", "sleep"] {
      try await logind.setBlockInhibited(kinds)
    }
    try await eventually("both", holds: { rig.presences(.logindInhibitor) == [.here, nil] })
  }

  @Test func `a logind that comes late is asked`() async throws {
    let bus = try await PrivateBus()
    let rig = try LockRig(system: bus)
    try await rig.waits(for: .unlocked)
    let logind = try await MockLogind(on: bus, user: getuid())
    try await logind.setLockedHint(true)
    try await rig.waits(for: byLogind)
  }

  @Test func `going to sleep locks, and waking unlocks in its time`() async throws {
    let bus = try await PrivateBus()
    let logind = try await MockLogind(on: bus, user: getuid())
    let rig = try LockRig(system: bus)
    try await rig.waits(for: .unlocked)
    try await logind.prepareForSleep(true)
    try await rig.waits(for: .locked(by: ["sleep"]))
    let begin = ContinuousClock.now
    try await logind.prepareForSleep(false)
    try await rig.waits(for: .unlocked)
    #expect(ContinuousClock.now - begin > .seconds(4))
  }

  @Test func `a locker that is unlocked after waking ends it at once`() async throws {
    let bus = try await PrivateBus()
    let logind = try await MockLogind(on: bus, user: getuid())
    let rig = try LockRig(system: bus)
    try await rig.waits(for: .unlocked)
    try await logind.setLockedHint(true)
    try await logind.prepareForSleep(true)
    try await rig.waits(for: .locked(by: ["logind", "sleep"]))
    try await logind.prepareForSleep(false)
    let begin = ContinuousClock.now
    try await logind.setLockedHint(false)
    try await rig.waits(for: .unlocked)
    #expect(ContinuousClock.now - begin < .seconds(4))
  }

  @Test func `a screen saver that is active counts as locked`() async throws {
    let bus = try await PrivateBus()
    let saver = try await MockService(template: "gnome_screensaver", as: "org.gnome.ScreenSaver", on: bus)
    let rig = try LockRig(session: bus)
    try await rig.waits(for: .unlocked)
    try await saver.call("org.gnome.ScreenSaver.SetActive", at: "/org/gnome/ScreenSaver", "true")
    try await rig.waits(for: byGnome)
    try await saver.call("org.gnome.ScreenSaver.SetActive", at: "/org/gnome/ScreenSaver", "false")
    try await rig.waits(for: .unlocked)
    #expect(rig.finding?.text.contains("learnt from org.gnome.ScreenSaver.") == true)
  }

  @Test func `Cinnamon's own counts too`() async throws {
    let bus = try await PrivateBus()
    let (name, path, mock) = (
      "org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver", "org.freedesktop.DBus.Mock"
    )
    let saver = try await MockService(name, at: path, of: name, on: bus)
    try await saver.call("\(mock).AddMethod", at: path, name, "GetActive", "", "b", "ret = False")
    let rig = try LockRig(session: bus)
    try await rig.waits(for: .unlocked)
    try await saver.call("\(mock).EmitSignal", at: path, name, "ActiveChanged", "b", "[<true>]")
    try await rig.waits(for: .locked(by: [name]))
    try await saver.call("\(mock).EmitSignal", at: path, name, "ActiveChanged", "b", "[<false>]")
    try await rig.waits(for: .unlocked)
    saver.process.kill()
  }

  @Test func `one that was active before is found so, and one that dies is believed for a while`()
    async throws
  {
    let bus = try await PrivateBus()
    let saver = try await MockService(template: "gnome_screensaver", as: "org.gnome.ScreenSaver", on: bus)
    try await saver.call("org.gnome.ScreenSaver.SetActive", at: "/org/gnome/ScreenSaver", "true")
    let rig = try LockRig(session: bus)
    try await rig.waits(for: byGnome)
    saver.process.kill()
    try await eventually("a loss that is noticed", holds: { rig.finding?.verdict == .missing })
    #expect(rig.reports.last == byGnome)
    let successor = try await MockService(template: "gnome_screensaver", as: "org.gnome.ScreenSaver", on: bus)
    try await rig.waits(for: .unlocked)
    successor.process.kill()
  }

  @Test func `a screen saver that does not support the question is none`() async throws {
    let bus = try await PrivateBus()
    let name = "org.freedesktop.ScreenSaver"
    let saver = try await MockService(name, at: "/org/freedesktop/ScreenSaver", of: name, on: bus)
    let rig = try LockRig(session: bus)
    try await rig.waits(for: .unlocked)
    #expect(rig.finding?.verdict == .missing)
    saver.process.kill()
  }

  @Test func `one that hangs is waited for two seconds, and heard when it speaks`() async throws {
    let bus = try await PrivateBus()
    let saver = try await MockService(template: "gnome_screensaver", as: "org.gnome.ScreenSaver", on: bus)
    try await saver.call("org.gnome.ScreenSaver.SetActive", at: "/org/gnome/ScreenSaver", "true")
    saver.process.signal(SIGSTOP)
    let begin = ContinuousClock.now
    let rig = try LockRig(session: bus)
    try await rig.waits(for: .unlocked)
    #expect(ContinuousClock.now - begin > .milliseconds(1_900))
    saver.process.signal(SIGCONT)
    try await rig.waits(for: byGnome)
  }

  @Test func `a bus that comes late, or again, leaves it in doubt until it has been asked`() async throws {
    let bus = try await PrivateBus()
    bus.stop()
    let rig = try LockRig(session: bus)
    try await rig.waits(for: .unlocked)
    for round in 2...3 {
      try await bus.start()
      try await eventually("an answer", holds: { rig.reports.count == round * 2 })
      #expect(rig.reports.suffix(2) == [.undecided, .unlocked])
      bus.stop()
    }
  }

  @Test func `nothing is started to ask it`() async throws {
    let bus = try await PrivateBus(services: [
      "org.gnome.ScreenSaver": "/bin/false", "org.freedesktop.ScreenSaver": "/bin/false",
    ])
    let monitor = try await BusMonitor(on: bus)
    let rig = try LockRig(session: bus)
    try await rig.waits(for: .unlocked)
    let heard = try await monitor.heard()
    #expect(!heard.contains("StartServiceByName") && !heard.contains("GetActive"))
  }
}
