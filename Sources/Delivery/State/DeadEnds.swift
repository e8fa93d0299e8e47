import NotificationModel

/// Presses that led nowhere. The person is told of each app at most once a day.
///
/// Invariant: never more than `most` apps. They are lost with the process.
final class DeadEnds {
  private static let most = 256
  private static let pause: Int64 = 86_400_000

  /// The apps of which the person was told within the day, with the reason and the time.
  @Transacted private var told: [AppID: (why: Reason, since: Uptime)]

  init(in transaction: Transaction) {
    _told = Transacted([:], in: transaction)
  }

  /// Returns `false` if the person has been told of this app already, or too many apps are noted.
  func isNews(_ app: AppID, _ why: Reason, now: Uptime) -> Bool {
    if !told.isEmpty { told = told.filter { now < $0.value.since.advanced(byMilliseconds: Self.pause) } }
    guard told[app] == nil, told.count < Self.most else { return false }
    told[app] = (why, now)
    return true
  }

  subscript(app: AppID) -> Reason? { told[app]?.why }
}
