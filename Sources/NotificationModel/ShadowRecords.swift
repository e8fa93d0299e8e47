/// A notification of another program for another server, as it passes by.
package struct ShadowPost: Hashable, Sendable {
  package var request: NotificationRequest
  /// The number by which the server and the app know it; `nil` if the app waits for no number.
  package var number: UInt32?
  /// Whether it replaces the notification with its number at the server.
  package var replaces: Bool

  package init(
    _ request: NotificationRequest, from origin: DesktopOrigin, number: UInt32? = nil,
    replaces: Bool = false
  ) {
    self.request = request
    self.request.origin = Origin(origin)
    self.number = number
    self.replaces = replaces
  }

  /// Whether its app is confirmed by more than the app's own claim.
  package var isVouchedFor: Bool { request.origin.desktop?.isVouchedFor ?? false }
}

/// A notification that shadow mode has seen on its way to another server, and the outcome that it would have had here.
package struct ShadowNotification: Hashable, Sendable {
  /// Zero until the store has numbered it.
  package var id: Int64
  package var app: AppID
  /// Whether its app is confirmed by more than the app's own claim.
  package var isVouchedFor: Bool
  /// The name that the app gives itself, if it is not vouched for.
  package var claimedName: String?
  package var time: Timestamp
  package var title: String?
  package var body: String?
  /// `nil` if the post would have been refused, since the person has denied this app.
  package var outcome: Outcome?
  /// It would have joined an earlier one, or taken its place.
  package var isMerged: Bool
  /// Its text would have been hidden.
  package var isHidden: Bool
  /// Its app's alerts came too fast.
  package var isTooFast: Bool
  package var decisions: [Ruling]

  package init(
    id: Int64 = 0, app: AppID, isVouchedFor: Bool, time: Timestamp, title: String? = nil, body: String? = nil,
    outcome: Outcome? = nil, isMerged: Bool = false, isHidden: Bool = false, isTooFast: Bool = false,
    decisions: [Ruling] = []
  ) {
    self.id = id
    self.app = app
    self.isVouchedFor = isVouchedFor
    self.time = time
    self.title = title
    self.body = body
    self.outcome = outcome
    self.isMerged = isMerged
    self.isHidden = isHidden
    self.isTooFast = isTooFast
    self.decisions = decisions
  }
}

/// The outcomes that one app's notifications would have had in shadow mode: `WatchedApp` of `io.bellhop.Control`. One
/// notification can count in several fields.
package struct ShadowApp: Hashable, Sendable {
  package var app: AppID
  package var name: String
  package var isVouchedFor: Bool
  package var posted: Int
  package var merged = 0
  package var held = 0
  package var hidden = 0
  package var quiet = 0
  package var tooFast = 0
  package var awaitingConsent = 0
  package var denied = 0
  package var since: Timestamp

  package init(app: AppID, name: String, isVouchedFor: Bool, posted: Int, since: Timestamp) {
    self.app = app
    self.name = name
    self.isVouchedFor = isVouchedFor
    self.posted = posted
    self.since = since
  }
}

/// A notification of shadow mode, as reported to the person: `Watched` of `io.bellhop.Control`.
package struct ShadowEntry: Hashable, Sendable {
  package var id: Int64
  package var app: AppID
  package var time: Timestamp
  /// An `Outcome`, or `denied`.
  package var outcome: String
  package var title: String?
  package var body: String?
  package var decisions: [Decision]

  package init(
    id: Int64, app: AppID, time: Timestamp, outcome: String, title: String?, body: String?,
    decisions: [Decision]
  ) {
    self.id = id
    self.app = app
    self.time = time
    self.outcome = outcome
    self.title = title
    self.body = body
    self.decisions = decisions
  }

  package static let denied = "denied"
}
