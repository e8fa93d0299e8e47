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
