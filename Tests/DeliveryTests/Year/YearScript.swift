import NotificationModel

/// The events of a computer's year, by a clock that is never set: the same in every zone, except for the days around a
/// change of the clocks.
struct YearScript {
  enum Event {
    case post(NotificationRequest)
    /// The person reads all notifications of an app.
    case read(AppID)
    /// The person presses an app's notification of that title, in the list.
    case press(AppID, String)
    case withdraw(AppID, OpaqueName)
    /// The process ends, and another starts.
    case restart
    /// No process runs for as long.
    case suspend(seconds: Int64)
    case setBack(seconds: Int64)
  }

  /// Seconds since the start of the year; nothing here falls on a quarter of an hour, where clocks strike.
  private(set) var events: [(second: Int64, event: Event)] = []

  static let day: Int64 = 86_400
  static let hour: Int64 = 3_600
  static let minute: Int64 = 60
  private static let setBackAt = 220 * day + 18 * hour + 20 * minute

  let days: Int64
  /// The year's first second in UTC.
  private let start: Int64

  static let trains = known(AppID("org.example.Trains"))
  static let game = known(AppID("org.example.Game"))

  /// `changes`: the days on which the clocks change.
  init(start: Timestamp, days: Int64, changes: [Int64]) {
    self.start = start.milliseconds / 1_000
    self.days = days
    series()
    paceOfHours(around: changes)
    letters()
    trains()
    ratings()
    readings()
    mishaps()
    events.sort { $0.second < $1.second }
  }

  private mutating func add(_ day: Int64, _ hour: Int64, _ minute: Int64, _ event: Event) {
    events.append((day * Self.day + (hour % 24) * Self.hour + minute * Self.minute, event))
  }

  private mutating func series() {
    func series(
      _ title: String, _ trigger: Trigger, _ kind: Kind? = nil, level: InterruptionLevel? = nil,
      expiresAfter: Int64? = nil
    ) -> Event {
      .post(
        NotificationRequest(
          app: chat, kind: kind, title: title, level: level, trigger: trigger, expiresAfter: expiresAfter))
    }
    func calendar(_ fields: CalendarFields) -> Trigger { .calendar(fields, repeats: true) }
    let all = [
      series("daily", calendar(CalendarFields(minute: 30, hour: 2)), .reminder),
      series("weekly", calendar(CalendarFields(hour: 9, weekday: 1))),
      series("monthly", calendar(CalendarFields(day: 31)), .alarm),
      series("yearly", calendar(CalendarFields(day: 29, month: 2)), .reminder),
      series("once", .calendar(CalendarFields(minute: 45, hour: 1, day: 30), repeats: false)),
      series("abroad", calendar(CalendarFields(minute: 45, hour: 5, weekday: 2, timeZone: "Asia/Kathmandu"))),
      series(
        "wake", calendar(CalendarFields(minute: 15, hour: 3, weekday: 5)), .alarm, level: .timeSensitive),
      series("fleeting", calendar(CalendarFields(hour: 4, weekday: 7)), .alarm, expiresAfter: 2 * Self.hour),
      series("beat", .after(seconds: 50 * Self.hour + 5 * Self.minute, repeats: true), .reminder),
      series("slow beat", .after(seconds: 9 * Self.day + 10 * Self.minute, repeats: true)),
    ]
    for event in all { add(0, 0, 5, event) }
  }

  /// An hourly one would fill the year; it is there on the days that matter.
  private mutating func paceOfHours(around changes: [Int64]) {
    for day in changes where day > 1 && day < days - 2 {
      add(
        day - 1, 1, 20,
        .post(
          NotificationRequest(
            app: chat, identifier: name("hourly"), kind: .alarm, title: "hourly",
            trigger: .calendar(CalendarFields(minute: 30), repeats: true))))
      add(day + 1, 23, 20, .withdraw(chat, name("hourly")))
    }
  }

