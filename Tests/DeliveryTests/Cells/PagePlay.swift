import Delivery
import NotificationModel
import Records
import TestSupport

/// A sequence on an engine, with the model beside it.
final class PagePlay {
  private static let apps = PostShape.apps
  private static let thread = name("t")

  private let desk: Desk
  private var model: PageModel
  /// As the last comparison found them.
  private var records: [NotificationID: NotificationRecord] = [:]

  private init(undecided: Bool) throws {
    var policy = Desk.allowing
    policy.limits.alertBurst = 1_000
    if undecided { policy.apps[Self.apps[1]] = AppSettings(authorization: .notDetermined) }
    desk = try Desk(policy)
    model = PageModel(undecided: undecided)
  }

  static func run(_ steps: [PageStep], undecided: Bool) throws {
    let play = try PagePlay(undecided: undecided)
    for step in steps {
      try play.perform(step)
      try play.compare()
    }
  }

  private var now: Timestamp { desk.now.wall }

  private func pick(_ pick: Int, _ holds: (PageModel.Thing) -> Bool) -> NotificationID? {
    let ids = model.ids(where: holds)
    return ids.isEmpty ? nil : ids[pick % ids.count]
  }

  private func banner(_ id: NotificationID) throws -> BannerHandle? {
    try records[id].flatMap { try desk.disk.phase(of: $0)?.shown?.handle }
  }

  private func up() throws -> Set<NotificationID> {
    Set(try model.ids { $0.life == .unread }.filter { try banner($0) != nil })
  }

  private func perform(_ step: PageStep) throws {
    switch step {
    case .post(let post): try self.post(post)
    case .withdraw(let name): try withdraw(name)
    case .markRead(let name): try markRead(name)
    case .markAllRead(let app):
      model.markRead(model.ids { $0.post.app == app }, isNamed: false)
      try call(Selection(nil, nil), of: app, reads: true)
    case .closeNumber(let pick):
      let last = Dictionary(model.things.compactMap { thing in thing.number.map { ($0, thing.id) } }) { $1 }
      guard let id = self.pick(pick, { $0.number.map { last[$0] } == $0.id }), let number = model[id]?.number
      else { return }
      model.close(id)
      _ = try desk.perform {
        try $0.close(number, by: BusCaller(bus: "bus", name: ":1.7"), isSandboxed: false, now: $1)
      }
    case .pass(let seconds):
      desk.pass(seconds: seconds)
      model.pass(to: now)
    case .restart:
      for id in model.ids(where: \.isDismissed) { model.change(id) { $0.isDismissedOtherwise = true } }
      try desk.restart()
    case .press, .closeBanner, .bannerExpires: try onScreen(step)
    case .dismiss, .read, .snooze, .clear, .deny, .allow, .undo, .doNotDisturb: try byPerson(step)
    }
  }

  // MARK: Apps

  private func post(_ post: PagePost) throws {
    var replaced: NotificationID?
    if case .front(let pick?) = post.way { replaced = self.pick(pick) { $0.number != nil } }
    if let number = replaced.flatMap({ model[$0]?.number }) {
      replaced = model.things.last { $0.number == number }?.id
    }
    let number = replaced.flatMap { model[$0]?.number } ?? 0
    let fate = model.fate(of: post, replaced: replaced, up: try up(), now)
    let posted = try send(post, replacing: number)
    guard model.permissions[post.app] != .denied else {
      try require(posted == nil, "a post of a denied app was taken")
      return
    }
    guard let (id, given) = posted else { throw Violation("the post was refused") }
    try settle(post, fate, id, given)
  }

  private func send(_ post: PagePost, replacing number: UInt32) throws -> (NotificationID, UInt32?)? {
    guard post.isFront else {
      return (try? desk.post(request(post))).map { ($0.id, nil) }
    }
    let given = try? desk.postFront(post.title, of: Self.apps[post.app], replacing: number) { _, origin in
      origin.poster = ScriptID(named: "script a")
    }
    guard let given, model.permissions[post.app] != .denied else { return nil }
    return try desk.disk.record(numbered: given).map { ($0.id, given) }
  }

