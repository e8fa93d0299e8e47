import BellhopClient
import Locks
import TestSupport
import Testing

// The page's own example, letter for letter: a test holds the two together.

func ask(_ app: AppID, below directory: String? = nil) throws(ClientError) -> NotificationID {
  let request = NotificationRequest(
    app: app, identifier: OpaqueName(literal: "tea-1"), title: "Tea Is Ready",
    body: "Earl Grey, steeped for three minutes.",
    actions: [
      Action(id: ItemID(literal: "pour"), title: "Pour"),
      Action(id: ItemID(literal: "answer"), title: "Answer", input: TextInput(placeholder: "On my way")),
    ],
    target: ["pot": 4711, "kitchen": "upstairs"])
  return try NotificationsClient(runtimeDirectory: directory).post(request).id
}

func follow(_ app: AppID, below directory: String? = nil, heard: (String) -> Void) async throws {
  for try await event in NotificationEvents(app: app, runtimeDirectory: directory) {
    switch event.kind {
    case .activated where event.action == ItemID(literal: "pour"):
      if case .int(let pot)? = event.target?["pot"] { heard("pour from pot \(pot)") }
    case .activated: heard("open")
    case .replied: heard("answer: \(event.text ?? "")")
    case .dismissed: heard("dismissed")
    default: print(event)
    }
  }
}

func problem(_ error: ClientError) -> String {
  switch error.notificationsError {
  case .notAuthorized?: "The person has not allowed the app."
  case .quotaExceeded(let quota, _, let wait?, _)?: "Too many \(quota) at once; again in \(wait) ms."
  case .invalidField(let path, let reason)?: "\(path) \(reason)"
  case nil where error == .timedOut: "No answer: whether it was posted is not known."
  default: "\(error)"
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

    @Test func `the reason of a fault reaches a program in Python as the page about talking says`()
      async throws
    {
      let python = try VarlinkPython.path.get()
      let talking =
        PackageFiles.contents(of: "Sources/NotificationProtocol/Protocol.docc/TalkingToIt.md") ?? ""
      let blocks = talking.split(separator: "```python\n").dropFirst().map { $0.prefix { $0 != "`" } }
      let rig = try await started()
      let app = try rig.run([
        "/usr/bin/env", "XDG_RUNTIME_DIR=\(rig.runtime)", python, "-c", blocks.joined(),
      ])
      #expect(try await app.exit() == 0)
      let fault = try #require(app.output().split(separator: "\n").last)
      #expect(fault.contains("must be one of") && talking.contains("\n    \(fault)\n"), "\(fault)")
    }

    @Test func `the example in Swift stands in this file, and hears of each event, over a restart too`()
      async throws
    {
      let source = PackageFiles.contents(of: "Tests/EndToEndTests/CommandLine/FollowingPageTests.swift") ?? ""
      #expect(source.contains(try example("swift")))
      let rig = try await started()
      let heard = Heard()
      let (app, runtime) = (AppID(literal: "org.example.Tea"), rig.runtime)
      let loop = Task {
        try? await follow(app, below: runtime) { heard.lines.append($0) }
        heard.lines.append("over")
      }
      let error = #expect(throws: ClientError.self) {
        try rig.notifications().post(NotificationRequest(app: app, title: "Tea", image: "no/path"))
      }
      let said = error.map(problem)
      #expect(said?.hasPrefix("notification.image must be the name of a theme icon") == true)
      let id = try ask(app, below: runtime)
      try rig.control().activate(id, action: ItemID(literal: "pour"))
      try await eventually("the press", holds: { heard.lines == ["pour from pot 4711"] })
      let again = try ask(app, below: runtime)
      try rig.control().activate(again, action: ItemID(literal: "answer"), text: "Coming")
      try await eventually("the reply", holds: { heard.lines.last == "answer: Coming" })
      try await eventually("its acknowledgement", holds: { try acknowledged(rig) == 2 })
      try rig.crash()
      try await rig.start()
      try dismissal(rig, "three")
      try await eventually("the dismissal after the kill", holds: { heard.lines.last == "dismissed" })
      try await eventually("its acknowledgement", holds: { try acknowledged(rig) == 3 })
      loop.cancel()
      try await eventually("the end of following", holds: { heard.lines.last == "over" })
      #expect(heard.lines.count == 4)
    }
  }
}

/// Written by the task that follows, read by the test.
private final class Heard: Sendable {
  private let state = Mutex([String]())
  var lines: [String] {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
