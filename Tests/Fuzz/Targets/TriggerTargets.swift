import Guidelines
import NotificationModel
import TestSupport
import TimeZones

/// Times of the week and of the year, in zones of the system and in made-up ones.
let triggerTargets: [FuzzTarget] = [
  FuzzTarget(
    name: "triggers", parsers: ["Guidelines/Timetable.swift"], maximumLength: 128, check: checkTriggers),
  FuzzTarget(
    name: "weekly-times", parsers: ["Guidelines/LocalTime.swift", "NotificationModel/WeeklySpans.swift"],
    maximumLength: 256, check: checkWeek),
]

// MARK: Triggers

/// A trigger fires when a plain calendar says so: first, next, for the last time before a moment, and anew after the
/// clock was set.
@Sendable private func checkTriggers(_ bytes: [UInt8]) throws {
  var choice = FuzzBytes(bytes)
  let zones = ChosenZones(&choice)
  let now = choice.time()
  let due = now.advanced(byMilliseconds: Int64(choice.below(40)) * 3_600_000 - 20 * 3_600_000)
  guard choice.chance() else {
    return try checkSeconds(
      Int64(60 + choice.below(65_536) * choice.below(256)), repeats: choice.chance(), now: now, due: due)
  }
  let fields = choice.fields(timeZone: choice.chance() ? ChosenZones.name : nil)
  let (occurrences, plain) = (Occurrences(of: fields, in: zones.local), zones.plain)
  let next = occurrences.next(after: now)
  let wanted = plain.next(fields, after: now)
  try require(
    next == wanted, "\(fields): \(next?.rfc3339 ?? "never") in place of \(wanted?.rfc3339 ?? "never")")

  let series = Timetable(.calendar(fields, repeats: true), in: zones)
  try require(series.first(postedAt: now) == wanted, "the first time is another than the next")
  try require(
    series.next(after: now, due: due) == plain.next(fields, after: max(now, due)), "it does not go on")
  let once = Timetable(.calendar(fields, repeats: false), in: zones)
  try require(once.next(after: now, due: due) == nil, "what fires once goes on")
  let isElsewhere = Timetable(.calendar(fields, repeats: true), in: ChosenZones.none).isZoneKnown
  try require(series.isZoneKnown && isElsewhere == (fields.timeZone == nil), "a zone is known, or is not")

  let fired = choice.chance() ? due.advanced(bySeconds: Int64(choice.below(256)) * 3_600) : nil
  let anew = series.reconsidered(due: due, fired: fired, now: now)
  let credible = fired.flatMap { $0 <= now.advanced(bySeconds: 26 * 3_600) ? $0 : nil } ?? now
  let wantedAnew = due > now ? plain.next(fields, after: max(now, credible)) ?? due : due
  try require(anew == wantedAnew, "after the clock was set it is due at another time")
  if let wanted { try checkLast(series, occurrences, from: wanted, plain, fields, &choice) }
}

/// The last of some occurrences that were missed.
private func checkLast(
  _ series: Timetable, _ occurrences: Occurrences, from first: Timestamp, _ plain: PlainCalendar,
  _ fields: CalendarFields, _ choice: inout FuzzBytes
) throws {
  var last = first
  for _ in 0..<choice.below(6) { last = plain.next(fields, after: last) ?? last }
  guard let beyond = plain.next(fields, after: last) else { return }
  let gap = beyond.milliseconds - last.milliseconds
  let time = last.advanced(byMilliseconds: gap * Int64(choice.byte()) / 256)
  try require(occurrences.last(from: first, notAfter: time) == last, "\(fields): the last is another")
  try require(series.latest(from: first, notAfter: time) == last, "another one was missed last")
}

/// A delay keeps its beat, and after the clock was set is never longer than what was asked for.
private func checkSeconds(_ seconds: Int64, repeats: Bool, now: Timestamp, due: Timestamp) throws {
  let table = Timetable(.after(seconds: seconds, repeats: repeats), in: ChosenZones.none)
  let delay = seconds * 1_000
  try require(table.first(postedAt: now).map { $0.milliseconds - now.milliseconds } == delay, "another delay")
  let latest = table.latest(from: due, notAfter: now)
  let next = table.next(after: now, due: due)
  if repeats {
    try require((latest.milliseconds - due.milliseconds) % delay == 0, "the last one is off the beat")
    try require(latest <= max(due, now), "one that is to come was missed")
    guard let next else { throw Violation("a series ends") }
    try require(next.milliseconds - latest.milliseconds == delay && next > now, "the series loses its beat")
  } else {
    try require(latest == due && next == nil, "what fires once fires again")
  }
  let anew = table.reconsidered(due: due, fired: nil, now: now)
  try require(anew <= now.advanced(bySeconds: seconds), "it waits for longer than was asked for")
}