  private func request(_ post: PagePost) -> NotificationRequest {
    var request = NotificationRequest(app: Self.apps[post.app], title: post.title)
    request.identifier = post.identifier.map { name("id\($0)") }
    request.thread = post.isInThread ? Self.thread : nil
    request.kind = post.kind
    request.progress = post.progress
    request.silently = post.isSilent
    if post.isUrgent {
      request.level = .timeSensitive
      request.relevantDate = now.advanced(bySeconds: 600)
    }
    if let seconds = post.later { request.trigger = .after(seconds: seconds, repeats: false) }
    return request
  }

  private func settle(_ post: PagePost, _ fate: PageFate, _ id: NotificationID, _ number: UInt32?) throws {
    let isNew = model[id] == nil
    switch fate.entry {
    case .joins(let earlier): try require(id == earlier, "\(id) instead of \(earlier)")
    case .new: try require(isNew, "\(id) instead of a new one")
    case .unsaid: break
    }
    if fate.earlierLife == .unsaid {
      model.blur(PageModel.key(of: post))
    } else if let earlier = fate.earlier, earlier != id {
      model.change(earlier) { $0.life = .gone }
    }
    guard !isNew else {
      var thing = PageModel.Thing(
        id: id, post: post, life: fate.life, alerts: fate.alerts, lastAlert: now, number: number)
      thing.post.isSilent = false
      model.things.append(thing)
      return
    }
    model.change(id) {
      // The same text again leaves a dismissal as it is.
      if $0.life != fate.life || $0.post.title != post.title || $0.post.progress != post.progress {
        $0.changes += 1
      }
      ($0.post, $0.life) = (post, fate.life)
      $0.post.isSilent = false
      $0.alerts =
        $0.alerts.lowerBound + fate.alerts.lowerBound...$0.alerts.upperBound + fate.alerts.upperBound
      $0.number = number ?? $0.number
    }
  }

  private func chosen(_ name: PageName) -> (app: Int, ids: [NotificationID], selection: Selection)? {
    switch name {
    case .identifier(let app, let number):
      let ids = model.ids { $0.post.app == app && $0.post.identifier == number }
      return (app, ids, Selection([DeliveryTests.name("id\(number)")], nil))
    case .id(let pick):
      guard let id = self.pick(pick, { !$0.post.isFront }), let app = model[id]?.post.app else { return nil }
      return (app, [id], Selection(nil, [id]))
    case .thread(let app):
      let ids = model.ids { $0.post.app == app && $0.post.isInThread }
      return (app, ids, Selection(nil, nil, thread: Self.thread))
    }
  }

  private func withdraw(_ name: PageName) throws {
    guard let (app, ids, selection) = chosen(name) else { return }
    model.withdraw(ids)
    try call(selection, of: app, reads: false)
  }

  private func markRead(_ name: PageName) throws {
    guard let (app, ids, selection) = chosen(name) else { return }
    if case .thread = name { model.markRead(ids, byThread: true) } else { model.markRead(ids) }
    try call(selection, of: app, reads: true)
  }

  private func call(_ selection: Selection, of app: Int, reads: Bool) throws {
    let app = Self.apps[app]
    try desk.perform { engine, now in
      var selection = selection
      if reads {
        while try engine.markRead(&selection, of: app, by: DeliveryTests.app, now: now) == nil {}
      } else {
        while try engine.withdraw(&selection, of: app, by: DeliveryTests.app, now: now) == nil {}
      }
    }
  }

  // MARK: The person

  private func onScreen(_ step: PageStep) throws {
    let shown = try up()
    func picked(_ pick: Int) throws -> (NotificationID, BannerHandle)? {
      guard let id = self.pick(pick, { shown.contains($0.id) }), let handle = try banner(id) else {
        return nil
      }
      return (id, handle)
    }
    switch step {
    case .press(let pick):
      guard let (id, handle) = try picked(pick) else { return }
      let isFront = model[id]?.post.isFront == true
      model.set([id], .read, now, isSure: false)
      // The banners of that interface offer no press here.
      guard !isFront else {
        return try desk.perform { try $0.activate(id, .defaultAction, text: nil, now: $1) }
      }
      desk.receive(.pressed(handle, action: .defaultAction, activationToken: nil))
    case .closeBanner(let pick):
      guard let (id, handle) = try picked(pick) else { return }
      model.set([id], .dismissed(now), now, isSure: false)
      desk.receive(.closed(handle, .dismissed))
    case .bannerExpires(let pick):
      guard let (id, handle) = try picked(pick) else { return }
      // That its app's banner was seen is on the page of the desktop's own interface.
      if model[id]?.post.isFront == true { model.change(id) { $0.life = .unsaid } }
      desk.receive(.closed(handle, .expired))
    default: break
    }
  }

