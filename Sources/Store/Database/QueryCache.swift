import NotificationModel

/// Answers of queries that every transaction repeats (the next deadline and release) and the record inserted last,
/// which is handed over and shown next. An answer holds until a write that changes it. `nil`: to be queried.
///
/// Invariant: every write empties the cache (`SQLiteStore.write`), except the writes that state below which answers
/// stay.
struct QueryCache {
  /// The earliest trigger or expiry.
  var deadline: Timestamp??
  /// The time at which the first held banner may be shown.
  var release: Timestamp??
  /// Whether a banner of any subject is held until a time.
  var hasHeld: Bool?
  var hasUnusedImages: Bool?
  /// The record that was written last, as it would be read.
  var newest: NotificationRecord?
  /// The notification that received the last decision, and the number of that decision.
  var decided: (id: NotificationID, newest: Int)?

  /// A record that was not there: nothing is due or held otherwise than it says.
  mutating func inserted(_ record: NotificationRecord) {
    if record.due != nil || record.expires != nil { deadline = nil }
    if record.hold != nil { (release, hasHeld) = (nil, nil) }
    newest = nil
  }

  mutating func savedBanner() { release = nil }
}
