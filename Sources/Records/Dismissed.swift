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

  /// What it was, as far as that can come back at this time. A snooze that is over does not.
  package func life(_ now: Timestamp) -> Life {
    switch state {
    case .read: .read
    case .failed: .failed
    case .held: .held(nil)
    case .scheduled: snoozedUntil.flatMap { $0 > now ? .snoozed(until: $0) : nil } ?? .delivered
    case .awaitingConsent, .delivered, .dismissed, .withdrawn, .expired: .delivered
    }
  }
}
