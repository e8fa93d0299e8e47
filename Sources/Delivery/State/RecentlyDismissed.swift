import NotificationModel

/// Notifications that the person dismissed within the last ten minutes, with hashes of their text. Lost with the
/// process. Notifications of the desktop's own interface are left out: an app there does not hear of a dismissal, so a
/// repeat of its text is intended.
final class RecentlyDismissed {
  private static let milliseconds: Int64 = 600_000
  /// The limit for all apps together; past it the oldest is forgotten.
  private static let bound = 1_024

  @Transacted private var dismissed: [(id: NotificationID, fingerprint: Int, time: Uptime)]

  init(in transaction: Transaction) {
    _dismissed = Transacted([], in: transaction)
  }

  func note(_ record: NotificationRecord, _ now: Moment) {
    guard !record.request.origin.isReadWhenSeen else { return }
    let old = dismissed.prefix { !Self.isRecent($0.time, now) }
    dismissed.removeFirst(old.count)
    if dismissed.count >= Self.bound { dismissed.removeFirst() }
    dismissed.append((record.id, Self.fingerprint(of: record.request), now.uptime))
  }

  /// A notification that was brought back, or pressed after its closing, counts as not dismissed.
  func forget(_ id: NotificationID) {
    guard !dismissed.isEmpty else { return }
    dismissed.removeAll { $0.id == id }
  }

  /// The notification with the same words that was dismissed last; `nil` if there is none.
  func last(like request: NotificationRequest, _ now: Moment) -> NotificationID? {
    guard !dismissed.isEmpty, !request.origin.isReadWhenSeen else { return nil }
    let fingerprint = Self.fingerprint(of: request)
    return dismissed.last { $0.fingerprint == fingerprint && Self.isRecent($0.time, now) }?.id
  }

  private static func isRecent(_ time: Uptime, _ now: Moment) -> Bool {
    now.uptime < time.advanced(byMilliseconds: milliseconds)
  }

  /// A hash that is equal for duplicates: of the app, the identifier, and the texts and image that a person sees.
  private static func fingerprint(of request: NotificationRequest) -> Int {
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