  private func byPerson(_ step: PageStep) throws {
    switch step {
    case .dismiss(let pick):
      guard let id = self.pick(pick, { $0.isBeforePerson }) else { return }
      model.set([id], .dismissed(now), now)
      _ = try desk.perform { try $0.dismiss([id], now: $1) }
    case .read(let pick):
      guard let id = self.pick(pick, { $0.isBeforePerson && $0.life != .read }) else { return }
      model.set([id], .read, now)
      _ = try desk.perform { try $0.markRead([id], now: $1) }
    case .snooze(let pick, let seconds):
      guard let id = self.pick(pick, { $0.isBeforePerson }) else { return }
      let until = now.advanced(bySeconds: seconds)
      model.set([id], .snoozed(until), now)
      try desk.perform { try $0.snooze(id, until: until, now: $1) }
    case .clear:
      let ids = model.ids { $0.life == .read }
      guard !ids.isEmpty else { return }
      model.set(ids, .dismissed(now), now)
      _ = try desk.perform { try $0.clear(now: $1) }
    case .deny(let app):
      guard model.permissions[app] != .denied else { return }
      model.deny(app, now)
      try desk.perform { try $0.setAuthorization(.denied, of: Self.apps[app], now: $1) }
    case .allow(let app):
      guard model.permissions[app] != .allowed else { return }
      model.allow(app)
      try desk.perform { try $0.setAuthorization(.authorized, of: Self.apps[app], now: $1) }
    case .undo:
      guard model.taken.contains(where: \.isSure) else { return }
      try model.undo(Set(try desk.perform { try $0.undo(now: $1) }), now)
    case .doNotDisturb(let isOn):
      guard isOn != model.isQuiet else { return }
      if isOn { model.isQuiet = true } else { model.endQuiet() }
      try desk.perform { try $0.setDoNotDisturb(isOn, until: nil, now: $1) }
    default: break
    }
  }

  // MARK: Comparing

  private func compare() throws {
    var alerts: [NotificationID: Int] = [:]
    for banner in desk.shown where banner.alerts {
      if case .notification(let id) = banner.subject { alerts[id, default: 0] += 1 }
    }
    for (app, id) in Self.apps.enumerated() {
      let records = try desk.records(id, by: tool)
      let query = ListQuery(app: id, states: State.listed, limit: Limits.listMaximum)
      let listed = Set(try desk.perform { try $0.entries(query, now: $1).entries.map(\.entry.id) })
      for record in records {
        self.records[record.id] = record
        try compare(record, alerts[record.id] ?? 0, listed.contains(record.id))
      }
      let unread = model.ids { $0.post.app == app && ($0.life == .unread || $0.life == .held) }.count
      let badge = try desk.badge(id)
      try require(badge == unread, "the badge of \(app) is \(badge), not \(unread)")
    }
  }

  private func compare(_ record: NotificationRecord, _ alerts: Int, _ isListed: Bool) throws {
    guard let thing = model[record.id] else { throw Violation("\(record.id) is nobody's") }
    let what = "\(record.id) “\(record.request.title ?? "")” is \(record.state), had \(alerts) alerts"
    try require(thing.alerts.contains(alerts), "\(what), and may have had \(thing.alerts)")
    let now = now
    model.change(record.id) {
      if alerts > $0.alerts.lowerBound || alerts > 0 && $0.seenAlerts < alerts { $0.lastAlert = now }
      $0.seenAlerts = alerts
      $0.alerts = alerts...alerts
      if $0.life == .unsaid { $0.adopt(record, now) }
    }
    try require(
      thing.life.allows(record, afterUndo: thing.afterUndo, isListed: isListed),
      "\(what), \(isListed ? "listed" : "not listed"), and should be \(thing.life)")
    guard thing.life != .unsaid, thing.life != .gone, thing.life != .denied else { return }
    // A call that is over is told in other words.
    guard thing.post.kind != .call else { return }
    try require(record.request.title == thing.post.title, "\(what), and should say “\(thing.post.title)”")
    try require(record.request.progress == thing.post.progress, "\(what), with another progress")
  }
}
