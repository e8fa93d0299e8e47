/// The pace of log lines that a caller can cause at will, so that none fills the log: some at once, then one a minute.
/// Times are milliseconds of one clock, which is never set back.
package struct LinePace: Sendable {
  private static let burst: Int64 = 8
  private static let pause: Int64 = 60_000

  /// The time at which the lines so far would have come one by one.
  private var paid: Int64 = .min
  private var leftOut = 0

  package init() {}

  /// The line, with the number of those that were left out before it; `nil` if it is to be left out.
  package mutating func line(_ text: String, at now: Int64) -> String? {
    let begin = max(paid, now)
    guard begin - now <= (Self.burst - 1) * Self.pause else {
      leftOut += 1
      return nil
    }
    paid = begin + Self.pause
    defer { leftOut = 0 }
    return leftOut == 0 ? text : "\(text) (and \(leftOut) more were left out)"
  }
}
