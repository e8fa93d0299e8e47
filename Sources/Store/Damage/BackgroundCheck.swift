import EventLoop
import Glibc
import Locks
import Retry

/// Checks a database on a thread of its own while everything goes on. Nothing waits for a check: one that is cancelled
/// ends when it next looks, without a finding.
///
/// Invariant: at most one thread checks; each check without a finding has the next one wait twice as long, since a peer
/// may give a reason with every call.
final class BackgroundCheck: Sendable {
  private struct State {
    var isRunning = false
    var cancelled = 0
    /// The number of checks that were requested so far.
    var asked = 0
    /// The value of `asked` after the last request that was made because of a doubt.
    var doubted = 0
    /// The value of `asked` when the last check that found no damage began.
    var answered = 0
    var damage: String?
    /// Uptime before which no check begins.
    var next: Int64 = 0
    var pauses = Backoff(most: 64_000)
  }

  /// Told on that thread once damage was found.
  private let report: @Sendable () -> Void
  private let state = Mutex(State())

  init(report: @escaping @Sendable () -> Void) { self.report = report }

  /// A predicate that names the damage; `nil` while no damage is known.
  var damage: String? { state.withLock { $0.damage } }
  /// Whether there is a doubt that no check has dispelled.
  var isDoubted: Bool { state.withLock { $0.damage != nil || $0.doubted > $0.answered } }
  /// Whether a requested check has not ended without a finding yet.
  var isOpen: Bool { state.withLock { $0.asked > $0.answered } }

  func start(on file: DatabaseFile, doubting: Bool) {
    let began = state.withLock { state -> (cancelled: Int, next: Int64)? in
      state.asked &+= 1
      if doubting { state.doubted = state.asked }
      guard !state.isRunning, state.damage == nil else { return nil }
      state.isRunning = true
      return (state.cancelled, state.next)
    }
    guard let began else { return }
    if !DetachedThread.start({ self.check(file, after: began.next, unless: began.cancelled) }) {
      state.withLock { $0.isRunning = false }
    }
  }

  func cancel() { state.withLock { $0.cancelled &+= 1 } }

  private func check(_ file: DatabaseFile, after next: Int64, unless cancelled: Int) {
    let goesOn = { self.state.withLock { $0.cancelled } == cancelled }
    var begin: Int64? = next
    while let next = begin {
      while goesOn(), EventLoop.now().uptime < next { usleep(10_000) }
      let asked = state.withLock { $0.asked }
      let verdict = goesOn() ? IntegrityCheck(goesOn: goesOn).verdict(on: file) : .interrupted
      begin = settle(verdict, asked)
    }
  }

  /// Returns the uptime at which the next check begins; `nil` for none. A doubt that came while this one read the file
  /// has the next one, since this one may have read the page before it was damaged.
  private func settle(_ verdict: IntegrityCheck.Verdict, _ asked: Int) -> Int64? {
    let (isDamaged, next) = state.withLock { state -> (Bool, Int64?) in
      if verdict != .interrupted { state.next = EventLoop.now().uptime + state.pauses.next() }
      if verdict == .sound { state.answered = asked }
      if case .damaged(let what) = verdict { state.damage = what }
      let isDoubtedAnew = verdict != .interrupted && state.damage == nil && state.doubted > asked
      state.isRunning = isDoubtedAnew
      return (state.damage != nil, isDoubtedAnew ? state.next : nil)
    }
    if isDamaged { report() }
    return next
  }
}