// MARK: Weeks

/// Spans and times of the week are read as they were written, and begin, end and come at the moments that a plain
/// calendar finds. The bytes that are left are a text of their own: it is read in one way, or not at all.
@Sendable private func checkWeek(_ bytes: [UInt8]) throws {
  var choice = FuzzBytes(bytes)
  let zones = ChosenZones(&choice)
  let now = choice.time()
  let spans = (0..<choice.below(5)).map { _ in PlainSpan(&choice) }
  let text = spans.map(\.text).joined(separator: choice.chance() ? " ; " : ";")
  if let read = WeeklySpans(text) {
    try require(!PlainSpan.fillWeek(spans), "no time of the week is left free")
    try require(WeeklySpans(read.text) == read, "written spans are read as others: \(read.text)")
    try checkSpans(read, spans, zones, now)
  } else {
    let isEndless = spans.contains { $0.start == $0.end && $0.days.count == 7 }
    try require(PlainSpan.fillWeek(spans) || isEndless, "\(text) is not read")
  }
  try checkTimes(spans, zones, now)
  try checkText(String(decoding: choice.rest(), as: UTF8.self))
}

private func checkSpans(
  _ read: WeeklySpans, _ spans: [PlainSpan], _ zones: ChosenZones, _ now: Timestamp
) throws {
  let today = zones.plain.day(at: now)
  let ranges = (today - 3...today + 15).flatMap { day in
    spans.filter { $0.days.contains(PlainCalendar.weekday(of: day)) }.map { span in
      (
        begin: zones.plain.moment(span.start, on: day),
        end: zones.plain.moment(span.end, on: span.end > span.start ? day : day + 1)
      )
    }
  }
  var end = now
  while let later = ranges.first(where: { $0.begin <= end && end < $0.end }) { end = later.end }
  let found = read.end(at: now, in: zones.local)
  try require(
    found == (end == now ? nil : end), "\(read.text) ends at another time: \(found?.rfc3339 ?? "none")")
  let start = ranges.filter { $0.begin > now && $0.begin < $0.end }.map(\.begin).min()
  try require(read.start(after: now, in: zones.local) == start, "\(read.text) begins at another time")
}

/// The starts of the spans, as times that come again each week.
private func checkTimes(_ spans: [PlainSpan], _ zones: ChosenZones, _ now: Timestamp) throws {
  let text = spans.map(\.startText).joined(separator: ";")
  guard let times = WeeklyTimes(text) else { throw Violation("\(text) is not read") }
  try require(WeeklyTimes(times.text) == times, "written times are read as others: \(times.text)")
  let today = zones.plain.day(at: now)
  let moments = (today - 3...today + 10).flatMap { day in
    spans.filter { $0.days.contains(PlainCalendar.weekday(of: day)) }
      .map { zones.plain.moment($0.start, on: day) }
  }
  let next = times.next(after: now, in: zones.local)
  try require(next == moments.filter { $0 > now }.min(), "\(times.text) comes at another time")
}

private func checkText(_ text: String) throws {
  if let spans = WeeklySpans(text) {
    try require(WeeklySpans(spans.text) == spans, "\(spans.text) is read as other spans")
    try require(
      spans.spans.count <= WeeklySpans.most && spans.isEmpty == spans.text.isEmpty, "too many spans")
  }
  if let times = WeeklyTimes(text) {
    try require(WeeklyTimes(times.text) == times, "\(times.text) is read as other times")
    try require(
      times.times.count <= WeeklyTimes.most && times.isEmpty == times.text.isEmpty, "too many times")
  }
}

/// A span in minutes of the day and numbers of weekdays, 1 for Monday.
private struct PlainSpan {
  private static let names = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

  let start: Int
  let end: Int
  let days: Set<Int>
  /// For all days no days need be written.
  private let dayText: String

