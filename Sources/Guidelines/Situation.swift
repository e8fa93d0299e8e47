package import NotificationModel

/// Everything a request is judged by besides itself. A value: judging reads no clock, no file and no global.
package struct Situation: Sendable {
  package var now: Timestamp
  package var settings: EffectiveSettings
  /// The entry that is about the same thing and stands where this one would.
  package var existing: NotificationRecord?
  /// Whether that entry has a banner, on screen or still to come; asked only where alerts come too fast.
  package var hasBanner = false
  /// Notifications still to come under its identifier, whose place it takes.
  package var pending: [NotificationID] = []
  package var foreground: Foreground
  package var doNotDisturb: DoNotDisturb
  /// Whether an app has asked for quiet.
  package var isInhibited = false
  /// The end of the quiet hours; `nil` outside of them.
  package var quietHoursEnd: ClockMoment?
  /// Whether the person's own quiet hours hold in place of those of the files.
  package var areQuietHoursChosen = false
  /// The summary that apps of the summary wait for; `nil` where there is none to come.
  package var summary: ClockMoment?
  /// Whether there is none because no time is configured for it.
  package var lacksSummary = false
  /// Whether the app's bucket of alerts is empty.
  package var alertsTooFast: Bool
  package var server: Reachability
  /// Whether the mute switch is on.
  package var isMuted: Bool
  /// Whether another sound was only just to be heard.
  package var soundsTooFast: Bool
  /// Its trigger has just fired.
  package var isDue: Bool
  /// Whether the app's bucket of calls and alarms is empty.
  package var callsTooFast = false
  /// Whether its bucket of what is Time Sensitive is.
  package var urgentTooFast = false
  /// Whether it has posted as many alarms for now as may ring within an hour.
  package var alarmsTooMany = false
  /// Whether the person has put it off to this time.
  package var wasPutOff = false
  /// Whether the person dismissed the same a moment ago.
  package var wasJustDismissed = false
  /// Whether the entry about the same thing is of an earlier hour, by an interface where nothing is marked read.
  package var comesAnew = false
  /// Whether something has held it already.
  package var wasHeld = false
  /// Whether a lock took its banner away, and it is to come back at the lock's end.
  package var waitsForUnlock = false
  /// The banner of the app that is still to come for several, if there is one.
  package var summaryToCome: SummaryToCome?
  package var isLocked = false
  /// Locked by more than that it is shared.
  package var isPersonAway = false
  /// Who says that it is locked; `nil` while it only counts as locked, for want of an answer.
  package var lockHolders: [String]? = []
  /// Whether anything waits in the queue for the screen.
  package var othersWait = false
  /// When its trigger fires, where that is still to come.
  package var alertsAt: Timestamp?
  /// Whether the moment it fires at has given an alarm or a reminder its relevant date.
  package var isItsMoment = false

  package init(
    now: Timestamp, settings: EffectiveSettings, existing: NotificationRecord? = nil,
    foreground: Foreground = .background, doNotDisturb: DoNotDisturb = .off,
    quietHoursEnd: ClockMoment? = nil, summary: ClockMoment? = nil, alertsTooFast: Bool = false,
    server: Reachability = .reachable, isMuted: Bool = false, soundsTooFast: Bool = false,
    isDue: Bool = false
  ) {
    self.now = now
    self.settings = settings
    self.existing = existing
    self.foreground = foreground
    self.doNotDisturb = doNotDisturb
    self.quietHoursEnd = quietHoursEnd
    self.summary = summary
    self.alertsTooFast = alertsTooFast
    self.server = server
    self.isMuted = isMuted
    self.soundsTooFast = soundsTooFast
    self.isDue = isDue
  }
}

/// Whether the app is in front of the person.
package enum Foreground: Hashable, Sendable {
  case background
  /// The app says that it is in front, and the desktop reports otherwise.
  case overruled
  /// In front, showing these threads (none, when it did not say).
  case front(threads: Set<OpaqueName>, by: Witness)

  /// Who says that it is in front.
  package enum Witness: Hashable, Sendable {
    case app, desktop
    /// The conditions of a question.
    case asker
  }
}

/// Whether the person wants quiet now.
package enum DoNotDisturb: Hashable, Sendable {
  case off
  /// Until that time, or until switched off.
  case on(until: Timestamp?)
}

/// Whether a notification server can be reached, as far as is known.
package enum Reachability: Hashable, Sendable {
  case reachable
  case absent
  case notAnswering
}
