import Delivery
import NotificationModel
import Records
import Testing

/// Each cell of the page for people "What becomes of a notification": an earlier life, a call, and what is there then.
@Suite("What becomes of a notification, cell by cell")
struct CellTests {
  @Test("by the socket, under an identifier", arguments: Cell.named + Cell.further)
  func named(_ cell: Cell) throws { try check(cell, .named) }

  @Test("by the socket, without an identifier", arguments: Cell.unnamed)
  func unnamed(_ cell: Cell) throws { try check(cell, .unnamed) }

  @Test("by the desktop's own interface, with the number of the earlier one", arguments: Cell.numbered)
  func numbered(_ cell: Cell) throws { try check(cell, .numbered) }

  @Test("by the desktop's own interface, without a number", arguments: Cell.unnumbered)
  func unnumbered(_ cell: Cell) throws { try check(cell, .unnumbered) }

  @Test("undo does not bring back what its app took back, and brings back as read what it said to be read")
  func undone() throws {
    let rows: [(Cell.Way, Cell.Life, Cell.Call, listed: Int)] = [
      (.named, .dismissed, .withdraw, listed: 0), (.named, .dismissed, .markRead, listed: 1),
      (.named, .denied, .withdraw, listed: 0), (.named, .denied, .markRead, listed: 1),
    ]
    for (way, life, call, listed) in rows {
      let scene = try Scene(way)
      try scene.live(life)
      try scene.make(call)
      _ = try scene.desk.perform { try $0.undo(now: $1) }
      let found = try scene.listed
      #expect(found == listed, "\(life), \(call)")
      if listed > 0 { #expect(try scene.newest.state == .read, "\(life), \(call)") }
    }
  }

  @Test("what was said to be read before its app was allowed is listed as read, without a banner, once it is")
  func readBeforeConsent() throws {
    let scene = try Scene(.named, asks: true)
    try scene.live(.waitingForConsent)
    try scene.make(.markRead)
    try scene.desk.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    #expect(try scene.newest.state == .read)
    #expect(try scene.desk.badge() == 0 && scene.listed == 1 && scene.alerts == 0)
  }

  @Test("the same text, unread and without an identifier, alerts again after six hours")
  func again() throws {
    for (hours, alerts) in [(Int64(5), 0), (6, 1)] {
      let scene = try Scene(.unnamed)
      try scene.live(.unreadOnScreen)
      scene.desk.pass(seconds: hours * 3_600)
      try scene.make(.samePost)
      #expect(try scene.newest.state == .delivered)
      #expect(try scene.alerts == alerts && scene.listed == 1, "after \(hours) hours")
    }
  }

  @Test("the same text ten minutes after it was dismissed is a new notification")
  func dismissedLongAgo() throws {
    for way in [Cell.Way.named, .unnamed] {
      let scene = try Scene(way)
      try scene.live(.dismissed)
      scene.desk.pass(seconds: 601)
      try scene.make(.samePost)
      #expect(try scene.newest.state == .delivered)
      #expect(try scene.alerts == 1 && scene.listed == 1)
    }
  }

  private func check(_ cell: Cell, _ way: Cell.Way) throws {
    let scene = try Scene(way, asks: cell.life == .waitingForConsent)
    try scene.live(cell.life, progress: cell.call.isOfProgress ? 10 : nil, kind: cell.call.kindBefore)
    try scene.make(cell.call)
    let found = Cell(
      cell.life, cell.call, try scene.newest.state, badge: try scene.desk.badge(), listed: try scene.listed,
      alerts: scene.alerts > 0)
    #expect(found == cell, "\(found)")
  }
}

/// An earlier notification, in one of its lives, and what its app calls then.
private final class Scene {
  let desk: Desk
  private let way: Cell.Way
  private var number: UInt32 = 0
  private var offersPress = false
  private var ids: [NotificationID] = []

  init(_ way: Cell.Way, asks: Bool = false) throws {
    desk = try Desk(asks ? Desk.asking : Desk.allowing)
    self.way = way
  }

  /// The one that was posted last.
  var newest: NotificationRecord { get throws { try known(desk.records().max { $0.id < $1.id }) } }
  var listed: Int {
    get throws {
      let query = ListQuery(app: mail, states: State.listed)
      return try desk.perform { try $0.entries(query, now: $1).entries.count }
    }
  }
  /// The alerts of notifications, rather than of questions and lines about several.
  var alerts: Int {
    desk.shown.count { if case .notification = $0.subject { $0.alerts } else { false } }
  }

