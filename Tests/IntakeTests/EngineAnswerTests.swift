import EventLoop
import NotificationModel
import Records
import Testing
import Varlink

@testable import Intake

/// When a call of an app is answered, and with what: the interface's part of G1, G5 and G9.
struct EngineAnswerTests {
  private func copy(_ number: Int) -> ImageCopy {
    ImageCopy(source: "/a.png", path: "/\(number).png", digest: "\(number)", bytes: 1)
  }

  /// The fields of each answer, or its error.
  private func answers(_ count: Int, of client: TestClient, _ rig: EngineRig) -> [JSON] {
    rig.loop.replies(count, of: client).map { reply in
      switch reply {
      case .done(let fields), .continues(let fields): fields
      case .failed(let error): .string(error.name)
      }
    }
  }

  private func number(of answer: JSON?) throws -> NotificationID {
    guard case .int(let number)? = answer?["receipt"]?["id"] else { throw Unanswered() }
    return NotificationID(number)
  }

  private struct Unanswered: Error {}

  @Test(arguments: [false, true])
  func `a post that is lost with its transaction is answered so, with a picture or without`(hasPicture: Bool)
    throws
  {
    let rig = try EngineRig()
    let client = try rig.connect()
    func post(_ number: Int) -> JSON? {
      client.send(.post("Lunch \(number)", image: hasPicture ? "/a.png" : nil))
      if hasPicture {
        rig.loop.turn { rig.files.wanted.last == true }
        rig.files.answer([.success(copy(number))])
      }
      return answers(number, of: client, rig).last
    }
    _ = try number(of: post(1))
    rig.losesStore = true
    #expect(post(2) == .string("io.bellhop.Notifications.NotStored"))
    // The picture of the first is stored with it.
    #expect(rig.files.removed == (hasPicture ? ["/2.png"] : []))
  }

  @Test func `no answer waits for a server that hangs`() throws {
    let rig = try EngineRig()
    let client = try rig.connect()
    client.send(.post("One"))
    _ = rig.loop.replies(1, of: client)
    rig.loop.turn { !rig.commands.isEmpty }
    client.send(.post("Two"), .app("List"), .app("GetBadge"), .app("GetSettings"))
    let later = answers(5, of: client, rig)
    _ = try number(of: later[1])
    #expect(later[3]["unread"] == .int(2))
    #expect(rig.commands.count == 1)
  }

  @Test func `an app that asks for consent is told at once how it stands, and later what the person says`()
    throws
  {
    let rig = try EngineRig(Policy())
    let (client, other) = (try rig.connect(), try rig.connect())
    let purpose = ["purpose": JSON.string("Tells you of new mail.")]
    client.send(.app("RequestAuthorization", more: true, purpose))
    #expect(answers(1, of: client, rig).last?["authorization"] == .string("notDetermined"))
    other.send(.app("RequestAuthorization", purpose))
    #expect(answers(1, of: other, rig).last?["authorization"] == .string("notDetermined"))
    try rig.engine.assumeIsolated { try $0.setAuthorization(.authorized, of: .mail, now: EngineRig.now()) }
    #expect(answers(2, of: client, rig).last?["authorization"] == .string("authorized"))
    #expect(client.replies.count == 2 && other.replies.count == 1)
  }

  @Test func `an app that comes back hears what was kept while it was away, and then what is new`() throws {
    let rig = try EngineRig()
    let client = try rig.connect()
    client.send(.post("One"), .post("Two"))
    let posts = try answers(2, of: client, rig).map { try number(of: $0) }
    func press(_ id: NotificationID) throws {
      try rig.engine.assumeIsolated { try $0.activate(id, .defaultAction, text: nil, now: EngineRig.now()) }
    }
    try press(posts[0])
    let app = try rig.connect()
    app.send(.app("Subscribe", more: true))
    #expect(answers(1, of: app, rig).first?["event"]?["kind"] == .string("ready"))
    try press(posts[1])
    var presses: [JSON] {
      app.replies.compactMap { reply in
        guard case .continues(let fields) = reply, let event = fields["event"],
          event["kind"] == .string("activated")
        else { return nil }
        return event
      }
    }
    rig.loop.turn {
      _ = app.read()
      return presses.last?["sequence"] == .int(2)
    }
    #expect(presses.map { $0["id"] } == posts.map { .int($0.number) })
  }
}
