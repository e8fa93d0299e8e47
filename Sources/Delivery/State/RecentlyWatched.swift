import Guidelines
import NotificationModel

/// What passed by lately, by which what follows it is judged, and how fast each app alerted. Lost with the process, and
/// with the wish to watch.
final class RecentlyWatched {
  private static let most = 256
  /// So long a banner is taken to be up whose server never says that it is gone.
  private static let longestUp: Int64 = 600_000
  /// So long after its banner the same is still one thing: nobody marks read what comes by this way.
  private static let afterwards: Int64 = 60_000

  private struct Seen {
    var record: NotificationRecord
    /// By which its server knows it, also where its app has another name for it.
    var number: UInt32?
    var since: Uptime
    var closed: Uptime?

    func isRecent(at now: Uptime) -> Bool {
      let end = closed ?? since.advanced(byMilliseconds: RecentlyWatched.longestUp)
      return now < end.advanced(byMilliseconds: RecentlyWatched.afterwards)
    }

    /// Whether they go by the same number, or by what their app calls them.
    func hasName(of post: WatchedPost) -> Bool {
      guard record.request.app == post.request.app else { return false }
      return number != nil && number == post.number
        || post.request.identifier != nil && record.request.identifier == post.request.identifier
    }
  }

  @Transacted private(set) var pace: AlertPace
  @Transacted private var seen: [Seen]

  init(in transaction: Transaction) {
    _pace = Transacted(AlertPace(), in: transaction)
    _seen = Transacted([], in: transaction)
  }

  var isEmpty: Bool { seen.isEmpty }

  func forget() {
    seen = []
    pace = AlertPace()
  }

  func alerted(_ app: AppID, _ lane: AlertLane, _ limits: RateLimits, now: Uptime) {
    pace.alerted(app, lane, limits, now: now)
  }

  /// What this is one with: what has the number or the name that it has, else what says the same.
  func existing(for post: WatchedPost, now: Uptime) -> NotificationRecord? {
    let named = seen.last { $0.isRecent(at: now) && $0.hasName(of: post) }
    let alike = seen.last { seen in
      seen.record.request.app == post.request.app && seen.isRecent(at: now)
        && SameThing.hasSameContent(seen.record.request, post.request)
    }
    return (named ?? alike)?.record
  }

  func note(_ post: WatchedPost, _ record: NotificationRecord, now: Uptime) {
    seen.removeAll { !$0.isRecent(at: now) || $0.hasName(of: post) }
    if seen.count >= Self.most { seen.removeFirst() }
    seen.append(Seen(record: record, number: post.number, since: now))
  }

  /// The server has closed the one with this number, or its app has taken it back.
  func closed(_ number: UInt32, now: Uptime) {
    for index in seen.indices where seen[index].number == number && seen[index].closed == nil {
      seen[index].closed = now
    }
  }

  /// With its server everything is gone that was up, and the next one counts anew.
  func closedAll(now: Uptime) {
    for index in seen.indices {
      let number = seen[index].number.flatMap { OpaqueName(String($0)) }
      if seen[index].record.request.identifier == number { seen[index].record.request.identifier = nil }
      seen[index].number = nil
      seen[index].closed = seen[index].closed ?? now
    }
  }
}
