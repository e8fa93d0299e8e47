import NotificationModel

// The rules about rare events in a year, in the plainest way. Moments are seconds since 1970.

/// Three rating prompts in 365 days at most, two weeks apart, never in the app's first week, and only once the person has
/// pressed another notification of the app since the last.
struct YearRatings {
  static let day: Int64 = 86_400

  private let known: Int64
  private var prompts: [Int64] = []
  private var hasPressed = false

  init(knownSince known: Int64) { self.known = known }

  mutating func press() { hasPressed = true }

  /// Whether the app may ask now, in which case it has.
  mutating func asks(at now: Int64) -> Bool {
    guard now >= known + 7 * Self.day, prompts.allSatisfy({ $0 <= now - 14 * Self.day }),
      prompts.count(where: { $0 > now - 365 * Self.day }) < 3, hasPressed
    else { return false }
    prompts.append(now)
    hasPressed = false
    return true
  }
}

/// After an app's first time sensitive banner another one explains it; again after thirty days at the earliest.
struct YearExplanations {
  private var last: Int64?

  /// Whether an explanation follows the present banner.
  mutating func follows(at now: Int64) -> Bool {
    if let last, now < last + 30 * YearRatings.day { return false }
    last = now
    return true
  }
}

extension NotificationRequest {
  /// An alarm, which rings; or Time Sensitive, and its time is within an hour of that.
  func breaksThrough(at now: Int64) -> Bool { kind == .alarm || isUrgent(at: now) }

  func isUrgent(at now: Int64) -> Bool {
    guard level == .timeSensitive, let relevantDate else { return false }
    return abs(relevantDate.milliseconds / 1_000 - now) <= 3_600
  }
}

extension [Range<Int64>] {
  /// Whether one of these, which are in order, has this moment in it.
  func contain(_ now: Int64) -> Bool {
    partitioningIndex { $0.upperBound > now }.map { self[$0].contains(now) } ?? false
  }
}
