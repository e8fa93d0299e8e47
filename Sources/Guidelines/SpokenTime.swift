package import NotificationModel
package import Wording

extension TimeZoneRules {
  /// A moment as sentences name it: "14:05", or "2026-11-22 14:05" where that is another day than now.
  package func spoken(_ time: Timestamp, now: Timestamp) -> String {
    let (told, today) = (civil(at: time), civil(at: now))
    let clock = TimeOfDay(told).text
    return told.day == today.day ? clock : "\(told.dateText) \(clock)"
  }
}

extension Wording {
  /// A decision of that time, told where the clocks are these.
  package func decision(_ ruling: Ruling, at time: Timestamp, in zone: any TimeZoneRules) -> Decision {
    Decision(
      guideline: ruling.guideline, effect: ruling.effect,
      why: sentence(ruling.reason) { zone.spoken($0, now: time) })
  }
}
