import Guidelines
import NotificationModel
import Testing

@testable import Delivery

/// A close is done when the server says so.
@Suite("Banners that a server does not close")
struct UnclosedBannerTests {
  private func desk(_ product: String = "dunst", ignoring: Bool = true) throws -> Desk {
    let desk = try Desk()
    desk.serverAppears(as: "bus/:1.2", product: product)
    desk.ignoresCloses = ignoring
    return desk
  }

  private func lock(_ desk: Desk, _ locked: Bool = true) throws {
    try desk.perform { engine, _ in try engine.setLocked(locked) }
  }

  private func pass(_ desk: Desk, milliseconds: Int64) {
    desk.now = Moment(wall: desk.now.wall, uptime: desk.now.uptime.advanced(byMilliseconds: milliseconds))
    desk.run()
  }

  private func decisions(_ title: String, _ desk: Desk) throws -> [Decision] {
    let id = try desk.record(title).id
    return try desk.engine.assumeIsolated { try $0.explain(id).map(\.decision) }
  }

  private func covers(_ desk: Desk) -> [Banner] {
    desk.shown.filter { if case .cover = $0.subject { true } else { false } }
  }

  private func withdraw(_ desk: Desk, _ title: String) throws {
    let id = try desk.record(title).id
    _ = try desk.perform { try $0.withdraw(nil, [id], of: mail, by: app, now: $1) }
  }

  /// A banner is up that the server then does not close.
  private func ignore(_ desk: Desk, _ title: String) throws -> BannerHandle {
    try desk.post(title)
    let handle = try desk.handle(of: title)
    try lock(desk)
    desk.pass(seconds: 1)
    try unlock(desk)
    return handle
  }

  /// With nothing left to tell.
  private func unlock(_ desk: Desk) throws {
    let ids = try desk.records().map(\.id)
    try desk.perform { _ = try $0.markRead(ids, now: $1) }
    try lock(desk, false)
  }

