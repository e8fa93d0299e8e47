package import NotificationModel

/// The clocks of a zone as the C library reads them from the system's files, by its `zdump`. Foundation brings time
/// zones of its own, whose release may be another than the system's.
package struct ZoneDump: Sendable {
  private static let months: [Substring] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Moments, each with the seconds east of UTC from it on.
  private var lines: [(time: Timestamp, offset: Int64)] = []

  /// `nil` where the dump cannot be read.
  package init?(_ zone: String) {
    let dump = shell("zdump -v \(quoted(zone))")
    guard dump.status == 0 else { return nil }
    for line in dump.output.split(separator: "\n") {
      // Europe/Berlin  Sun Mar 29 01:00:00 2026 UT = Sun Mar 29 03:00:00 2026 CEST isdst=1 gmtoff=7200
      let words = line.split(separator: " ")
      guard words.count > 7, words[6] == "UT", let year = Int(words[5]), (1...9_999).contains(year)
      else { continue }
      guard let month = Self.months.firstIndex(of: words[2]), let day = Int(words[3]),
        let offset = words.last?.split(separator: "=").last.flatMap({ Int64($0) })
      else { return nil }
      // No time is before 1970, and the last change before that holds from then on.
      let time = Timestamp(rfc3339: "\(year)-\(Self.two(month + 1))-\(Self.two(day))T\(words[4])Z")
      lines.append((time ?? Timestamp(milliseconds: 0), offset))
    }
    // UTC alone has never changed.
    guard !lines.isEmpty || zone == "UTC" else { return nil }
  }

  /// The moments in a time at which the clocks were moved.
  package func changes(in times: ClosedRange<Timestamp>) -> [Timestamp] {
    zip(lines, lines.dropFirst()).filter { $0.offset != $1.offset && times.contains($1.time) }.map(\.1.time)
  }

  package func secondsEastOfUTC(at time: Timestamp) -> Int64 {
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = low + (high - low) / 2
      if lines[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return lines.isEmpty ? 0 : lines[max(low - 1, 0)].offset
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
