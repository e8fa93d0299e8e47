import Delivery
import NotificationModel
import Wording

/// The expected result of a post, from the table of outcomes alone.
struct Expectation {
  enum Alert {
    case none, kept, new
  }

  /// What becomes of an earlier one that is put off, or has ended.
  private enum Fate { case live, putOff, comesNow, staysEnded, unreadAgain, comesAgain }

  let outcome: Outcome
  let existing: NotificationRecord?
  /// The one-time notifications to come under its identifier, which it replaces.
  let pending: [NotificationRecord]
  let alert: Alert
  /// The person is looking at it.
  let isRead: Bool
  /// Whether it repeats an entry.
  let isRepeat: Bool
  let due: Timestamp?
  /// Whether it waits for the summary, and for no other cause before that.
  let waitsForSummary: Bool

  /// The state of the desktop.
  struct Surroundings {
    var front: Set<OpaqueName>?
    /// Do Not Disturb, a full screen or quiet hours.
    var isQuiet = false
    /// Whether the sender whom posts name comes through quiet.
    var isSenderLetThrough = false
    /// Whether there is a summary to wait for.
    var hasSummary = false
    var isLocked = false
    /// Whether something urgent, an alarm or a call is there to be looked at.
    var isPressing = false
  }

  init(
    _ request: NotificationRequest, _ settings: EffectiveSettings, among records: [NotificationRecord],
    _ desktop: Surroundings, now: Timestamp
  ) {
    let front = desktop.front
    let due = Self.due(request, now)
    let isLater = (due ?? now) > now
    let isWaiting = settings.authorization == .notDetermined
    // Expired notifications end before the post is judged.
    let present = records.filter { !Self.hasExpired($0, now) }
    let same =
      present.filter { record in
        let isAtThatTime = request.identifier != nil || record.request.trigger == request.trigger
        return Self.isSame(record.request, request) && (isAtThatTime || !(isWaiting || isLater))
          && (isWaiting
            ? record.state == .awaitingConsent
              && (request.identifier == nil || Self.isToCome(record, now) == isLater)
            : isLater
              ? record.state == .scheduled && record.request.trigger != nil : record.unread)
      }.max { $0.id < $1.id } ?? (isWaiting || isLater ? nil : Self.ended(request, records, now))
    existing = same
    let fate = same.map { Self.fate(of: $0, request, settings, now) } ?? .live
    pending =
      isLater || request.identifier == nil
      ? []
      : present.filter { $0.id != same?.id && Self.givesWay($0, to: request) }.sorted { $0.id < $1.id }
    self.due = due
    let isFolded =
      same.map {
        Self.content($0.request) == Self.content(request)
          && !Self.alertsAgain(request, over: $0, settings, now)
      }
      == true
    isRepeat =
      isFolded && same?.request.progress == request.progress && fate != .comesAgain && fate != .comesNow
    waitsForSummary =
      front == nil && desktop.hasSummary && settings.summary && request.kind != .call
      && !Self.breaksThrough(request, settings, now)
    let isHeld = Self.isHeld(request, settings, desktop, now)
    let isQuiet = request.level == .passive || settings.authorization == .provisional || !settings.banners
    isRead =
      fate != .putOff && fate != .staysEnded && !isWaiting && !isLater
      && request.thread.map { thread in front?.contains(thread) == true } == true
    outcome =
      if isWaiting { .awaitingConsent } else if isLater { .scheduled } else if isRepeat {
        .coalesced
      } else if same != nil { .replaced } else if front != nil { .suppressed } else if isQuiet {
        .quiet
      } else if isHeld { .held } else { .presented }
    alert =
      if fate == .putOff || fate == .staysEnded {
        .kept
      } else if isWaiting || isLater
        || isFolded && fate == .live
      { .kept } else if same != nil && request.silently {
        .kept
      } else if front != nil || isQuiet { .none } else { .new }
  }

