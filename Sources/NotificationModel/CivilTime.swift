/// A date and a time of day as a wall clock shows them, in no zone. Proleptic Gregorian, from the year 1970 on.
package struct CivilTime: Hashable, Sendable, Comparable {
  /// As if the clock stood in UTC.
  package let secondsSince1970: Int64

  /// Negative ones are those of a zone west of Greenwich at the very start of 1970.
  package init(secondsSince1970: Int64) { self.secondsSince1970 = secondsSince1970 }

  /// `nil` for a date that does not exist; 24:00 and leap seconds do not either.
  package init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    guard (1970...9999).contains(year), (1...12).contains(month),
      (1...Self.days(inMonth: month, of: year)).contains(day),
      (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second)
    else { return nil }
    let days = Self.daysSince1970(year: year, month: month, day: day)
    secondsSince1970 = Int64(((days * 24 + hour) * 60 + minute) * 60 + second)
  }

  /// Midnight at the start of that day is `day` times 86,400 seconds after 1970.
  package var day: Int64 {
    let (quotient, rest) = secondsSince1970.quotientAndRemainder(dividingBy: 86_400)
    return rest < 0 ? quotient - 1 : quotient
  }
  package var secondOfDay: Int { Int(secondsSince1970 - day * 86_400) }

  package var date: (year: Int, month: Int, day: Int) { Self.date(daysSince1970: Int(day)) }
  package var hour: Int { secondOfDay / 3_600 }
  package var minute: Int { secondOfDay / 60 % 60 }
  /// 1 Monday to 7 Sunday; 1970 began on a Thursday.
  package var weekday: Int {
    let since = Int((day + 3) % 7)
    return (since < 0 ? since + 7 : since) + 1
  }

  package static func < (a: CivilTime, b: CivilTime) -> Bool { a.secondsSince1970 < b.secondsSince1970 }

  package static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    default: 31
    }
  }

  /// Years begin in March here, so that the leap day is the last of its year.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth + (marchMonth < 10 ? 3 : -9)
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }
}
