import Delivery
import NotificationModel
import TestSupport
import Testing

/// Image files: copies, and how long they are kept.
struct ImageTests {
  private func copy(_ path: String, _ content: String, bytes: Int = 100) -> ImageCopy {
    ImageCopy(source: "/home/\(content).png", path: path, digest: content, bytes: bytes)
  }

  @discardableResult
  private func post(
    _ title: String, _ copy: ImageCopy, on desk: Desk,
    _ change: (inout NotificationRequest) -> Void = { _ in }
  ) throws -> Receipt {
    var request = NotificationRequest(app: mail, title: title, image: copy.source)
    change(&request)
    let (now, posted) = (desk.now, request)
    return try desk.perform { engine, _ in
      try engine.post(posted, images: [copy], by: app, now: now)
    }
  }

  @Test func `a banner shows the copy, never the app's own file`() throws {
    let desk = try Desk()
    try post("Tea", copy("/s/1.png", "tea"), on: desk)
    #expect(desk.shown.last?.text.image == "/s/1.png")
    #expect(try desk.record("Tea").request.image == "/s/1.png")
    try post("Call", copy("/s/2.png", "ann"), on: desk) {
      $0.sender = Sender(name: "Ann", avatar: $0.image)
      $0.image = nil
    }
    #expect(desk.shown.last?.text.image == "/s/2.png")
    #expect(desk.removedImages == [])
  }

