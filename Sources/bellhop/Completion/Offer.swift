import NotificationModel

/// What Tab is answered.
enum Offer: Equatable {
  case candidates([Candidate])
  /// The names of files, which the shell knows, behind `prefix`.
  case files(prefix: String)
  /// What the shell itself has for the command line that begins with this word.
  case commandLine(first: Int)

  /// What fits, of what the declarations and the daemon know.
  init(for command: PartialCommand, _ session: Session) {
    switch command.place {
    case .commandLine(let first): self = .commandLine(first: first)
    case .value(.files, let prefix): self = .files(prefix: prefix)
    case .candidates(let candidates): self = .candidates(command.fitting(candidates))
    case .value(let completion, let prefix):
      self = .candidates(
        command.fitting(
          values(of: completion, for: command.word, session).map {
            Candidate(text: prefix + $0.text, meaning: $0.meaning)
          }))
    }
  }
}

extension PartialCommand {
  fileprivate func fitting(_ candidates: [Candidate]) -> [Candidate] {
    candidates.filter { $0.text.hasPrefix(word) }
  }
}

private func values(of completion: Completion, for word: String, _ session: Session) -> [Candidate] {
  switch completion {
  case .words(let words): words.map { Candidate(text: $0) }
  case .subcommands: Subcommand.all.map { Candidate(text: $0.name, meaning: $0.summary) }
  case .settings: settings(for: word)
  case .apps:
    (session.glance { try $0.apps() } ?? []).map { Candidate(text: $0.app.text, meaning: visible($0.name)) }
  // While the screen is locked, with what may be seen then.
  case .notifications(let which):
    (session.glance { try $0.list(states: which.states, unreadOnly: which == .unread).entries } ?? [])
      .filter { which != .pressable || $0.state != .scheduled || $0.outcome != .scheduled }.map {
        Candidate(text: $0.id.description, meaning: "\($0.shownName()): \(visible($0.title))")
      }
  case .actions(let id):
    actions(of: id, session)
  case .files, .text: []
  }
}

extension Completion.Notifications {
  /// `nil` for every one.
  fileprivate var states: [State]? {
    switch self {
    case .all, .unread: nil
    // What the person has put off is scheduled, too, and was shown before.
    case .pressable: [.scheduled, .held, .delivered, .failed, .read]
    }
  }
}

private func actions(of id: String, _ session: Session) -> [Candidate] {
  guard let number = Int64(id), let entry = session.glance({ try $0.entry(NotificationID(number)) }) ?? nil
  else { return [] }
  return entry.actions.map { Candidate(text: $0.id.text, meaning: visible($0.title)) }
}

/// The names first; the values once there is an `=`.
private func settings(for word: String) -> [Candidate] {
  guard let equals = word.firstIndex(of: "="),
    let setting = AppSetting.personal.first(where: { $0.rawValue == word[..<equals] })
  else {
    return AppSetting.personal.map { Candidate(text: $0.rawValue + "=", meaning: $0.facts.meaning) }
  }
  let words = setting.isSwitch ? ["on", "off"] : setting.words
  return words.map { Candidate(text: "\(setting.rawValue)=\($0)") }
}
