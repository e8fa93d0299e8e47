import Delivery
import EventLoop
import NotificationModel
import NotificationProtocol
import TestSupport
import Testing
import Varlink

@testable import Intake

/// What a client that follows the list is told first.
struct WatchTests {
  private static var policy: Policy {
    var policy = Policy()
    policy.apps[.mail] = AppSettings(authorization: .authorized)
    return policy
  }

  private func replies(_ rig: EngineRig, withRead: Bool) throws -> [WatchReply] {
    let client = try rig.connect(.control)
    let read = JSON(fields: ["read": withRead.json])
    client.send(Call(method: "io.bellhop.Control.Watch", parameters: read, more: true))
    var replies: [WatchReply] = []
    rig.loop.turn {
      _ = client.read()
      replies = client.replies.compactMap { reply in
        guard case .continues(let fields) = reply else { return nil }
        return try? WatchReply(json: fields, path: "it")
      }
      return replies.last?.more == false
    }
    return replies
  }

  @Test(arguments: [false, true])
  func `the first state has all that changes have, and each reply but the last says that more of it follows`(
    withRead: Bool
  ) throws {
    let rig = try EngineRig(Self.policy)
    var requests = (1...20).map { NotificationRequest(app: .mail, title: "\($0)", level: .passive) }
    requests.append(
      NotificationRequest(app: .mail, title: "later", trigger: .after(seconds: 600, repeats: false)))
    requests.append(NotificationRequest(app: .literal("org.example.New"), title: "waits"))
    try rig.engine.assumeIsolated { [requests] engine in
      for request in requests {
        let client = Client(connection: 1, process: 1, isPerson: false)
        _ = try engine.post(request, by: client, now: EngineRig.now())
      }
    }
    let told = try replies(rig, withRead: withRead)
    #expect(told.count > 1 && told.dropLast().allSatisfy(\.more))
    let titles = Set(told.flatMap(\.changed).map(\.title))
    #expect(titles == Set((1...20).map { "\($0)" } + ["later", "waits"]))
  }

  @Test func `an empty list is told at once, and whole`() throws {
    let told = try replies(try EngineRig(Self.policy), withRead: false)
    #expect(
      told == [WatchReply(unread: 0, doNotDisturb: false, held: 0, locked: told.first?.locked, quiet: [])])
  }
}
