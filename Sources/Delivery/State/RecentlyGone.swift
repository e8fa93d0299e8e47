import NotificationModel

/// What was on screen a moment ago, and was dismissed or is gone. Only what it takes to know it again is kept, a hash, and
/// neither a text nor a name; lost with the process.
final class RecentlyGone {
  private static let dismissedMilliseconds: Int64 = 600_000
  private static let goneMilliseconds: Int64 = 60_000

  @Transacted private var dismissed: RecentThings
  /// Of what is read when it was seen, the banners that are gone.
  @Transacted private var gone: RecentThings

  init(in transaction: Transaction) {
    _dismissed = Transacted(RecentThings(forMilliseconds: Self.dismissedMilliseconds), in: transaction)
    _gone = Transacted(RecentThings(forMilliseconds: Self.goneMilliseconds), in: transaction)
  }

  /// By the desktop's own interface an app does not hear of it, and means what it says again.
  func noteDismissal(of record: NotificationRecord, _ now: Moment) {
    if record.request.origin.isReadWhenSeen {
      gone.note(record, now: now.uptime)
    } else {
      dismissed.note(record, now: now.uptime)
    }
  }

  func noteGone(_ record: NotificationRecord, _ now: Moment) { gone.note(record, now: now.uptime) }

  /// Brought back it was not dismissed after all, nor where the server closed it for a press.
  func forget(_ id: NotificationID) {
    dismissed.forget(id)
    gone.forget(id)
  }

  /// An app that says something else ends what it said before.
  func said(_ request: NotificationRequest, _ now: Moment) {
    if !gone.contains(request, now: now.uptime) { gone.forget(of: request.app) }
  }

  func wasDismissed(_ request: NotificationRequest, _ now: Moment) -> Bool {
    dismissed.contains(request, now: now.uptime)
  }

  /// Whether a banner of the same has gone within a minute.
  func wasUp(_ request: NotificationRequest, _ now: Moment) -> Bool {
    request.origin.isReadWhenSeen && gone.contains(request, now: now.uptime)
  }
}

/// Hashes of notifications of all apps, each remembered for the same time.
private struct RecentThings {
  /// So long one is remembered.
  let milliseconds: Int64
  /// Of all apps; past them the oldest is forgotten.
  private static let bound = 1_024

  private var gone: [(id: NotificationID, app: Int, thing: Int, time: Uptime)] = []

  init(forMilliseconds milliseconds: Int64) { self.milliseconds = milliseconds }

  mutating func note(_ record: NotificationRecord, now: Uptime) {
    forgetOld(now)
    if gone.count >= Self.bound { gone.removeFirst() }
    gone.append((record.id, Self.hash(record.request.app), Self.thing(record.request), now))
  }

  /// Brought back it was not dismissed after all, nor where the server closed it for a press.
  mutating func forget(_ id: NotificationID) { gone.removeAll { $0.id == id } }

  /// It has said something else since.
  mutating func forget(of app: AppID) {
    guard !gone.isEmpty else { return }
    let app = Self.hash(app)
    gone.removeAll { $0.app == app }
  }

  func contains(_ request: NotificationRequest, now: Uptime) -> Bool {
    guard !gone.isEmpty else { return false }
    let thing = Self.thing(request)
    return gone.contains { $0.thing == thing && isRecent($0.time, now) }
  }

  private mutating func forgetOld(_ now: Uptime) {
    let old = gone.prefix { !isRecent($0.time, now) }
    gone.removeFirst(old.count)
  }

  private func isRecent(_ time: Uptime, _ now: Uptime) -> Bool {
    now < time.advanced(byMilliseconds: milliseconds)
  }

  private static func hash(_ app: AppID) -> Int {
    var hasher = Hasher()
    hasher.combine(app)
    return hasher.finalize()
  }

  /// With an identifier the same thing has the same one. What a person reads: title, subtitle, body, sender and image.
  private static func thing(_ request: NotificationRequest) -> Int {
    var hasher = Hasher()
    hasher.combine(request.app)
    hasher.combine(request.identifier)
    hasher.combine(request.title)
    hasher.combine(request.subtitle)
    hasher.combine(request.body)
    hasher.combine(request.sender)
    hasher.combine(request.image)
    return hasher.finalize()
  }
}
