import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct Kills {
    private static let rounds = 10
    private static let postsPerRound = 1_000
    private static let inFlight = 64

    @Test func `killed in the middle of a thousand posts, ten times, nothing answered is lost`() async throws
    {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus, configuration: DaemonRig.unlimited)
      var ledger: Set<NotificationID> = []
      for round in 0..<Self.rounds {
        let answered = try await posts(round, until: 50 + round * 100, to: rig, end: rig.crash)
        #expect(ledger.isDisjoint(with: answered))
        ledger.formUnion(answered)
        try await rig.start()
        let unread = try rig.unread()
        #expect(ledger.subtracting(unread.map(\.id)).isEmpty)
        #expect(unread.count <= ledger.count + Self.inFlight * (round + 1))
        #expect(try rig.notifications().badge(app: DaemonRig.app) == unread.count)
      }
      let titles = Set(try rig.unread().map(\.title))
      try await eventually("all banners", within: testTimeout * 6) {
        Set(server.notifications.compactMap(\.title)).isSuperset(of: titles) ? () : nil
      }
      // Shown again in its old place, and quietly, is no second alert.
      let alerts = server.notifications.filter { $0.replaces == 0 }
      #expect(alerts.count <= titles.count + Self.rounds)
      let repeated = Dictionary(grouping: alerts) { $0.title ?? "" }.values.map(\.count).filter { $0 > 1 }
      #expect(repeated.allSatisfy { $0 == 2 })
      #expect(try rig.notifications().badge(app: DaemonRig.app) == titles.count)
    }

    @Test(.enabled(if: MemoryShortage.isAvailable, "no memory can be kept from a process here"))
    func `killed by the kernel, which has no more memory, amid posts, nothing answered is lost`() async throws
    {
      let shortage = try MemoryShortage()
      let rig = DaemonRig(configuration: DaemonRig.unlimited)
      try rig.launch(behind: shortage.launcher)
      try await eventually("its sockets", holds: { (try? rig.control().status()) != nil })
      let answered = try await posts(1, until: 200, to: rig, end: shortage.begin)
      #expect(try await rig.daemon.exit() == 128 + SIGKILL)
      #expect(shortage.kills > 0)
      try await rig.start()
      #expect(try answered.subtracting(rig.unread().map(\.id)).isEmpty)
    }

    /// Posts, many in flight, and has the daemon end after so many answers; the ids of those that came.
    private func posts(
      _ round: Int, until enough: Int, to rig: DaemonRig, end: () throws -> Void
    ) async throws -> Set<NotificationID> {
      let client = try WireClient(rig.paths.notifications)
      var sent = 0
      var isEnding = false
      while !client.receive() {
        if !isEnding, client.replies.count >= enough {
          try end()
          isEnding = true
        }
        while sent < Self.postsPerRound, sent - client.replies.count < Self.inFlight {
          try await client.send(.post(request(title: "Round \(round), post \(sent)")))
          sent += 1
        }
        _ = try await client.replies(client.replies.count + 1)
      }
      return Set(try client.replies.map { try #require($0.receipt?.id) })
    }
  }
}

extension Call {
  static func post(_ request: NotificationRequest) -> Call {
    Call(
      method: "io.bellhop.Notifications.Post",
      parameters: .object([JSON.Field("notification", request.json)]))
  }
}

extension Reply {
  var receipt: Receipt? {
    guard case .done(let fields) = self, let json = fields["receipt"],
      var reader = try? ShapeReader(json, in: .reply)
    else { return nil }
    return try? Receipt(fields: &reader)
  }

  /// The error's name without its interface.
  var failure: CallError? { if case .failed(let error) = self { error } else { nil } }
}
