import NotificationModel

/// A trigger's ten columns: which of the three it is, then a column for everything any of them says.
enum TriggerColumns {
  static let names = [
    "trigger", "trigger_at", "trigger_after", "trigger_repeats", "trigger_minute", "trigger_hour",
    "trigger_day",
    "trigger_month", "trigger_weekday", "trigger_zone",
  ]
}

extension Cursor {
  private static let at = "at"
  private static let after = "after"
  private static let calendar = "calendar"

  mutating func bind(_ trigger: Trigger?) {
    var (name, time, seconds, repeating): (String?, Timestamp?, Int64?, Bool?) = (nil, nil, nil, nil)
    var fields = CalendarFields()
    switch trigger {
    case nil: break
    case .at(let moment): (name, time) = (Self.at, moment)
    case .after(let wait, let repeats): (name, seconds, repeating) = (Self.after, wait, repeats)
    case .calendar(let wanted, let repeats): (name, fields, repeating) = (Self.calendar, wanted, repeats)
    }
    bind(name)
    bind(time)
    bind(seconds)
    bind(repeating)
    bind(fields.minute)
    bind(fields.hour)
    bind(fields.day)
    bind(fields.month)
    bind(fields.weekday)
    bind(fields.timeZone)
  }

  mutating func trigger() throws(SQLiteFault) -> Trigger? {
    let (name, time, seconds, repeats) = (text(), time(), integer(), flag())
    let fields = CalendarFields(
      minute: int(), hour: int(), day: int(), month: int(), weekday: int(), timeZone: text())
    switch (name, time, seconds) {
    case (nil, _, _): return nil
    case (Self.at, let time?, _): return .at(time)
    case (Self.after, _, let seconds?): return .after(seconds: seconds, repeats: repeats)
    case (Self.calendar, _, _): return .calendar(fields, repeats: repeats)
    default: throw SQLiteFault.damagedRow
    }
  }
}
