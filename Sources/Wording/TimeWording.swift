/// Words for moments, and for their distance from now.
package struct TimeWording: Sendable {
  /// The first is Sunday.
  package let weekdays: [String]
  /// `month`: 1 to 12; `year`: `nil` for the present year.
  package let date: @Sendable (_ day: Int, _ month: Int, _ year: Int?) -> String
  package let seconds: @Sendable (_ count: Int64) -> String
  package let minutes: @Sendable (_ count: Int64) -> String
  package let hours: @Sendable (_ count: Int64, _ minutes: Int64) -> String
  package let days: @Sendable (_ count: Int64) -> String
  /// A moment, with its distance from now in parentheses.
  package let now: @Sendable (_ time: String) -> String
  package let ago: @Sendable (_ time: String, _ distance: String) -> String
  package let hence: @Sendable (_ time: String, _ distance: String) -> String
}

extension TimeWording {
  package static let english = TimeWording(
    weekdays: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
    date: { day, month, year in
      let names = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
      ]
      let name = names.indices.contains(month - 1) ? names[month - 1] : ""
      return "\(day) \(name)" + (year.map { " \($0)" } ?? "")
    },
    seconds: { "\($0) s" },
    minutes: { "\($0) min" },
    hours: { hours, minutes in "\(hours) h" + (minutes == 0 ? "" : " \(minutes) min") },
    days: { "\($0) d" },
    now: { "\($0) (now)" },
    ago: { "\($0) (\($1) ago)" },
    hence: { "\($0) (in \($1))" })

  package static let korean = TimeWording(
    weekdays: ["일", "월", "화", "수", "목", "금", "토"],
    date: { day, month, year in (year.map { "\($0)년 " } ?? "") + "\(month)월 \(day)일" },
    seconds: { "\($0)초" },
    minutes: { "\($0)분" },
    hours: { hours, minutes in "\(hours)시간" + (minutes == 0 ? "" : " \(minutes)분") },
    days: { "\($0)일" },
    now: { "\($0)(지금)" },
    ago: { "\($0)(\($1) 전)" },
    hence: { "\($0)(\($1) 후)" })
}
