import Delivery
import Guidelines
import NotificationModel
import Records
import Testing

@Suite("What the command line posts counts for the script that runs it")
struct ScriptShareTests {
  private static var small: Policy {
    var policy = Desk.allowing
    policy.limits.unreadPerApp = 20
    return policy
  }

  @discardableResult
  private func post(
    _ title: String, by script: String?, on desk: Desk,
    _ change: (inout NotificationRequest) -> Void = { _ in }
  ) throws -> Receipt {
    var request = NotificationRequest(app: .shell, title: title)
    change(&request)
    let client = Client(
      connection: 2, process: 200, isPerson: true, script: script.map(ScriptID.init(named:)))
    return try desk.post(request, by: client)
  }

  @discardableResult
  private func postUrgently(_ title: String, by script: String?, on desk: Desk) throws -> Receipt {
    let time = desk.now.wall
    return try post(title, by: script, on: desk) {
      $0.level = .timeSensitive
      $0.relevantDate = time
    }
  }

  private func fill(_ desk: Desk, by script: String?, _ level: InterruptionLevel? = nil) throws {
    for number in 1...20 {
      try post("\(script ?? "shared") \(number)", by: script, on: desk) { $0.level = level }
    }
  }

  private func refusal(of post: () throws -> Receipt) -> String? {
    do {
      _ = try post()
      return nil
    } catch Refusal.quotaExceeded(let quota, let limit, _, let why) {
      return "\(quota) \(limit): \(why ?? "")"
    } catch {
      return "\(error)"
    }
  }

  private func unread(_ desk: Desk) throws -> [String] {
    try desk.records(.shell, by: tool).filter(\.unread).compactMap(\.request.title)
  }

  private func state(_ title: String, _ desk: Desk) throws -> State? {
    try desk.records(.shell, by: tool).first { $0.request.title == title }?.state
  }

  // MARK: Rates

  @Test("one that alerts too fast leaves the alerts of another alone")
  func alerts() throws {
    let desk = try Desk()
    for number in 1...12 { try post("Ban \(number)", by: "fail2ban", on: desk) }
    #expect(try post("Ban 13", by: "fail2ban", on: desk).outcome == .quiet)
    #expect(try post("Battery at Five Percent", by: "battery", on: desk).outcome == .presented)
    #expect(desk.alerts.last == "Battery at Five Percent")
    // The summary comes when the script that it speaks for may alert again.
    desk.pass(seconds: 6)
    #expect(desk.alerts.last == "3 more notifications from Bellhop")
    #expect(try post("Battery at Four Percent", by: "battery", on: desk).outcome == .presented)
  }

  @Test("the banner that says how many counts for each of those that it speaks for")
  func summary() throws {
    let desk = try Desk()
    for number in 1...11 {
      for script in ["a", "b"] { try post("\(script) \(number)", by: script, on: desk) }
    }
    desk.pass(seconds: 6)
    #expect(desk.alerts.last == "2 more notifications from Bellhop")
    for script in ["a", "b"] {
      #expect(try post("\(script) again", by: script, on: desk).outcome == .quiet)
    }
  }

  @Test("the reason speaks of the script")
  func reason() throws {
    let desk = try Desk()
    for number in 1...10 { try post("\(number)", by: "a", on: desk) }
    let decision = try post("11", by: "a", on: desk).decisions.last
    #expect(decision?.why.contains("script") == true)
  }

