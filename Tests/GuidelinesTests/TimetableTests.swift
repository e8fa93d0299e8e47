import Guidelines
import NotificationModel
import Testing

/// UTC, and nothing by name.
struct NoZones: TimeZoneDirectory {
  let local: any TimeZoneRules = FixedZone.utc
  func zone(named name: String) -> (any TimeZoneRules)? { nil }
}

struct TimetableTests {
  private func timetable(_ trigger: Trigger) -> Timetable { Timetable(trigger, in: NoZones()) }
  private func after(_ seconds: Int64) -> Timestamp { noon.advanced(bySeconds: seconds) }

  private let minutes = Trigger.after(seconds: 60, repeats: true)
  private let daily = Trigger.calendar(CalendarFields(hour: 9), repeats: true)

  @Test(
    "It first fires at its time, so many seconds from now, or when the clocks show it; with an unknown zone never"
  )
  func first() {
    #expect(timetable(.at(after(5))).first(postedAt: noon) == after(5))
    #expect(timetable(.at(after(-5))).first(postedAt: noon) == after(-5))
    #expect(timetable(minutes).first(postedAt: noon) == after(60))
    #expect(timetable(daily).first(postedAt: noon)?.rfc3339 == "2026-11-21T09:00:00Z")
    let elsewhere = CalendarFields(hour: 9, timeZone: "Europe/Berlin")
    #expect(timetable(.calendar(elsewhere, repeats: true)).first(postedAt: noon) == nil)
  }

  @Test("A series keeps its beat, however late it is looked at")
  func next() {
    #expect(timetable(minutes).next(after: noon, due: noon) == after(60))
    #expect(timetable(minutes).next(after: after(59), due: noon) == after(60))
    #expect(timetable(minutes).next(after: after(60), due: noon) == after(120))
    #expect(timetable(minutes).next(after: after(3_601), due: noon) == after(3_660))
    #expect(timetable(minutes).next(after: after(-3_600), due: noon) == after(60))
    #expect(timetable(daily).next(after: after(3 * 86_400), due: noon)?.rfc3339 == "2026-11-24T09:00:00Z")
    #expect(timetable(daily).next(after: noon, due: after(3 * 86_400))?.rfc3339 == "2026-11-24T09:00:00Z")
  }

  @Test("What fires once has no next, and neither has a series at the end of the years")
  func ends() {
    for trigger in [
      Trigger.at(noon), .after(seconds: 60, repeats: false),
      .calendar(CalendarFields(hour: 9), repeats: false),
    ] { #expect(timetable(trigger).next(after: noon, due: noon) == nil) }
    let end = Timestamp(milliseconds: Timestamp.latest)
    #expect(timetable(minutes).next(after: end, due: end) == nil)
    #expect(timetable(daily).next(after: end, due: noon) == nil)
  }

  @Test("Of several that were missed the last counts")
  func latest() {
    #expect(timetable(minutes).latest(from: noon, notAfter: noon) == noon)
    #expect(timetable(minutes).latest(from: noon, notAfter: after(59)) == noon)
    #expect(timetable(minutes).latest(from: noon, notAfter: after(185)) == after(180))
    #expect(timetable(minutes).latest(from: noon, notAfter: after(-1)) == noon)
    #expect(timetable(.at(noon)).latest(from: noon, notAfter: after(185)) == noon)
  }

  @Test("With the clock set back seconds are never more than were asked for, and fields match the next time")
  func reconsidered() {
    let later = after(400 * 86_400)
    #expect(timetable(.at(later)).reconsidered(due: later, fired: nil, now: noon) == later)
    #expect(timetable(minutes).reconsidered(due: later, fired: later, now: noon) == after(60))
    #expect(timetable(minutes).reconsidered(due: after(5), fired: nil, now: noon) == after(5))
    #expect(
      timetable(daily).reconsidered(due: later, fired: nil, now: noon).rfc3339 == "2026-11-21T09:00:00Z")
  }

  @Test("With the clock set back none that came comes again, and what is due is not put off")
  func monotone() {
    let fired = after(86_400 - 3 * 3_600)
    #expect(
      timetable(daily).reconsidered(due: fired.advanced(bySeconds: 86_400), fired: fired, now: noon).rfc3339
        == "2026-11-22T09:00:00Z")
    #expect(timetable(daily).reconsidered(due: after(-5), fired: nil, now: noon) == after(-5))
  }
}
