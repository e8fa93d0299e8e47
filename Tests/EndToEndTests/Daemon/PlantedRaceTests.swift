#if BELLHOP_THREAD_SANITIZER
  import Glibc
  import TestSupport
  import Testing

  extension EndToEndTests {
    /// The thread sanitizer as `Tests/Sanitizers/sanitizers.sh` sets it up, on a daemon with races and on one without.
    @Suite struct PlantedRace {
      private let directory = TemporaryDirectory()

      /// A daemon whose reports go to this test alone.
      private func rig(_ environment: [String: String?] = [:]) -> DaemonRig {
        let options = getenv("TSAN_OPTIONS").map { String(cString: $0) } ?? ""
        return DaemonRig(
          configuration: DaemonRig.unlimited,
          environment: ["TSAN_OPTIONS": "\(options):log_path=\(directory.path)/report:halt_on_error=1"]
            .merging(environment) { $1 })
      }

      private var reports: String { shell("cat \(quoted(directory.path))/report.*").output }

      /// Images keep several of the daemon's threads busy at a time.
      private func posts(to rig: DaemonRig) async throws {
        rig.directory.write("Ann.png", SampleImage.png("Ann"))
        let image = "\(rig.directory.path)/Ann.png"
        guard let client = try? WireClient(rig.paths.notifications) else { return }
        for number in 1...40 { try await client.send(.post(request(title: "Tea \(number)", image: image))) }
        try await eventually("the answers", holds: { client.receive() || client.replies.count == 40 })
      }

      @Test func `a daemon whose locks do nothing ends at a report of a race`() async throws {
        let rig = rig(["BELLHOP_OPEN_LOCKS": "1"])
        try await rig.start()
        try await eventually("the end of the daemon") {
          try await posts(to: rig)
          return try !rig.daemon.isRunning
        }
        #expect(try rig.daemon.exitStatus == 66)
        #expect(reports.contains("WARNING: ThreadSanitizer: ") && reports.contains("withLock"), "\(reports)")
      }

      @Test func `the same daemon with its locks runs and ends without a report`() async throws {
        let rig = rig()
        try await rig.start()
        for _ in 1...5 { try await posts(to: rig) }
        #expect(try await rig.terminate() == 0)
        #expect(!reports.contains("ThreadSanitizer"), "\(reports)")
      }
    }
  }
#endif
