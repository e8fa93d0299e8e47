package import NotificationModel

/// What a locked screen shows in the clear while nothing can be stored, and with it no new text handed over.
///
/// Invariant: each is named once until a transaction is committed again, however often one fails until then.
struct ExposedBanners {
  private var named: Set<BannerHandle> = []

  mutating func take(_ handles: [BannerHandle]) -> [BannerHandle] {
    handles.filter { named.insert($0).inserted }
  }
  mutating func committed() { named.removeAll() }
}

extension DeliveryEngine {
  /// After a transaction that failed: the banners to close at once, because they cannot be redacted. The server's word
  /// that they are closed is handled like any other, and the notifications stay in the list.
  package func exposedBanners() -> [BannerHandle] {
    guard isKnownToBeLocked else { return [] }
    let rows = (try? store.bannersShown()) ?? []
    return lock.take(exposed: rows.compactMap(\.exposedHandle))
  }
}

extension BannerRow {
  /// What shows private text in the clear, and no call to the server is under way to change that.
  fileprivate var exposedHandle: BannerHandle? {
    if case .handedOver = phase { return nil }
    return phase?.shown.flatMap { $0.isExposed ? $0.handle : nil }
  }
}
