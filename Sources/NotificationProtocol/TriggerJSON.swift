package import NotificationModel
package import Varlink

extension Trigger: JSONRepresentable {
  /// More often than once a minute is a nuisance, and no reminder.
  private static let shortestRepeat: Int64 = 60

  package init(fields: inout ShapeReader) throws(FieldFault) {
    let at = try fields.time("at")
    let seconds = try fields.int64("after", in: 1...Limits.longestSeconds)
    let calendar: CalendarFields? = try fields.value("calendar")
    let repeats = try fields.bool("repeats") ?? false
    switch (at, seconds, calendar) {
    case (let at?, nil, nil):
      guard !repeats else { throw fields.invalid("repeats", "goes with after or calendar only") }
      self = .at(at)
    case (nil, let seconds?, nil):
      guard !repeats || seconds >= Self.shortestRepeat else {
        throw fields.invalid("repeats", "goes with after from \(Self.shortestRepeat) seconds on")
      }
      self = .after(seconds: seconds, repeats: repeats)
    case (nil, nil, let calendar?): self = .calendar(calendar, repeats: repeats)
    default: throw fields.invalidWhole("must have exactly one of at, after and calendar")
    }
  }

  package var json: JSON {
    switch self {
    case .at(let time): JSON(fields: ["at": time.json])
    case .after(let seconds, let repeats):
      JSON(fields: ["after": seconds.json, "repeats": repeats.jsonIfTrue])
    case .calendar(let calendar, let repeats):
      JSON(fields: ["calendar": calendar.json, "repeats": repeats.jsonIfTrue])
    }
  }
}

extension CalendarFields: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      minute: try fields.int("minute", in: 0...59), hour: try fields.int("hour", in: 0...23),
      day: try fields.int("day", in: 1...31), month: try fields.int("month", in: 1...12),
      weekday: try fields.int("weekday", in: 1...7), timeZone: try fields.timeZone("timeZone"))
    guard minute != nil || hour != nil || day != nil || month != nil || weekday != nil else {
      throw fields.invalidWhole("must have at least one of minute, hour, day, month and weekday")
    }
    guard (day ?? 1) <= Self.longest(month: month) else {
      throw fields.invalid("day", "does not exist in that month")
    }
  }

  package var json: JSON {
    JSON(fields: [
      "minute": minute?.json, "hour": hour?.json, "day": day?.json, "month": month?.json,
      "weekday": weekday?.json, "timeZone": timeZone?.json,
    ])
  }

  /// The days it has in a leap year.
  private static func longest(month: Int?) -> Int {
    switch month {
    case 2: 29
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
