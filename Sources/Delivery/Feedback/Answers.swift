import Guidelines
import NotificationModel

// Buttons of the command line's notifications. A button whose command has ended leads nowhere: the banner does not offer
// it any more, and a press is told as a dead end.

extension Feedback {
  /// Takes the buttons that lead nowhere from banners and lists. Where the server would alert for that, the banner on screen
  /// keeps them. Waits for the server's description.
  func leaveOutUnheard(_ now: Moment) throws {
    guard server.description != nil else { return }
    for id in context.listeners.popSilenced() {
      guard let record = try store.record(id), record.unread, record.request.actions?.isEmpty == false,
        !context.listeners.hears(record)
      else { continue }
      outbox.noteChange(of: id)
      guard server.changesSilently else { continue }
      let surroundings = banners.surroundings()
      try banners.transition(try banners.row(of: record)) { $0.refresh(redacts: false, surroundings) }
    }
  }

  /// Tells the person of a press on a button that reached no program.
  func tellUnheard(_ record: NotificationRecord, _ action: ItemID, _ now: Moment) throws {
    guard action != .defaultAction else { return }
    let why: Reason.Key
    switch record.link {
    case .answer:
      guard !context.listeners.hears(record) else { return }
      why = .answerUnheard
    case .events, .desktop, nil:
      guard !context.listeners.isShellFollowed else { return }
      why = .answerUnfollowed
    }
    try explain(Ruling(AppStarting.name, .notStarted, why), of: record.id, now)
  }
}
