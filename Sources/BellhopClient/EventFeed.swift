internal import Glibc
internal import NotificationModel
internal import NotificationProtocol
internal import Retry

/// The app that a feed follows, and the way to its events.
struct EventSource: Sendable {
  let app: AppID
  let follower: FollowerName?
  let paths: SocketPaths
  /// Before the first attempt after a failure; doubled for each further one.
  let pauseMilliseconds: Int64
}

/// Follows events on a thread of its own, and hands each to `next`.
///
/// Invariant: the thread holds at most one event, and reads the next one only once `next` was called again.
// @unchecked: all variables are touched under `lock` alone, but those of the thread.
final class EventFeed: @unchecked Sendable {
  typealias Answer = Result<Event?, ClientError>

  private let source: EventSource
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  private var isBegun = false
  private var isOver = false
  /// The caller of `next`.
  private var waiting: CheckedContinuation<Answer, Never>?
  /// A second descriptor of the connection that the thread reads from: the first may be closed, and its number given to
  /// another file, before this one is.
  private var descriptor: Int32?

  init(_ source: EventSource) {
    self.source = source
    pthread_mutex_init(lock, nil)
    var clock = pthread_condattr_t()
    pthread_condattr_init(&clock)
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &clock)
    pthread_condattr_destroy(&clock)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }

  // MARK: The loop's side

  func next() async throws(ClientError) -> Event? {
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0) }
    } onCancel: {
      end()
    }
    return try answer.get()
  }

  private func wait(_ continuation: CheckedContinuation<Answer, Never>) {
    let isLate = locked {
      // Two calls at once have no order; the later one ends.
      guard !isOver, waiting == nil, isBegun || begin() else { return true }
      (isBegun, waiting) = (true, continuation)
      pthread_cond_broadcast(changed)
      return false
    }
    if isLate { continuation.resume(returning: .success(nil)) }
  }

  /// The thread ends soon; no event is handed over after this.
  func end() {
    let caller = locked {
      isOver = true
      // The thread may wait for the daemon; this ends its wait.
      if let descriptor { shutdown(descriptor, Int32(SHUT_RDWR)) }
      pthread_cond_broadcast(changed)
      return popWaiting()
    }
    caller?.resume(returning: .success(nil))
  }

  private func popWaiting() -> CheckedContinuation<Answer, Never>? {
    defer { waiting = nil }
    return waiting
  }

  // MARK: The thread's side

  private func begin() -> Bool {
    var thread = pthread_t()
    let feed = Unmanaged.passRetained(self)
    let result = pthread_create(
      &thread, nil,
      { feed in
        guard let feed else { return nil }
        Unmanaged<EventFeed>.fromOpaque(feed).takeRetainedValue().run()
        return nil
      }, feed.toOpaque())
    guard result == 0 else {
      feed.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private func run() {
    var backoff = Backoff(first: source.pauseMilliseconds)
    var unacknowledged: EventSequence?
    while goesOn {
      var least: Int64 = 0
      do {
        try follow(&unacknowledged, &backoff)
      } catch {
        if let error = error as? ClientError {
          guard let wait = error.passesAfterMilliseconds else { return answer(.failure(error)) }
          least = wait
        }
      }
      pause(max(backoff.next(), least))
    }
  }

  /// Follows on one connection until it ends. `dealt`: an event that the loop has dealt with, and that the daemon may not
  /// know of.
  private func follow(_ dealt: inout EventSequence?, _ backoff: inout Backoff) throws {
    let calls = try NotificationsClient(paths: source.paths)
    try settle(&dealt, on: calls)
    let events = try NotificationsClient(paths: source.paths)
    defer { readsNoMore() }
    guard reads(from: events.connection.descriptor) else { return }
    try events.subscribe(app: source.app, follower: source.follower) { event in
      backoff.reset()
      guard waitsForEvent() else { return false }
      answer(.success(event))
      guard waitsForEvent() else { return false }
      if event.kind.isKept { dealt = event.sequence }
      try settle(&dealt, on: calls)
      return true
    }
  }

  /// Acknowledges. While that cannot be stored, or the daemon has forgotten the follower and knows it again once it has
  /// subscribed, it is done with the next event instead.
  private func settle(_ dealt: inout EventSequence?, on calls: NotificationsClient) throws(ClientError) {
    guard let sequence = dealt else { return }
    do throws(ClientError) {
      try calls.acknowledge(app: source.app, through: sequence, follower: source.follower)
      dealt = nil
    } catch {
      switch error.notificationsError {
      case .notStored?, .notFound?: return
      default: throw error
      }
    }
  }

  private var goesOn: Bool { locked { !isOver } }

  private func answer(_ answer: Answer) {
    let caller = locked {
      if case .failure = answer { isOver = true }
      return popWaiting()
    }
    caller?.resume(returning: answer)
  }

  /// Waits until the loop asks for an event. Returns `false` if it has ended.
  private func waitsForEvent() -> Bool {
    locked {
      while waiting == nil, !isOver { pthread_cond_wait(changed, lock) }
      return !isOver
    }
  }

  private func pause(_ milliseconds: Int64) {
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    end.tv_sec += Int(milliseconds / 1_000)
    end.tv_nsec += Int(milliseconds % 1_000) * 1_000_000
    if end.tv_nsec >= 1_000_000_000 {
      end.tv_sec += 1
      end.tv_nsec -= 1_000_000_000
    }
    locked {
      while !isOver, pthread_cond_timedwait(changed, lock, &end) != ETIMEDOUT {}
    }
  }

  /// Returns `false` if the loop has ended, so that the thread must not wait for the connection.
  private func reads(from descriptor: Int32) -> Bool {
    locked {
      self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
      return !isOver
    }
  }

  private func readsNoMore() {
    locked {
      if let descriptor, descriptor >= 0 { close(descriptor) }
      descriptor = nil
    }
  }
}

extension ClientError {
  /// After how long a later attempt may succeed by itself, at the earliest; `nil` if none may.
  fileprivate var passesAfterMilliseconds: Int64? {
    switch self {
    case .noDaemon, .turnedAway, .disconnected, .timedOut: 0
    case .refused:
      switch notificationsError {
      case .notStored?: 0
      case .quotaExceeded(_, _, let wait, _)?: wait
      default: nil
      }
    case .unreachable, .protocolFault, .tooLarge: nil
    }
  }
}
