import Guidelines
package import NotificationModel

/// What a locked screen shows in the clear while nothing can be stored, and with it no new text handed over.
///
/// Invariant: each is named once until a turn is committed again, however often one fails until then.
struct ExposedBanners {
  private var named: Set<BannerHandle> = []

  mutating func take(_ handles: [BannerHandle]) -> [BannerHandle] {
    handles.filter { named.insert($0).inserted }
  }
  mutating func committed() { named.removeAll() }
}

extension DeliveryEngine {
  /// After a turn that failed: the banners to close at once, because they cannot be redacted. The server's word
  /// that they are closed is taken up like any other, and the notifications stay in the list.
  package func exposedBanners() -> [BannerHandle] {
    guard isKnownToBeLocked else { return [] }
    let records = ((try? store.recordsShown(app: nil)) ?? []).filter { $0.banner != .handedOver }
    let exposed = records.filter { !$0.shownHidden && (try? showsInTheClear($0)) != false }
    return self.exposed.take(exposed.compactMap(\.handle) + summaries.exposed)
  }

  private func showsInTheClear(_ record: NotificationRecord) throws -> Bool {
    record.banner == .onScreen ? try hasLockedForm(record) : try isHiddenWhenLocked(record)
  }
}

extension Summaries {
  var exposed: [BannerHandle] { onScreen.values.filter { $0.hasLockedForm && !$0.isHidden }.map(\.handle) }
}
