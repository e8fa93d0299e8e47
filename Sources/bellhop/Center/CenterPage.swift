import NotificationModel

/// What is open above the list.
struct CenterPage: Equatable {
  enum Content: Equatable {
    /// A notification, whole.
    case entry(NotificationID)
    case explanation(NotificationID, [DatedDecision], [Advice])
    case help
    case menu(CenterMenu)
  }

  var content: Content
  /// The first line that is seen.
  var top = 0

  init(_ content: Content) { self.content = content }

  var menu: CenterMenu? { if case .menu(let menu) = content { menu } else { nil } }

  /// The notification that it is about.
  var subject: NotificationID? {
    switch content {
    case .entry(let id), .explanation(let id, _, _): id
    case .menu(let menu): menu.subject
    case .help: nil
    }
  }
}

/// Something to choose from.
struct CenterMenu: Equatable {
  enum Deed: Equatable {
    case call(CenterCall)
    /// Has a text written first.
    case write(NotificationID, ItemID)
    /// Has an end typed first.
    case typeEnd(CenterEnding)
    /// Has another question answered first.
    case ask(CenterMenu)
    /// Is not the person's to choose.
    case fixed
  }

  struct Choice: Equatable {
    let label: String
    /// What holds now.
    var value: String?
    let deed: Deed
  }

  let title: String
  /// Text above the choices.
  var note: String?
  var choices: [Choice]
  var subject: NotificationID?
  /// The app whose settings these are: it stays open while one after the other is changed.
  var app: AppID?
  var selected = 0
}