  init(_ choice: inout FuzzBytes) {
    let (start, end) = (choice.below(96) * 15, choice.below(96) * 15)
    (self.start, self.end) = (start, end)
    let bits = choice.below(128)
    let days = bits == 0 ? Set(1...7) : Set((1...7).filter { bits >> ($0 - 1) & 1 == 1 })
    self.days = days
    dayText = bits == 0 ? "" : days.sorted().map { Self.names[$0 - 1] }.joined(separator: ",")
  }

  var text: String { "\(Self.clock(start))-\(Self.clock(end)) \(dayText)" }
  var startText: String { "\(Self.clock(start)) \(dayText)" }

  private static func clock(_ minutes: Int) -> String {
    "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
  }

  static func fillWeek(_ spans: [PlainSpan]) -> Bool {
    let week = 7 * 1_440
    // Every span begins and ends at a quarter.
    return stride(from: 0, to: week, by: 15).allSatisfy { minute in
      spans.contains { span in
        span.days.contains { day in
          let begin = (day - 1) * 1_440 + span.start
          let length = span.end > span.start ? span.end - span.start : span.end - span.start + 1_440
          return (minute - begin + week) % week < length
        }
      }
    }
  }
}

// MARK: Zones

/// The zone in which the clocks of an input stand. It also has a name.
private struct ChosenZones: TimeZoneDirectory {
  static let name = "Test/Zone"
  static let none = ChosenZones(local: FixedZone.utc, isNamed: false)

  private static let known = [
    "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Africa/Casablanca", "Australia/Lord_Howe",
    "Pacific/Apia", "Pacific/Chatham", "Africa/Cairo",
  ].compactMap { SystemZone(named: $0) }

  let local: any TimeZoneRules
  private let isNamed: Bool

  private init(local: any TimeZoneRules, isNamed: Bool) { (self.local, self.isNamed) = (local, isNamed) }

  init(_ choice: inout FuzzBytes) {
    let zone = choice.below(16)
    self.init(local: zone < Self.known.count ? Self.known[zone] : MovedClock(&choice), isNamed: true)
  }

  func zone(named name: String) -> (any TimeZoneRules)? { isNamed && name == Self.name ? local : nil }

  var plain: PlainCalendar {
    let local = local
    return PlainCalendar { local.secondsEastOfUTC(at: $0) }
  }
}

/// A zone whose clocks are moved some times: by a quarter of an hour to a day, three days apart at least.
private struct MovedClock: TimeZoneRules {
  private let first: Int64
  private var changes: [(second: Int64, offset: Int64)] = []

  init(_ choice: inout FuzzBytes) {
    first = Int64(choice.below(113)) * 900 - 14 * 3_600
    var (second, offset) = (FuzzBytes.begin, first)
    for _ in 0..<choice.below(6) {
      second += Int64(3 * 1_440 + choice.below(40_000)) * 60
      let step = choice.one(of: [3_600, -3_600, 1_800, -1_800, 900, -900, 86_400, -86_400, 43_200, -7_200])
      offset = min(max(offset + Int64(step), -14 * 3_600), 14 * 3_600)
      changes.append((second, offset))
    }
  }

  func secondsEastOfUTC(at time: Timestamp) -> Int64 {
    changes.last { $0.second * 1_000 <= time.milliseconds }?.offset ?? first
  }
}

extension FuzzBytes {
  /// The first second of 2024.
  fileprivate static let begin: Int64 = 1_704_067_200

  /// Within five months from the begin, for made-up zones, or in one of twelve years: often at a full minute.
  fileprivate mutating func time() -> Timestamp {
    let year = Int64(below(12)) * 366 * 86_400
    let minute = Int64(below(65_536) * 4 + below(4)) * 60
    let rest = chance() ? Int64(below(60_000)) : 0
    return Timestamp(milliseconds: (Self.begin + year + minute) * 1_000 + rest)
  }

  /// At least one field.
  fileprivate mutating func fields(timeZone: String?) -> CalendarFields {
    let given = below(32)
    func has(_ bit: Int) -> Bool { given >> bit & 1 == 1 || given == 0 }
    return CalendarFields(
      minute: has(0) ? below(60) : nil, hour: has(1) ? below(24) : nil, day: has(2) ? 1 + below(31) : nil,
      month: has(3) ? 1 + below(12) : nil, weekday: has(4) ? 1 + below(7) : nil, timeZone: timeZone)
  }
}
