import BellhopClient
import EventLoop
import Glibc
import Locks
import NotificationModel
import NotificationProtocol
import Retry

/// The daemon's replies to `Watch`, for a loop. A thread of its own calls, and calls again after a disconnection.
///
/// Invariant: every item wakes the loop.
final class WatchFeed: Sendable {
  enum Item: Sendable {
    case reply(WatchReply)
    /// The screen was locked or unlocked: earlier texts may no longer be shown, and the whole list follows. Only sent
    /// if read entries are included.
    case lockChanged
    /// The daemon does not answer; the feed tries again. Earlier replies are outdated.
    case away(String)
    /// A permanent failure, which ends the feed.
    case ended(Failure)
  }

  /// The items that may wait. With more, the thread pauses, and so does the daemon, which sends at the reader's pace.
  private static let mostWaiting = 64

  private let session: Session
  private let loop: EventLoop
  private let withRead: Bool
  private let news = Mutex<[Item]>([])

  /// `withRead`: includes read entries.
  init(session: Session, loop: EventLoop, withRead: Bool) {
    self.session = session
    self.loop = loop
    self.withRead = withRead
  }

  func start() {
    guard DetachedThread.start({ [self] in follow() }) else {
      return put(.ended(.failed("the system has no thread to give")))
    }
  }

  /// Every item since the last call. Called on the loop's thread.
  func drain() -> [Item] {
    news.withLock { news in
      defer { news = [] }
      return news
    }
  }

  private func put(_ item: Item) {
    while news.withLock({ $0.count >= Self.mostWaiting }) { usleep(2_000) }
    let isFirst = news.withLock { news in
      news.append(item)
      return news.count == 1
    }
    if isFirst { loop.post {} }
  }

  private func follow() {
    var backoff = Backoff(first: 100, most: 4_000)
    while true {
      var reason = ""
      do throws(Failure) {
        guard try !endsAtLockChange(heard: { backoff.reset() }) else {
          put(.lockChanged)
          continue
        }
        reason = "it ended the connection"
      } catch {
        guard error.isTransient else { return put(.ended(error)) }
        reason = error.message
      }
      put(.away(reason))
      usleep(UInt32(backoff.next() * 1_000))
    }
  }

  /// Follows one connection to its end. Returns true if it was left because the screen was locked or unlocked, after
  /// which the daemon would resend unread entries only.
  private func endsAtLockChange(heard: () -> Void) throws(Failure) -> Bool {
    var locked: Bool?
    var endsAtLockChange = false
    try session.control { client in
      try client.watch(read: withRead) { reply in
        heard()
        endsAtLockChange = withRead && locked != nil && reply.locked != locked
        locked = reply.locked
        if !endsAtLockChange { put(.reply(reply)) }
        return !endsAtLockChange
      }
    }
    return endsAtLockChange
  }
}

extension Failure {
  /// True if a later attempt may succeed.
  fileprivate var isTransient: Bool {
    switch self {
    case .noDaemon, .silent: true
    case .refused(let error):
      if case .quotaExceeded? = NotificationsError(error) { true } else { false }
    case .usage, .badConfiguration, .failed, .localized: false
    }
  }
}

/// The entries of `Watch` replies, without duplicates.
///
/// Invariant: `places` are those of `entries`, the newest last. The first replies have the newest entries, so most
/// insertions are at the front; they move places, which are small, and no entries.
struct KeptEntries {
  private var places: [ListPlace] = []
  private var entries: [NotificationID: Entry] = [:]

  var count: Int { places.count }

  subscript(id: NotificationID) -> Entry? { entries[id] }

  var newestFirst: some Sequence<Entry> { places.reversed().lazy.compactMap { entries[$0.id] } }

  mutating func put(_ entry: Entry) {
    let former = entries.updateValue(entry, forKey: entry.id)?.place
    guard former != entry.place else { return }
    if let former { places.remove(at: index(of: former)) }
    places.insert(entry.place, at: index(of: entry.place))
  }

  mutating func remove(_ id: NotificationID) {
    if let entry = entries.removeValue(forKey: id) { places.remove(at: index(of: entry.place)) }
  }

  mutating func removeAll() {
    places.removeAll()
    entries.removeAll()
  }

  /// The number of older places.
  private func index(of place: ListPlace) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