  @Test func `a file that was not copied is refused`() throws {
    let desk = try Desk()
    #expect(throws: Refusal.invalid(path: "notification.image", reason: "names a file that was not copied")) {
      try desk.post("Tea") { $0.image = "/etc/passwd" }
    }
  }

  @Test func `equal content is one copy, and the same thing`() throws {
    let desk = try Desk()
    try post("Tea", copy("/s/1.png", "tea"), on: desk)
    var moved = copy("/s/2.png", "tea")
    moved.source = "/tmp/other.png"
    #expect(try post("Tea", moved, on: desk).outcome == .coalesced)
    #expect(desk.removedImages == ["/s/2.png"])
    #expect(try post("Coffee", copy("/s/3.png", "tea"), on: desk).outcome == .presented)
    #expect(desk.removedImages == ["/s/2.png", "/s/3.png"])
    #expect(try post("Tea", copy("/s/4.png", "green tea"), on: desk).outcome == .presented)
    #expect(desk.removedImages.count == 2)
  }

  @Test func `a changed image alerts once, and the old copy goes`() throws {
    let desk = try Desk()
    try post("Tea", copy("/s/1.png", "tea"), on: desk) { $0.identifier = name("tea") }
    let changed = try post("Tea", copy("/s/2.png", "green tea"), on: desk) { $0.identifier = name("tea") }
    #expect(changed.outcome == .replaced)
    #expect(desk.alerts == ["Tea", "Tea"])
    #expect(desk.removedImages == ["/s/1.png"])
  }

  @Test(arguments: ["withdrawn", "expired", "private", "pruned"])
  func `the copy goes with the notification`(ending: String) throws {
    let desk = try Desk()
    let id = try post("Tea", copy("/s/1.png", "tea"), on: desk) {
      $0.isPrivate = ending == "private"
      if ending == "expired" { $0.expiresAfter = 60 }
    }.id
    switch ending {
    case "withdrawn": _ = try desk.perform { try $0.withdraw(nil, [id], of: mail, by: app, now: $1) }
    case "expired": desk.pass(seconds: 61)
    case "pruned":
      _ = try desk.perform { try $0.markRead([id], now: $1) }
      #expect(desk.removedImages == [])
      desk.pass(seconds: 40 * 86_400)
      desk.turn()
    default: _ = try desk.perform { try $0.markRead([id], now: $1) }
    }
    #expect(desk.removedImages == ["/s/1.png"])
  }

  @Test func `a copy that two notifications show goes with the last of them`() throws {
    let desk = try Desk()
    let first = try post("Tea", copy("/s/1.png", "tea"), on: desk).id
    let second = try post("Coffee", copy("/s/2.png", "tea"), on: desk).id
    _ = try desk.perform { try $0.withdraw(nil, [first], of: mail, by: app, now: $1) }
    #expect(desk.removedImages == ["/s/2.png"])
    _ = try desk.perform { try $0.withdraw(nil, [second], of: mail, by: app, now: $1) }
    #expect(desk.removedImages == ["/s/2.png", "/s/1.png"])
  }

  @Test func `what is read keeps its image, for undoing`() throws {
    let desk = try Desk()
    let id = try post("Tea", copy("/s/1.png", "tea"), on: desk).id
    _ = try desk.perform { try $0.dismiss([id], now: $1) }
    _ = try desk.perform { try $0.undo(now: $1) }
    #expect(try desk.record("Tea").request.image == "/s/1.png")
    #expect(desk.removedImages == [])
  }

  @Test func `a copy of what is refused goes at once`() throws {
    var policy = Desk.allowing
    policy.limits.unreadPerApp = 1
    let desk = try Desk(policy)
    try desk.post("One")
    #expect(throws: Refusal.self) { try post("Tea", copy("/s/1.png", "tea"), on: desk) }
    #expect(desk.removedImages == ["/s/1.png"])
    #expect(try desk.engine.assumeIsolated { try $0.keptImages() } == [])
  }

  @Test func `what is read gives its images up before a post is refused for them`() throws {
    let desk = try Desk()
    let half = Limits.imageBytesPerApp / 2
    let first = try post("One", copy("/s/1.png", "one", bytes: half), on: desk).id
    try post("Two", copy("/s/2.png", "two", bytes: half), on: desk)
    let refusal = Refusal.quotaExceeded(
      quota: "images", limit: Limits.imageBytesPerApp, retryAfterMilliseconds: nil)
    #expect(throws: refusal) { try post("Three", copy("/s/3.png", "three", bytes: 1), on: desk) }
    // One that is there already takes no more room.
    try post("Four", copy("/s/4.png", "one", bytes: half), on: desk)
    _ = try desk.perform { try $0.markRead([first], now: $1) }
    #expect(throws: refusal) { try post("Three", copy("/s/3.png", "three", bytes: 1), on: desk) }
    let fourth = try desk.record("Four").id
    _ = try desk.perform { try $0.markRead([fourth], now: $1) }
    try post("Three", copy("/s/5.png", "three", bytes: 1), on: desk)
    #expect(desk.removedImages.contains("/s/1.png") && !desk.removedImages.contains("/s/2.png"))
    #expect(try desk.record("One").request.image == nil)
  }

  @Test func `all apps together have a bound too`() throws {
    let desk = try Desk()
    let count = Limits.imageBytesInAll / Limits.imageBytesPerApp
    for number in 0..<count {
      try post("\(number)", copy("/s/\(number).png", "one", bytes: Limits.imageBytesPerApp), on: desk) {
        $0 = NotificationRequest(app: known(AppID("app\(number)")), title: "Tea", image: $0.image)
      }
    }
    #expect(throws: Refusal.self) { try post("Last", copy("/s/last.png", "last", bytes: 1), on: desk) }
  }

  @Test func `a forecast keeps nothing, and knows what is the same`() throws {
    let desk = try Desk()
    try post("Tea", copy("/s/1.png", "tea"), on: desk)
    let looked = ImageCopy(source: "/home/tea.png", path: "/home/tea.png", digest: "tea", bytes: 100)
    let request = NotificationRequest(app: mail, title: "Tea", image: "/home/tea.png")
    let forecast = try desk.perform {
      try $0.forecast(request, under: Conditions(), images: [looked], by: app, now: $1)
    }
    #expect(forecast.outcome == .coalesced)
    #expect(desk.removedImages == [])
    #expect(try desk.engine.assumeIsolated { try $0.keptImages() } == ["/s/1.png"])
  }

  @Test func `a hidden preview shows no image`() throws {
    var policy = Desk.allowing
    policy.previews = .never
    let desk = try Desk(policy)
    try post("Tea", copy("/s/1.png", "tea"), on: desk)
    #expect(desk.shown.last?.text.image == nil)
  }
}
