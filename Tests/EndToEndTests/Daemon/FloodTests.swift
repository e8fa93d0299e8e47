import BellhopClient
import Glibc
import NotificationModel
import TestSupport
import Testing
import Varlink

extension EndToEndTests {
  /// Floods by some clients, and their effect on others.
  @Suite struct Floods {
    /// The longest time for a call beside a flood: many times the usual one, and a fraction of that before floods were
    /// limited.
    private static let bound = Duration.seconds(1) * burden

    private func other(_ rig: DaemonRig, within bound: Duration = bound) throws -> Duration {
      let client = try rig.notifications()
      client.connection.replyTimeout = .seconds(5) + bound
      var longest = Duration.zero
      for number in 1...20 {
        let start = ContinuousClock.now
        _ = try client.post(request(title: "Other \(number)", level: .passive))
        longest = max(longest, ContinuousClock.now - start)
      }
      return longest
    }

    private func calls(_ method: String, _ parameters: String, _ count: Int) -> [UInt8] {
      let call = #"{"method":"\#(method)","parameters":\#(parameters)}"#
      return [[UInt8]](repeating: Array(call.utf8) + [0], count: count).flatMap { $0 }
    }

    @Test func `watchers that never read and hang up keep nobody waiting`() async throws {
      let rig = try await DaemonRig.started(configuration: DaemonRig.unlimited)
      var watchers: [WireClient] = []
      for _ in 0..<30 {
        let watcher = try WireClient(rig.paths.control)
        try await watcher.send(Call(method: "io.bellhop.Control.Watch", more: true))
        watchers.append(watcher)
      }
      let client = try rig.notifications()
      for number in 1...1_500 {
        let body = String(repeating: "x", count: 500)
        _ = try client.post(request(title: "\(number)", body: body, level: .passive))
      }
      watchers = []
      let longest = try other(rig)
      #expect(longest < Self.bound)
    }

    enum Flood: CaseIterable { case lists, searches, repeats }

    private static let flooder = AppID.literal("org.example.Flood")

