import BellhopClient
import Foundation
import TestSupport
import Testing

// The page's own example, letter for letter: a test holds the two together.

func follow(_ app: AppID, below directory: String? = nil, heard: (Event) -> Bool) throws {
  var goesOn = true
  while goesOn {
    do {
      let events = try NotificationsClient(runtimeDirectory: directory)
      let calls = try NotificationsClient(runtimeDirectory: directory)
      try events.subscribe(app: app) { event in
        guard event.kind != .ready else { return true }
        goesOn = heard(event)
        try calls.acknowledge(app: app, through: event.sequence)
        return goesOn
      }
    } catch let error as ClientError {
      if case .refused = error { throw error }
      // The daemon has ended, or does not run yet.
      sleep(1)
    }
  }
}

extension EndToEndTests {
  /// Runs the examples of the page about following.
  @Suite struct FollowingPage {
    private let page =
      PackageFiles.contents(of: "Sources/BellhopClient/BellhopClient.docc/BellhopClient.md") ?? ""

    private func example(_ language: String) throws -> String {
      let start = try #require(page.firstRange(of: "\n```\(language)\n"))
      return String(
        page[start.upperBound...].prefix(
          upTo: try #require(page[start.upperBound...].firstRange(of: "```")).lowerBound))
    }

    private func started() async throws -> DaemonRig {
      let rig = try await DaemonRig.started(configuration: DaemonRig.unlimited)
      _ = try await rig.bellhop("allow", "org.example.Tea")
      return rig
    }

    private func dismissal(_ rig: DaemonRig, _ title: String) throws {
      let receipt = try rig.notifications().post(
        NotificationRequest(app: AppID(literal: "org.example.Tea"), title: title))
      _ = try rig.control().dismiss([receipt.id])
    }

    /// The sequence in `ready`: the highest that the app has acknowledged.
    private func acknowledged(_ rig: DaemonRig) throws -> Int64? {
      var sequence: Int64?
      try rig.notifications().subscribe(app: AppID(literal: "org.example.Tea")) { event in
        sequence = event.sequence.number
        return false
      }
      return sequence
    }

    /// Dismisses, restarts the daemon, dismisses once more, and waits until nothing is kept any more. An event that is
    /// heard and not acknowledged comes again after a restart, so each is waited for until it is.
    private func isHeard(_ rig: DaemonRig, _ heard: () -> Int) async throws {
      try dismissal(rig, "one")
      try await eventually("the first dismissal", holds: { heard() == 1 })
      try await eventually("its acknowledgement", holds: { try acknowledged(rig) == 1 })
      #expect(try await rig.terminate() == 0)
      try await rig.start()
      try dismissal(rig, "two")
      try await eventually("the dismissal after the restart", holds: { heard() == 2 })
      try await eventually("its acknowledgement", holds: { try acknowledged(rig) == 2 })
    }

    @Test func `the example in the shell hears of each event, over a restart too`() async throws {
      try #require(shell("command -v socat").status == 0, "Needs socat: apt install socat")
      let rig = try await started()
      let app = try rig.run([
        "/bin/bash", "-c", "export XDG_RUNTIME_DIR=\(quoted(rig.runtime))\n\(try example("bash"))",
      ])
      try await isHeard(rig) { app.output().split(separator: "\n").count { $0 == "dismissed" } }
    }

    @Test func `the example in Python hears of each event, over a restart too`() async throws {
      let python = try VarlinkPython.path.get()
      let rig = try await started()
      let app = try rig.run([
        "/usr/bin/env", "XDG_RUNTIME_DIR=\(rig.runtime)", python, "-c", try example("python"),
      ])
      try await isHeard(rig) { app.output().split(separator: "\n").count { $0 == "dismissed" } }
    }

    @Test func `the example in Swift stands in this file, and hears of each event, over a restart too`()
      async throws
    {
      let source = PackageFiles.contents(of: "Tests/EndToEndTests/CommandLine/FollowingPageTests.swift") ?? ""
      #expect(source.contains(try example("swift")))
      let rig = try await started()
      let heard = Heard()
      let (app, runtime) = (AppID(literal: "org.example.Tea"), rig.runtime)
      Thread.detachNewThread {
        try? follow(app, below: runtime) { event in
          if event.kind == .dismissed { heard.count += 1 }
          return heard.count < 2
        }
        heard.isOver = true
      }
      try await isHeard(rig) { heard.count }
      try await eventually("the end of following", holds: { heard.isOver })
    }
  }
}

/// Written by the thread that follows, read by the test.
private final class Heard: @unchecked Sendable {
  private let lock = NSLock()
  private var state = (count: 0, isOver: false)
  var count: Int {
    get { lock.withLock { state.count } }
    set { lock.withLock { state.count = newValue } }
  }
  var isOver: Bool {
    get { lock.withLock { state.isOver } }
    set { lock.withLock { state.isOver = newValue } }
  }
}
