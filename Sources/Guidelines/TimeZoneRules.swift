package import NotificationModel

/// A zone, as far as it matters here: how its clocks stand at any moment.
package protocol TimeZoneRules: Sendable {
  func secondsEastOfUTC(at time: Timestamp) -> Int64
}

/// The zones there are.
package protocol TimeZoneDirectory: Sendable {
  /// The zone the person is in.
  var local: any TimeZoneRules { get }
  /// By its IANA name; `nil` when it is unknown.
  func zone(named name: String) -> (any TimeZoneRules)?
}

extension TimeZoneRules {
  /// What the clocks show.
  package func civil(at time: Timestamp) -> CivilTime {
    // Timestamps are not negative: this division rounds down.
    CivilTime(secondsSince1970: time.milliseconds / 1_000 + secondsEastOfUTC(at: time))
  }

  /// The moment at which the clocks show this. Shown twice, as when summer time ends: the first. Never shown,
  /// as when it begins: the first moment after the gap.
  package func moment(of civil: CivilTime) -> Timestamp {
    let day: Int64 = 86_400
    let nominal = Timestamp(milliseconds: civil.secondsSince1970 * 1_000)
    // No zone moves its clocks twice within two days, nor by more than one.
    let before = secondsEastOfUTC(at: nominal.advanced(bySeconds: -day))
    let after = secondsEastOfUTC(at: nominal.advanced(bySeconds: day))
    let candidates = [before, after].map { nominal.advanced(bySeconds: -$0) }.sorted()
    if let shown = candidates.first(where: { self.civil(at: $0) == civil }) { return shown }
    return transition(after: candidates[0], notAfter: candidates[1], to: after)
  }

  /// The first second with that offset.
  func transition(after: Timestamp, notAfter: Timestamp, to offset: Int64) -> Timestamp {
    var low = after.milliseconds / 1_000
    var high = notAfter.milliseconds / 1_000
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if secondsEastOfUTC(at: Timestamp(milliseconds: middle * 1_000)) == offset {
        high = middle
      } else {
        low = middle
      }
    }
    return Timestamp(milliseconds: high * 1_000)
  }
}

/// A zone whose clocks never move.
package struct FixedZone: TimeZoneRules, Hashable {
  private let seconds: Int64
  package init(secondsEastOfUTC seconds: Int64) { self.seconds = seconds }
  package func secondsEastOfUTC(at time: Timestamp) -> Int64 { seconds }
  package static let utc = FixedZone(secondsEastOfUTC: 0)
}
