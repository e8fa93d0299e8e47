import NotificationModel

/// Banners of ours that the server has given a number of late, also those that are over: what it says of these may come
/// when they are forgotten, and is news to nobody else.
///
/// Invariant: never more than `bound`, the newest last.
final class RecentBanners {
  private static let bound = 256
  @Transacted private var handles: [BannerHandle]

  init(in transaction: Transaction) {
    _handles = Transacted([], in: transaction)
  }

  func note(_ handle: BannerHandle) {
    handles.removeAll { $0 == handle }
    if handles.count >= Self.bound { handles.removeFirst() }
    handles.append(handle)
  }

  func contains(_ handle: BannerHandle) -> Bool { handles.contains(handle) }
}