    /// Calls of one app that are never refused, and where they go.
    private func calls(_ flood: Flood, to rig: DaemonRig) -> (path: String, bytes: [UInt8]) {
      let app = #""app":"\#(Self.flooder.text)""#
      return switch flood {
      case .lists:
        (rig.paths.notifications, calls("io.bellhop.Notifications.List", "{\(app),\"limit\":1000}", 256))
      case .searches: (rig.paths.control, calls("io.bellhop.Control.List", #"{"search":"nowhere"}"#, 256))
      case .repeats:
        (
          rig.paths.notifications,
          calls("io.bellhop.Notifications.Post", #"{"notification":{\#(app),"title":"Same"}}"#, 256)
        )
      }
    }

    @Test(arguments: Flood.allCases)
    func `repeats, lists and searches without end keep nobody waiting`(flood: Flood) async throws {
      let rig = try await DaemonRig.started(configuration: DaemonRig.unlimited)
      // Names that nothing vouches for would be one with the flood.
      install([DaemonRig.app.text], rig)
      let client = try rig.notifications()
      for number in 1...1_000 {
        var post = request(title: "\(number)", level: .passive)
        post.app = Self.flooder
        _ = try client.post(post)
      }
      let (path, bytes) = calls(flood, to: rig)
      // Nearly as many connections as a process may have.
      let flooders = try (0..<28).map { _ in try WireClient(path) }
      for flooder in flooders { try await flooder.send(bytes) }
      let longest = try other(rig)
      #expect(longest < Self.bound)
    }

    private func install(_ apps: [String], _ rig: DaemonRig) {
      let applications = "\(rig.directory.path)/.local/share/applications"
      _ = shell("mkdir -p \(quoted(applications))")
      for app in apps {
        writeFile(
          "\(applications)/\(app).desktop", "[Desktop Entry]\nType=Application\nName=Mail\nExec=true\n")
      }
    }

    /// As many calls as a socket holds unread.
    private func waiting(_ method: String, _ parameters: String) -> [UInt8] {
      calls(method, parameters, max(1, 160_000 / (parameters.utf8.count + 100)))
    }

    enum SlowCalls: CaseIterable { case categories, strictPosts, judgements, all }

    /// Slow calls of three apps and of the person's tools, and the sockets where they go.
    private func calls(_ slow: SlowCalls, to rig: DaemonRig) -> [(path: String, bytes: [UInt8])] {
      let groups = ["org.example.A", "org.example.B", "org.example.C"]
      install(groups + [DaemonRig.app.text], rig)
      let actions = (0..<4).map { #"{"id":"a\#($0)","title":"Open the Very Long Label of This"}"# }
      let categories = (0..<64).map { #"{"id":"c\#($0)","actions":[\#(actions.joined(separator: ","))]}"# }
      let body = String(repeating: "lorem ipsum ", count: 300)
      func many(_ method: String, _ parameters: (String) -> String) -> [(String, [UInt8])] {
        groups.map {
          (rig.paths.notifications, waiting("io.bellhop.Notifications.\(method)", parameters($0)))
        }
      }
      return switch slow {
      case .categories:
        many("RegisterCategories") {
          #"{"app":"\#($0)","categories":[\#(categories.joined(separator: ","))]}"#
        }
      case .strictPosts:
        many("Post") {
          #"{"notification":{"app":"\#($0)","title":"NOW!!!","body":"\#(body)"},"strict":true}"#
        }
      case .judgements:
        [
          (
            rig.paths.control,
            waiting(
              "io.bellhop.Control.Judge", #"{"notification":{"app":"a","title":"b","body":"\#(body)"}}"#)
          )
        ]
      case .all: SlowCalls.allCases.filter { $0 != .all }.flatMap { calls($0, to: rig) }
      }
    }

    @Test(arguments: SlowCalls.allCases)
    func `groups of slow calls, by several connections each, keep neither an app nor the lock waiting`(
      slow: SlowCalls
    ) async throws {
      let rig = try await DaemonRig.started(configuration: DaemonRig.unlimited)
      let floods = calls(slow, to: rig)
      // A slice of each may be one of these calls. Before the shares were equal the wait was the whole flood's.
      let bound = Self.bound * 5
      let person = try rig.control()
      person.connection.replyTimeout = .seconds(5) + bound
      let flooders = try floods.flatMap { flood in
        try (0..<3).map { _ in (client: try WireClient(flood.path), bytes: flood.bytes) }
      }
      for flooder in flooders { try await flooder.client.send(flooder.bytes) }
      let longest = try other(rig, within: bound)
      #expect(longest < bound)
      for locks in [true, false] {
        let start = ContinuousClock.now
        _ = try person.setLocked(locks)
        #expect(ContinuousClock.now - start < bound)
      }
    }

    @Test func `a process that has taken all connections loses one to another's first`() async throws {
      let rig = try await DaemonRig.started(
        configuration: DaemonRig.allowing + "[Limits]\nConnections=4\nConnectionsPerPeer=4\n")
      let mine = try (0..<4).map { _ in try WireClient(rig.paths.notifications) }
      for client in mine { try await client.send(Call(method: "org.varlink.service.GetInfo")) }
      for client in mine { _ = try await client.replies(1) }
      let other = "socat -t5 - UNIX-CONNECT:\(quoted(rig.paths.notifications))"
      let answer = shell(#"printf '{"method":"org.varlink.service.GetInfo"}\0' | \#(other)"#)
      #expect(answer.output.contains("Bellhop"))
      try await eventually("one of mine is closed") {
        mine.contains { client in
          client.receive()
          return client.isClosed
        } ? () : nil
      }
    }

    @Test func `repeats beyond four times the posts are refused, and each that is accepted is counted`()
      async throws
    {
      let limits = "[Limits]\nPostBurst=5\nPostRefillPerSecond=1\n"
      let rig = try await DaemonRig.started(configuration: DaemonRig.allowing + limits)
      let client = try rig.notifications()
      var accepted = 0
      var refused: CallError?
      for _ in 0..<200 {
        do throws(ClientError) {
          _ = try client.post(request(title: "Same", level: .passive))
          accepted += 1
        } catch {
          guard case .refused(let error) = error else { throw error }
          refused = error
        }
      }
      let refusal = try #require(refused)
      #expect(refusal.name == "io.bellhop.Notifications.QuotaExceeded")
      #expect(refusal.parameters["quota"] == .string("repeats"))
      #expect(refusal.parameters["limit"] == .int(40))
      #expect(refusal.parameters["retryAfterMilliseconds"] != nil)
      let entry = try #require(try rig.control().list().entries.first)
      #expect(entry.repeats == accepted - 1)
    }

    @Test func `a script that posts too much keeps none of another's out, before a restart and after it`()
      async throws
    {
      let rig = try await DaemonRig.started(configuration: DaemonRig.allowing + "[Limits]\nUnreadPerApp=12\n")
      let tool = "\(quoted(DaemonRig.toolPath)) --runtime-directory \(quoted(rig.runtime))"
      let (bans, battery) = ("\(rig.directory.path)/bans.sh", "\(rig.directory.path)/battery.sh")
      writeFile(bans, "for number in $(seq $1 $2); do \(tool) post \"Ban $number\"; done\n")
      writeFile(battery, "\(tool) post \"Battery at $1 Percent\"\n")
      func run(_ script: String, _ arguments: String...) async throws -> String {
        let process = try rig.run(["/bin/sh", script] + arguments)
        _ = try await process.exit()
        return process.output()
      }
      #expect(try await run(bans, "1", "12").contains("12 held"))
      let full = "12 notifications of this script are unread"
      #expect(try await run(bans, "13", "13").contains(full))
      #expect(try await run(battery, "5").contains("13 held"))
      try rig.crash()
      try await rig.start()
      #expect(try await run(bans, "14", "14").contains(full))
      #expect(try await run(battery, "4").contains("14 held"))
    }
  }
}
