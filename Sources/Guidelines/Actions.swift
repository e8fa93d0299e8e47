package import NotificationModel

/// "A customizable detail view that contains up to four buttons."
package enum ActionLimit {
  package static let name = "actions.limit"

  /// The number of actions if it is over the limit, else `nil`.
  package static func excess(in actions: [Action]) -> Int? {
    actions.count > Limits.actions ? actions.count : nil
  }

  /// The actions in the app's order, destructive ones last: a press in a hurry does not land there.
  package static func ordered(_ actions: [Action]) -> [Action] {
    actions.filter { !$0.destructive } + actions.filter(\.destructive)
  }
}

/// An action that needs the person is neither offered nor accepted while the screen is locked.
package enum AuthenticatedActions {
  package static let name = "actions.authentication"

  package static func withholds(_ action: Action, locked: Bool) -> Bool {
    action.authenticationRequired && locked
  }
}

/// "Perform undo and redo operations in the current context only": a newer undo of the same thread supersedes an older
/// one.
package enum UndoAction {
  package static let name = "actions.undoCurrent"

  package static func isUndo(_ action: Action) -> Bool {
    action.id.text == "undo" || beginnings.contains { action.title.hasPrefix($0) }
  }
  private static let beginnings = ["Undo", "실행 취소", "되돌리"]

  package static func isOffered(by request: NotificationRequest) -> Bool {
    request.actions?.contains(where: isUndo) == true
  }

  /// Whether one of `others`, of the same app and thread, is newer and can be undone.
  package static func isSuperseded(
    _ record: NotificationRecord, by others: [NotificationRecord]
  ) -> Bool {
    guard let thread = record.request.thread else { return false }
    return others.contains { other in
      other.id > record.id && other.request.thread == thread && isOffered(by: other.request)
    }
  }
}

/// A press reaches its app even if the app does not run: the app is started, in the foreground or in the background,
/// and finds the press waiting.
package enum AppStarting {
  package static let name = "actions.starting"

  /// Whether the app comes to the foreground: for a press on the notification itself, for an action that says so, and
  /// for an action with a text field if the server could not ask for the text.
  package static func bringsToFront(
    _ action: ItemID, of request: NotificationRequest, isReplied: Bool
  ) -> Bool {
    guard !isReplied else { return false }
    guard action != .defaultAction else { return true }
    let pressed = request.actions?.first { $0.id == action }
    return pressed?.foreground == true || pressed?.input != nil
  }
}

/// A press on a notification that carries an address opens the address.
package enum LinkOpening {
  package static let name = "actions.link"

  /// Whether the press is held back: behind the lock, the address would open a window with private content.
  package static func withholds(_ request: NotificationRequest, _ action: ItemID, locked: Bool) -> Bool {
    locked && action == .defaultAction && request.url != nil
  }
}

/// Icons of buttons are accepted and left out: few servers can draw them.
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

/// A picture never costs the words: a post whose file cannot be taken, or has no room, comes without it.
package enum PictureFiles {
  package static let name = "images.files"
}
