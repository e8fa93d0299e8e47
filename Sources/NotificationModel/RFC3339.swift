// RFC 3339 §5.6, without a calendar library.

extension Timestamp {
  /// Reads `2026-03-29T02:30:00+02:00` (or `Z`, a small `t`, a blank, a fraction of a second, a leap
  /// second). `nil` for anything else, and outside the years 1970 to 9999.
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
