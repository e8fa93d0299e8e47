import Delivery
import NotificationModel

/// What becomes of a post, read off the table of outcomes alone.
struct Expectation {
  enum Alert {
    case none, kept, new
  }

  let outcome: Outcome
  let existing: NotificationRecord?
  let alert: Alert
  /// The person is looking at it.
  let isRead: Bool

  init(
    _ request: NotificationRequest, _ settings: EffectiveSettings, among records: [NotificationRecord],
    front: Set<OpaqueName>?, doNotDisturb: Bool, now: Timestamp
  ) {
    let isLater = (Self.due(request, now) ?? now) > now
    let isWaiting = settings.authorization == .notDetermined
    let same = records.filter { record in
      Self.isSame(record.request, request)
        && (isWaiting
          ? record.state == .awaitingConsent
          : isLater
            ? record.state == .scheduled && record.request.trigger != nil : record.unread)
    }.max { $0.id < $1.id }
    existing = same
    let isFolded = same.map { Self.content($0.request) == Self.content(request) } == true
    let isRepeat = isFolded && same?.request.progress == request.progress
    let isQuiet = request.level == .passive || settings.authorization == .provisional || !settings.banners
    isRead =
      !isWaiting && !isLater && request.thread.map { thread in front?.contains(thread) == true } == true
    outcome =
      if isWaiting { .awaitingConsent } else if isLater { .scheduled } else if isRepeat {
        .coalesced
      } else if same != nil { .replaced } else if front != nil { .suppressed } else if isQuiet {
        .quiet
      } else if doNotDisturb && !Self.breaksThrough(request, settings, now) { .held } else { .presented }
    alert =
      if isWaiting || isLater || isFolded { .kept } else if same != nil && request.silently {
        .kept
      } else if front != nil || isQuiet { .none } else { .new }
  }

  static func due(_ request: NotificationRequest, _ now: Timestamp) -> Timestamp? {
    switch request.trigger {
    case .at(let time): time
    case .after(let seconds, _): now.advanced(bySeconds: seconds)
    case .calendar, nil: nil
    }
  }

  /// By identifier; without one, and without a sender, by everything that can be read.
  static func isSame(_ a: NotificationRequest, _ b: NotificationRequest) -> Bool {
    guard a.app == b.app, a.identifier == b.identifier else { return false }
    if a.identifier != nil { return true }
    return a.sender == nil && b.sender == nil && a.thread == b.thread && a.category == b.category
      && content(a) == content(b)
  }

  private static func content(_ request: NotificationRequest) -> [String?] {
    [
      request.title, request.subtitle, request.body, request.image, request.sender?.name,
      request.sender?.avatar,
    ]
  }

  static func breaksThrough(
    _ request: NotificationRequest, _ settings: EffectiveSettings, _ now: Timestamp
  ) -> Bool {
    switch request.level {
    case .critical: return settings.critical
    case .timeSensitive:
      guard settings.timeSensitive, let date = request.relevantDate else { return false }
      return abs(date.milliseconds - now.milliseconds) <= 3_600_000
    case .passive, .active, nil: return false
    }
  }
}
