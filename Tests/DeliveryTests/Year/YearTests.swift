import NotificationModel
import TestSupport
import Testing

/// A place, a year, and the person's configuration there.
struct YearCase: CustomStringConvertible, Sendable {
  struct Time: Sendable {
    let hour: Int
    let minute: Int
    init(_ hour: Int, _ minute: Int) {
      self.hour = hour
      self.minute = minute
    }
    var timeOfDay: TimeOfDay {
      get throws { try #require(TimeOfDay(hour: hour, minute: minute)) }
    }
  }

  let zone: String
  var year = 2026
  var quietFrom = Time(22, 0)
  var quietUntil = Time(7, 0)
  var summaries = [Time(8, 0), Time(18, 0)]

  var description: String { "\(zone) \(year)" }

  /// One zone for each rule, and at night six more.
  static let all: [YearCase] =
    [
      YearCase(zone: "Europe/Berlin"),
      // Quiet hours and a summary that end where the clocks are moved.
      YearCase(zone: "America/New_York", quietUntil: Time(2, 30), summaries: [Time(2, 15), Time(18, 0)]),
      // From midnight on.
      YearCase(zone: "America/Santiago", quietUntil: Time(0, 30), summaries: [Time(0, 0), Time(18, 0)]),
      // Summer time, but for Ramadan.
      YearCase(zone: "Africa/Casablanca"),
      // Over midnight.
      YearCase(zone: "Asia/Beirut", quietUntil: Time(0, 15), summaries: [Time(23, 30), Time(12, 0)]),
      // By half an hour.
      YearCase(zone: "Australia/Lord_Howe", quietUntil: Time(2, 15), summaries: [Time(1, 45), Time(18, 0)]),
    ] + (isNightly ? others : [])

  private static let others = [
    YearCase(zone: "Europe/London", year: 2028), YearCase(zone: "America/St_Johns"),
    YearCase(zone: "America/Nuuk", year: 2028), YearCase(zone: "Asia/Kathmandu"),
    YearCase(zone: "Asia/Seoul", year: 2028), YearCase(zone: "Pacific/Chatham"),
  ]
}

/// A whole year in each time zone, compared with a plain reference written separately.
@Suite("Year")
struct YearTests {
  @Test("in each time zone each banner of a year comes once, at its time, and nothing else does")
  func years() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for year in YearCase.all { group.addTask { try live(through: year) } }
      try await group.waitForAll()
    }
  }

  private func live(through year: YearCase) throws {
    let clock = try #require(YearClock(year.zone, year: year.year))
    let abroad = try #require(YearClock("Asia/Kathmandu", year: year.year))
    let start = Timestamp(milliseconds: clock.start * 1_000)
    let days = (clock.end - clock.start) / YearScript.day
    let script = YearScript(start: start, days: days, changes: clock.changes)
    var reference = YearReference(year, clock, abroad: abroad)
    reference.live(through: script)
    var drive = try YearDrive(year, from: start)
    try drive.live(through: script)

    let (shown, expected) = (drive.journal, reference.journal)
    let differences = shown.banners.sorted().difference(from: expected.banners.sorted())
    #expect(differences.isEmpty, "\(year): \(differences.lines)")
    #expect(shown.counts == expected.counts, "\(year)")
    // The daemon wakes up only when there is something to do.
    let idle = Set(drive.wakes).subtracting(reference.moments).sorted().map(YearReference.text)
    #expect(idle.isEmpty, "\(year)")
    // The year was no quiet one.
    #expect(expected.banners.count > 800, "\(year)")
    let leapDays = shown.banners.count { $0.hasSuffix(" yearly") }
    // The one of a leap day may be counted in a line, with others that the night held.
    #expect(leapDays <= (year.year % 4 == 0 ? 1 : 0), "\(year)")
    #expect(shown.counts.count { $0.hasSuffix(" asks") } == 3, "\(year)")
    #expect(shown.banners.contains { $0.hasSuffix(" notifications from Mail") }, "\(year)")
  }
}

extension CollectionDifference<String> {
  /// The first few, to be read.
  fileprivate var lines: String {
    map { change in
      switch change {
      case .insert(_, let line, _): "+ \(line)"
      case .remove(_, let line, _): "- \(line)"
      }
    }.prefix(20).joined(separator: "\n")
  }
}
