import Glibc
import NotificationModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct FrontForATime {
    private func moment(in seconds: Int64) -> Timestamp {
      Timestamp(milliseconds: (Int64(time(nil)) + seconds) * 1_000)
    }

    @Test func `it says until when, and takes itself back as front off does`() async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      let (status, output) = try await desk.bellhop("front", "on", "--for", "1h")
      #expect(status == 0 && output.contains("; then it takes itself back"), "\(output)")
      #expect(try await desk.bellhop("front").output.hasPrefix("mode: on, until "))
      #expect(desk.isThere(desk.dropIn))
      try desk.rig.control().setFront(.on, until: .at(moment(in: 2)))
      try await eventually("everything as before", holds: { desk.files.isEmpty })
      try await desk.isAsBefore()
      #expect(desk.units?.output(of: "transient").contains("Removed: \(desk.dropIn)\n") == true)
      let after = try await desk.bellhop("front").output
      #expect(after.hasPrefix("mode: off, since the time of 'front on --for' was over: "), "\(after)")
      #expect(try desk.rig.daemon.output().contains("the time of 'bellhop front on --for' is over"))
      #expect(try await desk.notify("Another").status == 0)
      #expect(desk.shown.last == "Another")
    }

    @Test func `it takes itself back where the daemon did not run at its end`() async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      #expect(try await desk.bellhop("front", "on", "--for", "1h").status == 0)
      let end = moment(in: 2)
      try desk.rig.control().setFront(.on, until: .at(end))
      // While it is away, neither bellhop-bus nor the bus starts another daemon.
      let program = "\(desk.programs)/bellhopd"
      rename(program, "\(program).away")
      try desk.rig.crash()
      try await eventually("the end", holds: { moment(in: 0) > end })
      rename("\(program).away", program)
      try await desk.rig.start()
      try await eventually("everything as before", holds: { desk.files.isEmpty })
      try await desk.isAsBefore()
    }

    @Test func `on again without a time it has no end any more`() async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      #expect(try await desk.bellhop("front", "on", "--for", "1h").status == 0)
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 0 && output.hasSuffix("It stays on until 'bellhop front off'.\n"), "\(output)")
      #expect(try desk.rig.control().frontReport().until == nil)
    }

    @Test func `without a service manager it is off at its end, and what is left is told`() async throws {
      let desk = try await FrontSwitchRig(hasManager: false)
      let shell = try await ScriptedServer(on: desk.bus, modes: ["owns org.gnome.Shell"])
      let helper = try await ScriptedServer(
        on: desk.bus,
        modes: ["owns org.gnome.Shell.Notifications", "also \(FrontSwitchRig.a)", "ends-with-name"])
      #expect(try await desk.bellhop("front", "on", "--for", "1h").status == 0)
      try desk.rig.control().setFront(.on, until: .at(moment(in: 2)))
      try await eventually(
        "a line in the journal",
        holds: { try desk.rig.daemon.output().contains("'bellhop front off' could not be run: ") })
      #expect(try desk.rig.control().frontReport().mode == "off")
      let doctor = try await desk.bellhop("doctor").output
      #expect(doctor.contains("'bellhop front off' takes it away"), "\(doctor)")
      #expect(try await desk.bellhop("front", "off").status == 0)
      #expect(desk.files == [] && shell.process.isRunning && !helper.process.isRunning)
    }
  }
}
