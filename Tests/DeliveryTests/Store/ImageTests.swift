import Delivery
import NotificationModel
import Records
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

  /// Whether a picture was left out, as the decisions say.
  private func isBare(_ receipt: Receipt) -> Bool {
    receipt.decisions.contains { $0.guideline == "images.files" && $0.effect == "leftOut" }
  }

  @Test(
    "a picture that cannot be taken is left out, and its words come",
    arguments: [
      (ImageFault.empty, "the file is empty"), (.link, "the file is a link"),
      (.notRegular, "it is no regular file"), (.gone, "there is no such file"),
      (.notAllowed, "Bellhop has no right to read the file"),
      (.unreadable("Input/output error"), "the file cannot be read (Input/output error)"),
      (.noPicture, "the file is no whole picture of a known kind, has too many pixels, or names other files"),
      (.tooLarge(6_223_838), "the file has 6223838 bytes, and at most 4194304 are taken"),
      (.silent, "the file could not be read in time"), (.busy(limit: 16), "16 files wait to be read already"),
      (.notKept("no room"), "the file could not be copied (no room)"),
      (.foreign, "no files are taken here"),
    ])
  func lost(fault: ImageFault, cause: String) throws {
    let desk = try Desk()
    let path = "/home/door.webp"
    for isAvatar in [false, true] {
      var request = NotificationRequest(
        app: mail, title: "Person at the Door", sender: isAvatar ? Sender(name: "Ann", avatar: path) : nil)
      if !isAvatar { request.image = path }
      let posted = request
      let receipt = try desk.perform {
        try $0.post(
          posted, advice: AskedAdvice(), imageFaults: [path: fault], by: app, now: $1)
      }
      #expect(desk.shown.last?.text.image == nil)
      #expect(desk.shown.count == (isAvatar ? 2 : 1))
      let why = receipt.decisions.filter { $0.guideline == "images.files" }.map(\.why)
      #expect(why == ["It comes without \(isAvatar ? "the sender’s" : "its") picture: \(cause)."])
      let advised = receipt.advice?.filter { $0.guideline == "content.image" }.map(\.field)
      #expect(advised == [isAvatar ? "sender.avatar" : "image"])
    }
  }

  @Test("a strict post is refused for a picture that cannot be taken, and Judge tells it")
  func strict() throws {
    let desk = try Desk()
    let request = NotificationRequest(app: mail, title: "Person at the Door", image: "/gone.png")
    #expect {
      try desk.perform {
        try $0.post(
          request, advice: AskedAdvice(isStrict: true), imageFaults: ["/gone.png": .gone], by: app, now: $1)
      }
    } throws: { error in
      guard case Refusal.againstGuidelines(let advice)? = error as? Refusal else { return false }
      return advice.map(\.field) == ["image"]
    }
    #expect(try desk.records().isEmpty)
    let forecast = try desk.perform {
      try $0.forecast(
        request, under: Conditions(), imageFaults: ["/gone.png": .gone], by: app, now: $1)
    }
    #expect(forecast.outcome == .presented)
    #expect(forecast.decisions.contains { $0.guideline == "images.files" })
    #expect(forecast.advice.map(\.field) == ["image"])
  }

  @Test(
    "a strict post is refused for a picture that has no room, and Judge tells it", arguments: [false, true])
  func noRoom(isAvatar: Bool) throws {
    let desk = try Desk()
    try post("One", copy("/s/1.png", "one", bytes: Limits.imageBytesPerApp), on: desk)
    let copy = copy("/s/2.png", "two", bytes: 1)
    var request = NotificationRequest(
      app: mail, title: "Two", sender: isAvatar ? Sender(name: "Ann", avatar: copy.source) : nil)
    if !isAvatar { request.image = copy.source }
    let posted = request
    #expect {
      try desk.perform {
        try $0.post(posted, advice: AskedAdvice(isStrict: true), images: [copy], by: app, now: $1)
      }
    } throws: { error in
      guard case Refusal.againstGuidelines(let advice)? = error as? Refusal else { return false }
      return advice.map(\.field) == [isAvatar ? "sender.avatar" : "image"]
    }
    #expect(try desk.records().count == 1 && desk.removedImages == ["/s/2.png"])
    let looked = ImageCopy(source: copy.source, path: copy.source, digest: copy.digest, bytes: copy.bytes)
    let forecast = try desk.perform {
      try $0.forecast(posted, under: Conditions(), images: [looked], by: app, now: $1)
    }
    #expect(forecast.outcome == .presented)
    let receipt = try desk.perform { try $0.post(posted, images: [copy], by: app, now: $1) }
    for decisions in [forecast.decisions, receipt.decisions] {
      #expect(
        decisions.filter { $0.guideline == "images.files" }.map(\.why) == [
          "It comes without \(isAvatar ? "the sender’s" : "its") picture: "
            + "there is no room for it beside those of unread notifications."
        ])
    }
    #expect(forecast.advice.map(\.guideline).contains("content.image"))
  }

  @Test func `a post of root's that lay in a file comes without its picture`() throws {
    let desk = try Desk()
    let root = Client(connection: 9, process: 9, isPerson: false, verified: .system)
    let request = NotificationRequest(app: .system, title: "Door", image: "/door.png")
    try desk.perform { try $0.post(request, keptIn: "1", since: $1.wall, now: $1) }
    let record = try #require(try desk.records(.system, by: root).first)
    #expect(record.request.title == "Door" && record.request.image == nil)
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

  @Test func `an image whose copy is gone is copied again`() throws {
    let desk = try Desk()
    try post("Tea", copy("/1.png", "tea"), on: desk)
    try desk.perform { engine, _ in try engine.forgetImages(["/1.png"]) }
    try post("Coffee", copy("/2.png", "tea"), on: desk)
    #expect(desk.shown.last?.text.image == "/2.png")
    #expect(try desk.engine.assumeIsolated { try $0.keptImages() } == ["/2.png"])
    #expect(desk.removedImages == [])
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
      desk.run()
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

  @Test func `what is read gives its images up before a post comes without its own`() throws {
    let desk = try Desk()
    let half = Limits.imageBytesPerApp / 2
    let first = try post("One", copy("/s/1.png", "one", bytes: half), on: desk).id
    try post("Two", copy("/s/2.png", "two", bytes: half), on: desk)
    #expect(isBare(try post("Three", copy("/s/3.png", "three", bytes: 1), on: desk)))
    // One that is there already takes no more room.
    try post("Four", copy("/s/4.png", "one", bytes: half), on: desk)
    _ = try desk.perform { try $0.markRead([first], now: $1) }
    #expect(isBare(try post("Three", copy("/s/3.png", "three", bytes: 1), on: desk)))
    let fourth = try desk.record("Four").id
    _ = try desk.perform { try $0.markRead([fourth], now: $1) }
    #expect(!isBare(try post("Three", copy("/s/5.png", "three", bytes: 1), on: desk)))
    #expect(desk.removedImages.contains("/s/1.png") && !desk.removedImages.contains("/s/2.png"))
    #expect(try desk.record("One").request.image == nil)
  }

  private func post(
    _ title: String, _ content: String, bytes: Int, from id: String, isVerified: Bool, on desk: Desk
  ) throws -> Receipt {
    let app = known(AppID(id))
    let client = Client(connection: 9, process: 9, isPerson: false, verified: isVerified ? app : nil)
    let copy = copy("/s/\(id)-\(content).png", content, bytes: bytes)
    let request = NotificationRequest(app: app, title: title, image: copy.source)
    return try desk.perform { try $0.post(request, images: [copy], by: client, now: $1) }
  }

  @Test func `all apps together have a bound too`() throws {
    let desk = try Desk()
    for number in 0..<(Limits.imageBytesInAll / Limits.imageBytesPerApp) {
      _ = try post(
        "Tea", "one", bytes: Limits.imageBytesPerApp, from: "app\(number)", isVerified: true, on: desk)
    }
    #expect(isBare(try post("Last", copy("/s/last.png", "last", bytes: 1), on: desk)))
  }

  @Test func `apps that nothing vouches for have one share together`() throws {
    let desk = try Desk()
    let half = Limits.imageBytesPerApp / 2
    let first = try post("Tea", "one", bytes: half, from: "made.up", isVerified: false, on: desk).id
    _ = try post("Tea", "one", bytes: half, from: "made.up.too", isVerified: false, on: desk)
    #expect(isBare(try post("Tea", "one", bytes: 1, from: "made.up.again", isVerified: false, on: desk)))
    // An app that there is has its own.
    let read = try post("Mail", copy("/s/mail.png", "mail", bytes: 1), on: desk).id
    _ = try desk.perform { try $0.markRead([first, read], now: $1) }
    #expect(!isBare(try post("Tea", "one", bytes: 1, from: "made.up.again", isVerified: false, on: desk)))
    #expect(desk.removedImages.contains("/s/made.up-one.png"))
    #expect(!desk.removedImages.contains("/s/mail.png"))
  }

  @Test func `an app that has no room gives up its own images alone`() throws {
    let desk = try Desk()
    let other = try post("Mail", copy("/s/mail.png", "mail"), on: desk).id
    let full = Limits.imageBytesPerApp
    let own = try post("One", "one", bytes: full, from: "org.example.Chat", isVerified: false, on: desk).id
    _ = try desk.perform { try $0.markRead([other, own], now: $1) }
    _ = try post("Two", "two", bytes: full, from: "org.example.Chat", isVerified: false, on: desk)
    #expect(desk.removedImages == ["/s/org.example.Chat-one.png"])
    #expect(try desk.record("Mail").request.image == "/s/mail.png")
  }

  @Test func `one file as image and as avatar is one copy`() throws {
    let desk = try Desk()
    func post(_ paths: String...) throws -> Receipt {
      let request = NotificationRequest(
        app: mail, identifier: name("ann"), title: "Ann",
        sender: Sender(name: "Ann", avatar: "/home/ann.png"), image: "/home/ann.png")
      let copies = paths.map { ImageCopy(source: "/home/ann.png", path: $0, digest: "ann", bytes: 100) }
      return try desk.perform { try $0.post(request, images: copies, by: app, now: $1) }
    }
    _ = try post("/s/1.png", "/s/2.png")
    #expect(desk.removedImages == ["/s/2.png"])
    #expect(try post("/s/3.png", "/s/4.png").outcome == .coalesced)
    #expect(desk.removedImages == ["/s/2.png", "/s/3.png", "/s/4.png"])
    #expect(try desk.engine.assumeIsolated { try $0.keptImages() } == ["/s/1.png"])
  }

  @Test func `nothing is copied for an app that may not post`() throws {
    var policy = Desk.allowing
    policy.apps[mail] = AppSettings(authorization: .denied)
    let desk = try Desk(policy)
    let request = NotificationRequest(app: mail, title: "Tea", image: "/home/tea.png")
    #expect(throws: Refusal.notAuthorized(mail, .denied)) {
      try desk.perform { try $0.admitImages(of: request, by: app, now: $1) }
    }
    #expect(throws: Refusal.self) {
      try desk.perform {
        try $0.admitImages(of: NotificationRequest(app: chat, title: ""), by: app, now: $1)
      }
    }
  }

  @Test func `of an app that posts too fast nothing is copied, and only a repeat is taken`() throws {
    var policy = Desk.allowing
    policy.limits.postBurst = 1
    let desk = try Desk(policy)
    let request = NotificationRequest(app: mail, title: "Tea", image: "/home/tea.png")
    func copies() throws -> Bool {
      try desk.perform { try $0.admitImages(of: request, by: app, now: $1) }
    }
    #expect(try copies())
    try post("Tea", copy("/s/1.png", "tea"), on: desk)
    #expect(try !copies())
    let looked = ImageCopy(source: "/home/tea.png", path: "/home/tea.png", digest: "tea", bytes: 100)
    #expect(try post("Tea", looked, on: desk).outcome == .coalesced)
    #expect(throws: Refusal.self) { try post("Coffee", looked, on: desk) }
    // Meanwhile it may post again; but there is no copy.
    desk.pass(seconds: 10)
    var other = looked
    other.digest = "green tea"
    #expect(throws: Refusal.quotaExceeded(quota: "posts", limit: 1, retryAfterMilliseconds: 1)) {
      try post("Tea", other, on: desk)
    }
    #expect(desk.removedImages == [])
    #expect(try desk.record("Tea").request.image == "/s/1.png")
  }

  @Test func `no image is given up for a post that is refused`() throws {
    var policy = Desk.allowing
    policy.limits.unreadPerApp = 1
    let desk = try Desk(policy)
    let full = Limits.imageBytesPerApp
    let first = try post("One", copy("/s/1.png", "one", bytes: full), on: desk).id
    _ = try desk.perform { try $0.markRead([first], now: $1) }
    try desk.post("Two")
    #expect(throws: Refusal.self) { try post("Three", copy("/s/3.png", "three", bytes: full), on: desk) }
    #expect(try desk.record("One").request.image == "/s/1.png")
    #expect(desk.removedImages == ["/s/3.png"])
  }

  @Test func `a copy that the server has yet to open goes after its answer`() throws {
    let desk = try Desk()
    try desk.post("First")
    desk.server = .silent
    let id = try post("Tea", copy("/s/1.png", "tea"), on: desk).id
    let other = try post("Coffee", copy("/s/2.png", "coffee"), on: desk).id
    _ = try desk.perform { try $0.withdraw(nil, [id, other], of: mail, by: app, now: $1) }
    #expect(desk.removedImages == ["/s/2.png"])
    desk.serverAnswersAtLast()
    #expect(desk.removedImages == ["/s/2.png", "/s/1.png"])
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
