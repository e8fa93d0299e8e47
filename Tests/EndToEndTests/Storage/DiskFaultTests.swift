import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// The real program on a disk that fails, now and then or for a while: nothing that was answered is lost, nothing is
  /// set aside, and it serves again by itself.
  @Suite struct DiskFaults {
    private static let stored = 120
    private static let files = ["bellhop.db", "bellhop.db-wal", "bellhop.db-shm"]
    private static let reads =
      DiskFault.all([("pread64", "EIO")], files: ["bellhop.db"])
      // Of the log nothing is read while all that it holds is cached.
      + DiskFault.all([("pread64", "EIO")], files: ["bellhop.db-wal"], failsSync: true)
    private static let writes = DiskFault.all(
      [("pwrite64", "ENOSPC"), ("pwrite64", "EIO"), ("fdatasync", "EIO")], files: files)
    private static let atStart =
      // The form of the file, its version, and its rows are read one after the other.
      DiskFault.all([("pread64", "EIO")], files: files + ["bellhop.lock"], firsts: [1, 4, 7, 12])
      + DiskFault.all(
        [("openat", "EIO"), ("pwrite64", "ENOSPC"), ("fdatasync", "EIO"), ("ftruncate", "EIO")],
        files: files + ["bellhop.lock"])
    /// Each fault at a start after a kill and at one after an orderly end; pairwise, at one of the two.
    private static let starts: [(fault: DiskFault, wasKilled: Bool)] = atStart.enumerated().flatMap {
      number, fault in
      let wasKilled = DiskFault.triesAll ? [true, false] : [[0, 3].contains(number % 4)]
      return wasKilled.map { (fault, $0) }
    }

    /// A daemon that holds some notifications, partly in its log, and the numbers that it has answered with.
    private func rig() async throws -> (DaemonRig, Set<NotificationID>) {
      let rig = try await DaemonRig.started(configuration: DaemonRig.unlimited)
      let client = try rig.notifications()
      let ids = try (0..<Self.stored).map { number in
        try client.post(
          request(
            identifier: "\(number)", title: "Number \(number)", body: String(repeating: "text ", count: 200))
        ).id
      }
      return (rig, Set(ids))
    }

    private func expectAll(_ answered: Set<NotificationID>, in rig: DaemonRig) throws {
      #expect(try answered.subtracting(rig.unread().map(\.id)).isEmpty)
      #expect(shell("ls \(quoted(rig.state)) | grep corrupt").status != 0)
    }

    /// Posts until the daemon stores again, which a working disk lets it do in a fraction of a second.
    private func serves(_ rig: DaemonRig) async throws -> NotificationID {
      try await eventually("a daemon that stores again", within: .seconds(10)) { try? rig.post("After").id }
    }

    @Test(arguments: reads + writes)
    func `a disk that fails a daemon that runs costs the calls that meet it, and nothing else`(
      fault: DiskFault
    )
      async throws
    {
      var (rig, answered) = try await rig()
      // So that it has everything to read anew.
      #expect(try await rig.terminate() == 0)
      try await rig.start()
      answered.insert(try rig.post("Before").id)
      let disk = try await fault.begin(on: rig)
      for number in 0..<3 {
        _ = try? rig.control().list(limit: 1_000)
        _ = try? rig.control().list(search: "nothing of this kind")
        _ = try? rig.control().markRead([NotificationID(Int64(number) + 1)])
        if let id = try? rig.post("Meanwhile \(number)").id { answered.insert(id) }
      }
      try await DiskFault.end(on: rig)
      _ = consume disk
      answered.insert(try await serves(rig))
      // Notifications that were read by those calls stay read.
      let gone = Set((1...3).map { NotificationID(Int64($0)) })
      try expectAll(answered.subtracting(gone), in: rig)
      try rig.crash()
      try await rig.start()
      try expectAll(answered.subtracting(gone), in: rig)
    }

    @Test(arguments: starts)
    func `a disk that fails at the start is waited for, and the file not touched`(
      fault: DiskFault, wasKilled: Bool
    )
      async throws
    {
      let (rig, answered) = try await rig()
      if wasKilled { try rig.crash() } else { #expect(try await rig.terminate() == 0) }
      try rig.launch(behind: fault.launcher(rig))
      if case .forGood = fault.times {
        try await eventually("a daemon that has met the fault, or that does not need to") {
          // Calls that came before it met the fault wait until it can read: their answer is not waited for.
          try rig.daemon.output().contains("until it can") || rig.daemon.output().contains("could be stored")
            || (try? rig.control(replyTimeout: .milliseconds(200)).status()) != nil ? () : nil
        }
        try await DiskFault.end(on: rig)
      }
      _ = try await serves(rig)
      try await DiskFault.end(on: rig)
      try expectAll(answered, in: rig)
    }
  }
}
