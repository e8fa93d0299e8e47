import Guidelines
package import NotificationModel
import Records
import Store

/// What the person's commands of the last day took or changed, so that `undo` can take it back, one command after the
/// other. Stored, and so kept over a restart.
final class Steps {
  private static let day: Int64 = 86_400
  /// The most commands that can be taken back. A script may call them all day.
  private static let most = 100

  private let store: SQLiteStore

  init(in transaction: Transaction) { store = transaction.store }

  func last(_ now: Moment) throws -> Step? { try store.lastStep(after: old(now)) }

  func begin(_ command: Step.Command, of choice: ChoiceChange? = nil, _ now: Moment) throws -> Int64 {
    try store.begin(command, choice, at: now.wall, forgettingThrough: old(now), most: Self.most)
  }

  /// Lets the next undo be about a dismissal that took nothing, and not about the command before it.
  func beginEmpty(_ now: Moment) throws -> Int64 {
    if let last = try last(now), last.command == .dismissal,
      try store.taken(by: last.number, limit: 1).isEmpty
    {
      return last.number
    }
    return try begin(.dismissal, now)
  }

  /// Keeps what a command takes. The command begins with the first notification, and anew if it was taken back while it
  /// still goes on. `number`: `nil` before that.
  func keep(
    _ records: [NotificationRecord], by command: Step.Command, _ number: inout Int64?, _ now: Moment
  ) throws {
    guard !records.isEmpty else { return }
    let known = try number.flatMap { try store.hasStep($0) ? $0 : nil }
    let step = try known ?? begin(command, now)
    number = step
    for record in records { try store.keep(Taken(record), by: step) }
  }

  /// Keeps notifications that a choice about this setting of their app withdraws, with the last command that made the
  /// setting as it is.
  func keep(_ records: [NotificationRecord], withdrawnBy setting: AppSetting, of app: AppRecord) throws {
    guard !records.isEmpty,
      let step = try store.steps(about: app.id).first(where: {
        $0.choice?.stands(setting, in: app.allChoices) == true
      })
    else { return }
    for record in records { try store.keep(Taken(record), by: step.number) }
  }

  private func old(_ now: Moment) -> Timestamp { now.wall.advanced(bySeconds: -Self.day) }
}

/// The progress of a call that takes back the last command.
package struct Undoing: Sendable {
  fileprivate static let atOnce = 8

  fileprivate var step: Step?
  /// The first notifications that came back, as many as an answer can name.
  fileprivate var restored: [NotificationID] = []
  /// How many notifications have come back.
  package fileprivate(set) var count = 0
  /// The app whose earlier settings hold again; `nil` if the command was not about an app's settings.
  package fileprivate(set) var app: AppID?

  package init() {}
}

extension DeliveryEngine {
  /// Takes back the person's last command of this day: the choices about an app that it changed, and the notifications
  /// that it took or changed, if they may still be seen. They do not alert now; one that was held is held again while
  /// something holds it. What has changed since stays as it is. Returns the restored ids when it is done; call it again
  /// until then.
  package func undo(_ undoing: inout Undoing, now: Moment) throws(Refusal) -> [NotificationID]? {
    try call(at: now) {
      guard let step = try undoing.step ?? steps.last(now) else { return [] }
      if undoing.step == nil {
        undoing.step = step
        undoing.app = try step.choice.flatMap { try reconciling.undo($0, now) ? $0.app : nil }
      }
      let some = try store.taken(by: step.number, limit: Undoing.atOnce)
      let restored = try some.compactMap { try restore($0, of: step, now) }
      undoing.count += restored.count
      undoing.restored += restored.prefix(Limits.idsPerCall - undoing.restored.count)
      for taken in some { try store.forgetTaken(taken.id, by: step.number) }
      guard some.count < Undoing.atOnce else { return nil }
      try store.forgetStep(step.number)
      return undoing.restored.sorted()
    }
  }

  private func restore(_ taken: Taken, of step: Step, _ now: Moment) throws -> NotificationID? {
    guard var record = try store.record(taken.id), step.stands(for: record) else { return nil }
    let life = taken.life(hasTrigger: record.request.trigger != nil, now.wall)
    // What its app has posted since has an expiry of its own.
    let expiry = record.life.meanwhile == .changed ? record.expiry : taken.expiry
    guard life != record.life, try mayReturn(record, to: life, expires: expiry.time, now) else { return nil }
    let joint = try joint(of: taken, record.request, now)
    try entries.apply(
      .restored(life, expiry, missed: taken.missed, joint: joint), to: &record,
      because: Ruling(UnreadCount.name, .restored, .dismissalTakenBack), now)
    if case .snoozed(let until, _) = record.life {
      try entries.decide(record.id, Snoozing.putOff(until: until.time), now)
    } else {
      try reconciling.resume(record, wasHeld: taken.state == .held, now)
    }
    if let record = try store.record(taken.id) { try entries.closeUnshown(record, now) }
    return taken.id
  }

  /// Its places in banners that speak for several. One that waited to be told waits for the next of them.
  private func joint(of taken: Taken, _ request: NotificationRequest, _ now: Moment) throws -> Joint {
    var joint = taken.joint
    let settings = apps.settings(of: try apps.app(request.app, now), for: request)
    for banner in Joint.Banner.allCases where joint[banner]?.isTold == false {
      let mayWait = settings.showsBanners && (banner == .notice || context.joint.hasRoom(for: request.app))
      if mayWait { joint[banner]?.number = banners.nextPlaceNumber() } else { joint[banner] = nil }
    }
    return joint
  }

  /// Whether the notification may come back as it was. An unread one, or one to come, not if its text was erased as
  /// private, if it has expired or was posted again, or if its app is no longer allowed; an unread one needs room, too.
  private func mayReturn(_ record: NotificationRecord, to life: Life, expires: Timestamp?, _ now: Moment)
    throws -> Bool
  {
    let request = record.request
    let standing: Standing
    switch life.state {
    case .read, .dismissed: return true
    // One whose time is past is unread at once. A series goes on.
    case .scheduled:
      let isOver = life.due.map { $0.time <= now.wall } ?? false
      standing = isOver && request.trigger?.repeats != true ? .unread : .scheduled
    case .awaitingConsent: standing = .awaitingConsent
    case .held, .delivered, .failed, .withdrawn, .expired: standing = .unread
    }
    guard !request.isPrivate, PlainText.isVisible(request), expires.map({ $0 > now.wall }) ?? true,
      try standing != .unread
        || scripts.count(request.roomPayer, .unread) < preferences.policy.limits.unreadPerApp
    else { return false }
    let app = try apps.app(request.app, now)
    let isUndecided = apps.settings(of: app, for: request).authorization == .notDetermined
    return try (!isUndecided || standing == .awaitingConsent) && apps.prohibition(of: request, app) == nil
      && context.situations.duplicate(of: request, standing: standing, now) == nil
  }

  /// Snoozes a notification: it alerts again at that time, and does not count as unread until then.
  package func snooze(_ id: NotificationID, until: End, now: Moment) throws(Refusal) {
    try call(at: now) {
      guard let record = try store.record(id) else { throw Refusal.notFound(.notification(id)) }
      guard until.time > now.wall else { throw Refusal.invalid(path: "until", reason: "this time is past") }
      try requireActionable(record)
      guard PlainText.isVisible(record.request) else { throw Refusal.notFound(.text(of: id)) }
      try reconciling.snooze(record, until: until, now)
    }
  }
}
