import Delivery
import NotificationModel
import Records
import TestSupport
import Testing

@Suite("Deleting for good")
struct ErasingTests {
  private let marker = "marker-of-a-secret"

  private func erase(_ subject: Erasure.Subject, _ desk: Desk) throws -> Int {
    try desk.perform { [subject] in try $0.erase(subject, now: $1) }.count
  }

  private func kept(_ desk: Desk) throws -> [Event] {
    try desk.perform { engine, _ in try engine.events(of: mail, after: EventSequence(0), limit: 10) }
  }

  /// A notification with the marker in each text that an app can give.
  private var telling: NotificationRequest {
    var request = NotificationRequest(
      app: mail, identifier: name("\(marker)-id"), title: "\(marker) title",
      sender: Sender(name: "\(marker) sender", group: "\(marker) group"))
    request.thread = name("\(marker)-thread")
    request.subtitle = "\(marker) subtitle"
    request.body = "\(marker) body"
    request.hiddenPreviewBody = "\(marker) preview"
    request.target = OpaqueObject(json: "{\"m\":\"\(marker)\"}")
    request.actions = [
      Action(id: item("reply"), title: "\(marker) action", input: TextInput(placeholder: marker))
    ]
    return request
  }

  @Test("nothing that was erased is in any file, whatever had become of it", arguments: 0..<4)
  func bytes(_ end: Int) throws {
    let desk = try Desk()
    let id = try desk.post(telling).id
    let number = try desk.postFront("\(marker) front") { request, origin in
      request.body = marker
      origin.hints = Array(marker.utf8)
    }
    switch end {
    case 1: _ = try desk.perform { try $0.dismiss([id], now: $1) }
    case 2: try desk.perform { try $0.activate(id, item("reply"), text: "\(marker) reply", now: $1) }
    case 3: try desk.perform { try $0.snooze(id, until: $1.wall.advanced(bySeconds: 60), now: $1) }
    default: break
    }
    let found = { shell("grep -rac \(marker) \(quoted(desk.directory.path)) | grep -v ':0$'").output }
    #expect(!found().isEmpty)
    let all = try desk.records().map(\.id)
    #expect(try erase(end == 0 ? .app(mail) : .named(all), desk) == 2)
    #expect(found().isEmpty)
    try desk.restart()
    #expect(try desk.records().isEmpty && found().isEmpty)
    #expect(number > 0)
  }

  @Test("the banner, the badge and the copy of the picture go with it, whatever the server is busy with")
  func everywhere() throws {
    for isSilent in [false, true] {
      let desk = try Desk()
      if isSilent { desk.server = .silent }
      let copy = ImageCopy(source: "/home/a.png", path: "/s/1.png", digest: "a", bytes: 100)
      let request = NotificationRequest(app: mail, title: "a", image: copy.source)
      let id = try desk.perform { try $0.post(request, images: [copy], by: app, now: $1) }.id
      #expect(try erase(.named([id]), desk) == 1)
      if isSilent { desk.serverAnswersAtLast() }
      #expect(desk.closed == [desk.lastShownHandle])
      #expect(try desk.badge() == 0)
      #expect(desk.removedImages == ["/s/1.png"])
      #expect(desk.changed.contains(id))
    }
  }

  @Test("its app hears by its number alone that it is withdrawn, where it was not over; its sequence goes on")
  func events() throws {
    let desk = try Desk()
    let read = try desk.post("a") { $0.identifier = name("x") }.id
    try desk.press("a")
    #expect(try kept(desk).map(\.sequence.number) == [1])
    let unread = try desk.post("b") { $0.identifier = name("y") }.id
    #expect(try erase(.named([read, unread]), desk) == 2)
    let event = try #require(try kept(desk).first)
    #expect(try kept(desk).count == 1)
    #expect(event.kind == .withdrawn && event.id == unread && event.identifier == nil)
    #expect(event.sequence.number == 2)
    let next = try desk.post("c").id
    try desk.press("c")
    #expect(try kept(desk).map(\.id) == [unread, next])
    // The stored events outlast a restart.
    try desk.restart()
    #expect(try kept(desk).map(\.sequence.number) == [2, 3])
  }