  func live(_ life: Cell.Life, progress: Int? = nil, kind: Kind? = nil) throws {
    if life == .held { try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) } }
    offersPress = life == .pressed
    try post { request in
      request.progress = progress
      request.kind = kind
      if life == .scheduled { request.trigger = .after(seconds: 600, repeats: false) }
      if life == .expired { request.expiresAfter = 60 }
    }
    let id = try newest.id
    ids = [id]
    try live(life, of: id)
    desk.forgetShown()
  }

  private func live(_ life: Cell.Life, of id: NotificationID) throws {
    switch life {
    case .unreadOnScreen, .held, .scheduled, .waitingForConsent: break
    case .unreadBannerGone: desk.receive(.closed(try desk.handle(of: "Lunch"), .expired))
    case .snoozed: try desk.perform { try $0.snooze(id, until: $1.wall.advanced(bySeconds: 600), now: $1) }
    case .read: _ = try desk.perform { try $0.markRead([id], now: $1) }
    case .pressed: try desk.press("Lunch")
    case .dismissedOnScreen: desk.receive(.closed(try desk.handle(of: "Lunch"), .dismissed))
    case .dismissedBeforeRestart:
      try live(.dismissed, of: id)
      try desk.restart()
    case .readAndDismissed:
      try live(.read, of: id)
      try live(.dismissed, of: id)
    case .cleared:
      try live(.read, of: id)
      _ = try desk.perform { try $0.clear(now: $1) }
    case .dismissed: _ = try desk.perform { try $0.dismiss([id], now: $1) }
    case .denied: try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
    case .withdrawn: try takeBack()
    case .expired: desk.pass(seconds: 61)
    }
  }

  func make(_ call: Cell.Call) throws {
    switch call {
    case .samePost: try post()
    case .laterPost: try post { $0.trigger = .after(seconds: 600, repeats: false) }
    case .progressStep: try post { $0.progress = 20 }
    case .progressOfAlarm:
      try post {
        $0.progress = 20
        $0.kind = .alarm
      }
    case .silentText:
      try post {
        $0.title = "Dinner"
        $0.silently = true
      }
    case .newText: try post { $0.title = "Dinner" }
    case .newMessage:
      try post {
        $0.title = "Dinner"
        $0.kind = .message
      }
    case .sameMessage: try post { $0.kind = .message }
    case .raisedLevel:
      let soon = desk.now.wall.advanced(bySeconds: 600)
      try post {
        $0.level = .timeSensitive
        $0.relevantDate = soon
      }
    case .withdraw: try takeBack()
    case .markThreadRead:
      try desk.perform { engine, now in
        var selection = Selection(nil, nil, thread: name("t"))
        while try engine.markRead(&selection, of: mail, by: app, now: now) == nil {}
      }
    case .markRead:
      let (names, ids) = (identifiers, ids)
      _ = try desk.perform { try $0.markRead(names, names == nil ? ids : nil, of: mail, by: app, now: $1) }
    }
  }

  private var identifiers: [OpaqueName]? { way == .named ? [name("x")] : nil }

  private func takeBack() throws {
    let (way, names, ids, number) = (way, identifiers, ids, number)
    try desk.perform {
      switch way {
      case .named, .unnamed:
        _ = try $0.withdraw(names, names == nil ? ids : nil, of: mail, by: app, now: $1)
      case .numbered, .unnumbered:
        _ = try $0.close(number, by: BusCaller(bus: "bus", name: ":1.7"), isSandboxed: false, now: $1)
      }
    }
  }

  private func post(_ change: (inout NotificationRequest) -> Void = { _ in }) throws {
    switch way {
    case .named, .unnamed:
      try desk.post("Lunch") {
        $0.identifier = way == .named ? name("x") : nil
        $0.thread = name("t")
        change(&$0)
      }
    case .numbered, .unnumbered:
      number = try desk.postFront("Lunch", replacing: way == .numbered ? number : 0) { request, origin in
        origin.poster = ScriptID(named: "script lunch")
        if offersPress { origin.keys[.defaultAction] = "default" }
        change(&request)
      }
    }
  }
}
