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

  @Test
  func
    `an app in front is left to itself where it hears of its events, and not where a tool of the person does`()
    throws
  {
    let rig = try EngineRig()
    let poster = try rig.connect()
    rig.engine.assumeIsolated { $0.receive(.focus(.apps([.mail]))) }
    func outcomes(_ role: ListenerRole, _ number: Int) throws -> [JSON?] {
      let follower = try rig.connect(role)
      follower.send(.app("Subscribe", more: true))
      _ = rig.loop.replies(1, of: follower)
      poster.send(.post("\(number)"))
      return answers(number, of: poster, rig).map { $0["receipt"]?["outcome"] }
    }
    #expect(try outcomes(.control, 1) == [.string("presented")])
    #expect(try outcomes(.notifications, 2).last == .string("suppressed"))
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

  @Test func `a fault in a field is the interface's own error for a call with reasons, and else Varlink's`()
    throws
  {
    let rig = try EngineRig()
    let client = try rig.connect()
    let titleless = JSON(fields: ["app": .string("org.example.Mail"), "level": .string("loud")])
    let empty = JSON(fields: ["id": .string("a"), "actions": .array([.object([])])])
    client.send(
      Call(method: "io.bellhop.Notifications.Post", parameters: JSON(fields: ["notification": titleless])),
      Call(
        method: "io.bellhop.Notifications.Post",
        parameters: JSON(fields: ["notification": titleless, "reasons": .bool(true)])),
      .app("RegisterCategories", ["categories": .array([empty]), "reasons": .bool(true)]),
      .app("GetBadge", ["reasons": .bool(true)]))
    let errors = rig.loop.replies(4, of: client).compactMap { reply in
      if case .failed(let error) = reply { error } else { nil }
    }
    #expect(
      errors.map(\.name) == [
        "org.varlink.service.InvalidParameter", "io.bellhop.Notifications.InvalidField",
        "io.bellhop.Notifications.InvalidField", "org.varlink.service.InvalidParameter",
      ])
    #expect(errors.first?.parameters == errors.dropFirst().first?.parameters)
    #expect(errors.first?.parameters["parameter"] == .string("notification.level"))
    #expect(errors[2].parameters["parameter"] == .string("categories[0].actions[0].id"))
    #expect(errors[3].parameters["parameter"] == .string("reasons"))
  }

  @Test func `each follower with a name hears of every event until it has acknowledged it itself`() throws {
    let rig = try EngineRig()
    let client = try rig.connect()
    client.send(.post("One"))
    let id = try #require(try answers(1, of: client, rig).map { try number(of: $0) }.first)
    func follow(_ name: String) throws -> TestClient {
      let app = try rig.connect()
      app.send(.app("Subscribe", more: true, ["follower": .string(name)]))
      return app
    }
    let window = try follow("window")
    _ = rig.loop.replies(1, of: window)
    let helper = try follow("helper")
    _ = rig.loop.replies(1, of: helper)
    try rig.engine.assumeIsolated { try $0.activate(id, .defaultAction, text: nil, now: EngineRig.now()) }
    func hasPress(_ app: TestClient) -> Bool {
      rig.loop.turn {
        _ = app.read()
        return app.replies.contains {
          if case .continues(let fields) = $0 {
            fields["event"]?["kind"] == .string("activated")
          } else {
            false
          }
        }
      }
      return true
    }
    #expect(hasPress(window) && hasPress(helper))
    client.send(.app("Acknowledge", ["sequence": .int(1), "follower": .string("window")]))
    _ = rig.loop.replies(2, of: client)
    for (name, acknowledged) in [("window", 1), ("helper", 0)] as [(String, Int64)] {
      let app = try follow(name)
      let first = answers(1, of: app, rig).first?["event"]
      #expect(first?["kind"] == .string("ready") && first?["sequence"] == .int(acknowledged))
    }
    let again = try follow("helper")
    #expect(hasPress(again))
    client.send(.app("Subscribe", more: true, ["follower": .string("no name")]))
    client.send(.app("Acknowledge", ["sequence": .int(1), "follower": .string("absent")]))
    _ = rig.loop.replies(4, of: client)
    #expect(
      client.errors == ["org.varlink.service.InvalidParameter", "io.bellhop.Notifications.NotFound"])
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
