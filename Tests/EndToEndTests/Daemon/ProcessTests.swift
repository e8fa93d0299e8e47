import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// Signals, closed descriptors and other acts on the processes as such.
  @Suite struct Processes {
    /// The status that each of these ends the daemon with; no other ends it.
    private static let ending: [Int32: Int32] = {
      let deaths = [
        SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGKILL, SIGSEGV, SIGXCPU, SIGSYS,
      ].map { ($0, 128 + $0) }
      return Dictionary(uniqueKeysWithValues: deaths + [(SIGINT, 0), (SIGTERM, 0)])
    }()

    @Test func `a signal that says nothing here does not end the daemon`() async throws {
      let rig = try await DaemonRig.started()
      try rig.post("Lunch?")
      for number in Int32(1)...64 where Self.ending[number] == nil {
        try rig.daemon.signal(number)
        // Some have stopped it until then.
        try rig.daemon.signal(SIGCONT)
        let unread = try? rig.control().status().unread
        #expect(unread == 1, "signal \(number)")
        if unread == nil { try await rig.start() }
      }
    }

    @Test func `a signal that says that the daemon should end, or cannot go on, ends it`() async throws {
      let rig = try await DaemonRig.started()
      for (number, status) in Self.ending {
        try rig.daemon.signal(number)
        #expect(try await rig.daemon.exit() == status, "signal \(number)")
        try await rig.start()
      }
    }

    @Test(arguments: ["<&- >&- 2>&-", "<&-", ">&-", "2>&-"])
    func `a standard stream that is closed at the start gets none of our files, in either program`(
      closed: String
    ) async throws {
      let rig = try await DaemonRig.started(launcher: Self.launcher(closed))
      try rig.post("Lunch?")
      let files = shell("readlink /proc/\(try rig.daemon.pid)/fd/[012]").output.split(separator: "\n")
      let fillers = files.count { $0 == "/dev/null" }
      #expect(files.count == 3 && fillers == closed.components(of: "&-"), "\(files)")
      let tool = try rig.run(
        Self.launcher(closed) + [DaemonRig.toolPath, "--runtime-directory", rig.runtime, "list"])
      try await tool.exit()
      // The tool's output is not a call.
      #expect(try !rig.daemon.output().contains("malformed"))
      #expect(try rig.unread().count == 1)
    }

    private static func launcher(_ redirection: String) -> [String] {
      ["/bin/sh", "-c", "exec \"$@\" \(redirection)", "sh"]
    }
  }
}
