import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct MalformedInput {
    @Test
    func `whatever a peer sends, in pieces of any size, gets its error or is closed, and the next is served`()
      async throws
    {
      let rig = try await DaemonRig.started(configuration: DaemonRig.unlimited)
      let pid = try rig.daemon.pid
      for (index, message) in MalformedMessage.all.enumerated() {
        let client = try WireClient(rig.paths.notifications)
        try await client.send(message.bytes + [0], piece: 1 + index % 7)
        _ = try await client.replies(1)
        #expect(answer(to: client) == message.answer, "\(message.name)")
        if message.answer == MalformedMessage.tooLong {
          try await eventually("the end of the connection", holds: { client.receive() })
        } else if message.answer != .closed {
          // The connection goes on where the protocol was kept.
          try await client.send(Call(method: "org.varlink.service.GetInfo"))
          #expect(try await client.replies(2).count == 2, "\(message.name)")
        }
        #expect(try rig.notifications().badge(app: DaemonRig.app) >= 0, "\(message.name)")
      }
      #expect(try rig.daemon.isRunning && rig.daemon.pid == pid)
    }

    private func answer(to client: WireClient) -> MalformedMessage.Answer {
      guard let reply = client.replies.first else { return .closed }
      guard let error = reply.failure else { return reply.receipt == nil ? .closed : .served }
      let name = error.name.split(separator: ".").last.map(String.init) ?? ""
      let field = ["parameter", "field", "method", "interface"].lazy.compactMap { error.parameters[$0] }.first
      guard case .string(let text)? = field else { return .error(name, nil) }
      return .error(name, text)
    }

    @Test func `a oneway call is never answered, not even when it fails`() async throws {
      let rig = try await DaemonRig.started()
      let client = try WireClient(rig.paths.notifications)
      let notification = JSON.object([JSON.Field("notification", .object([]))])
      for method in ["io.bellhop.Notifications.Post", "io.bellhop.Notifications.Past", "no.such.Method"] {
        try await client.send(Call(method: method, parameters: notification, oneway: true))
      }
      let good = Call.post(request())
      try await client.send(Call(method: good.method, parameters: good.parameters, oneway: true))
      try await client.send(good)
      let replies = try await client.replies(1)
      #expect(replies.count == 1)
      #expect(replies.first?.receipt?.outcome == .coalesced)
    }

    @Test func `descriptors that a peer sends along are not kept`() async throws {
      let rig = try await DaemonRig.started()
      let before = try await descriptors(of: rig)
      let client = try WireClient(rig.paths.notifications)
      let bytes = Call(method: "org.varlink.service.GetInfo").bytes
      var sent = 0
      for round in 1...50 {
        for byte in bytes {
          let isSent = client.send(byte: byte, descriptors: [Int32](repeating: 2, count: 16))
          try #require(isSent)
          sent += 1
        }
        #expect(try await client.replies(round).count == round)
      }
      #expect(sent == bytes.count * 50)
      // The connection itself is one.
      #expect(try await descriptors(of: rig) == before + 1)
    }

    @Test func `a peer that ends its side is still answered, and then let go`() async throws {
      let rig = try await DaemonRig.started()
      let client = try WireClient(rig.paths.notifications)
      try await client.send(.post(request()))
      try await client.send(.post(request()))
      client.endInput()
      try await eventually("the end of the connection", holds: { client.receive() })
      #expect(client.replies.map { $0.receipt?.repeats } == [0, 1])
      let half = try WireClient(rig.paths.notifications)
      try await half.send(Array(#"{"method":"#.utf8))
      half.endInput()
      try await eventually("the end of the connection", holds: { half.receive() })
      #expect(half.replies.isEmpty)
    }

    @Test func `ten thousand bad messages among a thousand good ones cost nothing good and little memory`()
      async throws
    {
      let rig = try await DaemonRig.started(configuration: DaemonRig.unlimited)
      let short = MalformedMessage.all.filter { $0.bytes.count < 1_000 && $0.answer != .served }
      let good = try WireClient(rig.paths.notifications)
      var posted = 0
      /// Ten bad ones, each on its own connection, for each good one.
      func mix(_ rounds: Int) async throws {
        for round in 0..<rounds {
          let clients = try (0..<10).map { _ in try WireClient(rig.paths.notifications) }
          for (index, client) in clients.enumerated() {
            try await client.send(short[(round * 10 + index) % short.count].bytes + [0])
          }
          posted += 1
          try await good.send(.post(request(title: "Good \(posted)")))
          for client in clients { _ = try await client.replies(1) }
          #expect(try await good.replies(posted).last?.receipt?.unread == posted)
        }
      }
      try await mix(200)
      let before = try residentBytes(rig)
      try await mix(1_000)
      // The address sanitizer keeps freed memory for a while.
      let grown = try residentBytes(rig) - before
      #expect(grown < (5 << 20) * burden, "\(grown)")
      #expect(try rig.unread().count == posted)
      #expect(try rig.daemon.isRunning)
    }

    private func descriptors(of rig: DaemonRig) async throws -> Int {
      // The connections of earlier calls may be about to end.
      var last = -1
      return try await eventually("a steady number of descriptors") {
        let count = shell("ls /proc/\(try rig.daemon.pid)/fd | wc -l").output.split(separator: "\n").first
        let now = count.flatMap { Int($0) } ?? 0
        defer { last = now }
        return now == last ? now : nil
      }
    }

    private func residentBytes(_ rig: DaemonRig) throws -> Int {
      let statm = String(decoding: try readFile("/proc/\(try rig.daemon.pid)/statm"), as: UTF8.self)
      return try #require(statm.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        * Int(getpagesize())
    }
  }
}
