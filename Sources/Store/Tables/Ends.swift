import NotificationModel
import Records

// Lapses are stored as the time that the wall clock would show if it had never been set, so that a step of the clock
// changes no row. A reader gets one as the clock shows it now.

extension Cursor {
  mutating func bind(lapse time: Timestamp?) { bind(time.map { $0.milliseconds &- corrections }) }

  mutating func lapse() -> Timestamp? {
    integer().map { Timestamp(milliseconds: $0 &+ corrections) }
  }

  /// Binds the columns `due`, `due_lapses`, `awaits_zone` and `fired`.
  mutating func bind(_ due: Due?) {
    switch due?.end {
    case nil: bindNothing(to: 2)
    case .moment(let time):
      bind(time)
      bindNothing(to: 1)
    case .lapse(let time):
      bind(lapse: time)
      bind(1)
    }
    bind(due?.awaitsZone ?? false)
    bind(due?.fired)
  }

  mutating func due() throws(SQLiteFault) -> Due? {
    let (time, isLapse, awaitsZone, fired) = (integer(), try flag(), try flag(), self.time())
    return time.map { time in
      let end: End =
        isLapse
        ? .lapse(Timestamp(milliseconds: time &+ corrections)) : .moment(Timestamp(milliseconds: time))
      return Due(end, awaitsZone: awaitsZone, fired: fired)
    }
  }

  /// Binds the columns `expires` and `lapse`.
  mutating func bind(_ expiry: Expiry) {
    bind(expiry.moment)
    bind(lapse: expiry.lapse)
  }

  mutating func expiry() -> Expiry { Expiry(moment: time(), lapse: lapse()) }

  mutating func bind(_ timed: TimedChoices?) {
    bind(timed.flatMap { SettingCoding.text($0, corrections) })
  }

  mutating func timedChoices() throws(SQLiteFault) -> TimedChoices {
    let corrections = corrections
    return try parsed { SettingCoding.timed($0, corrections) } ?? TimedChoices()
  }
}
