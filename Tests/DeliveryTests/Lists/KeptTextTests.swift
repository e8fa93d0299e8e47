import Delivery
import NotificationModel
import Testing

@Suite("What is kept of an app's notifications")
struct KeptTextTests {
  private func postWhole(_ desk: Desk, _ title: String = "Title") throws {
    try desk.post(title) {
      $0.subtitle = "Account"
      $0.body = "Body"
      $0.sender = Sender(name: "Ann", avatar: "face")
      $0.hiddenPreviewBody = "Preview"
      $0.image = "picture"
      $0.target = OpaqueObject(json: "{\"id\":1}")
    }
  }

  private func set(_ desk: Desk, _ changes: AppSettings) throws {
    try desk.perform { try $0.change(mail, by: changes, now: $1) }
  }

  @Test(
    "what is over by the socket is kept as a file says of its app, or the person",
    arguments: KeptText.allCases)
  func socket(kept: KeptText) throws {
    for isChosen in [false, true] {
      var policy = Desk.allowing
      if !isChosen { policy.apps[mail] = AppSettings(store: kept) }
      let desk = try Desk(policy)
      if isChosen { try set(desk, AppSettings(store: kept)) }
      try postWhole(desk)
      #expect(try desk.records().first?.request.body == "Body")
      try desk.press("Title")
      let over = try #require(try desk.records().first)
      #expect(over.state == .read)
      let request = over.request
      #expect(request.title == (kept == .none ? nil : "Title"))
      #expect(request.sender?.name == (kept == .none ? nil : "Ann"))
      #expect((request.target == nil) == (kept == .none))
      for text in [request.subtitle, request.body, request.hiddenPreviewBody, request.image] {
        #expect((text == nil) == (kept != .all))
      }
    }
  }

  @Test("an app's own value counts for the desktop's interface in the place of [Front] Store")
  func front() throws {
    for (overall, own) in [(KeptText.none, KeptText.titles), (.all, .none), (.titles, .all)] {
      var policy = Desk.asking
      policy.front.store = overall
      policy.apps[mail] = AppSettings(store: own)
      let desk = try Desk(policy)
      for app in [mail, chat] {
        try desk.postFront("Title", of: app) { request, _ in request.body = "Body" }
        desk.receive(.closed(try #require(desk.lastShownHandle), .expired))
        let over = try #require(try desk.records(app).first?.request)
        let kept = app == mail ? own : overall
        #expect((over.title == nil) == (kept == .none) && (over.body == nil) == (kept != .all))
        let entry = try desk.engine.assumeIsolated { [now = desk.now] in
          try $0.apps(now: now).apps.first { $0.app == app }
        }
        #expect(entry?.settings.store == kept)
      }
    }
  }

  @Test("undo brings back what has a title left, and nothing that has none", arguments: KeptText.allCases)
  func undo(kept: KeptText) throws {
    let desk = try Desk()
    try set(desk, AppSettings(store: kept))
    try postWhole(desk)
    let id = try desk.record("Title").id
    _ = try desk.perform { try $0.dismiss([id], now: $1) }
    #expect(try desk.perform { try $0.undo(now: $1) } == (kept == .none ? [] : [id]))
  }

  @Test("an app's notifications are kept for its own days, be they fewer or more than those of all others")
  func days() throws {
    for own in [7, 60] {
      let desk = try Desk()
      try set(desk, AppSettings(keepDays: KeptDays(own)))
      for app in [mail, chat] {
        try desk.post(NotificationRequest(app: app, title: "Title"))
        receiveDismissal(desk)
      }
      for day in [6, 8, 29, 31, 59, 61] {
        desk.now = Moment(
          wall: Desk.noon.advanced(bySeconds: Int64(day) * 86_400),
          uptime: Uptime(milliseconds: 10_000_000 + Int64(day) * 86_400_000))
        desk.run()
        #expect(try desk.records(mail).isEmpty == (day > own), "\(day)")
        #expect(try desk.records(chat).isEmpty == (day > 30), "\(day)")
      }
    }
  }

  private func receiveDismissal(_ desk: Desk) {
    if let handle = desk.lastShownHandle { desk.receive(.closed(handle, .dismissed)) }
  }

  @Test("what an administrator has fixed for all is no choice about one app")
  func locked() throws {
    var policy = Desk.allowing
    policy.overallLocks["Storage/KeepDays"] = "/etc/bellhop/bellhop.conf"
    let desk = try Desk(policy)
    #expect(throws: Refusal.locked(mail, setting: "KeepDays", by: "/etc/bellhop/bellhop.conf")) {
      try set(desk, AppSettings(keepDays: KeptDays(3_650)))
    }
    try set(desk, AppSettings(store: .titles))
  }
}
