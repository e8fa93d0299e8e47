import NotificationModel

/// The banners of the present server that have closed last, with the numbers by which their apps know them: a server
/// keeps them in its history, where the person names them by these numbers. Lost with the process.
///
/// Invariant: at most `bound`, the newest last, all of one server.
final class ClosedBanners {
  static let bound = 64
  @Transacted private var banners: [(handle: BannerHandle, number: UInt32)]

  init(in transaction: Transaction) {
    _banners = Transacted([], in: transaction)
  }

  func note(_ handle: BannerHandle, numbered number: UInt32) {
    banners.removeAll { $0.handle == handle || $0.handle.server != handle.server }
    if banners.count >= Self.bound { banners.removeFirst() }
    banners.append((handle, number))
  }

  func number(of handle: BannerHandle) -> UInt32? { banners.first { $0.handle == handle }?.number }

  /// The newest one with the number.
  func banner(numbered number: UInt32, of server: String) -> BannerHandle? {
    banners.last { $0.number == number && $0.handle.server == server }?.handle
  }
}