  private mutating func letters() {
    for day in 0..<days {
      func letter(
        _ hour: Int64, _ minute: Int64, _ title: String,
        _ change: (inout NotificationRequest) -> Void = { _ in }
      ) {
        var request = NotificationRequest(app: mail, title: title)
        change(&request)
        add(day, hour, minute, .post(request))
      }
      letter(day * 5, 10, "letter \(day)") { $0.relevance = Double(day % 10) / 10 }
      if day % 3 != 0 { letter(day * 5 + 3, 25, "digest") }
      if day % 4 == 0 {
        letter(day * 5 + 9, 40, "build \(day % 12)") { $0.identifier = name("build") }
      }
      if day % 8 == 0 {
        for number in Int64(0)..<4 {
          letter(day * 7, 20 + number * 5 + number / 2 * 5, "flood \(day).\(number)")
        }
      }
      if day % 7 == 0 { letter(day, 35, "offer \(day)") { $0.expiresAfter = 6 * Self.hour } }
      if day % 9 == 0 { letter(day + 4, 50, "news \(day)") { $0.level = .passive } }
      if day % 11 == 0 { urgent(mail, day, day + 1, 55, "urgent letter \(day)") }
    }
  }

  private mutating func trains() {
    for day in 0..<days where day % 2 == 0 {
      urgent(Self.trains, day, day * 3 + 23, 5, "train \(day)")
      // Without a `relevantDate` it can wait for the morning.
      if day % 6 == 0 {
        add(
          day, day * 3 + 1, 5,
          .post(NotificationRequest(app: Self.trains, title: "delay \(day)", level: .timeSensitive)))
      }
    }
  }

  private mutating func urgent(_ app: AppID, _ day: Int64, _ hour: Int64, _ minute: Int64, _ title: String) {
    let at = day * Self.day + (hour % 24) * Self.hour + minute * Self.minute
    let setBack = at > Self.setBackAt ? Self.hour : 0
    // Each third one's time is more than an hour ahead: until then it can wait.
    let ahead = day % 3 == 0 ? 2 * Self.hour : 10 * Self.minute
    let leaves = Timestamp(milliseconds: (start + at - setBack + ahead) * 1_000)
    add(
      day, hour, minute,
      .post(
        NotificationRequest(app: app, title: title, level: .timeSensitive, relevantDate: leaves)))
  }

  /// A game asks for a rating every five days, also after refusals; now and then the person plays.
  private mutating func ratings() {
    add(1, 11, 25, .post(NotificationRequest(app: Self.game, title: "welcome")))
    for day in stride(from: Int64(0), to: days - 1, by: 5) where day > 0 {
      add(
        day, day * 3 + 2, 40, .post(NotificationRequest(app: Self.game, kind: .rating, title: "rate \(day)")))
      guard day % 4 == 0 else { continue }
      add(day, 12, 10, .post(NotificationRequest(app: Self.game, title: "level \(day)")))
      if day % 8 == 0 { add(day + 1, 12, 25, .press(Self.game, "level \(day)")) }
      add(day + 1, 12, 35, .read(Self.game))
    }
  }

  private mutating func readings() {
    for day in 0..<days {
      if day % 2 == 0 { add(day, day * 11 + 9, 50, .read(chat)) }
      if day % 3 == 1 { add(day, day * 7 + 13, 5, .read(mail)) }
      if day % 5 == 0 { add(day, 20, 35, .read(Self.trains)) }
    }
  }

  private mutating func mishaps() {
    for day in stride(from: Int64(40), to: days, by: 40) { add(day, day / 40 * 3, 55, .restart) }
    // The person reads the list, and closes the lid.
    for app in [mail, chat, Self.trains, Self.game] { add(150, 10, 10, .read(app)) }
    add(150, 10, 10, .suspend(seconds: 26 * Self.hour))
    events.append((Self.setBackAt, .setBack(seconds: Self.hour)))
  }
}
