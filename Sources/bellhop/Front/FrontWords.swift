import NotificationModel

/// What the person is told when the front is switched on, or when that fails.
enum FrontWords {
  /// Before anything is changed: who is concerned, what will be kept, and what will be another.
  static func beforehand(_ place: ServerPlace, _ report: FrontReport) -> String {
    """
    \(who(place))
    \(kept(report))
    For all apps from then on: private text is hidden while the screen is locked, Do Not Disturb and quiet hours hold
    back what can wait, the same thing within a minute comes once, and 'bellhop explain' says why something was not seen.
    """
  }

  private static func who(_ place: ServerPlace) -> String {
    let owner = place.owner.description
    switch place {
    case .unit(_, let unit):
      return
        "Notifications are shown by \(owner), which \(unit.name) starts. It will be started anew, behind bellhop-bus."
    case .shell(_, let shell):
      let restart = shell.unit.map { " \($0) will be started anew." } ?? ""
      return "Notifications are shown by \(shell.rawValue), which goes on doing so.\(restart)"
    case .behind: return "Notifications are shown by \(owner), which is behind bellhop-bus already."
    case .foreign: return "Notifications are shown by \(owner)."
    }
  }

  static func kept(_ report: FrontReport) -> String {
    let days = report.keepDays.map { "\($0) day\($0 == 1 ? "" : "s")" } ?? "as long as notifications are"
    let what =
      switch report.store {
      case .all?, nil: "its app, time, title, text and pictures"
      case .titles?: "its app, time and title (its text and pictures only until it is over)"
      case .some(.none): "its app and time (its text only until it is over)"
      }
    return """
      Kept of each notification of every app: \(what), for \(days) \
      ([Front] Store=\(report.store?.rawValue ?? "all"), [Storage] KeepDays). What is transient is not kept.
      """
  }

  /// Why it is not on, and what of it could not be taken back.
  static func failure(_ fault: StepFault, takingBack faults: [StepFault]) -> String {
    let why = "cannot \(fault.step): \(fault.fault.text)"
    guard !faults.isEmpty else { return "\(why)\nEverything is as it was before." }
    return "\(why)\nThis could not be taken back:"
      + faults.map { "\n  \($0.step): \($0.fault.text)" }.joined()
      + "\n'bellhop front off' tries again."
  }
}
