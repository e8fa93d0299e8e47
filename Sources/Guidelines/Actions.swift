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

/// What needs the person is neither offered nor accepted while the screen is locked.
package enum AuthenticatedActions {
  package static let name = "actions.authentication"

  package static func withholds(_ action: Action, locked: Bool) -> Bool {
    action.authenticationRequired && locked
  }
}

/// "Perform undo and redo operations in the current context only": an older undo of a thread is none any more once a newer
/// one is there.
package enum UndoAction {
  package static let name = "actions.undoCurrent"

  package static func isUndo(_ action: Action) -> Bool {
    action.id.text == "undo" || beginnings.contains { action.title.hasPrefix($0) }
  }
  private static let beginnings = ["Undo", "실행 취소", "되돌리"]

  /// Whether one of these, of the same app, is newer, in its thread, and can be undone.
  package static func isSuperseded(
    _ record: NotificationRecord, by others: [NotificationRecord]
  ) -> Bool {
    guard let thread = record.request.thread else { return false }
    return others.contains { other in
      other.id > record.id && other.request.thread == thread
        && other.request.actions?.contains(where: isUndo) == true
    }
  }
}

/// A press reaches its app also where the app is away: it is started, in front of the person or out of sight,
/// and finds the press waiting.
package enum AppStarting {
  package static let name = "actions.starting"

  /// Whether the app is to come to the front: for a press on the notification itself, for an action that says
  /// so, and for one that asks for text where the server could not ask.
  package static func bringsToFront(
    _ action: ItemID, of request: NotificationRequest, isReplied: Bool
  ) -> Bool {
    guard !isReplied else { return false }
    guard action != .defaultAction else { return true }
    let pressed = request.actions?.first { $0.id == action }
    return pressed?.foreground == true || pressed?.input != nil
  }
}

/// A press on what carries an address opens that.
package enum LinkOpening {
  package static let name = "actions.link"

  /// It opens a window with what is private in it, behind the lock.
  package static func withholds(_ request: NotificationRequest, _ action: ItemID, locked: Bool) -> Bool {
    locked && action == .defaultAction && request.url != nil
  }
}

/// Icons of buttons are taken, and left out: few servers have a place for them.
package enum ImageNames: Guideline {
  package static let name = "images.names"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    if request.actions?.contains(where: { $0.icon != nil }) == true {
      judgement.record(name, .leftOut, .iconsLeftOut)
    }
  }
}
