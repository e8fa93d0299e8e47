import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct NothingToShowOn {
    private let directory = TemporaryDirectory()

    private func daemon(_ sink: String, bus: String? = nil) throws -> ChildProcess {
      try ChildProcess(
        [
          "\(PackageFiles.products)/bellhopd", "--runtime-directory", directory.path, "--state-directory",
          "\(directory.path)/state", "--sink", sink,
        ],
        environment: ["DBUS_SESSION_BUS_ADDRESS": bus, "XDG_RUNTIME_DIR": directory.path])
    }

    private func isUp() async throws {
      let tool = "\(quoted("\(PackageFiles.products)/bellhop")) --runtime-directory \(quoted(directory.path))"
      try await eventually("an answer", holds: { shell("\(tool) status >/dev/null 2>&1").status == 0 })
    }

    @Test(arguments: ["auto", "libnotify"])
    func `without a bus and a terminal the daemon says at its start that banners wait`(sink: String)
      async throws
    {
      let daemon = try daemon(sink)
      try await eventually("a word", holds: { daemon.output().contains("there is no session bus") })
      #expect(daemon.output().contains("--sink console prints them"))
    }

    @Test func `where nobody is at the bus's address the daemon says so, without its text`() async throws {
      let daemon = try daemon("auto", bus: "unix:path=\(directory.path)/gone")
      let said = "nobody answers at the session bus's address (unix:path, "
      try await eventually("a word", holds: { daemon.output().contains(said) })
      #expect(!daemon.output().contains("/gone"))
    }

    @Test(arguments: ["console", "none"])
    func `where nothing is to go to a desktop it says nothing`(sink: String) async throws {
      let daemon = try daemon(sink)
      try await isUp()
      #expect(!daemon.output().contains("session bus"), "\(daemon.output())")
    }
  }
}