  @Test(
    "what a lock is to take away is replaced by its hidden form after a second, at its number, and silently")
  func coversAtLock() throws {
    let desk = try desk()
    try desk.post("secret") { $0.body = "4711" }
    let handle = try desk.handle(of: "secret")
    try lock(desk)
    pass(desk, milliseconds: 999)
    #expect(covers(desk).isEmpty)
    pass(desk, milliseconds: 1)
    let cover = try #require(covers(desk).first)
    #expect(covers(desk).count == 1 && cover.replaces == handle)
    #expect(cover.text == BannerText(title: "Mail", body: "Notification", isHidden: true))
    #expect(!cover.alerts && cover.sound == nil)
    #expect(cover.origin.desktop?.expiry == .after(milliseconds: 1))
    #expect(desk.closed == [handle])
    let told = try decisions("secret", desk)
    #expect(told.last?.effect == "hidden" && told.last?.guideline == "delivery.sink")
    #expect(
      told.last?.why
        == "dunst did not take the banner away when asked to, so it was replaced by its hidden form."
    )
    desk.pass(seconds: 3_600)
    try lock(desk, false)
    #expect(covers(desk).count == 1)
    #expect(try desk.record("secret").unread)
  }

  @Test(
    "a server that says that a banner is closed is asked for nothing more",
    arguments: ["dunst", "mako", "SwayNotificationCenter", "notification-daemon", "Plasma", "gnome-shell"])
  func obeys(_ product: String) throws {
    let desk = try desk(product, ignoring: false)
    for title in ["a", "b", "c"] {
      try desk.post(title)
      try lock(desk)
      desk.pass(seconds: 2)
      try lock(desk, false)
      desk.pass(seconds: 2)
      try withdraw(desk, title)
      desk.pass(seconds: 2)
    }
    #expect(covers(desk).isEmpty)
  }

  @Test(
    "two closes that it ignores mark the server's process: then a lock does not wait, until the next process")
  func marks() throws {
    let desk = try desk()
    _ = try ignore(desk, "a")
    try desk.post("b")
    try lock(desk)
    #expect(covers(desk).count == 1)
    desk.pass(seconds: 1)
    #expect(covers(desk).count == 2)
    try unlock(desk)
    try desk.post("c")
    try lock(desk)
    #expect(covers(desk).count == 3)
    try unlock(desk)
    desk.serverAppears(as: "bus/:1.3", product: "dunst")
    try desk.post("d")
    try lock(desk)
    #expect(covers(desk).count == 3)
    desk.pass(seconds: 1)
    #expect(covers(desk).count == 4)
  }

  @Test(
    "what is withdrawn or erased while unlocked is replaced too, also where nothing of it is stored any more")
  func withdrawn() throws {
    let desk = try desk()
    try desk.post("withdrawn")
    try desk.post("erased")
    try withdraw(desk, "withdrawn")
    let erased = try desk.record("erased").id
    try desk.perform { engine, now in
      var erasure = Erasure(.named([erased]))
      while try engine.erase(&erasure, now: now) == nil {}
    }
    desk.pass(seconds: 1)
    #expect(covers(desk).map(\.text.title) == ["Mail", "Mail"])
  }

  @Test("a replacement that gets another number is closed, and the server's closes are trusted from then on")
  func anotherNumber() throws {
    let desk = try desk()
    desk.forgetsClosed = true
    for title in ["a", "b", "c"] {
      try desk.post(title)
      try lock(desk)
      desk.pass(seconds: 1)
      try unlock(desk)
    }
    #expect(covers(desk).count == 1)
    let cover = try #require(desk.closed.dropFirst().first)
    #expect(desk.closed.count == 4 && cover.id == 2)
  }

  @Test("not what has timed out by its app's own wish, nor what a press or the server has closed")
  func overAlready() throws {
    let desk = try desk()
    try desk.postFront("five seconds") { $1.expiry = .after(milliseconds: 5_000) }
    pass(desk, milliseconds: 4_500)
    try lock(desk)
    desk.pass(seconds: 2)
    try lock(desk, false)
    try desk.post("pressed")
    try desk.press("pressed")
    for reason in [CloseReason.expired, .dismissed, .undefined] {
      try desk.post("\(reason)")
      desk.receive(.closed(try desk.handle(of: "\(reason)"), reason))
      try withdraw(desk, "\(reason)")
    }
    desk.pass(seconds: 2)
    #expect(covers(desk).isEmpty)
  }

  @Test(
    "a server that hangs is waited for, and one that then says that the banner is closed has not ignored it")
  func slow() throws {
    let desk = try desk()
    try desk.post("a")
    let handle = try desk.handle(of: "a")
    desk.server = .silent
    try lock(desk)
    desk.pass(seconds: 60)
    #expect(covers(desk).isEmpty)
    desk.receive(.closed(handle, .closed))
    desk.serverAnswersAtLast()
    desk.pass(seconds: 60)
    #expect(covers(desk).isEmpty)
  }

  @Test("nothing is expected of a terminal, nor of GNOME for the banners of an earlier process")
  func untold() throws {
    for product in ["console", "gnome-shell"] {
      let desk = try desk(product)
      desk.policy.limits.alertBurst = 100
      desk.engine.assumeIsolated { [policy = desk.policy] in $0.adopt(policy, rememberedAs: "") }
      try desk.post("a")
      // GNOME is given the newest ten of an app once more.
      for number in 1...10 { try desk.post("\(number)") }
      try desk.restart()
      try withdraw(desk, "a")
      desk.pass(seconds: 2)
      #expect(covers(desk).isEmpty)
    }
  }

  @Test("a transient banner is replaced as well, unless its own time is over")
  func transient() throws {
    let desk = try desk()
    try desk.postFront("passing") { $1.isTransient = true }
    try desk.postFront("for a moment") {
      $1.isTransient = true
      $1.expiry = .after(milliseconds: 500)
    }
    try lock(desk)
    desk.pass(seconds: 1)
    #expect(covers(desk).map(\.text.title) == ["Mail"])
  }

  @Test("where it cannot be replaced either, an explanation says that the text may be on screen")
  func cannotBeReplaced() throws {
    let desk = try desk()
    try desk.post("a")
    try lock(desk)
    desk.server = .fails(.refused("no"))
    desk.pass(seconds: 1)
    desk.pass(seconds: 60)
    let told = try decisions("a", desk)
    #expect(told.last?.effect == "failed")
    #expect(told.last?.why.contains("its text may still be on screen") == true)
  }
}
