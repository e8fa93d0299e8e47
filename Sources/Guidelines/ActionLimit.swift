package import NotificationModel

/// "A customizable detail view that contains up to four buttons."
package enum ActionLimit {
  package static let name = "actions.limit"

  /// How many there are, when there are too many.
  package static func excess(in actions: [Action]) -> Int? {
    actions.count > Limits.actions ? actions.count : nil
  }

  /// The app's order, with destructive ones last, where a hand in a hurry does not land.
  package static func ordered(_ actions: [Action]) -> [Action] {
    actions.filter { !$0.destructive } + actions.filter(\.destructive)
  }
}