  /// One that the person has put off; else the last one that has ended, where the post goes on with it.
  private static func ended(_ request: NotificationRequest, _ records: [NotificationRecord], _ now: Timestamp)
    -> NotificationRecord?
  {
    let same = records.filter { isSame($0.request, request) }.sorted { $0.id < $1.id }
    if let putOff = same.last(where: { $0.isSnoozed && !hasExpired($0, now) }) { return putOff }
    guard request.identifier != nil else { return same.last { $0.state == .read } }
    guard let last = same.last(where: { !$0.unread && !$0.isWaiting || hasExpired($0, now) }),
      !last.request.isPrivate,
      last.state == .read || last.state == .dismissed
    else { return nil }
    return request.silently || goesOn(request, last) ? last : nil
  }

  private static func hasExpired(_ record: NotificationRecord, _ now: Timestamp) -> Bool {
    record.expires.map { $0 <= now } ?? false
  }

  private static func goesOn(_ request: NotificationRequest, _ last: NotificationRecord) -> Bool {
    guard content(request) == content(last.request), let earlier = last.request.progress,
      let progress = request.progress
    else { return false }
    return earlier < 100 && (earlier <= progress || progress < 0)
  }

  private static func fate(
    of record: NotificationRecord, _ request: NotificationRequest, _ settings: EffectiveSettings,
    _ now: Timestamp
  ) -> Fate {
    let isSameText = content(request) == content(record.request)
    if record.isSnoozed {
      let isMessage = request.kind == .message || request.sender != nil
      let isLoud =
        request.kind == .call || isMessage && !isSameText || rises(request, over: record, settings, now)
      return isLoud && !request.silently ? .comesNow : .putOff
    }
    if record.state == .read || record.state == .dismissed {
      if request.silently { return isSameText ? .staysEnded : .unreadAgain }
      return goesOn(request, record) ? .staysEnded : .comesAgain
    }
    let isPast =
      request.identifier == nil && request.sender == nil && record.state != .held
      && record.lastAlert.milliseconds + (6 * 3_600 - 60) * 1_000 <= now.milliseconds
    return isPast && record.unread && !request.silently ? .comesAgain : .live
  }

  /// Whether what fires under the identifier of one that is put off cannot wait until then.
  static func endsSnooze(
    _ request: NotificationRequest, over record: NotificationRecord, _ settings: EffectiveSettings,
    _ now: Timestamp
  ) -> Bool {
    let isMessage = request.kind == .message || request.sender != nil
    return request.kind == .call || request.kind == .alarm || request.kind == .reminder
      || isMessage && content(request) != content(record.request)
      || rises(request, over: record, settings, now)
  }

  /// The levels as they are granted now.
  private static func rises(
    _ request: NotificationRequest, over record: NotificationRecord, _ settings: EffectiveSettings,
    _ now: Timestamp
  ) -> Bool {
    func rank(_ request: NotificationRequest) -> Int {
      if request.level == .passive { return 0 }
      guard request.kind != .rating, request.kind != .marketing else { return 1 }
      switch request.level {
      case .critical: return settings.critical ? 3 : 1
      case .timeSensitive:
        let isNear = request.relevantDate.map { abs($0.milliseconds - now.milliseconds) <= 3_600_000 } == true
        return settings.timeSensitive && isNear ? 2 : 1
      case .passive, .active, nil: return 1
      }
    }
    return rank(request) > rank(record.request)
  }

  /// Whether this one-time notification to come is replaced by a post for now under its identifier.
  static func givesWay(_ record: NotificationRecord, to request: NotificationRequest) -> Bool {
    record.isWaiting && record.request.trigger?.repeats != true && request.identifier != nil
      && isSame(record.request, request)
  }

  private static func isToCome(_ record: NotificationRecord, _ now: Timestamp) -> Bool {
    record.request.trigger?.repeats == true || record.due.map { $0 > now } ?? false
  }

