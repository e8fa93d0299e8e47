import BellhopClient
import Glibc
import NotificationModel
import TestSupport
import Testing
import Varlink

extension EndToEndTests {
  @Suite struct Bar {
    @Test func `a bar is told at once, of what comes, and of a daemon that goes away and is back`()
      async throws
    {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus)
      let bar = try rig.follow(["watch", "--format", "waybar"])
      func lines(_ class: String) -> Int {
        bar.output().split(separator: "\n").count { $0.contains("\"class\":\"\(`class`)\"") }
      }
      try await eventually("the first line", holds: { lines("none") == 1 })
      _ = try rig.post("Lunch & <Supper>")
      try await eventually("the new one", holds: { lines("unread") == 1 })
      #expect(bar.output().contains("Lunch &amp; &lt;Supper&gt;"))
      try await eventually("the banner", holds: { server.notifications.count == 1 })
      try rig.crash()
      try await eventually("that no daemon is there", holds: { lines("down") == 1 })
      try await rig.start()
      try await eventually("that it is back", holds: { lines("unread") >= 2 })
      #expect(bar.output().contains("the daemon is back"), "\(bar.output())")
    }

    @Test func `with --quiet a bar tells that the daemon has gone, and not that it is back`() async throws {
      let rig = DaemonRig()
      let bar = try rig.follow(["watch", "--format", "plain", "--quiet"])
      func lines() -> [Substring] { bar.output().split(separator: "\n") }
      func sockets() -> String { shell("find /proc/\(bar.pid)/fd -lname 'socket:*' | sort").output }
      try await eventually("that no daemon is there", holds: { lines().count == 1 })
      let unconnected = sockets()
      try await rig.start()
      try await eventually("its connection", holds: { sockets() != unconnected })
      // Then it has only the answer to its call to sleep for.
      try await eventually(
        "its call", holds: { shell("cut -d ' ' -f 3 /proc/\(bar.pid)/stat").output.hasPrefix("S") })
      // Calls are answered in order, so the watch is answered by now.
      try rig.post("Tea")
      try rig.crash()
      // Told only to whom the daemon was back.
      try await eventually("that the daemon has gone", holds: { lines().count >= 2 })
      #expect(lines().allSatisfy { $0.hasPrefix("bellhop: waiting for the daemon: ") }, "\(bar.output())")
    }

    @Test func `what waybar's module runs does what its comment says`() async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus)
      let module = try module()
      /// As waybar does it, with a picker that takes the first line.
      func run(_ name: String) async throws {
        let programs = "\(rig.directory.path)/programs"
        mkdir(programs, 0o700)
        writeFile("\(programs)/fuzzel", "#!/bin/sh\nhead -n 1\n")
        chmod("\(programs)/fuzzel", 0o700)
        guard case .string(let command)? = module[name] else {
          Issue.record("\(name) is no command")
          return
        }
        let process = try rig.run([
          "/usr/bin/env", "PATH=\(programs):\(PackageFiles.products):/usr/bin:/bin", "sh", "-c", command,
        ])
        #expect(try await process.exit() == 0, "\(name): \(process.output())")
      }
      try rig.post("Seen")
      try await eventually("the banner", holds: { server.notifications.count == 1 })
      try await run("on-click-right")
      #expect(try rig.control().status().doNotDisturb)
      try rig.post("Held back")
      #expect(try rig.entry(NotificationID(2))?.state == .held)
      // A notification that is not in the bar yet is not dismissed, though it is the newest.
      try await run("on-scroll-down")
      try await run("on-scroll-down")
      #expect(try rig.entry(NotificationID(1))?.state == .dismissed)
      #expect(try rig.entry(NotificationID(2))?.state == .held)
      try await run("on-scroll-up")
      #expect(try rig.entry(NotificationID(1))?.state == .delivered)
      try await run("on-click")
      #expect(try rig.control().status().unread == 1)
      try await run("on-click-middle")
      #expect(try rig.control().status().unread == 0)
    }

    @Test(arguments: ["waybar.jsonc", "polybar.ini", "i3blocks.conf"])
    func `each bar's module runs the same`(name: String) throws {
      let file = try #require(PackageFiles.contents(of: "config/bars/\(name)"))
      let module = try module()
      for key in ["on-click-middle", "on-click-right", "on-scroll-down", "on-scroll-up"] {
        guard case .string(let command)? = module[key] else {
          Issue.record("\(key) is no command")
          continue
        }
        #expect(file.contains(command), "\(key)")
      }
    }

    /// Waybar's, without its comments.
    private func module() throws -> JSON {
      let file = try #require(PackageFiles.contents(of: "config/bars/waybar.jsonc"))
      let lines = file.split(separator: "\n").filter { !$0.hasPrefix("//") }
      let whole = try JSON(parsing: Array("{\(lines.joined(separator: "\n"))}".utf8))
      return try #require(whole["custom/bellhop"])
    }

    @Test func `a bar without a daemon is told so, and waits for one`() async throws {
      let directory = TemporaryDirectory()
      let bar = try ChildProcess(
        [
          "\(PackageFiles.products)/bellhop", "--runtime-directory", directory.path, "watch", "--format",
          "waybar",
        ],
        environment: [:])
      try await eventually("the first line", holds: { bar.output().contains("\"class\":\"down\"") })
    }
  }
}
