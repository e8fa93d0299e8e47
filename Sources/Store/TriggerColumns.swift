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
    let (name, time, seconds, repeats) = (text(), time(), try countedIfAny(), try flag())
    let fields = CalendarFields(
      minute: try field(0...59), hour: try field(0...23), day: try field(1...31), month: try field(1...12),
      weekday: try field(1...7), timeZone: text())
    switch (name, time, seconds) {
    case (nil, _, _): return nil
    case (Self.at, let time?, _): return .at(time)
    case (Self.after, _, let seconds?) where seconds > 0 || !repeats:
      return .after(seconds: seconds, repeats: repeats)
    case (Self.calendar, _, _): return .calendar(fields, repeats: repeats)
    default: throw SQLiteFault.damagedRow
    }
  }

  private mutating func field(_ range: ClosedRange<Int64>) throws(SQLiteFault) -> Int? {
    try integer(in: range).map(Int.init)
  }
}
