import Guidelines
import NotificationModel

/// How fast each app alerts, and the one banner that speaks for those that came too fast or were released
/// together. Lost with the process: the notifications themselves are in the list.
struct AlertPace {
  private var buckets: [AppID: TokenBucket] = [:]
  private var silenced: [AppID: Set<NotificationID>] = [:]
  /// What the summary that was handed over speaks for.
  private var showing: [AppID: Set<NotificationID>] = [:]
  private var handles: [AppID: BannerHandle] = [:]

  /// Apps; more at once are names invented for the purpose.
  private static let most = 4_096

  var hasSummaries: Bool { !silenced.isEmpty }

  func isTooFast(_ app: AppID, _ limits: RateLimits, now: Uptime) -> Bool {
    // While a summary is due, later ones join it, or they would overtake it.
    silenced[app] != nil || bucket(app, limits, now).isEmpty(at: now)
  }

  mutating func alerted(_ app: AppID, _ limits: RateLimits, now: Uptime) {
    var bucket = bucket(app, limits, now)
    bucket.take(at: now)
    buckets[app] = bucket
    if buckets.count > Self.most { buckets = buckets.filter { !$0.value.isFull(at: now) } }
  }

  mutating func silenced(_ app: AppID, _ id: NotificationID) {
    guard silenced.count < Self.most || silenced[app] != nil else { return }
    silenced[app, default: []].insert(id)
  }

  /// An app whose summary may be shown now, and what it speaks for.
  func dueSummary(_ limits: RateLimits, now: Uptime) -> (app: AppID, ids: Set<NotificationID>)? {
    guard !silenced.isEmpty else { return nil }
    return silenced.sorted { $0.key < $1.key }
      .first { !bucket($0.key, limits, now).isEmpty(at: now) }
      .map { ($0.key, $0.value) }
  }

  mutating func showing(_ app: AppID, _ ids: Set<NotificationID>) { showing[app] = ids }
  mutating func shown(_ app: AppID, as handle: BannerHandle?) -> Set<NotificationID> {
    if let handle { handles[app] = handle }
    return showing.removeValue(forKey: app) ?? []
  }

  mutating func summarised(_ app: AppID, _ ids: Set<NotificationID>) {
    guard let rest = silenced[app]?.subtracting(ids) else { return }
    silenced[app] = rest.isEmpty ? nil : rest
  }

  /// Nothing of the app is unread: there is nothing to speak for. Returns the banner that spoke.
  mutating func forget(_ app: AppID) -> BannerHandle? {
    silenced[app] = nil
    return handles.removeValue(forKey: app)
  }

  func handle(of app: AppID) -> BannerHandle? { handles[app] }
  mutating func closed(_ handle: BannerHandle) { handles = handles.filter { $0.value != handle } }

  mutating func forgetBuckets() { buckets.removeAll() }

  func wake(now: Uptime) -> Uptime? {
    silenced.keys.map { app in now.advanced(byMilliseconds: buckets[app]?.wait(at: now) ?? 0) }.min()
  }

  private func bucket(_ app: AppID, _ limits: RateLimits, _ now: Uptime) -> TokenBucket {
    buckets[app]
      ?? TokenBucket(
        capacity: limits.alertBurst, refill: 1, perMilliseconds: Int64(limits.alertRefillSeconds) * 1_000,
        now: now)
  }
}
