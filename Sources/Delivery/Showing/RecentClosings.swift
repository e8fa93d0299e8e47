import NotificationModel

/// Banners that the server closed a moment ago: some servers tell of the closing first, and of the press or the
/// reply that was the reason afterwards.
///
/// Invariant: never more than `bound`, and each is found once.
final class RecentClosings {
  /// What a closed banner was about.
  enum Subject {
    /// With what its app is to be told, which a private one loses with its closing.
    case notification(
      NotificationID, thread: OpaqueName?, identifier: OpaqueName?, actions: [Action]?, target: OpaqueObject?,
      origin: Origin)
    /// The most important first.
    case summary([NotificationID])
  }

  private static let patience: Int64 = 2_000
  private static let bound = 64
  @Transacted private var closings: [(handle: BannerHandle, subject: Subject, time: Uptime)]

  init(in transaction: Transaction) {
    _closings = Transacted([], in: transaction)
  }

  func note(_ handle: BannerHandle, of subject: Subject, now: Uptime) {
    forget(now)
    if closings.count >= Self.bound { closings.removeFirst() }
    closings.append((handle, subject, now))
  }

  func pop(_ handle: BannerHandle, now: Uptime) -> Subject? {
    forget(now)
    guard let index = closings.firstIndex(where: { $0.handle == handle }) else { return nil }
    return closings.remove(at: index).subject
  }

  func forget(_ now: Uptime) {
    closings.removeAll { now >= $0.time.advanced(byMilliseconds: Self.patience) }
  }
}

extension Showing {
  func noteClosing(_ handle: BannerHandle, of subject: RecentClosings.Subject, _ now: Moment) {
    closings.note(handle, of: subject, now: health.failingSince ?? now.uptime)
  }
}
