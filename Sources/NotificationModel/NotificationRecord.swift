/// A banner as its notification server identifies it. The number is only meaningful together with the server that gave
/// it, since each new server counts from one again.
package struct BannerHandle: Hashable, Sendable {
  /// The bus's id and the server's unique name on it.
  package var server: String
  package var id: UInt32
  package init(server: String, id: UInt32) {
    self.server = server
    self.id = id
  }
}

/// Why the person could not see a notification when it came. The mark goes when they look at the notification, or see
/// its own banner.
package struct Missed: Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    case quiet(QuietKind)
    case locked
    /// The person was there and saw only the form without its text, for instance while the screen was shared.
    case hidden
    /// The screen was not locked, and the person was away.
    case away
  }

  package var cause: Cause
  /// Whether the line about missed notifications has counted this one.
  package var isTold: Bool
  package init(_ cause: Cause, isTold: Bool = false) {
    self.cause = cause
    self.isTold = isTold
  }
}

/// The place of a notification in lists, which are sorted by when it last came. The newest is the greatest.
package struct ListPlace: Hashable, Sendable, Comparable {
  package var came: Timestamp
  package var id: NotificationID
  package init(came: Timestamp, id: NotificationID) {
    self.came = came
    self.id = id
  }
  package static func < (a: ListPlace, b: ListPlace) -> Bool { (a.came, a.id) < (b.came, b.id) }
}

