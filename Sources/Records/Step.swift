package import NotificationModel

/// A command of the person that can be taken back, for a day.
package struct Step: Hashable, Sendable {
  package enum Command: String, Sendable {
    /// Notifications were taken off the list.
    case dismissal
    case reading
    case snooze
    /// An app was allowed or denied, or its settings were changed. The notifications are those that this withdrew.
    case choice
  }

  package let number: Int64
  package let command: Command
  /// `nil` for a command about notifications.
  package let choice: ChoiceChange?

  package init(number: Int64, _ command: Command, _ choice: ChoiceChange? = nil) {
    self.number = number
    self.command = command
    self.choice = choice
  }

  /// Whether the notification is still as the command left it.
  package func stands(for record: NotificationRecord) -> Bool {
    switch command {
    case .dismissal: record.state == .dismissed
    case .reading: record.state == .read
    case .snooze: record.isSnoozed
    case .choice: record.state == .withdrawn && !record.isWithheld
    }
  }
}

/// A notification that a command took or changed, as it was before.
package struct Taken: Hashable, Sendable {
  package let id: NotificationID
  package let state: State
  package let due: Due?
  package let expiry: Expiry
  package let missed: Missed?
  package let joint: Joint
  package let meanwhile: Life.Meanwhile?

  package init(
    id: NotificationID, state: State, due: Due? = nil, expiry: Expiry = .never, missed: Missed? = nil,
    joint: Joint = Joint(), meanwhile: Life.Meanwhile? = nil
  ) {
    self.id = id
    self.state = state
    self.due = due
    self.expiry = expiry
    self.missed = missed
    self.joint = joint
    self.meanwhile = meanwhile
  }

  package init(_ record: NotificationRecord) {
    self.init(
      id: record.id, state: record.state, due: record.life.due, expiry: record.expiry,
      missed: record.missed, joint: record.joint, meanwhile: record.life.meanwhile)
  }

  /// What the notification was, as far as that can come back at this time: a snooze that is over does not.
  /// `hasTrigger`: whether its app had set its time.
  package func life(hasTrigger: Bool, _ now: Timestamp) -> Life {
    switch state {
    case .read: .read
    case .dismissed: .dismissed
    case .failed: .failed
    case .held: .held(nil)
    case .awaitingConsent: .awaitingConsent(due, isRead: meanwhile == .read)
    case .scheduled:
      due.flatMap { due in
        hasTrigger
          ? Life(.scheduled, due: due, meanwhile: meanwhile)
          : due.time > now ? .snoozed(until: due.end, isChanged: meanwhile == .changed) : nil
      } ?? .delivered
    case .delivered, .withdrawn, .expired: .delivered
    }
  }
}

/// All of the person's choices about an app.
package struct Choices: Hashable, Sendable {
  package var chosen = AppSettings()
  /// Choices until an end, which overrule `chosen`.
  package var timed = TimedChoices()

  package init(_ chosen: AppSettings = AppSettings(), timed: TimedChoices = TimedChoices()) {
    self.chosen = chosen
    self.timed = timed
  }

  fileprivate func isSame(as other: Choices, _ setting: AppSetting) -> Bool {
    chosen.word(for: setting) == other.chosen.word(for: setting)
      && timed.settings.word(for: setting) == other.timed.settings.word(for: setting)
      && timed.ends[setting] == other.timed.ends[setting]
  }

  /// Adds the choices about one setting, about which these say nothing.
  fileprivate mutating func add(_ setting: AppSetting, as other: Choices) {
    if let word = other.chosen.word(for: setting) { _ = chosen.set(setting, to: word) }
    guard let end = other.timed.ends[setting], let word = other.timed.settings.word(for: setting) else {
      return
    }
    var settings = AppSettings()
    if settings.set(setting, to: word) { timed.choose(settings, until: end) }
  }
}

/// A change of the person's choices about an app.
package struct ChoiceChange: Hashable, Sendable {
  package let app: AppID
  package let earlier: Choices
  package let later: Choices

  package init(of app: AppID, from earlier: Choices, to later: Choices) {
    self.app = app
    self.earlier = earlier
    self.later = later
  }

  package func changes(_ setting: AppSetting) -> Bool { !earlier.isSame(as: later, setting) }

  /// Whether the setting is now as the change has made it.
  package func stands(_ setting: AppSetting, in present: Choices) -> Bool {
    changes(setting) && present.isSame(as: later, setting)
  }

  /// The present choices without the change. A setting that was changed once more since stays as it is.
  package func takenBack(from present: Choices) -> Choices {
    var choices = Choices()
    for setting in AppSetting.allCases {
      choices.add(setting, as: stands(setting, in: present) ? earlier : present)
    }
    return choices
  }
}
