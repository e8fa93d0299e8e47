import EventLoop
import Glibc
import Synchronization

/// A suspicion that the database is damaged, which a thread of its own looks into while everything goes on.
///
/// Invariant: at most one thread looks; each look without a finding makes the next one wait twice as long, since
/// whoever raises a suspicion may raise it with every call.
final class Suspicion: Sendable {
  private struct State {
    var isLooking = false
    /// Whether the last look came to no end, and nothing is known.
    var isOpen = false
    /// How often it was raised, and how often it had been when the last look without a finding began.
    var raised = 0
    var cleared = 0
    /// What was found.
    var damage: String?
    /// Uptime before which nobody looks again.
    var next: Int64 = 0
    var pause: Int64 = 1_000
  }

  private static let longestPauseMilliseconds: Int64 = 64_000

  private let path: String
  /// Of the database; it stays open until `giveUp` has returned.
  private let descriptor: Int32
  /// Told on that thread once damage was found.
  private let report: @Sendable (StorageReport) -> Void
  private let state = Mutex(State())
  private let isGivenUp = Atomic<Bool>(false)

  init(of files: borrowing DatabaseFiles, report: @escaping @Sendable (StorageReport) -> Void) {
    path = files.path
    descriptor = files.descriptor
    self.report = report
  }

  /// A predicate that says what was found; `nil` while nothing was.
  var damage: String? { state.withLock { $0.damage } }

  /// Whether it was raised since the file was last found sound.
  var isStanding: Bool { state.withLock { $0.raised > $0.cleared } }

  /// Whether somebody had begun to look, and did not come to an end.
  var isOpen: Bool { state.withLock { $0.isOpen } }

  func raise() {
    state.withLock { $0.raised += 1 }
    look()
  }

  func look() {
    let begins = state.withLock { state in
      guard !state.isLooking, state.damage == nil else { return false }
      state.isLooking = true
      return true
    }
    if begins, !DetachedThread.start({ self.inspect() }) { state.withLock { $0.isLooking = false } }
  }

  /// Ends a look that is under way, and forbids others; returns once nobody looks.
  func giveUp() {
    isGivenUp.store(true, ordering: .relaxed)
    while state.withLock({ $0.isLooking }) { usleep(1_000) }
  }

  /// After it was given up: what was begun is begun again.
  func resume() {
    isGivenUp.store(false, ordering: .relaxed)
    if isOpen { look() }
  }

  private var isInPlace: Bool {
    guard let own = FileIdentity(of: descriptor), case .found(own) = FileIdentity.lookup(path) else {
      return false
    }
    return true
  }

  private var goesOn: Bool { !isGivenUp.load(ordering: .relaxed) }

  private func inspect() {
    let inspection = Inspection(
      path: path, dropCaches: { [path, descriptor] in DatabaseFiles.dropCaches(descriptor, path) },
      goesOn: { [self] in goesOn })
    // Not sooner than after the pause.
    while goesOn, Inspection.now() < state.withLock({ $0.next }) { usleep(10_000) }
    let raised = state.withLock { $0.raised }
    var verdict = goesOn ? inspection.verdict() : .interrupted
    // What was read may have been another file.
    if !isInPlace { verdict = .interrupted }
    let isDamaged = state.withLock { state in
      state.isLooking = false
      if verdict != .interrupted {
        state.next = Inspection.now() + state.pause
        state.pause = min(state.pause * 2, Self.longestPauseMilliseconds)
      }
      if verdict == .sound { state.cleared = raised }
      state.isOpen = verdict != .sound
      guard case .damaged(let what) = verdict else { return false }
      state.damage = what
      return true
    }
    if isDamaged { report(.changed) }
  }
}
