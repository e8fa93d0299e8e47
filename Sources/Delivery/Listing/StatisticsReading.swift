package import NotificationModel

/// How far the stored notifications have been counted. They are counted in pieces, each of which is over soon, newest
/// first.
package struct StatisticsReading: Sendable {
  fileprivate static let rows = 64

  fileprivate let since: Timestamp
  fileprivate var before: NotificationID?
  fileprivate var counts: [AppID: AppStatistics] = [:]
  /// When the earliest one was posted that was counted.
  package fileprivate(set) var earliest: Timestamp?
  package fileprivate(set) var isOver = false

  /// Of those that were posted since then.
  package init(since: Timestamp) { self.since = since }
}

extension DeliveryEngine {
  /// Counts on. All there are when it is over, those that posted most first; before, none.
  package func statistics(_ reading: inout StatisticsReading) throws(Refusal) -> [AppStatistics] {
    try query {
      let first = try store.horizon(ListQuery(before: reading.before), rows: StatisticsReading.rows)
      for fate in try store.fates(from: first, before: reading.before) where fate.posted >= reading.since {
        // There are no more apps than `Limits.apps`.
        reading.counts[fate.app, default: AppStatistics(app: fate.app, name: apps.name(of: fate.app))].count(
          fate)
        reading.earliest = min(reading.earliest ?? fate.posted, fate.posted)
      }
      reading.before = first
      guard first == nil else { return [] }
      reading.isOver = true
      return reading.counts.values.sorted { ($1.posts, $0.app) < ($0.posts, $1.app) }
    }
  }

  /// For how long what was read is kept, in days: earlier figures are not whole.
  package var keptDays: Int { preferences.policy.keepDays }
}
