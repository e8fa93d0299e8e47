/// A point of wall-clock time in milliseconds since 1970 (UTC), between the years 1970 and 9999.
public struct Timestamp: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Since 1970-01-01T00:00:00Z.
  public let milliseconds: Int64

  package static let latest: Int64 = 253_402_300_799_999

  /// Clamped to the years that can be written as RFC 3339.
  public init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, 0), Self.latest)
  }

  /// The time as RFC 3339 writes it.
  public var description: String { rfc3339 }

  /// The sum is clamped to the first and the last representable time.
  public func advanced(bySeconds seconds: Int64) -> Timestamp {
    let (product, tooFar) = seconds.multipliedReportingOverflow(by: 1_000)
    guard !tooFar else { return Timestamp(milliseconds: seconds < 0 ? 0 : Self.latest) }
    return advanced(byMilliseconds: product)
  }

  /// Clamped likewise.
  package func advanced(byMilliseconds delta: Int64) -> Timestamp {
    let (sum, over) = milliseconds.addingReportingOverflow(delta)
    return Timestamp(milliseconds: over ? Self.latest : sum)
  }

  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }
}

/// Milliseconds since the machine started, counted through suspend: for waiting, never for calendars.
package struct Uptime: Hashable, Sendable, Comparable {
  package let milliseconds: Int64
  package init(milliseconds: Int64) { self.milliseconds = max(0, milliseconds) }

  /// Stops at the largest time, so that no configured delay overflows.
  package func advanced(byMilliseconds delta: Int64) -> Uptime {
    let (sum, over) = milliseconds.addingReportingOverflow(delta)
    return Uptime(milliseconds: over ? .max : sum)
  }

  package static func < (a: Uptime, b: Uptime) -> Bool { a.milliseconds < b.milliseconds }
}

/// Both clocks, read together. All judging gets the time as a `Moment`; only the programs' event loops read a clock.
package struct Moment: Hashable, Sendable {
  package let wall: Timestamp
  package let uptime: Uptime
  package init(wall: Timestamp, uptime: Uptime) {
    self.wall = wall
    self.uptime = uptime
  }

  /// The clocks when the wall clock shows `time`. The uptime does not go back: for a time in the past it stays as it
  /// is.
  package func moved(to time: Timestamp?) -> Moment {
    guard let time else { return self }
    return Moment(
      wall: time,
      uptime: uptime.advanced(byMilliseconds: max(0, time.milliseconds - wall.milliseconds)))
  }
}

/// A date and a time of day as a wall clock shows them, in no zone. Proleptic Gregorian, from the year 1970 on.
package struct CivilTime: Hashable, Sendable, Comparable {
  /// Seconds since 1970, computed as if the clock showed UTC.
  package let secondsSince1970: Int64

  /// Negative seconds occur in zones west of Greenwich at the very start of 1970.
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

/// A time of day as a clock shows it, to the minute.
package struct TimeOfDay: Hashable, Sendable, Comparable {
  /// 0 to 1,439, counted from midnight.
  package let minutes: Int

  package init?(hour: Int, minute: Int) {
    guard (0..<24).contains(hour), (0..<60).contains(minute) else { return nil }
    minutes = hour * 60 + minute
  }

  /// `HH:MM`, the hour with one digit or two; `nil` for anything else.
  package init?(_ text: String) {
    let given = Array(text.utf8)
    let bytes = given.count == 4 ? [UInt8(ascii: "0")] + given : given
    guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
    let digits = [0, 1, 3, 4].map { Int(bytes[$0]) - Int(UInt8(ascii: "0")) }
    guard digits.allSatisfy((0...9).contains) else { return nil }
    self.init(hour: digits[0] * 10 + digits[1], minute: digits[2] * 10 + digits[3])
  }

  package init(_ civil: CivilTime) { minutes = civil.secondOfDay / 60 }

  package var text: String { "\(Self.two(minutes / 60)):\(Self.two(minutes % 60))" }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

  package static func < (a: TimeOfDay, b: TimeOfDay) -> Bool { a.minutes < b.minutes }
}

// RFC 3339 §5.6, without a calendar library.

extension Timestamp {
  /// Reads `2026-03-29T02:30:00+02:00` (or `Z`, a small `t`, a blank, a fraction of a second, a leap second). `nil` for
  /// other text, and outside the years 1970 to 9999.
  package init?(rfc3339 text: String) {
    var scanner = DigitScanner(Array(text.utf8))
    guard text.utf8.count <= 40,
      let year = scanner.number(4), scanner.skip("-"),
      let month = scanner.number(2), scanner.skip("-"),
      let day = scanner.number(2), scanner.skip("T", "t", " "),
      let hour = scanner.number(2), scanner.skip(":"),
      let minute = scanner.number(2), scanner.skip(":"),
      let second = scanner.number(2),
      let fraction = scanner.millisecondFraction(),
      let offset = scanner.offsetMinutes(), scanner.isAtEnd,
      let civil = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute), second <= 60
    else { return nil }
    let seconds = civil.secondsSince1970 + Int64(second) - offset * 60
    let milliseconds = seconds * 1_000 + fraction
    guard (0...Timestamp.latest).contains(milliseconds) else { return nil }
    self.init(milliseconds: milliseconds)
  }

  /// In UTC, with milliseconds only where there are any: `2026-03-29T00:30:00Z`.
  package var rfc3339: String {
    let (seconds, fraction) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    let civil = CivilTime(secondsSince1970: seconds)
    let time = "\(padded(civil.hour, 2)):\(padded(civil.minute, 2)):\(padded(civil.secondOfDay % 60, 2))"
    return fraction == 0
      ? "\(civil.dateText)T\(time)Z" : "\(civil.dateText)T\(time).\(padded(Int(fraction), 3))Z"
  }
}

extension CivilTime {
  /// "2026-11-22".
  package var dateText: String {
    let (year, month, day) = date
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}

private func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

private struct DigitScanner {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ allowed: Unicode.Scalar...) -> Bool {
    guard let first = rest.first, allowed.contains(Unicode.Scalar(first)) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func digit() -> Int64? {
    guard let first = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return nil }
    rest.removeFirst()
    return Int64(first - UInt8(ascii: "0"))
  }

  mutating func number(_ digits: Int) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }

  /// Digits past the third are read and dropped; `nil` for a point without digits.
  mutating func millisecondFraction() -> Int64? {
    guard skip(".") else { return 0 }
    guard var value = digit() else { return nil }
    var digits = 1
    while let digit = digit() {
      if digits < 3 { value = value * 10 + digit }
      digits += 1
    }
    while digits < 3 {
      value *= 10
      digits += 1
    }
    return value
  }

  mutating func offsetMinutes() -> Int64? {
    if skip("Z", "z") { return 0 }
    let sign: Int64 = rest.first == UInt8(ascii: "-") ? -1 : 1
    guard skip("+", "-"), let hours = number(2), skip(":"), let minutes = number(2), hours < 24, minutes < 60
    else { return nil }
    return sign * Int64(hours * 60 + minutes)
  }
}
