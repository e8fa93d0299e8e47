package import NotificationModel

/// A dismissed notification, and its earlier state.
package struct Dismissed: Hashable, Sendable {
  package let id: NotificationID
  package let state: State
  /// When it was to alert again, if the person had snoozed it.
  package let snoozedUntil: Timestamp?

  package init(id: NotificationID, state: State, snoozedUntil: Timestamp? = nil) {
    self.id = id
    self.state = state
    self.snoozedUntil = snoozedUntil
  }

  package init(_ record: NotificationRecord) {
    self.init(id: record.id, state: record.state, snoozedUntil: record.isSnoozed ? record.due : nil)
  }
}
