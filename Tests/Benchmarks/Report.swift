import Glibc

/// What was measured, line by line, and whether a bar was missed.
struct Report {
  private(set) var isMissed = false

  func note(_ what: String, _ value: String) {
    write("       \(Self.padded(what)) \(value)")
  }

  /// A line with a bar, which is met when `holds`.
  mutating func judge(_ what: String, _ value: String, bar: String, holds: Bool) {
    if !holds { isMissed = true }
    write("\(holds ? "met   " : "MISSED") \(Self.padded(what)) \(value)  (bar: \(bar))")
  }

  /// At once, also into a file: a run takes a while.
  private func write(_ line: String) {
    print(line)
    fflush(nil)
  }

  private static func padded(_ text: String) -> String {
    text + String(repeating: " ", count: max(0, 34 - text.utf8.count))
  }
}

extension Double {
  /// With so many digits behind the point.
  func text(_ digits: Int) -> String {
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = Int64((self * scale).rounded())
    let whole = String(scaled / Int64(scale))
    guard digits > 0 else { return whole }
    let rest = String(scaled % Int64(scale))
    return "\(whole).\(String(repeating: "0", count: digits - rest.utf8.count))\(rest)"
  }
}

extension [Double] {
  /// The value below which this share of them lies; 0 of none.
  func percentile(_ share: Double) -> Double {
    let sorted = self.sorted()
    return sorted.isEmpty ? 0 : sorted[Swift.min(count - 1, Int(Double(count) * share))]
  }

  var median: Double { percentile(0.5) }
}
