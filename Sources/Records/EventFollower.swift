package import NotificationModel

/// One of an app's programs that follow its events, with an acknowledgement of its own.
package struct EventFollower: Hashable, Sendable {
  /// `nil` for the programs that give no name, which share one acknowledgement.
  package var name: FollowerName?
  /// The highest event that it has acknowledged.
  package var acknowledged: EventSequence
  /// Its last call, to the day.
  package var seen: Timestamp

  package init(_ name: FollowerName?, acknowledged: EventSequence, seen: Timestamp) {
    self.name = name
    self.acknowledged = acknowledged
    self.seen = seen
  }

  /// Whether events are still kept for it.
  package func counts(at now: Timestamp) -> Bool { now < seen.advanced(bySeconds: Limits.followerSeconds) }

  /// A day is exact enough, and spares a write to the disk for most calls.
  package func isSeenAnew(at now: Timestamp) -> Bool { seen.advanced(bySeconds: 86_400) <= now }
}
