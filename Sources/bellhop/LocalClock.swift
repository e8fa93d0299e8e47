import Glibc
import Guidelines
import NotificationModel

/// The present moment, and the calendar in which times are read and shown.
struct LocalClock: Sendable {
  let now: Timestamp
  private let isUTC: Bool

  /// The computer's clock and time zone.
  init() {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    self.init(now: Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000))
  }

  init(now: Timestamp, isUTC: Bool = false) {
    self.now = now
    self.isUTC = isUTC
  }

  private func fields(of time: Timestamp) -> tm {
    var seconds = time_t(time.milliseconds / 1_000)
    var fields = tm()
    if isUTC { gmtime_r(&seconds, &fields) } else { localtime_r(&seconds, &fields) }
    return fields
  }

  /// The next time at which clocks show this. One that the change to summer time leaves out is moved as
  /// mktime does it.
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

  /// When clocks showed the same the day before.
  func sameTime(dayBefore time: Timestamp) -> Timestamp {
    var fields = fields(of: time)
    fields.tm_mday -= 1
    fields.tm_isdst = -1
    return Timestamp(milliseconds: Int64(isUTC ? timegm(&fields) : mktime(&fields)) * 1_000)
  }

  /// As short as it stays clear: the time today, the weekday within six days, else the date.
  func short(_ time: Timestamp) -> String {
    let then = fields(of: time)
    let today = fields(of: now)
    let clock = "\(two(then.tm_hour)):\(two(then.tm_min))"
    if then.tm_year == today.tm_year, then.tm_yday == today.tm_yday { return clock }
    if abs(time.milliseconds - now.milliseconds) < 6 * 86_400_000 {
      return "\(name(then.tm_wday, Self.weekdays)) \(clock)"
    }
    let date = "\(then.tm_mday) \(name(then.tm_mon, Self.months))"
    return then.tm_year == today.tm_year ? "\(date) \(clock)" : "\(date) \(then.tm_year + 1_900)"
  }

  /// In no language: the time today, else the date, `withClock` with the time behind it.
  func numeric(_ time: Timestamp, withClock: Bool = false) -> String {
    let then = fields(of: time)
    let today = fields(of: now)
    let clock = "\(two(then.tm_hour)):\(two(then.tm_min))"
    let isThisYear = then.tm_year == today.tm_year
    guard !isThisYear || then.tm_yday != today.tm_yday else { return clock }
    let day = "\(two(then.tm_mon + 1))-\(two(then.tm_mday))"
    return (isThisYear ? day : "\(then.tm_year + 1_900)-\(day)") + (withClock ? " \(clock)" : "")
  }

  /// The present time of day.
  var timeOfDay: String {
    let fields = fields(of: now)
    return "\(two(fields.tm_hour)):\(two(fields.tm_min)):\(two(fields.tm_sec))"
  }

  /// As `short`, and how far away that is.
  func long(_ time: Timestamp) -> String {
    // To the nearest, so that an hour from the moment of asking is still one when the answer has come.
    let seconds = Int64((Double(time.milliseconds - now.milliseconds) / 1_000).rounded())
    guard seconds != 0 else { return "\(short(time)) (now)" }
    let distance =
      switch abs(seconds) {
      case ..<60: "\(abs(seconds)) s"
      case ..<3_600: "\(abs(seconds) / 60) min"
      case ..<86_400: "\(abs(seconds) / 3_600) h\(minutes(past: abs(seconds)))"
      default: "\(abs(seconds) / 86_400) d"
      }
    return "\(short(time)) (\(seconds < 0 ? "\(distance) ago" : "in \(distance)"))"
  }

  /// Those past the hour, where there are any: who has an hour and three quarters plans with them.
  private func minutes(past seconds: Int64) -> String {
    let minutes = seconds % 3_600 / 60
    return minutes == 0 ? "" : " \(minutes) min"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private func name(_ index: Int32, _ names: [String]) -> String {
    names.indices.contains(Int(index)) ? names[Int(index)] : ""
  }

  private func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : String(number) }
}

extension LocalClock: TimeZoneRules {
  func secondsEastOfUTC(at time: Timestamp) -> Int64 { Int64(fields(of: time).tm_gmtoff) }
}
