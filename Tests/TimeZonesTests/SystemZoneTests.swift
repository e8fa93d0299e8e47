import Guidelines
import NotificationModel
import Testing
import TimeZones

struct SystemZoneTests {
  private func moment(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }

  @Test(
    "Clocks that show a time twice mean the first, and a time they never show is the end of the gap",
    arguments: [
      ("Europe/Berlin", (2026, 3, 29, 2, 30), "2026-03-29T01:00:00Z"),
      ("Europe/Berlin", (2026, 3, 29, 3, 0), "2026-03-29T01:00:00Z"),
      ("Europe/Berlin", (2026, 3, 29, 1, 59), "2026-03-29T00:59:00Z"),
      ("Europe/Berlin", (2026, 10, 25, 2, 30), "2026-10-25T00:30:00Z"),
      ("Europe/Berlin", (2026, 10, 25, 3, 0), "2026-10-25T02:00:00Z"),
      ("Australia/Lord_Howe", (2026, 10, 4, 2, 15), "2026-10-03T15:30:00Z"),
      ("Australia/Lord_Howe", (2026, 4, 5, 1, 45), "2026-04-04T14:45:00Z"),
      ("Pacific/Apia", (2011, 12, 30, 12, 0), "2011-12-30T10:00:00Z"),
      ("Asia/Kathmandu", (2026, 6, 1, 0, 0), "2026-05-31T18:15:00Z"),
      ("UTC", (2026, 6, 1, 12, 0), "2026-06-01T12:00:00Z"),
    ])
  func transitions(_ name: String, _ civil: (Int, Int, Int, Int, Int), _ expected: String) throws {
    let zone = try #require(SystemZone(named: name))
    let (year, month, day, hour, minute) = civil
    let time = try #require(CivilTime(year: year, month: month, day: day, hour: hour, minute: minute))
    #expect(zone.moment(of: time) == (try moment(expected)))
  }

  @Test("Every moment of a year is found again from what the clocks show, but for the hour shown twice")
  func roundTrip() throws {
    let zone = try #require(SystemZone(named: "America/New_York"))
    let start = try moment("2026-01-01T00:00:00Z")
    var early = 0
    for quarter in Int64(0)..<(365 * 96) {
      let time = start.advanced(bySeconds: quarter * 900)
      let found = zone.moment(of: zone.civil(at: time))
      if found != time {
        #expect(found == time.advanced(bySeconds: -3_600))
        early += 1
      }
    }
    #expect(early == 4)
  }
}
