import BellhopClient
import Glibc
import NotificationModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct FrontSwitching {
    @Test func `switched on, what all apps post goes through Bellhop; switched off, everything is as before`()
      async throws
    {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 0, "\(output)")
      #expect(
        output.contains(
          "Kept of each notification of every app: its app, time, title, text and pictures, for 30 days"))
      #expect(try await desk.owner(FrontSwitchRig.b) != nil)
      #expect(try await desk.ownerProcess(FrontSwitchRig.a) == desk.rig.daemon.pid)
      #expect(desk.shown == ["Notifications Go Through Bellhop"])
      #expect(try desk.rig.control().apps().map(\.app) == [.shell], "the trial leaves no other app behind")
      #expect(
        desk.units?.log.suffix(3) == ["Reload", "StartUnit bellhop-bus.socket", "RestartUnit dunst.service"])
      #expect(try await desk.notify("Build finished").status == 0)
      try await eventually("what an app has posted", holds: { desk.shown.contains("Build finished") })
      #expect(
        try desk.rig.control().list().entries.map(\.title) == [
          "Build finished", "Notifications Go Through Bellhop",
        ])
      for file in [desk.frontFile, desk.daemonFile, desk.serverFile, desk.dropIn] {
        #expect(output.contains("Written: \(file)\n"))
      }

      let off = try await desk.bellhop("front", "off")
      #expect(off.status == 0, "\(off.output)")
      for file in [desk.frontFile, desk.daemonFile, desk.serverFile, desk.dropIn] {
        #expect(off.output.contains("Removed: \(file)\n"))
      }
      try await desk.isAsBefore()
      #expect(try await desk.notify("Another").status == 0)
      #expect(desk.shown.last == "Another")
      #expect(try desk.rig.control().list().entries.count == 2)
    }

    @Test func `the notification that tries it ends by itself, on a server that ends none`() async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      #expect(try await desk.bellhop("front", "on").status == 0)
      let timeouts = ScriptedServer.entries(in: desk.serverLog).compactMap(\.timeout)
      #expect(timeouts.count == 1 && timeouts.allSatisfy { (5_000...8_000).contains($0) }, "\(timeouts)")
    }

    @Test func `switched on twice it is tried again, and nothing is changed`() async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      #expect(try await desk.bellhop("front", "on").status == 0)
      let (log, files) = (desk.units?.log, desk.files)
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 0 && output.hasPrefix("It is on already. On. "), "\(output)")
      #expect(desk.units?.log == log && desk.files == files)
      #expect(desk.shown.count == 2)
    }

    @Test(
      "Whatever fails, all that was done is taken back, and the reason is said",
      arguments: [
        ("Reload", "Reload is refused"),
        ("StartUnit bellhop-bus.socket", "StartUnit bellhop-bus.socket is refused"),
        ("job StartUnit bellhop-bus.socket", "bellhop-bus.socket could not be started or ended (failed)"),
      ])
    func early(fault: String, said: String) async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      desk.units?.fail(fault)
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 1 && output.contains("bellhop: not switched on: \(said)"), "\(output)")
      desk.units?.fail()
      try await desk.isAsBefore()
      // The server was not touched.
      #expect(desk.units?.log.contains { $0.hasPrefix("RestartUnit") } == false)
    }

    @Test(
      "Where the server does not come back behind bellhop-bus, it comes back where it was",
      arguments: ["kill dunst.service", "job RestartUnit dunst.service"])
    func late(fault: String) async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      desk.units?.failOnce(fault)
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 1, "\(output)")
      #expect(output.contains("Everything is as it was before."), "\(output)")
      try await desk.isAsBefore()
    }

    @Test func `a server that the manager does not start anew is not started anew`() async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      desk.units?.failOnce("RestartUnit dunst.service")
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 1 && output.contains("RestartUnit dunst.service is refused"), "\(output)")
      try await desk.isAsBefore()
    }

    @Test func `a server that shows nothing is found out before anything is started anew`() async throws {
      let desk = try await FrontSwitchRig(arguments: "'error org.example.No'")
      try await desk.startServer()
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 1 && output.contains("did not come to the server's screen"), "\(output)")
      try await desk.isAsBefore()
    }

    @Test func `what is written cannot be, and nothing is left of it`() async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      writeFile("\(desk.home.path)/config/systemd", "a file where a directory should be")
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 1 && output.contains("Not a directory"), "\(output)")
      unlink("\(desk.home.path)/config/systemd")
      try await desk.isAsBefore()
    }

    @Test func `Do Not Disturb holds back the trial, and does not stand in the way`() async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      try desk.rig.control().setDoNotDisturb(true)
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 0 && output.contains("is not shown now: Do Not Disturb is on"), "\(output)")
      #expect(desk.shown.isEmpty)
    }

    @Test func `with the screen locked it is switched on, and shown without its text`() async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      try desk.rig.control().setLocked(true)
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 0 && output.contains("one has just come that way"), "\(output)")
      #expect(desk.shown.count == 1 && desk.shown.first != "Notifications Go Through Bellhop")
    }

    @Test func `GNOME's helper makes room, and the shell shows everything as before`() async throws {
      let desk = try await FrontSwitchRig(hasManager: false)
      let shell = try await ScriptedServer(on: desk.bus, modes: ["owns org.gnome.Shell"])
      let helper = try await ScriptedServer(
        on: desk.bus,
        modes: ["owns org.gnome.Shell.Notifications", "also \(FrontSwitchRig.a)", "ends-with-name"])
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 0 && output.contains("Notifications are shown by GNOME Shell"), "\(output)")
      let doctor = try await desk.bellhop("doctor").output
      for told in [output, doctor] {
        #expect(
          told.contains("org.gtk.Notifications") && !told.contains("notifications of all apps"), "\(told)")
      }
      #expect(!output.contains("twice"), "no bridge to a phone is there")
      let bridge = try await ScriptedClient([NamedPython.usual], address: desk.bus.address)
      try await bridge.ask("own", "org.kde.kdeconnect", "0")
      let again = try await desk.bellhop("front", "on").output
      #expect(again.contains("KDE Connect will send each notification to your phone twice"), "\(again)")
      #expect(shell.notifications.map(\.title).allSatisfy { $0 == "Notifications Go Through Bellhop" })
      let survey = try await desk.bellhop("front", "status").output
      #expect(survey.contains("process \(shell.process.pid)"), "the shell, and not its helper: \(survey)")
      #expect(!helper.process.isRunning)
      #expect(!desk.isThere(desk.serverFile) && desk.isThere(desk.frontFile))
      #expect(try await desk.bellhop("front", "off").status == 0)
      #expect(desk.files == [])
      try await eventually("a name that is free", holds: { try await desk.owner(FrontSwitchRig.a) == nil })
    }

    @Test(
      "The daemon dies meanwhile: what can be taken back is, and the rest is said",
      arguments: ["StartUnit bellhop-bus.socket", "RestartUnit dunst.service"])
    func daemonDies(at call: String) async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      desk.units?.fail("run \(call): kill -9 \(try desk.rig.daemon.pid)")
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(
        status == 1 && output.contains("This could not be taken back:\n  no daemon"), "\(output)")
      for file in [desk.frontFile, desk.daemonFile, desk.serverFile, desk.dropIn] {
        #expect(!desk.isThere(file), "\(file)")
      }
      #expect(try await desk.notify("As before").status == 0)
      #expect(desk.shown.last == "As before")
    }

    @Test func `the bus goes meanwhile, and no file is left`() async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      desk.units?.fail("run RestartUnit dunst.service: kill -9 \(try #require(desk.bus.pid))")
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(
        status == 1 && output.contains("not switched on: the session bus has gone"), "\(output)")
      #expect(desk.files == [])
    }

    @Test func `a manager that looks for units elsewhere is found out before anything is started anew`()
      async throws
    {
      let desk = try await FrontSwitchRig(managerReads: "elsewhere")
      try await desk.startServer()
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 1 && output.contains("has it another XDG_CONFIG_HOME?"), "\(output)")
      try await desk.isAsBefore()
      #expect(desk.units?.log.contains { $0.hasPrefix("RestartUnit") } == false)
    }
  }
}