/// A stored notification. Its life is changed by events (`apply`), and by a judged post (`post`).
package struct NotificationRecord: Hashable, Sendable {
  /// Zero until the store has numbered it.
  package var id: NotificationID
  /// The newest post, with its category's fields already filled in. Only its text is erased later, as far as that is not
  /// kept.
  package var request: NotificationRequest
  /// The way to the app that posted it; `nil` once its app knows it no more.
  package private(set) var link: AppLink?
  package private(set) var life: Life
  package private(set) var outcome: Outcome
  package private(set) var repeats: Int
  /// How many posts have changed the notification.
  package private(set) var replacements: Int
  /// When it was posted first.
  package private(set) var posted: Timestamp
  /// When it last alerted, if that was late, or once more and its age counts from there.
  package private(set) var alerted: Timestamp?
  /// When it last came: was posted, posted again, or was due. Lists are sorted by this time. Changes that the daemon
  /// makes on its own do not move it.
  package private(set) var came: Timestamp
  /// The time of the summary that a held notification waits for; other guidelines may hold it longer.
  package private(set) var summary: Timestamp?
  package private(set) var expiry: Expiry
  /// Set until the person has looked at the notification. It can stay after the notification ends unseen.
  package private(set) var missed: Missed?
  /// Its part in banners that speak for several; only an unread one has any.
  package private(set) var joint: Joint

  package init(
    id: NotificationID = NotificationID(0), request: NotificationRequest, link: AppLink? = .events,
    life: Life, outcome: Outcome, repeats: Int = 0, replacements: Int = 0, posted: Timestamp,
    alerted: Timestamp? = nil, came: Timestamp? = nil, summary: Timestamp? = nil, expiry: Expiry = .never,
    missed: Missed? = nil, joint: Joint = Joint()
  ) {
    self.id = id
    self.request = request
    self.link = link
    self.life = life
    self.outcome = outcome
    self.repeats = repeats
    self.replacements = replacements
    self.posted = posted
    self.alerted = alerted
    self.came = came ?? posted
    self.summary = summary
    self.expiry = expiry
    self.missed = missed
    self.joint = joint
  }

  /// Whether its age counts from its last alert: it is the same thing as another by its text alone.
  package var isAgedByAlerts: Bool { request.origin.isReadWhenSeen || request.isKnownByText }
  package var lastAlert: Timestamp { alerted ?? posted }

  package var state: State { life.state }
  package var unread: Bool { life.isUnread }
  package var hold: Hold? { life.hold }
  /// When a scheduled or snoozed notification fires, and one that waits for consent if it is set for a time.
  package var due: Timestamp? { life.due?.time }
  /// When the daemon withdraws the notification if it is still unread.
  package var expires: Timestamp? { expiry.time }
  /// When a held notification is released, if that is known.
  package var until: Timestamp? { hold?.until }
  /// Whether the person has snoozed it. A notification that its app has scheduled has a trigger instead.
  package var isSnoozed: Bool { if case .snoozed = life { true } else { false } }
  /// Whether a configuration denies its app, so that it is in no list.
  package var isWithheld: Bool { life != life.beforeDenial }

  /// Whether it belongs in lists: one that passes does so only while it is still to be seen.
  package var isListed: Bool { !request.passes || life.isLive }
  /// Whether it passes, and waits for nothing but the end of a banner of its own: nothing holds it, no line is to tell it,
  /// and the list does not keep it for a day.
  package var isOverWithoutBanner: Bool {
    request.passes && (life == .delivered || life == .failed) && (expiry == .never || !isToldInLine)
      && missed?.isTold != false && Joint.Banner.allCases.allSatisfy { joint[$0]?.isTold != false }
  }

  private var isToldInLine: Bool {
    missed?.isTold == true || Joint.Banner.allCases.contains { joint[$0]?.isTold == true }
  }

  /// One that passes, and that the list no longer keeps, has the end that its app gave it.
  private mutating func endDayInList() {
    guard request.passes, unread else { return }
    if request.expiresAfter == nil { expiry.lapse = nil } else { expiry.moment = request.expiresAt }
  }

  /// Leaves the duration that its app gave it as it is.
  private mutating func keepInList(until end: Timestamp?) {
    guard let end else { return }
    if request.expiresAfter == nil {
      expiry.lapse = min(expiry.lapse ?? end, end)
    } else {
      expiry.moment = min(expiry.moment ?? end, end)
    }
  }

  /// The record as it was before it was withheld.
  package var asItStood: NotificationRecord {
    var record = self
    record.life = life.beforeDenial
    return record
  }

  /// The place in lists.
  package var place: ListPlace { ListPlace(came: came, id: id) }

  /// Lets an event happen, and returns what follows; `nil`: it does not concern the notification, which stays as it is.
  package mutating func apply(_ event: LifeEvent) -> LifeChange? {
    guard let (life, change) = life.after(event) else { return nil }
    self.life = life
    switch event {
    case .released:
      summary = nil
      joint.leaveToCome()
      endDayInList()
    case .waits(_, let missed, let summary):
      (self.missed, self.summary) = (missed, summary)
      joint.leaveToCome()
    case .joins(let banner, let part): joint.join(banner, part)
    case .told(let banner, let round, let waited, let missed, let alerted):
      if waited { self.alerted = alerted ?? self.alerted }
      self.missed = missed
      joint.told(by: banner, round: round)
      // Only the line told of it, so it stays in the list to be looked at.
      if request.passes { keepInList(until: alerted?.advanced(bySeconds: Self.secondsInList)) }
    case .untold: joint.leaveToCome()
    case .shown(let missed, let alerted):
      self.missed = missed
      self.alerted = alerted ?? self.alerted
      if missed == nil { joint.notice = nil }
    // What a line has told, or is to tell, stays as it is.
    case .unseen(let cause):
      if missed == nil || missed?.isTold == true && joint.notice == nil { missed = Missed(cause) }
    // The notification is in the list, so the missed notice need not count it.
    case .quieted:
      missed?.isTold = true
      joint.leaveToCome()
    case .unallowed: (missed, outcome) = (nil, .awaitingConsent)
    case .rescheduled(_, let expiry): self.expiry = expiry
    case .allowed(_, let expiry): (self.expiry, outcome) = (expiry, .scheduled)
    case .cameUnheard(let time):
      (came, outcome) = (time, .quiet)
      request.trigger = nil
    case .looked:
      (missed, joint.notice) = (nil, nil)
      if request.passes, joint.summary?.isTold == true { joint.summary = nil }
      endDayInList()
    case .leftToList(let end):
      missed = Missed(.quiet(.doNotDisturb), isTold: true)
      keepInList(until: end)
    case .snoozed, .restored(.snoozed, _, _, _): putOff()
    case .restored(_, let expiry, let missed, let joint):
      (self.expiry, self.missed, self.joint) = (expiry, missed, joint)
    case .readUnseen: missed = nil
    case .ended(let ending):
      if !ending.leavesMissed || request.isPrivate || request.passes { missed = nil }
      if ending.isFinal { request.replaceImageFiles { _, _ in nil } }
    case .takenBack: request.replaceImageFiles { _, _ in nil }
    case .closed where life == .withdrawn: request.replaceImageFiles { _, _ in nil }
    case .failed, .bannersEnded, .cleared, .closed, .withheld, .returned: break
    }
    switch change.closing {
    case .none, .ifBannerless: break
    case .told: noteToldClosed()
    case .numberGoes: unlink()
    }
    if !isListed { unlink() }
    if !unread { joint = Joint() }
    return change
  }

  /// How long one that passes, and that only a line has told, stays in the list.
  package static let secondsInList: Int64 = 86_400

  /// Its app was told that the banner is closed.
  package mutating func noteToldClosed() { link = link?.toldClosed }

  /// Its app knows it no more.
  package mutating func unlink() { link = link?.ended }

  /// The record as its app was reached at an earlier time.
  package func reached(by link: AppLink?) -> NotificationRecord {
    var record = self
    record.link = link
    return record
  }

  /// The record as it is judged when it waits for another summary, or for none.
  package func waiting(forSummary time: Timestamp?) -> NotificationRecord {
    var record = self
    record.summary = time
    return record
  }

  private mutating func putOff() {
    (missed, expiry) = (nil, .never)
    request.expiresAt = nil
    // Without a trigger it counts as snoozed, rather than scheduled by its app.
    request.trigger = nil
  }

  /// A judged post, and what it changes in an entry.
  package struct Post: Sendable {
    package var request: NotificationRequest
    package var link: AppLink?
    package var judged: Judged
    package var outcome: Outcome
    /// Whether it adds nothing new, and counts as a repeat.
    package var isRepeat: Bool
    /// Whether it changes an existing entry.
    package var isReplacement: Bool
    /// When it came; `nil`: it does not move the entry to the top of the list.
    package var came: Timestamp?
    /// When it alerted, for an entry whose age counts from there.
    package var alerted: Timestamp?
    package var summary: Timestamp?
    package var expiry: Expiry
    /// Why the person misses it, while its alert is held.
    package var missed: Missed?
    /// Whether its own banner alerts now.
    package var alerts: Bool
    /// Its part in the summary that is to tell it.
    package var joins: Joint.Part?

    package init(
      _ request: NotificationRequest, from link: AppLink? = .events, _ judged: Judged, outcome: Outcome,
      isRepeat: Bool = false,
      isReplacement: Bool = false, came: Timestamp? = nil, alerted: Timestamp? = nil,
      summary: Timestamp? = nil, expiry: Expiry, missed: Missed? = nil, alerts: Bool = false,
      joins: Joint.Part? = nil
    ) {
      self.request = request
      self.link = link
      self.judged = judged
      self.outcome = outcome
      self.isRepeat = isRepeat
      self.isReplacement = isReplacement
      self.came = came
      self.alerted = alerted
      self.summary = summary
      self.expiry = expiry
      self.missed = missed
      self.alerts = alerts
      self.joins = joins
    }
  }

  /// Makes the post the content of this entry, and returns what follows.
  package mutating func post(_ post: Post) -> LifeChange {
    request = post.request
    link = post.link
    if post.isRepeat { repeats += 1 }
    if post.outcome != .coalesced { outcome = post.outcome }
    if post.isReplacement { replacements += 1 }
    came = post.came ?? came
    alerted = post.alerted ?? alerted
    expiry = post.expiry
    switch post.judged {
    case .held: missed = post.missed
    case .read: missed = nil
    case .scheduled, .awaitsConsent, .listed, .unchanged, .stays: break
    }
    switch post.judged {
    case .unchanged, .stays: break
    case .scheduled, .awaitsConsent, .held, .listed, .read:
      summary = post.summary
      joint.leaveToCome([.notice])
    }
    let (life, change) = life.after(post.judged)
    self.life = life
    if isSnoozed { putOff() }
    if post.alerts { joint.leaveToCome() }
    if let part = post.joins { joint.join(.summary, part) }
    if !unread { joint = Joint() }
    return change
  }
}
