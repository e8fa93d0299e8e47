import NotificationModel
import TestSupport

/// What the page for people says about notifications, as plain lists. `unsaid`: the page does not say, so that whatever
/// the engine does becomes the model's.
struct PageModel {
  enum Life: Hashable {
    case unread, held, read
    case snoozed(Timestamp)
    case scheduled(Timestamp)
    case waitsForConsent(isRead: Bool)
    case dismissed(Timestamp)
    /// Withdrawn.
    case gone
    /// Off the list, because its app is denied.
    case denied
    case unsaid

    var isLive: Bool {
      switch self {
      case .unread, .held, .snoozed, .scheduled, .waitsForConsent: true
      case .read, .dismissed, .gone, .denied, .unsaid: false
      }
    }
  }

  struct Thing {
    let id: NotificationID
    var post: PagePost
    var life: Life
    /// How many alerts it may have had.
    var alerts: ClosedRange<Int>
    var lastAlert: Timestamp
    var number: UInt32?
    /// What `undo` makes of one that was dismissed, or whose app was denied.
    var afterUndo = AfterUndo.asItWas
    /// Whether it is a cell of its own what becomes of the same text: it was dismissed before a restart, or once it
    /// had been read.
    var isDismissedOtherwise = false
    /// How many alerts it had at the last comparison.
    var seenAlerts = 0
    /// The changes by its app.
    var changes = 0

    var key: String { PageModel.key(of: post) }
    var isDismissed: Bool { if case .dismissed = life { true } else { false } }
  }

  enum AfterUndo { case asItWas, read, nothing }
  enum Permission { case allowed, undecided, denied }

  /// A step of the person's that `undo` takes back.
  struct Taken {
    var before: [NotificationID: (life: Life, changes: Int)] = [:]
    var time: Timestamp
    /// The page does not say whether a press, and a banner's closing, count as steps.
    var isSure = true
    var permission: (app: Int, before: Permission)?
  }

  var things: [Thing] = []
  var permissions: [Permission]
  var isQuiet = false
  private(set) var taken: [Taken] = []

  init(undecided: Bool) { permissions = [.allowed, undecided ? .undecided : .allowed, .allowed] }

  static func key(of post: PagePost) -> String {
    switch post.way {
    case .named(let name): "\(post.app) id \(name)"
    case .unnamed, .front: "\(post.app) \(post.title)"
    }
  }

  subscript(id: NotificationID) -> Thing? { things.first { $0.id == id } }
  func ids(where holds: (Thing) -> Bool) -> [NotificationID] { things.filter(holds).map(\.id) }

  mutating func change(_ id: NotificationID, _ change: (inout Thing) -> Void) {
    guard let index = things.firstIndex(where: { $0.id == id }) else { return }
    change(&things[index])
  }

  // MARK: Apps' calls

  mutating func withdraw(_ ids: [NotificationID]) {
    for id in ids {
      change(id) { thing in
        switch thing.life {
        case .dismissed, .denied: thing.afterUndo = .nothing
        case .unread, .held, .read, .snoozed, .scheduled, .waitsForConsent:
          thing.life = .gone
          thing.number = nil
        case .gone, .unsaid: break
        }
      }
    }
  }

  /// `byThread`: whether a thread names one is said in two ways.
  mutating func markRead(_ ids: [NotificationID], isNamed: Bool = true, byThread: Bool = false) {
    for id in ids {
      change(id) { thing in
        switch thing.life {
        case .dismissed, .denied: if thing.afterUndo != .nothing { thing.afterUndo = .read }
        case .scheduled where byThread: thing.life = .unsaid
        // Whether it is still the person's `undo` that counts is not said.
        case .read: thing.changes += 1
        case .scheduled where !isNamed, .gone, .unsaid: break
        case .waitsForConsent where !isNamed && thing.post.later != nil: thing.life = .unsaid
        case .waitsForConsent: thing.life = .waitsForConsent(isRead: true)
        case .unread, .held, .snoozed, .scheduled:
          thing.life = .read
          thing.changes += 1
        }
      }
    }
  }

  /// `CloseNotification`. Of one that is off the list because its app is denied, the page says nothing.
  mutating func close(_ id: NotificationID) {
    guard self[id]?.life != .read else { return }
    if self[id]?.life == .denied { change(id) { $0.changes += 1 } } else { withdraw([id]) }
  }

  // MARK: The person

  /// They look at them, put them off or away.
  mutating func set(_ ids: [NotificationID], _ life: Life, _ now: Timestamp, isSure: Bool = true) {
    var step = Taken(time: now, isSure: isSure)
    for id in ids {
      guard let thing = self[id] else { continue }
      step.before[id] = (thing.life, thing.changes)
      change(id) {
        $0.isDismissedOtherwise = $0.life == .read
        $0.life = life
        $0.afterUndo = .asItWas
        // The number holds until it has ended, and does not come back.
        if !life.isLive { $0.number = nil }
      }
    }
    taken.append(step)
  }

  mutating func deny(_ app: Int, _ now: Timestamp) {
    set(ids { $0.post.app == app && $0.life.isLive }, .denied, now)
    taken[taken.count - 1].permission = (app, permissions[app])
    permissions[app] = .denied
  }

