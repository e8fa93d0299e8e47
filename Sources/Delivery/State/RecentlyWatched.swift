import Guidelines
import NotificationModel

/// What passed by lately, by which what follows it is judged, and how fast each app alerted. Lost with the process.
struct RecentlyWatched {
  private static let most = 256
  /// So long a banner is taken to be up whose server never says that it is gone.
  private static let longestUp: Int64 = 600_000
  /// So long after its banner the same is still one thing: nobody marks read what comes by this way.
  private static let afterwards: Int64 = 60_000

  private struct Seen {
    var record: NotificationRecord
    var since: Uptime
    var closed: Uptime?

    func isRecent(at now: Uptime) -> Bool {
      let end = closed ?? since.advanced(byMilliseconds: RecentlyWatched.longestUp)
      return now < end.advanced(byMilliseconds: RecentlyWatched.afterwards)
    }
  }

  var pace = AlertPace()
  private var seen: [Seen] = []

  /// What this is one with: what has the number that it names, else what says the same.
  func existing(for request: NotificationRequest, now: Uptime) -> NotificationRecord? {
    let recent = seen.last { seen in
      guard seen.record.request.app == request.app, seen.isRecent(at: now) else { return false }
      return seen.record.request.identifier == request.identifier
    }
    let alike = seen.last { seen in
      seen.record.request.app == request.app && seen.isRecent(at: now)
        && SameThing.hasSameContent(seen.record.request, request)
    }
    return (recent ?? alike)?.record
  }

  mutating func note(_ record: NotificationRecord, now: Uptime) {
    seen.removeAll {
      !$0.isRecent(at: now)
        || $0.record.request.app == record.request.app
          && $0.record.request.identifier == record.request.identifier
    }
    if seen.count >= Self.most { seen.removeFirst() }
    seen.append(Seen(record: record, since: now))
  }

  /// The server has closed the one with this number, or its app has taken it back.
  mutating func closed(_ number: OpaqueName, now: Uptime) {
    for index in seen.indices
    where seen[index].record.request.identifier == number && seen[index].closed == nil {
      seen[index].closed = now
    }
  }
}
