internal import NotificationProtocol

/// The events of an app as an asynchronous sequence, over restarts of the daemon.
///
///     for try await event in NotificationEvents(app: app) {
///       if event.kind == .activated { print(event.action ?? .defaultAction) }
///     }
///
/// The first event is `ready`, with the badge and the app's authorization, and so is the first after each reconnection.
/// Then come the kept events that are not acknowledged, oldest first, then new ones as they happen.
///
/// An event is acknowledged when the loop asks for the next one: its body has then dealt with it. One at which the loop
/// ends, by `break`, a thrown error or the task's cancellation, is not, and comes again; to end after an event that has
/// been dealt with, call `NotificationsClient.acknowledge` first.
///
/// Without a daemon, or when it has ended, the sequence connects again after 1, 2, 4 … 60 seconds, and after the time that
/// a quota names. While a disk is full, an event is acknowledged with a later one. It throws only errors that another
/// attempt would meet again, such as most refusals. Each loop has a thread of its own, so that no thread of
/// Swift's waits; it ends with the loop. Of events of a kind that only a newer daemon knows, the loop does not hear.
public struct NotificationEvents: AsyncSequence, Sendable {
  public typealias Element = Event
  public typealias Failure = ClientError

  private let source: EventSource

  /// Follows no event before the first `next` of an iterator. `follower`: a name for one of several programs of the app,
  /// each with an acknowledgement of its own. `runtimeDirectory`: as for `NotificationsClient`.
  public init(app: AppID, follower: FollowerName? = nil, runtimeDirectory: String? = nil) {
    self.init(app: app, follower: follower, paths: SocketPaths(runtimeDirectory: runtimeDirectory))
  }

  package init(app: AppID, follower: FollowerName?, paths: SocketPaths, pauseMilliseconds: Int64 = 1_000) {
    source = EventSource(app: app, follower: follower, paths: paths, pauseMilliseconds: pauseMilliseconds)
  }

  /// A loop of its own, on connections of its own.
  public func makeAsyncIterator() -> Iterator { Iterator(source) }

  /// The events for one loop.
  public struct Iterator: AsyncIteratorProtocol {
    private let feed: FeedOwner

    fileprivate init(_ source: EventSource) { feed = FeedOwner(EventFeed(source)) }

    /// The next event; acknowledges the one before. `nil` once the task is cancelled.
    public mutating func next() async throws(ClientError) -> Event? { try await feed.feed.next() }

    /// The same, in any isolation.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ClientError) -> Event? {
      try await feed.feed.next()
    }
  }
}

/// Ends the feed with the last copy of the iterator.
private final class FeedOwner: Sendable {
  let feed: EventFeed
  init(_ feed: EventFeed) { self.feed = feed }
  deinit { feed.end() }
}