  @Test(
    "an event about one that is forgotten already goes with its app, and what says no more than a number stays"
  )
  func oldEvents() throws {
    let desk = try Desk()
    let read = try desk.post("a") { $0.identifier = name("x") }.id
    try desk.press("a")
    let unread = try desk.post("b").id
    _ = try erase(.named([unread]), desk)
    #expect(try kept(desk).map(\.id) == [read, unread])
    #expect(try erase(.app(mail), desk) == 1)
    #expect(try kept(desk).map(\.id) == [unread])
  }

  @Test("what was to come does not come, and its app hears so")
  func toCome() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("waits")
    try desk.perform { try $0.setAuthorization(.authorized, of: chat, now: $1) }
    try desk.post(NotificationRequest(app: chat, title: "later")) {
      $0.trigger = .after(seconds: 60, repeats: true)
    }
    #expect(try erase(.everything, desk) == 2)
    #expect(desk.events.map(\.kind).filter { $0 == .withdrawn }.count == 2)
    try desk.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    desk.pass(seconds: 600)
    #expect(desk.alerts.filter { ["waits", "later"].contains($0) }.isEmpty)
  }

  @Test(
    "nothing is erased where one of them is unknown; another app's stays, and so does what comes meanwhile")
  func bounds() throws {
    let desk = try Desk()
    let ids = try (0..<70).map { try desk.post("\($0)") { $0.level = .passive }.id }
    let other = try desk.post(NotificationRequest(app: chat, title: "other")).id
    #expect(throws: Refusal.notFound(.notification(NotificationID(999)))) {
      try erase(.named(ids + [NotificationID(999)]), desk)
    }
    #expect(try desk.badge() == 70)
    #expect(try desk.perform { engine, _ in try engine.countToErase(.app(mail)) }.count == 70)
    try desk.perform { engine, now in
      var erasure = Erasure(.app(mail))
      #expect(try engine.erase(&erasure, now: now) == nil)
      let meanwhile = NotificationRequest(app: mail, title: "meanwhile")
      _ = try engine.post(meanwhile, by: app, now: now)
      while try engine.erase(&erasure, now: now) == nil {}
    }
    #expect(try desk.records().map(\.request.title) == ["meanwhile"])
    #expect(try desk.records(chat).map(\.id) == [other])
    #expect(try erase(.named([other, other]), desk) == 1)
  }

  @Test("what was erased after it was dismissed neither comes back nor counts as dismissed a moment ago")
  func undo() throws {
    let desk = try Desk()
    let ids = [try desk.post("a").id, try desk.post("b").id]
    _ = try desk.perform { try $0.dismiss(ids, now: $1) }
    _ = try erase(.named([ids[0]]), desk)
    #expect(try desk.post("a").outcome == .presented)
    #expect(try desk.perform { try $0.undo(now: $1) } == [ids[1]])
  }

  @Test("a locked screen changes nothing about it")
  func locked() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(try erase(.named([id]), desk) == 1)
    #expect(try desk.perform { try $0.entries([id], now: $1) }.isEmpty)
  }

  @Test(
    "the server is named where it keeps a list of its own",
    arguments: [("dunst", [], true), ("other", ["persistence"], true), ("other", [], false)]
      as [(String, Set<String>, Bool)])
  func serverKeeps(_ name: String, _ capabilities: Set<String>, _ keeps: Bool) throws {
    let desk = try Desk(hasServer: false)
    desk.capabilities = capabilities
    desk.serverAppears(product: name)
    let id = try desk.post("a").id
    #expect(try desk.perform { try $0.erase(.named([id]), now: $1) }.server == (keeps ? name : nil))
  }
}
