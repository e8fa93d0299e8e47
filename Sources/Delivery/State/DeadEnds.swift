import NotificationModel

/// Presses that led nowhere: the person is told once a day of each app.
///
/// Invariant: never more than `most`. Lost with the process.
final class DeadEnds {
  private static let most = 256
  private static let pause: Int64 = 86_400_000

  /// Why, and when, for the apps of which the person was told within the day.
  @Transacted private var told: [AppID: (why: Reason, since: Uptime)]

  init(in transaction: Transaction) {
    _told = Transacted([:], in: transaction)
  }

  /// `false` where the person has been told of this app.
  func isNews(_ app: AppID, _ why: Reason, now: Uptime) -> Bool {
    if !told.isEmpty { told = told.filter { now < $0.value.since.advanced(byMilliseconds: Self.pause) } }
    guard told[app] == nil, told.count < Self.most else { return false }
    told[app] = (why, now)
    return true
  }

  subscript(app: AppID) -> Reason? { told[app]?.why }
}
