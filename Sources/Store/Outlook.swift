import Delivery
import NotificationModel

/// What was asked or inserted last, for as long as nothing is written that changes it: each transaction asks when there
/// is something to do although nothing happens, and most have changed nothing about it; and what was inserted last is
/// what is handed over next, and shown after it. `nil`: to be asked.
///
/// Invariant: every write forgets all of it (`SQLiteStore.write`), but those that say here what they leave as it was.
struct Outlook {
  /// The earliest trigger or expiry.
  var deadline: Timestamp??
  /// When the first of what is held may be shown.
  var release: Timestamp??
  /// Whether any is held until a time, whatever its banner is about.
  var hasHeld: Bool?
  var hasUnusedImages: Bool?
  /// As it would be read.
  var newest: NotificationRecord?
  /// Whose decisions were added to last, and how many it has had.
  var decided: (id: NotificationID, newest: Int)?

  /// A record that was not there: nothing is due or held otherwise than it says.
  mutating func inserted(_ record: NotificationRecord) {
    if record.due != nil || record.expires != nil { deadline = nil }
    if record.hold != nil { (release, hasHeld) = (nil, nil) }
    newest = nil
  }

  mutating func savedBanner() { release = nil }
}
