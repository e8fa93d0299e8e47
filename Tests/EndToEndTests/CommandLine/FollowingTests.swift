import BellhopClient
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct Following {
    /// A daemon with this many kept dismissals, each with 4 KB of its own.
    private func withBacklog(_ count: Int) async throws -> DaemonRig {
      let rig = try await DaemonRig.started(configuration: DaemonRig.unlimited)
      let client = try rig.notifications()
      let target = OpaqueObject(json: "{\"filler\":\"\(String(repeating: "x", count: 4_000))\"}")
      var ids: [NotificationID] = []
      for number in 1...count {
        var post = request(title: "\(number)", level: .passive)
        post.target = target
        ids.append(try client.post(post).id)
      }
      _ = try rig.control().dismiss(ids)
      return rig
    }

    @Test func `a backlog larger than any buffer comes in order and without a gap`() async throws {
      let rig = try await withBacklog(600)
      var sequences: [Int64] = []
      try rig.notifications().subscribe(app: DaemonRig.app) { event in
        if event.kind == .dismissed { sequences.append(event.sequence.number) }
        return sequences.count < 600
      }
      #expect(sequences == Array(1...600))
    }

    @Test func `an acknowledged passing event acknowledges nothing that is still to come`() async throws {
      let rig = try await withBacklog(3)
      var passing: [Event] = []
      var newest = EventSequence(0)
      let receipt = try rig.post("one more")
      try rig.notifications().subscribe(app: DaemonRig.app) { event in
        if event.kind.isKept { newest = event.sequence }
        if event.kind == .badge { passing.append(event) }
        if newest.number == 3 { _ = try rig.control().dismiss([receipt.id]) }
        #expect(event.kind == .ready || event.sequence <= newest)
        return newest.number < 4
      }
      #expect(passing.allSatisfy { $0.sequence.number <= 4 })
    }

    @Test func `watching starts with the present state, and goes on with every change`() async throws {
      let rig = try await DaemonRig.started(configuration: DaemonRig.unlimited)
      var posted: [NotificationID] = []
      for number in 1...100 { posted.append(try rig.post("\(number)").id) }
      var seen: [NotificationID] = []
      var steps = 0
      try rig.control().watch { reply in
        seen += reply.changed.map(\.id)
        if seen.count == 100, steps == 0 {
          steps = 1
          #expect(reply.unread == 100)
          _ = try rig.control().markRead([posted[7]])
        } else if steps == 1 {
          #expect(reply.gone == [posted[7]])
          #expect(reply.unread == 99)
          steps = 2
          try rig.control().setDoNotDisturb(true)
        } else if steps == 2, reply.doNotDisturb {
          steps = 3
        }
        return steps < 3
      }
      #expect(seen == posted.reversed())
    }

    @Test func `locking with a thousand long ones in the list cuts no watcher`() async throws {
      let rig = try await DaemonRig.started(configuration: DaemonRig.unlimited)
      let client = try rig.notifications()
      for number in 1...600 {
        try _ = client.post(
          request(title: "\(number)", body: String(repeating: "y", count: 3_000), level: .passive))
      }
      var redacted: Set<NotificationID> = []
      var hasLocked = false
      var state = 0
      try rig.control().watch { reply in
        state += reply.changed.count
        if !hasLocked, state == 600 {
          hasLocked = true
          try rig.control().setLocked(true)
        } else if hasLocked {
          redacted.formUnion(reply.changed.filter { $0.title == "Notification" }.map(\.id))
        }
        return redacted.count < 600
      }
      #expect(redacted.count == 600)
    }
  }
}
