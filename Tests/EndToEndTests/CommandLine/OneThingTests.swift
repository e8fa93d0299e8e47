import BellhopClient
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct OneThing {
    @Test func `ten posts of the same thing are one banner`() async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus)
      let receipts = try (0..<10).map { _ in try rig.post("Lunch?") }
      #expect(receipts.map(\.outcome) == [.presented] + [Outcome](repeating: .coalesced, count: 9))
      #expect(receipts.last?.repeats == 9)
      #expect(receipts.last?.unread == 1)
      // The next in the queue is shown after it.
      try rig.post("The next")
      try await eventually(
        "the next banner", holds: { server.notifications.contains { $0.title == "The next" } })
      #expect(server.notifications.map(\.title) == ["Lunch?", "The next"])
      #expect(try rig.unread().map(\.repeats) == [0, 9])
    }

    @Test func `five actions are refused, and nothing is stored`() async throws {
      let rig = try await DaemonRig.started()
      let actions = (1...5).map { Action.button("a\($0)", "Action \($0)") }
      let error = #expect(throws: ClientError.self) { try rig.post("Lunch?", actions: actions) }
      #expect(error?.notificationsError == .tooManyActions(limit: 4, given: 5))
      #expect(try rig.control().list().entries.isEmpty)
      #expect(try rig.notifications().badge(app: DaemonRig.app) == 0)
      #expect(try rig.post("Lunch?", actions: Array(actions.prefix(4))).unread == 1)
    }
  }
}
