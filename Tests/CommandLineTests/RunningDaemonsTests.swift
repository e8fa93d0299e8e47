import Glibc
import NotificationModel
import TestSupport
import Testing

@testable import bellhop

struct RunningDaemonsTests {
  private let directory = TemporaryDirectory()
  private var daemons: RunningDaemons { RunningDaemons(base: directory.path) }

  @Test("Whoever holds the lock of a person's runtime directory is told, and goes on")
  func told() async throws {
    let runtime = "\(directory.path)/\(getuid())"
    mkdir(runtime, 0o700)
    let daemon = try ChildProcess([
      "\(PackageFiles.products)/bellhopd", "--runtime-directory", runtime, "--state-directory",
      "\(directory.path)/state", "--sink", "none",
    ])
    var told: Int32?
    try await eventually("a daemon that is told") {
      guard case .told(let process)? = daemons.send(SIGHUP).first?.outcome else { return nil as Void? }
      told = process
      return ()
    }
    #expect(told == daemon.pid)
    let tool = "\(quoted("\(PackageFiles.products)/bellhop")) --runtime-directory \(quoted(runtime))"
    try await eventually("an answer") { shell("\(tool) status >/dev/null 2>&1").status == 0 ? () : nil }
    daemon.kill()
    _ = try await daemon.exit()
    #expect(daemons.send(SIGHUP).map(\.outcome) == [.notRunning])
  }

  @Test(
    "A lock that nobody holds, or that is not the person's, is no daemon; and what is no number is nobody")
  func notRunning() throws {
    for name in ["\(getuid())", "\(getuid() &+ 1)", "systemd"] {
      mkdir("\(directory.path)/\(name)", 0o700)
      mkdir("\(directory.path)/\(name)/bellhop-control", 0o700)
      directory.write("\(name)/bellhop-control/lock", "1\n".utf8)
    }
    let outcomes = daemons.send(SIGHUP)
    #expect(outcomes.map(\.user) == [getuid(), getuid() &+ 1].sorted())
    #expect(outcomes.allSatisfy { $0.outcome == .notRunning })
  }

  @Test("What was reached has a line a person")
  func text() {
    var effect = ReloadEffect()
    #expect(reloadText(effect) == "")
    effect.withheld.add(8)
    effect.withheld.add(1)
    effect.restored.add(1)
    #expect(
      reloadText(effect) == """
        off the lists, until their apps are allowed again, but for private ones: 9 notifications of 2 apps
        back in the lists: 1 notification of 1 app

        """)
    #expect(reachedText([]) == "Nobody is logged in.\n")
    let text = reachedText([(0, .told(process: 7)), (4_294_967_294, .notRunning)])
    #expect(text.contains("root") && text.contains("told, process 7") && text.contains("no daemon runs"))
  }
}