  /// Whether a repeat alerts again: by its kind, or by a raised level.
  private static func alertsAgain(
    _ request: NotificationRequest, over record: NotificationRecord, _ settings: EffectiveSettings,
    _ now: Timestamp
  ) -> Bool {
    guard record.unread, !request.silently else { return false }
    let isDone = record.request.progress == 100 && request.progress.map { $0 < 100 } == true
    // A step of its work changes its banner in place.
    let isAsFar = request.progress == record.request.progress
    return isAsFar && (request.kind == .alarm || request.kind == .reminder || request.kind == .call) || isDone
      || rises(request, over: record, settings, now)
  }

  static func due(_ request: NotificationRequest, _ now: Timestamp) -> Timestamp? {
    switch request.trigger {
    case .at(let time): time
    case .after(let seconds, _): now.advanced(bySeconds: seconds)
    case .calendar(let fields, _): DailyClock.next(fields, after: now)
    case nil: nil
    }
  }

  static func isHeld(
    _ request: NotificationRequest, _ settings: EffectiveSettings, _ desktop: Surroundings, _ now: Timestamp
  ) -> Bool {
    let isOnlyForApp = request.kind == .rating || request.kind == .marketing
    if isOnlyForApp && desktop.isLocked || request.kind == .rating && desktop.isPressing { return true }
    if desktop.isQuiet, !comesThroughQuiet(request, settings, desktop.isSenderLetThrough, now) { return true }
    return desktop.hasSummary && settings.summary && request.kind != .call
      && !breaksThrough(request, settings, now)
  }

  /// By its urgency, or because the person lets its app or its sender through. Of an app of which nothing comes through,
  /// only what is granted as critical does.
  static func comesThroughQuiet(
    _ request: NotificationRequest, _ settings: EffectiveSettings, _ isSenderLetThrough: Bool,
    _ now: Timestamp
  ) -> Bool {
    if request.kind == .rating || request.kind == .marketing { return false }
    if request.level == .critical, settings.critical { return true }
    return switch settings.dnd {
    case .never: false
    case .through: true
    case .urgent: breaksThrough(request, settings, now) || isSenderLetThrough && request.sender != nil
    }
  }

  /// By identifier; without one, and without a sender, by everything that can be read.
  static func isSame(_ a: NotificationRequest, _ b: NotificationRequest) -> Bool {
    guard a.app == b.app, a.identifier == b.identifier else { return false }
    if a.identifier != nil { return true }
    return a.sender == nil && b.sender == nil && a.thread == b.thread && a.category == b.category
      && content(a) == content(b)
  }

  /// Whether it is an occurrence of the series that no later post has changed.
  static func isOccurrence(_ request: NotificationRequest, of series: NotificationRequest) -> Bool {
    series.trigger?.repeats == true && request.app == series.app && request.identifier == series.identifier
      && (content(request) == content(series)
        || series.kind == .call && request.title == Wording.english.missedCall)
  }

  private static func content(_ request: NotificationRequest) -> [String?] {
    [
      request.title, request.subtitle, request.body, request.image, request.sender?.name,
      request.sender?.avatar,
    ]
  }

  /// Neither marketing nor a rating prompt is ever urgent; an alarm or a reminder has its moment when it fires.
  static func breaksThrough(
    _ request: NotificationRequest, _ settings: EffectiveSettings, _ now: Timestamp
  ) -> Bool {
    if request.kind == .rating || request.kind == .marketing { return false }
    // More than six an hour are as good as never posted in a row here.
    if request.kind == .alarm, request.level != .passive, settings.alarms { return true }
    let isFired =
      request.trigger != nil && request.relevantDate == nil
      && (request.kind == .alarm || request.kind == .reminder)
    let moment = if case .at(let time) = request.trigger { time } else { now }
    switch request.level {
    case .critical: return settings.critical
    case .timeSensitive:
      guard settings.timeSensitive else { return false }
      guard let date = request.relevantDate ?? (isFired ? moment : nil) else { return false }
      return abs(date.milliseconds - now.milliseconds) <= 3_600_000
    case .passive, .active, nil: return false
    }
  }
}
