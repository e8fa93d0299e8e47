// RFC 3339 §5.6, without a calendar library: the civil-date arithmetic is the proleptic Gregorian one.

extension Timestamp {
  /// Reads `2026-03-29T02:30:00+02:00` (or `Z`, a small `t`, a blank, a fraction of a second, a leap
  /// second). `nil` for anything else, and outside the years 1970 to 9999.
  public init?(rfc3339 text: String) {
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
      (1970...9999).contains(year), (1...12).contains(month),
      (1...daysIn(month: month, year: year)).contains(day),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let minutes = (daysSince1970(year: year, month: month, day: day) * 24 + hour) * 60 + minute - offset
    let milliseconds = (minutes * 60 + second) * 1_000 + fraction
    guard (0...Timestamp.latest).contains(milliseconds) else { return nil }
    self.init(milliseconds: milliseconds)
  }

  /// In UTC, with milliseconds only where there are any: `2026-03-29T00:30:00Z`.
  public var rfc3339: String {
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    let (year, month, day) = civilDate(daysSince1970: days)
    let (seconds, fraction) = rest.quotientAndRemainder(dividingBy: 1_000)
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    let time =
      "\(padded(seconds / 3_600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
    return fraction == 0 ? "\(date)T\(time)Z" : "\(date)T\(time).\(padded(fraction, 3))Z"
  }
}

private func padded(_ number: Int64, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

private func daysIn(month: Int64, year: Int64) -> Int64 {
  switch month {
  case 4, 6, 9, 11: 30
  case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
  default: 31
  }
}

/// Years begin in March here, so that the leap day is the last of its year.
private func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
  let shifted = month <= 2 ? year - 1 : year
  let era = shifted / 400
  let yearOfEra = shifted - era * 400
  let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
  return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
}

private func civilDate(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
  let shifted = days + 719_468
  let era = shifted / 146_097
  let dayOfEra = shifted - era * 146_097
  let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let marchMonth = (5 * dayOfYear + 2) / 153
  let month = marchMonth + (marchMonth < 10 ? 3 : -9)
  return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
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

  mutating func number(_ digits: Int) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
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
    return sign * (hours * 60 + minutes)
  }
}
