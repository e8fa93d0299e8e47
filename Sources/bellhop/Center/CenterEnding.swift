import NotificationModel
import Wording

/// A state with an end that the person chooses.
enum CenterEnding: Equatable {
  case snooze(NotificationID)
  case doNotDisturb

  func call(until end: Timestamp) -> CenterCall {
    switch self {
    case .snooze(let id): .snooze(id, until: end)
    case .doNotDisturb: .doNotDisturb(true, until: end)
    }
  }
}

extension CenterMenu {
  static func snooze(_ id: NotificationID, _ clock: LocalClock, _ words: CenterWording) -> CenterMenu {
    let ending = CenterEnding.snooze(id)
    return CenterMenu(
      title: words.command(.snooze).label,
      choices: ends(of: ending, clock, words) + [another(ending, words)], subject: id)
  }

  /// While Do Not Disturb is on, the first choice turns it off.
  static func doNotDisturb(
    isOn: Bool, until end: Timestamp?, _ clock: LocalClock, _ words: CenterWording
  ) -> CenterMenu {
    let off = Choice(label: words.turnOff, deed: .call(.doNotDisturb(false, until: nil)))
    let endless = Choice(label: words.untilTurnedOff, deed: .call(.doNotDisturb(true, until: nil)))
    return CenterMenu(
      title: isOn ? words.doNotDisturb(end.map(clock.end)) : words.bar.doNotDisturb,
      choices: (isOn ? [off] : []) + ends(of: .doNotDisturb, clock, words)
        + (isOn && end == nil ? [] : [endless]) + [another(.doNotDisturb, words)])
  }

  /// The most common ends: two spans, then times of day, the soonest first.
  private static func ends(
    of ending: CenterEnding, _ clock: LocalClock, _ words: CenterWording
  ) -> [Choice] {
    let (evening, morning) = (clock.next(hour: 18, minute: 0), clock.next(hour: 9, minute: 0))
    var times = [
      (
        clock.isToday(morning)
          ? words.thisMorning(clock.end(morning)) : words.tomorrowMorning(clock.end(morning)), morning
      )
    ]
    // After 18:00 the next evening is a day away, and hardly meant.
    if clock.isToday(evening) { times.append((words.thisEvening(clock.end(evening)), evening)) }
    let quarter = clock.now.advanced(bySeconds: 15 * 60)
    let hour = clock.now.advanced(bySeconds: 3_600)
    let spans = [
      (words.minutes(15, clock.end(quarter)), quarter), (words.anHour(clock.end(hour)), hour),
    ]
    return (spans + times.sorted { $0.1 < $1.1 }).map {
      Choice(label: $0.0, deed: .call(ending.call(until: $0.1)))
    }
  }

  private static func another(_ ending: CenterEnding, _ words: CenterWording) -> Choice {
    Choice(label: words.anotherTime, deed: .typeEnd(ending))
  }
}