  @Test("one that posts too fast leaves the posts of another alone, and is told so")
  func posts() throws {
    var policy = Desk.allowing
    policy.limits.postBurst = 5
    let desk = try Desk(policy)
    for number in 1...5 { try post("\(number)", by: "a", on: desk) }
    #expect(
      refusal { try post("6", by: "a", on: desk) }
        == "posts 5: Posts of this script come too fast: 5 at once are the most.")
    #expect(try post("6", by: "b", on: desk).outcome == .presented)
  }

  // MARK: Room

  @Test("its unread ones refuse none of another's, and it is told that they are its own")
  func room() throws {
    let desk = try Desk(Self.small)
    try fill(desk, by: "fail2ban")
    #expect(
      refusal { try post("Ban", by: "fail2ban", on: desk) }
        == "unread 20: 20 notifications of this script are unread: read or dismiss some first.")
    try post("Backup Done", by: "backup", on: desk)
    #expect(try unread(desk).count == 21)
    #expect(try desk.badge(.shell) == 21, "all are listed and counted as one app's")
  }

  @Test("so they do after a restart")
  func restart() throws {
    let desk = try Desk(Self.small)
    try fill(desk, by: "fail2ban")
    try desk.restart()
    #expect(refusal { try post("Ban", by: "fail2ban", on: desk) } != nil)
    #expect(refusal { try post("Backup Done", by: "backup", on: desk) } == nil)
  }

  @Test("urgent notifications have room of their own, beside all other unread ones")
  func urgent() throws {
    let desk = try Desk(Self.small)
    // All of these share.
    try fill(desk, by: nil)
    #expect(refusal { try post("Battery Low", by: nil, on: desk) } != nil)
    #expect(try postUrgently("Battery at Two Percent", by: nil, on: desk).outcome == .presented)
    for number in 2...20 { try postUrgently("\(number) %", by: nil, on: desk) }
    // And yet not without end.
    #expect(refusal { try postUrgently("21 %", by: nil, on: desk) } != nil)
    #expect(try unread(desk).count == 40)
  }

  @Test("what only claims to be urgent has no more room than other things")
  func claims() throws {
    let desk = try Desk(Self.small)
    try fill(desk, by: "a")
    #expect(refusal { try post("Sale", by: "a", on: desk) { $0.level = .timeSensitive } } != nil)
    #expect(refusal { try post("Sale", by: "a", on: desk) { $0.level = .critical } } != nil)
  }

  @Test("its oldest passive one counts as read before it is refused, and an active one never")
  func passive() throws {
    let desk = try Desk(Self.small)
    try post("active", by: "a", on: desk)
    try post("theirs", by: "b", on: desk) { $0.level = .passive }
    for number in 1...19 {
      try post("\(number)", by: "a", on: desk) { $0.level = number < 3 ? .passive : nil }
    }
    try post("new", by: "a", on: desk)
    #expect(try state("1", desk) == .read && state("2", desk) == .delivered)
    try post("newer", by: "a", on: desk) { $0.level = .passive }
    #expect(try state("2", desk) == .read && state("newer", desk) == .delivered)
    try post("newest", by: "a", on: desk)
    #expect(try state("newer", desk) == .read)
    #expect(refusal { try post("one more", by: "a", on: desk) } != nil)
    #expect(try state("active", desk) == .delivered && state("theirs", desk) == .delivered)
    #expect(try unread(desk).count == 21 && desk.badge(.shell) == 21)
  }

  @Test("what gave way says why, its followers hear that it is read, and a private one keeps no text")
  func gaveWay() throws {
    let desk = try Desk(Self.small)
    try post("secret", by: "a", on: desk) {
      $0.level = .passive
      $0.isPrivate = true
    }
    let id = try #require(try desk.records(.shell, by: tool).first?.id)
    for number in 1...20 { try post("\(number)", by: "a", on: desk) }
    let record = try #require(try desk.records(.shell, by: tool).first { $0.id == id })
    #expect(record.state == .read && record.request.title == nil)
    let why = try desk.perform { engine, _ in try engine.explain(id).last?.decision.why }
    #expect(
      why == "The script that posted it has too many unread ones: its oldest passive one counts as read.")
    #expect(desk.events.contains { $0.kind == .read && $0.id == id })
  }

  @Test("what would give way is foreseen, and stays")
  func forecast() throws {
    let desk = try Desk(Self.small)
    try fill(desk, by: nil, .passive)
    let request = NotificationRequest(app: .shell, title: "new")
    _ = try desk.perform { try $0.forecast(request, under: Conditions(), by: tool, now: $1) }
    #expect(try unread(desk).count == 20)
  }

  @Test("a series gives way as a post does, and its occurrence is left out where none of its own can")
  func series() throws {
    let desk = try Desk(Self.small)
    try post("hourly", by: "a", on: desk) { $0.trigger = .after(seconds: 3_600, repeats: true) }
    try post("passive", by: "a", on: desk) { $0.level = .passive }
    for number in 1...19 { try post("\(number)", by: "a", on: desk) }
    desk.pass(seconds: 3_600)
    #expect(try state("passive", desk) == .read)
    #expect(try unread(desk).filter { $0 == "hourly" }.count == 1)
    #expect(try unread(desk).count == 20)
  }

  @Test("each may have as many scheduled as an app")
  func scheduled() throws {
    let desk = try Desk()
    for number in 1...256 {
      try post("\(number)", by: "a", on: desk) { $0.trigger = .after(seconds: 600, repeats: false) }
    }
    #expect(
      refusal { try post("257", by: "a", on: desk) { $0.trigger = .after(seconds: 600, repeats: false) } }
        != nil)
    #expect(
      try post("1", by: "b", on: desk) { $0.trigger = .after(seconds: 900, repeats: false) }.outcome
        == .scheduled)
  }

  @Test("pictures of others keep none out: it comes without its own")
  func pictures() throws {
    let desk = try Desk()
    func post(_ title: String, _ path: String, bytes: Int) throws -> Receipt {
      let image = ImageCopy(source: "/home/\(path).png", path: "/s/\(path)", digest: path, bytes: bytes)
      let request = NotificationRequest(app: .shell, title: title, image: image.source)
      return try desk.perform { try $0.post(request, images: [image], by: tool, now: $1) }
    }
    _ = try post("Photos", "photos", bytes: Limits.imageBytesPerApp)
    let receipt = try post("Battery", "battery", bytes: 1)
    #expect(receipt.outcome == .presented)
    #expect(receipt.decisions.contains { $0.guideline == "images.files" && $0.effect == "leftOut" })
    #expect(desk.removedImages == ["/s/battery"])
  }

  // MARK: Who has a share

  @Test("invented scripts have one share together, and what is unread stays bounded")
  func invented() throws {
    let desk = try Desk(Self.small)
    for number in 1...70 { try post("\(number)", by: "invented \(number)", on: desk) }
    // By now these scripts are idle, and have unread notifications only.
    desk.pass(seconds: 600)
    for number in 71...84 { try post("\(number)", by: "invented \(number)", on: desk) }
    #expect(refusal { try post("85", by: "invented 85", on: desk) }?.contains("share of their own") == true)
    #expect(try postUrgently("86", by: "invented 86", on: desk).outcome == .presented)
    #expect(refusal { try post("again", by: "invented 1", on: desk) } == nil)
    try desk.restart()
    #expect(refusal { try post("85", by: "invented 85", on: desk) } != nil)
    #expect(refusal { try post("once more", by: "invented 1", on: desk) } == nil)
  }

  @Test("one that has nothing unread any more, and was quiet for long enough, makes room for the next")
  func idle() throws {
    let desk = try Desk(Self.small)
    for number in 1...64 { try post("\(number)", by: "invented \(number)", on: desk) }
    try fill(desk, by: nil)
    #expect(refusal { try post("65", by: "new", on: desk) } != nil)
    let first = try #require(try desk.records(.shell, by: tool).first?.id)
    try desk.perform { engine, now in
      var selection = Selection(nil, [first])
      while try engine.markRead(&selection, now: now) == nil {}
    }
    desk.pass(seconds: 2)
    #expect(refusal { try post("65", by: "new", on: desk) } != nil, "it would begin anew under another name")
    desk.pass(seconds: 600)
    #expect(refusal { try post("65", by: "new", on: desk) } == nil)
  }

  @Test("what root posts counts so too, apart from what the person posts")
  func root() throws {
    let desk = try Desk(Self.small)
    func post(_ title: String, by script: String) throws -> Receipt {
      let client = Client(
        connection: 3, process: 300, isPerson: false, verified: .system, script: ScriptID(named: script))
      return try desk.post(NotificationRequest(app: .system, title: title), by: client)
    }
    for number in 1...20 { _ = try post("\(number)", by: "smartd") }
    #expect(refusal { try post("21", by: "smartd") } != nil)
    #expect(refusal { try post("Fail on /dev/md0", by: "mdadm") } == nil)
    #expect(refusal { try self.post("Backup Done", by: "smartd", on: desk) } == nil)
  }

  @Test("an app pays as a whole, whatever its processes run")
  func apps() throws {
    let desk = try Desk(Self.small)
    for number in 1...20 {
      let client = Client(connection: 2, process: 200, isPerson: true, script: ScriptID(named: "\(number)"))
      try desk.post(NotificationRequest(app: mail, title: "\(number)"), by: client)
    }
    #expect(
      refusal {
        try desk.post(
          NotificationRequest(app: mail, title: "21"),
          by: Client(connection: 2, process: 200, isPerson: true, script: ScriptID(named: "21")))
      } == "unread 20: ")
  }
}
