import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct ServiceManager {
    @Test func `a service manager is told when the daemon is ready, alive, reloading and ending`()
      async throws
    {
      let manager = try NotifySocket()
      let rig = try await DaemonRig.started(
        environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "100000", "WATCHDOG_PID": nil])
      try await manager.waits(for: "READY=1")
      try await manager.waits(for: "STATUS=")
      try await manager.waits(for: "WATCHDOG=1", times: 4)
      try rig.daemon.signal(SIGHUP)
      try await manager.waits(for: "RELOADING=1")
      try await manager.waits(for: "MONOTONIC_USEC=")
      try await manager.waits(for: "READY=1", times: 2)
      #expect(try await rig.terminate() == 0)
      try await manager.waits(for: "STOPPING=1")
    }

    @Test func `sockets that a service manager passes by name are answered on, and left to it`() async throws
    {
      let rig = DaemonRig()
      for directory in ["bellhop", "bellhop-control"] { mkdir("\(rig.runtime)/\(directory)", 0o700) }
      let activated = try rig.run(
        [
          "/usr/bin/systemd-socket-activate", "-l", rig.paths.control, "-l", rig.paths.notifications,
          "--fdname=control:notifications",
        ] + rig.arguments)
      let sockets = [rig.paths.control, rig.paths.notifications]
      try await eventually("the sockets", holds: { sockets.allSatisfy { path in access(path, F_OK) == 0 } })
      let receipt = try rig.post("Lunch?")
      #expect(try rig.unread().map(\.id) == [receipt.id])
      // Not the other way round: apps have no business with the person's interface.
      let app = try WireClient(rig.paths.notifications)
      try await app.send(Call(method: "io.bellhop.Control.GetStatus"))
      #expect(try await app.replies(1).first?.failure?.name == "org.varlink.service.InterfaceNotFound")
      activated.signal(SIGTERM)
      #expect(try await activated.exit() == 0)
      #expect(access(rig.paths.notifications, F_OK) == 0)
      #expect(access(rig.paths.control, F_OK) == 0)
    }
  }
}
