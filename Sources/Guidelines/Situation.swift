package import NotificationModel

/// Everything besides the request that a judgement depends on. A value: judging reads no clock, file or global.
package struct Situation: Sendable {
  package var now: Timestamp
  package var settings: EffectiveSettings
  /// The earlier notification that this is the same thing as: in the same standing (unread, scheduled or awaiting
  /// consent), or put off, or read or dismissed where this goes on with it.
  package var existing: NotificationRecord?
  /// Whether the existing entry has a banner, on screen or still to come. Asked only if alerts come too fast.
  package var hasBanner = false
  /// Notifications still to come under the same identifier, which this one replaces.
  package var pending: [NotificationID] = []
  package var foreground: Foreground
  /// The quiet that the person wants now, in the order of the kinds.
  package var quiets: [Quiet]
  /// Why its sender would come through quiet; `nil` if it would not.
  package var acquaintance: Acquaintance?
  /// The next summary; `nil` if there is none to come.
  package var summary: ClockMoment?
  /// Whether no summary is to come because no time is configured.
  package var lacksSummary = false
  /// Whether the app's budget of alerts is used up.
  package var alertsTooFast: Bool
  package var server: Reachability
  /// Whether the server's own Do Not Disturb keeps the banner back.
  package var serverKeepsBack = false
  /// Whether the mute switch is on.
  package var isMuted: Bool
  /// Whether another sound was played a moment ago.
  package var soundsTooFast: Bool
  /// Whether the notification's trigger has just fired.
  package var isDue: Bool
  /// Whether the app's budget of calls and alarms is used up.
  package var callsTooFast = false
  /// Whether the app's budget of Time Sensitive alerts is used up.
  package var urgentTooFast = false
  /// Whether the app has posted as many alarms for now as may ring within an hour.
  package var alarmsTooMany = false
  /// Whether the person has put the notification off to this time.
  package var wasSnoozed = false
  /// Whether the existing entry last alerted so long ago that the same text is a new event.
  package var existingIsPast = false
  /// Whether a guideline has held the notification before.
  package var wasHeld = false
  /// The app's summary that is still to come, if there is one.
  package var summaryToCome: SummaryToCome?
  package var isLocked = false
  /// Whether the person does not see the screen: it is locked, and not only shared.
  package var isPersonAway = false
  /// The sources that say that the screen is locked; `nil` while it only counts as locked because a source has not
  /// answered yet.
  package var lockHolders: [String]? = []
  /// When a pause follows at the latest, while something urgent keeps the person; looked up for a rating prompt alone.
  package var pause: Timestamp?
  /// Whether other banners wait in the queue.
  package var othersWait = false
  /// When the notification's trigger fires; `nil` if no trigger is to come.
  package var alertsAt: Timestamp?
  /// Whether the notification is an alarm or a reminder whose relevant date is the moment of firing.
  package var isAtRelevantDate = false

  package init(
    now: Timestamp, settings: EffectiveSettings, existing: NotificationRecord? = nil,
    foreground: Foreground = .background, quiets: [Quiet] = [], summary: ClockMoment? = nil,
    alertsTooFast: Bool = false, server: Reachability = .reachable, isMuted: Bool = false,
    soundsTooFast: Bool = false, isDue: Bool = false
  ) {
    self.now = now
    self.settings = settings
    self.existing = existing
    self.foreground = foreground
    self.quiets = quiets
    self.summary = summary
    self.alertsTooFast = alertsTooFast
    self.server = server
    self.isMuted = isMuted
    self.soundsTooFast = soundsTooFast
    self.isDue = isDue
  }
}

/// Whether the app is in the foreground.
package enum Foreground: Hashable, Sendable {
  case background
  /// The app says that it is in the foreground, and the desktop contradicts it.
  case overruled
  /// In the foreground by the desktop's report, but it follows no events and makes no claim: it would not hear of a
  /// notification that is left to it.
  case unheard
  /// In the foreground, showing these threads; empty if the app did not say which.
  case front(threads: Set<OpaqueName>, by: Witness)

  /// The source of the claim that the app is in the foreground.
  package enum Witness: Hashable, Sendable {
    case app, desktop
    /// The conditions of a forecast (`bellhop judge`).
    case asker
  }
}

/// Whether the notification server can be reached, as far as is known.
package enum Reachability: Hashable, Sendable {
  case reachable
  case absent
  case notAnswering
}
