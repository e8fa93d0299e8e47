import Glibc
import Guidelines
import NotificationModel
import Wording

/// The present moment, and the calendar in which times are read and shown.
struct LocalClock: Sendable {
  let now: Timestamp
  private let isUTC: Bool
  private let words: TimeWording

  /// The computer's clock and time zone.
  init(words: TimeWording = .english) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let now = Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    self.init(now: now, words: words)
  }

  init(now: Timestamp, isUTC: Bool = false, words: TimeWording = .english) {
    self.now = now
    self.isUTC = isUTC
    self.words = words
  }

  private func fields(of time: Timestamp) -> tm {
    var seconds = time_t(time.milliseconds / 1_000)
    var fields = tm()
    if isUTC { gmtime_r(&seconds, &fields) } else { localtime_r(&seconds, &fields) }
    return fields
  }

  /// The next time at which clocks show this. A time that the change to summer time skips is adjusted by mktime.
  func next(hour: Int32, minute: Int32) -> Timestamp {
    for day in Int32(0)...1 {
      var fields = fields(of: now)
      fields.tm_hour = hour
      fields.tm_min = minute
      fields.tm_sec = 0
      fields.tm_mday += day
      fields.tm_isdst = -1
      let seconds = isUTC ? timegm(&fields) : mktime(&fields)
      let time = Timestamp(milliseconds: Int64(seconds) * 1_000)
      if time > now { return time }
    }
    return now
  }

  /// Returns the same time of day on the day before.
  func sameTime(dayBefore time: Timestamp) -> Timestamp {
    var fields = fields(of: time)
    fields.tm_mday -= 1
    fields.tm_isdst = -1
    return Timestamp(milliseconds: Int64(isUTC ? timegm(&fields) : mktime(&fields)) * 1_000)
  }

  /// The midnight at which today began, or the day `days` before.
  func midnight(daysAgo days: Int32) -> Timestamp {
    var fields = fields(of: now)
    (fields.tm_hour, fields.tm_min, fields.tm_sec) = (0, 0, 0)
    fields.tm_mday -= days
    fields.tm_isdst = -1
    return Timestamp(milliseconds: Int64(isUTC ? timegm(&fields) : mktime(&fields)) * 1_000)
  }

  /// The shortest clear form: the time today, the weekday within six days, otherwise the date.
  func short(_ time: Timestamp) -> String {
    let then = fields(of: time)
    let today = fields(of: now)
    let clock = clockText(then)
    if then.tm_year == today.tm_year, then.tm_yday == today.tm_yday { return clock }
    if abs(time.milliseconds - now.milliseconds) < 6 * 86_400_000 {
      let day = Int(then.tm_wday)
      return "\(words.weekdays.indices.contains(day) ? words.weekdays[day] : "") \(clock)"
    }
    let isThisYear = then.tm_year == today.tm_year
    let date = words.date(
      Int(then.tm_mday), Int(then.tm_mon) + 1, isThisYear ? nil : Int(then.tm_year) + 1_900)
    return isThisYear ? "\(date) \(clock)" : date
  }

  /// The form without words: the time today, otherwise the date; `withClock` adds the time.
  func numeric(_ time: Timestamp, withClock: Bool = false) -> String {
    let then = fields(of: time)
    let today = fields(of: now)
    let clock = clockText(then)
    let isThisYear = then.tm_year == today.tm_year
    guard !isThisYear || then.tm_yday != today.tm_yday else { return clock }
    let day = "\(two(then.tm_mon + 1))-\(two(then.tm_mday))"
    return (isThisYear ? day : "\(then.tm_year + 1_900)-\(day)") + (withClock ? " \(clock)" : "")
  }

  /// A future end, without words: the time of day within 24 hours, otherwise the date and the time.
  func end(_ time: Timestamp) -> String {
    let isWithinDay = (0...86_400_000).contains(time.milliseconds - now.milliseconds)
    return isWithinDay ? clockText(fields(of: time)) : numeric(time, withClock: true)
  }

  func end(_ end: ChosenEnd) -> String { self.end(end.end(from: now).time) }

  func isToday(_ time: Timestamp) -> Bool {
    let (then, today) = (fields(of: time), fields(of: now))
    return then.tm_year == today.tm_year && then.tm_yday == today.tm_yday
  }

  /// The present time of day.
  var timeOfDay: String {
    let fields = fields(of: now)
    return "\(two(fields.tm_hour)):\(two(fields.tm_min)):\(two(fields.tm_sec))"
  }

  /// `short`, with the distance from now.
  func long(_ time: Timestamp) -> String {
    // Rounded to the nearest second, so that an hour from the moment of asking is still an hour when the reply has
    // come.
    let seconds = Int64((Double(time.milliseconds - now.milliseconds) / 1_000).rounded())
    guard seconds != 0 else { return words.now(short(time)) }
    let distance =
      switch abs(seconds) {
      case ..<60: words.seconds(abs(seconds))
      case ..<3_600: words.minutes(abs(seconds) / 60)
      // The minutes matter for hours ahead.
      case ..<86_400: words.hours(abs(seconds) / 3_600, abs(seconds) % 3_600 / 60)
      default: words.days(abs(seconds) / 86_400)
      }
    return seconds < 0 ? words.ago(short(time), distance) : words.hence(short(time), distance)
  }

  private func clockText(_ fields: tm) -> String { "\(two(fields.tm_hour)):\(two(fields.tm_min))" }

  private func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : String(number) }
}

extension LocalClock: TimeZoneRules {
  func secondsEastOfUTC(at time: Timestamp) -> Int64 { Int64(fields(of: time).tm_gmtoff) }
}
