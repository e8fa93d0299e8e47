import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// Plasma's shell, a notification server that has its name behind bellhop-bus alone.
  @Suite struct FrontPlasma {
    private static let on = DaemonRig.allowing + "[Front]\nMode=on\n"

    private static func plasma(_ configuration: String = DaemonRig.allowing) async throws -> FrontSwitchRig {
      try await FrontSwitchRig(
        configuration: configuration, unit: "plasma-plasmashell.service",
        arguments: "'owns org.kde.plasmashell' 'also \(FrontSwitchRig.a)'"
      ) { $0.busName = "org.kde.plasmashell" }
    }

    @Test func `Plasma's shell is moved behind bellhop-bus, and has its name there`() async throws {
      let desk = try await Self.plasma()
      try await desk.startServer()
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 0 && output.contains("Notifications are shown by Plasma"), "\(output)")
      #expect(!output.contains("org.gtk.Notifications"), "\(output)")
      let given = output.firstRange(of: "KWin refuses screenshots")
      let written = try #require(output.firstRange(of: "Written: "))
      #expect(
        given.map { $0.lowerBound < written.lowerBound } == true, "before anything is changed: \(output)")
      #expect(desk.shown == ["Notifications Go Through Bellhop"])
      #expect(try await desk.owner(FrontSwitchRig.b) == (try await desk.owner("org.kde.plasmashell")))
      #expect(desk.isThere(desk.dropIn) && desk.isThere(desk.frontFile))
      #expect(!desk.isThere(desk.serverFile), "no notification starts a shell")
      #expect(try await desk.bellhop("front", "off").status == 0)
      try await desk.isAsBefore()
    }

    @Test func `Plasma's shell beside the name is told of, and front on moves it`() async throws {
      let desk = try await Self.plasma(Self.on)
      try await eventually("a front", holds: { try await desk.owner(FrontSwitchRig.a) != nil })
      try await desk.manage("StartUnit")
      try await eventually("a shell", holds: { try await desk.owner("org.kde.plasmashell") != nil })
      let status = try await desk.bellhop("front", "status").output
      #expect(status.contains("beside the name: Plasma's panel says"), "\(status)")
      let (code, output) = try await desk.bellhop("front", "on")
      #expect(code == 0 && output.contains("plasma-plasmashell.service will be started anew"), "\(output)")
      #expect(try await desk.owner(FrontSwitchRig.b) != nil)
    }

    @Test(
      "Plasma's shell beside the name does not come behind bellhop-bus: it is beside the name again, with the front on",
      arguments: ["kill plasma-plasmashell.service", "job RestartUnit plasma-plasmashell.service"])
    func besideAgain(fault: String) async throws {
      let desk = try await Self.plasma(Self.on)
      try await eventually("a front", holds: { try await desk.owner(FrontSwitchRig.a) != nil })
      try await desk.manage("StartUnit")
      try await eventually("a shell", holds: { try await desk.owner("org.kde.plasmashell") != nil })
      desk.units?.failOnce(fault)
      let (code, output) = try await desk.bellhop("front", "on")
      #expect(code == 1 && output.contains("Everything is as it was before."), "\(output)")
      #expect(desk.files == [])
      #expect(try desk.rig.control().frontReport().mode == "on")
      try await eventually("a shell", holds: { try await desk.owner("org.kde.plasmashell") != nil })
      #expect(try await desk.ownerProcess(FrontSwitchRig.a) == desk.rig.daemon.pid)
      #expect(try await desk.owner(FrontSwitchRig.b) == nil)
      let status = try await desk.bellhop("front", "status").output
      #expect(status.contains("beside the name"), "\(status)")
    }

    @Test(
      "Of a shell that was started by hand it is told how its unit comes to run it", arguments: [true, false])
    func byHand(isBeside: Bool) async throws {
      let desk = try await Self.plasma(isBeside ? Self.on : DaemonRig.allowing)
      if isBeside {
        try await eventually("a front", holds: { try await desk.owner(FrontSwitchRig.a) != nil })
      }
      let shell = try await ScriptedServer(
        on: desk.bus, modes: ["owns org.kde.plasmashell"] + (isBeside ? [] : ["also \(FrontSwitchRig.a)"]))
      if isBeside { try await desk.rig.meetsServer() }
      let (code, output) = try await desk.bellhop("front", "on")
      #expect(code == 1 && output.contains("'kquitapp6 plasmashell'"), "\(output)")
      #expect(output.contains("'systemctl --user start plasma-plasmashell.service'"), "\(output)")
      #expect(!output.contains("already") && !output.contains("bellhop-bus exec"), "\(output)")
      #expect(output.contains("stays beside the notification name") == isBeside, "\(output)")
      #expect(desk.files == [] && shell.process.isRunning)
      #expect(try desk.rig.control().frontReport().mode == (isBeside ? "on" : "off"))
    }

    @Test func `where another drop-in undoes ours, it is not said to be on`() async throws {
      let desk = try await Self.plasma()
      try await desk.startServer()
      let command = desk.serverWords.filter { !$0.isEmpty }.map { "\"\($0)\"" }.joined(separator: " ")
      let own = "\(desk.home.path)/config/systemd/user/\(desk.unit).d/override.conf"
      _ = shell("mkdir -p $(dirname \(quoted(own)))")
      writeFile(own, "[Service]\nExecStart=\nExecStart=\(command)\n")
      let (code, output) = try await desk.bellhop("front", "on")
      #expect(code == 1 && output.contains("\(desk.unit) runs, and not behind bellhop-bus"), "\(output)")
      #expect(output.contains("Everything is as it was before."), "\(output)")
      unlink(own)
      try await desk.isAsBefore()
    }
  }
}
