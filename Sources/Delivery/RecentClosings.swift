import NotificationModel

/// Banners that the server closed a moment ago: some servers tell of the closing first, and of the press that
/// was the reason afterwards.
///
/// Invariant: never more than `bound`, and each is found once.
struct RecentClosings {
  private static let patience: Int64 = 2_000
  private static let bound = 64
  private var closings: [(handle: BannerHandle, id: NotificationID, time: Uptime)] = []

  mutating func note(_ handle: BannerHandle, of id: NotificationID, now: Uptime) {
    forget(now)
    if closings.count >= Self.bound { closings.removeFirst() }
    closings.append((handle, id, now))
  }

  mutating func take(_ handle: BannerHandle, now: Uptime) -> NotificationID? {
    forget(now)
    guard let index = closings.firstIndex(where: { $0.handle == handle }) else { return nil }
    return closings.remove(at: index).id
  }

  private mutating func forget(_ now: Uptime) {
    closings.removeAll { now >= $0.time.advanced(byMilliseconds: Self.patience) }
  }
}
