package import NotificationModel

/// A calendar that looks at its clock minute by minute and at its dates day by day, to compare the product's arithmetic
/// with. Zones whose clocks show seconds of their own, as some did until 1972, are not for it.
package struct PlainCalendar {
  private struct Day {
    var (year, month, day, weekday) = (1970, 1, 1, 4)

    mutating func advance() {
      weekday = weekday % 7 + 1
      day += 1
      if day > length { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }

    private var length: Int {
      switch month {
      case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
      case 4, 6, 9, 11: 30
      default: 31
      }
    }
  }

  /// By their numbers: 1970 to 2380.
  private static let days = (0..<150_000).reduce(into: [Day()]) { days, _ in
    days.append(days[days.count - 1])
    days[days.count - 1].advance()
  }

  private let secondsEastOfUTC: (Timestamp) -> Int64

  package init(secondsEastOfUTC: @escaping (Timestamp) -> Int64) { self.secondsEastOfUTC = secondsEastOfUTC }

  /// The first minute after `time` at which the clock comes to show the fields; `nil` if there is none in 41 years.
  package func next(_ fields: CalendarFields, after time: Timestamp) -> Timestamp? {
    if let minute = fields.minute, fields.hour == nil, fields.day == nil, fields.month == nil,
      fields.weekday == nil
    {
      return nextMinute(minute, after: time)
    }
    let today = day(at: time)
    for number in max(0, today - 2)..<today + 41 * 366 where matches(Self.days[number], fields) {
      let found = moment((fields.hour ?? 0) * 60 + (fields.minute ?? 0), on: number)
      if found > time { return found }
    }
    return nil
  }

  /// The first minute at which the clock shows this time of day, in minutes, on the day of that number, or a later one.
  package func moment(_ minutes: Int, on day: Int) -> Timestamp {
    let wanted = Int64(day) * 86_400 + Int64(minutes) * 60
    // No zone moves its clocks twice within a day.
    let offsets = (-10...10).map { secondsEastOfUTC(Self.timestamp(wanted + $0 * 4 * 3_600)) }
    // None of these offsets lets the clock show it earlier.
    var second = wanted - (offsets.max() ?? 0)
    while second + secondsEastOfUTC(Self.timestamp(second)) < wanted { second += 60 }
    return Self.timestamp(second)
  }

  /// The number of the day that the clock shows: how many days after the first of 1970.
  package func day(at time: Timestamp) -> Int { Int(shown(at: time) / 86_400) }

  /// 1 for Monday to 7 for Sunday.
  package static func weekday(of day: Int) -> Int { days[day].weekday }

  private func shown(at time: Timestamp) -> Int64 { time.milliseconds / 1_000 + secondsEastOfUTC(time) }

  private func nextMinute(_ minute: Int, after time: Timestamp) -> Timestamp? {
    let first = time.milliseconds / 60_000 + 1
    return (first..<first + 300).lazy.map { Self.timestamp($0 * 60) }
      .first { shown(at: $0) / 60 % 60 == minute }
  }

  private func matches(_ day: Day, _ fields: CalendarFields) -> Bool {
    if let month = fields.month, day.month != month { return false }
    if let weekday = fields.weekday, day.weekday != weekday { return false }
    // A month alone is its first day.
    let isFirst = fields.month != nil && fields.weekday == nil
    return (fields.day ?? (isFirst ? 1 : nil)).map { day.day == $0 } ?? true
  }

  private static func timestamp(_ second: Int64) -> Timestamp { Timestamp(milliseconds: second * 1_000) }
}
