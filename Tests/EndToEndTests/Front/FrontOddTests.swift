import BellhopClient
import Glibc
import NotificationModel
import TestSupport
import Testing

extension EndToEndTests {
  /// Unusual but real sessions.
  @Suite struct FrontOddities {
    @Test func `a file of somebody else's at its place is left, and nothing is changed`() async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      for path in [desk.frontFile, desk.dropIn] {
        _ = shell("mkdir -p $(dirname \(quoted(path)))")
        writeFile(path, "# mine\n")
        let (status, output) = try await desk.bellhop("front", "on")
        #expect(status == 1 && output.contains("\(path) is there already, and is not Bellhop's"), "\(output)")
        #expect(desk.text(path) == "# mine\n")
        unlink(path)
        try await desk.isAsBefore()
      }
    }

    @Test func `what an administrator has fixed is not changed`() async throws {
      let desk = try await FrontSwitchRig(
        configuration: DaemonRig.allowing + "[Front]\nMode=off\n[Locked]\nKeys=Front/Mode\n")
      try await desk.startServer()
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 1 && output.contains("an administrator has fixed [Front] Mode=off in "), "\(output)")
      try await desk.isAsBefore()
    }

    @Test func `without a daemon nothing is begun, and that is the exit status`() async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      #expect(try await desk.rig.terminate() == 0)
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 3 && output.contains("no daemon at "), "\(output)")
      #expect(desk.files == [])
    }

    @Test func `without a server nobody is guessed`() async throws {
      let desk = try await FrontSwitchRig()
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 1 && output.contains("nobody has the notification name"), "\(output)")
      #expect(desk.files == [])
    }

    @Test func `with the name in Bellhop's hands and no server, it is said where to start one`() async throws
    {
      let desk = try await FrontSwitchRig(configuration: DaemonRig.allowing + "[Front]\nMode=on\n")
      try await eventually("a front", holds: { try await desk.owner(FrontSwitchRig.a) != nil })
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 1 && output.contains("'bellhop-bus exec -- SERVER'"), "\(output)")
      #expect(desk.files == [])
    }

    @Test(
      "A server that is no unit's is left alone, LXQt's too, and the lines to write are told",
      arguments: [(true, "dunst"), (false, "dunst"), (true, "lxqt-notificationd")])
    func own(hasManager: Bool, program: String) async throws {
      let desk = try await FrontSwitchRig(hasManager: hasManager)
      let python = try NamedPython.path(called: program)
      let server = try await ScriptedServer(on: desk.bus, python: python)
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 1, "\(output)")
      #expect(output.contains("\n  bellhop-bus exec -- \(python) "), "\(output)")
      // With `Mode=on`, a mistake in the other lines would leave no server at all.
      #expect(output.contains("'bellhop front on' again") && !output.contains("Mode=on"), "\(output)")
      #expect(
        output.contains(hasManager ? "systemctl --user enable --now bellhop-bus.socket" : "  bellhop-bus &\n")
      )
      #expect(desk.files == [] && server.process.isRunning)
      #expect(try desk.rig.control().frontReport().mode == "off")
    }

    @Test(arguments: [true, false])
    func `Cinnamon, which keeps the name until it ends, is left alone, and it is told what to write`(
      hasManager: Bool
    ) async throws {
      let desk = try await FrontSwitchRig(hasManager: hasManager)
      let shell = try await ScriptedServer(
        on: desk.bus, modes: ["owns org.Cinnamon", "also \(FrontSwitchRig.a)"])
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 1 && output.contains("write Mode=on below [Front]"), "\(output)")
      #expect(!output.contains("bellhop-bus exec"), "a shell is not for another bus: \(output)")
      #expect(desk.files == [] && shell.process.isRunning)
    }

    @Test func `a unit that others would end with is left alone`() async throws {
      let desk = try await FrontSwitchRig { $0.requiredBy = ["graphical-session.target"] }
      try await desk.startServer()
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 1 && output.contains("graphical-session.target would end with it"), "\(output)")
      #expect(!output.contains("bellhop-bus exec"), "that would not help: \(output)")
      try await desk.isAsBefore()
    }

    @Test func `a server that is behind bellhop-bus already is left as it is`() async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      #expect(try await desk.bellhop("front", "on").status == 0)
      // As by an administrator's files.
      for file in [desk.dropIn, desk.serverFile] { writeFile(file, "# theirs\n\(desk.text(file))") }
      #expect(try await desk.bellhop("front", "off").status == 0)
      let log = desk.units?.log.filter { $0 != "Reload" }
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 0 && output.contains("Notifications are shown by python3"), "\(output)")
      #expect(desk.units?.log.filter { $0 != "Reload" } == log)
      #expect(output.contains("Written: \(desk.frontFile)\n") && !output.contains("dunst.service.d"))
    }

    @Test func `a server's arguments reach it as they did, whatever is in them`() async throws {
      // Each is a name for the scripted server, and the last counts.
      let arguments =
        #""name a b" 'name c"d' "name %%h" "name %h/x" "name $$y" "name ${HOME}z" $NOTHING "name back\\slash" "#
        + #""name it's" "" "name ;" 'name ü\x41' "name $$$$" "name tab\tnew\nline" "name it" "#
      let desk = try await FrontSwitchRig(arguments: arguments)
      try await desk.startServer()
      let before = desk.serverWords
      let home = desk.home.path
      for word in [
        "a b", "c\"d", "%h", "\(home)/x", "$y", "\(home)z", "back\\slash", "it's", ";", "üA", "$$",
      ] {
        #expect(before.contains("name \(word)"), "\(word) in \(before)")
      }
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 0, "\(output)")
      #expect(desk.serverWords == before)
      #expect(try await desk.bellhop("front", "off").status == 0)
      try await desk.isAsBefore()
      #expect(desk.serverWords == before)
    }

    @Test(
      "A unit of any name can be moved",
      arguments: [#"app-xfce4\x2dnotifyd@autostart.service"#, "notify@a:b.service", #"x_y.z@\x40.service"#])
    func names(unit: String) async throws {
      let desk = try await FrontSwitchRig(unit: unit)
      try await desk.startServer()
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 0, "\(output)")
      #expect(desk.isThere(desk.dropIn))
      // Its activation starts that very unit.
      try await desk.manage("StopUnit")
      #expect(try await desk.notify("While it is away").status == 0)
      try await eventually(
        "a server that Bellhop has started", holds: { desk.shown.last == "While it is away" })
      #expect(try await desk.bellhop("front", "off").status == 0)
      try await desk.isAsBefore()
    }

    @Test func `a file that has lost its first line is somebody's own, and stays`() async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      #expect(try await desk.bellhop("front", "on").status == 0)
      writeFile(desk.serverFile, "# mine\n")
      unlink(desk.frontFile)
      let (status, output) = try await desk.bellhop("front", "off")
      #expect(status == 0 && output.contains("Removed: \(desk.dropIn)\n"), "\(output)")
      #expect(desk.text(desk.serverFile) == "# mine\n")
      unlink(desk.serverFile)
      try await desk.isAsBefore()
    }

    @Test func `switched off without a daemon the files go, and the server has its name`() async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      #expect(try await desk.bellhop("front", "on").status == 0)
      try desk.rig.crash()
      let (status, output) = try await desk.bellhop("front", "off")
      #expect(status == 0 && output.contains("No daemon answers"), "\(output)")
      #expect(desk.files == [])
      #expect(try await desk.notify("After that").status == 0)
      #expect(desk.shown.last == "After that")
    }

    @Test func `switched off without a bus the files go`() async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      #expect(try await desk.bellhop("front", "on").status == 0)
      desk.bus.stop()
      let (status, output) = try await desk.bellhop("front", "off")
      #expect(status == 0 && output.contains("as before when it is started anew"), "\(output)")
      #expect(desk.files == [])
      #expect(try await desk.bellhop("front", "on").status == 1)
    }

    @Test func `what an earlier one has left half done is taken away before it begins anew`() async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      #expect(try await desk.bellhop("front", "on").status == 0)
      try desk.rig.control().setFront(.off)
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 0 && output.contains("are removed first"), "\(output)")
      #expect(desk.isThere(desk.dropIn))
      #expect(try await desk.bellhop("front", "off").status == 0)
      try await desk.isAsBefore()
    }

    @Test func `pressed Ctrl-C, it takes back what it has done`() async throws {
      let desk = try await FrontSwitchRig(arguments: "hang")
      let start = try desk.rig.run(["\(desk.home.path)/stubs/systemctl", "--user", "start", desk.unit])
      try await eventually("a server", holds: { try await desk.owner(FrontSwitchRig.a) != nil })
      _ = try await start.exit()
      let tool = try desk.rig.run(["\(desk.programs)/bellhop", "front", "on"])
      try await eventually(
        "a server behind", within: .seconds(20), holds: { try await desk.owner(FrontSwitchRig.b) != nil })
      tool.signal(SIGINT)
      #expect(try await tool.exit(within: .seconds(30)) == 1)
      #expect(
        tool.output().contains("it was interrupted\nEverything is as it was before."), "\(tool.output())")
      try await desk.isAsBefore()
    }

    @Test func `whatever is asked for as JSON is JSON alone`() async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      for words in [["on"], ["status"], ["off"]] {
        let tool = try desk.rig.run(["\(desk.programs)/bellhop", "front"] + words + ["--json"])
        #expect(try await tool.exit(within: .seconds(60)) == 0, "\(tool.output())")
        #expect(tool.output().split(separator: "\n").allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
      }
    }
  }
}
