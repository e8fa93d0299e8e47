import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct FrontSurveying {
    @Test func `status says who has the name, which server is behind, and what was written`() async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      let before = try await desk.bellhop("front", "status").output
      let process = try await desk.ownerProcess(FrontSwitchRig.a) ?? 0
      #expect(
        before.hasPrefix("mode: off\nname: python3")
          && before.contains(" (process \(process))\n"),
        "\(before)")
      #expect(before.hasSuffix("server: none behind bellhop-bus\n"), "\(before)")

      #expect(try await desk.bellhop("front", "on").status == 0)
      let after = try await desk.bellhop("front", "status").output
      #expect(
        after.contains("name: bellhopd (process \(try desk.rig.daemon.pid))\nserver: python3"), "\(after)")
      #expect(
        after.contains(", behind bellhop-bus\n") && after.contains("written: \(desk.dropIn)\n"), "\(after)")

      let doctor = try await desk.bellhop("doctor").output
      #expect(doctor.contains("The notifications of all apps go through Bellhop"), "\(doctor)")
      #expect(!doctor.contains("belongs to bellhopd"), "\(doctor)")
    }

    @Test func `what was left behind without the front is found`() async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      #expect(try await desk.bellhop("front", "on").status == 0)
      try desk.rig.control().setFront(.off)
      let (status, output) = try await desk.bellhop("doctor")
      #expect(
        status == 1 && output.contains("→ 'bellhop front off' takes it away: \(desk.frontFile)"), "\(output)")
    }

    @Test func `without a daemon, and without a bus, as much is told as can be seen`() async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      try desk.rig.crash()
      let (status, output) = try await desk.bellhop("front", "status")
      #expect(status == 3 && output.contains("name: python3"), "\(output)")
      desk.bus.stop()
      let (_, without) = try await desk.bellhop("front", "status")
      #expect(without.contains("it is not known who has it"), "\(without)")
    }

    @Test func `of a process that may not be looked at the name is told`() async throws {
      let desk = try await FrontSwitchRig(configuration: DaemonRig.allowing + "[Front]\nMode=on\n")
      try await eventually("a front", holds: { try await desk.owner(FrontSwitchRig.a) != nil })
      // To another person it is as to oneself where the process keeps secrets.
      let tool = try desk.rig.run(HeadlessSway.asNobody(["\(desk.programs)/bellhop", "front", "status"]))
      _ = try await tool.exit()
      #expect(
        tool.output().contains("name: bellhopd (process \(try desk.rig.daemon.pid))\n"), "\(tool.output())")
    }
  }
}