  /// The page does not say how many of what waited alert, nor whether `undo` takes this back: no earlier step is
  /// undone after it.
  mutating func allow(_ app: Int) {
    permissions[app] = .allowed
    taken = []
    let isQuiet = isQuiet
    for id in ids(where: { $0.post.app == app }) {
      change(id) { thing in
        guard case .waitsForConsent(let isRead) = thing.life else { return }
        thing.life = isRead ? .read : thing.post.later == nil && !isQuiet ? .unread : .unsaid
        thing.changes += 1
        if !isRead { thing.mayAlert() }
      }
    }
  }

  mutating func undo(_ restored: Set<NotificationID>, _ now: Timestamp) throws {
    while let last = taken.last, !last.isSure, restored != Set(last.before.keys) { taken.removeLast() }
    // How long a step can be undone is not said.
    guard let step = taken.popLast(), now < step.time.advanced(bySeconds: 86_000) else {
      for id in restored { change(id) { $0.life = .unsaid } }
      taken = []
      return
    }
    if let (app, before) = step.permission { permissions[app] = before }
    for id in restored where step.before[id] == nil { throw Violation("undo brought back \(id)") }
    for (id, before) in step.before {
      guard let thing = self[id] else { continue }
      let life = life(of: thing, before: before, now)
      change(id) {
        $0.life = life
        if life != .gone { $0.afterUndo = .asItWas }
      }
    }
  }

  private func life(of thing: Thing, before: (life: Life, changes: Int), _ now: Timestamp) -> Life {
    if thing.life == .gone || thing.afterUndo == .nothing { return .gone }
    // The page does not say what becomes of one that its app has changed or posted again since.
    let isPostedAgain = things.contains {
      $0.key == thing.key && ($0.id > thing.id || $0.id != thing.id && $0.life.isLive)
    }
    guard thing.changes == before.changes, !isPostedAgain, thing.life != .unsaid else { return .unsaid }
    switch before.life {
    case .snoozed(let time), .scheduled(let time): if time <= now { return .unsaid }
    case .held: if !isQuiet { return .unsaid }
    case .waitsForConsent where thing.afterUndo == .read: return .waitsForConsent(isRead: true)
    case .unread, .read, .waitsForConsent, .dismissed, .gone, .denied, .unsaid: break
    }
    return thing.afterUndo == .read ? .read : before.life
  }

  /// What was held comes when quiet ends: urgent ones, alarms and calls each with a banner, and so do at most two
  /// others that have not alerted. A line tells the rest.
  mutating func endQuiet() {
    isQuiet = false
    let held = things.filter { $0.life == .held }
    let others = held.filter { !$0.post.isPressing }
    let isSure = others.allSatisfy { $0.alerts == 0...0 }
    for thing in held {
      change(thing.id) {
        $0.life = .unread
        // Whether others that alerted before count among the two is not said.
        if thing.post.isPressing || isSure && others.count <= 2 {
          $0.alert()
        } else if !isSure {
          $0.mayAlert()
        }
      }
    }
  }

  mutating func pass(to now: Timestamp) {
    for thing in things {
      switch thing.life {
      case .snoozed(let time), .scheduled(let time):
        guard time <= now else { continue }
        // Of one that is not alone under its name, and of one whose app is denied, the page does not say more.
        let isAlone =
          permissions[thing.post.app] != .denied
          && !things.contains {
            $0.id != thing.id && $0.key == thing.key && $0.life != .gone && $0.life != .denied
          }
        if !isAlone { blur(thing.key) }
        let (life, alerts) = isAlone ? coming(thing.post) : (.unsaid, 0...1)
        change(thing.id) {
          $0.life = life
          $0.alerts = $0.alerts.lowerBound + alerts.lowerBound...$0.alerts.upperBound + alerts.upperBound
          $0.changes += 1
        }
      default: break
      }
    }
  }

  /// The page does not say what becomes of those under this name, beside the one that is to come.
  mutating func blur(_ key: String) {
    for id in ids(where: { $0.key == key && $0.life != .gone && $0.life != .denied }) {
      change(id) {
        $0.life = .unsaid
        $0.mayAlert()
        $0.changes += 1
      }
    }
  }

  /// What becomes of a post that is for now and new.
  func coming(_ post: PagePost) -> (life: Life, alerts: ClosedRange<Int>) {
    if !isQuiet { return (.unread, 1...1) }
    // What comes through Do Not Disturb is on other pages.
    return post.isPressing || post.kind == .reminder || post.isSilent ? (.unsaid, 0...1) : (.held, 0...0)
  }
}

extension PageModel.Thing {
  mutating func alert() { alerts = alerts.lowerBound + 1...alerts.upperBound + 1 }
  mutating func mayAlert() { alerts = alerts.lowerBound...alerts.upperBound + 1 }
}

extension PagePost {
  /// Whether it comes with a banner of its own after an absence: an urgent one, an alarm or a call.
  var isPressing: Bool { isUrgent || kind == .alarm || kind == .call }
}
