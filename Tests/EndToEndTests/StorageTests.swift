import BellhopClient
import NotificationModel
import TestSupport
import Testing

extension EndToEndTests {
  /// A disk that fails the running daemon.
  @Suite struct Storage {
    @Test func `while nothing can be stored the daemon can be asked, and says so once`() async throws {
      // What exceeds the limit on file sizes, set below, would end the process.
      let rig = try await DaemonRig.started(
        launcher: ["/bin/sh", "-c", #"trap "" XFSZ; exec "$@""#, "launcher"])
      for number in 0..<5 { try rig.post("Number \(number)") }
      func limit(_ bytes: String) throws {
        let change = shell("prlimit --pid \(try rig.daemon.pid) --fsize=\(bytes):")
        #expect(change.status == 0, "\(change.output)")
      }
      try limit("65536")
      let control = try rig.control()
      #expect(throws: ClientError.self) { try control.setLocked(true) }
      #expect(throws: ClientError.self) { try rig.post("Lost") }
      #expect(try control.status().unread == 5)
      #expect(try control.apps().count == 1)
      let entries = try rig.unread()
      #expect(entries.count == 5)
      #expect(try !control.explain(try #require(entries.first).id).isEmpty)
      #expect(throws: ClientError.self) { try control.setSilent(true) }
      #expect(try rig.daemon.output().components(of: "could be stored") == 1)
      try limit("unlimited")
      try control.setSilent(true)
      #expect(try control.status().locked)
      #expect(try rig.daemon.output().components(of: "is stored again") == 1)
    }
  }
}
