package import NotificationModel

/// Terms of many places of the command line, the same in each.
package struct TermWording: Sendable {
  package let on: String
  package let off: String
  package let none: String
  package let unread: String
  package let missed: String
  package let changed: String
  package let destructive: String
  package let asksForText: String
  package let state: @Sendable (State) -> String
  package let outcome: @Sendable (Outcome) -> String
  package let level: @Sendable (InterruptionLevel) -> String
  /// The subject of a guideline, and its effect.
  package let subject: @Sendable (GuidelineSubject) -> String
  package let effect: @Sendable (Effect) -> String
  /// The effect in a table, beside the name of its guideline.
  package let effectName: @Sendable (Effect) -> String
  /// A state or an outcome, and the time at which it ends.
  private let until: @Sendable (_ what: String, _ time: String) -> String
  /// A scheduled notification, and the time at which it comes.
  private let comingAt: @Sendable (_ what: String, _ time: String) -> String
}

extension TermWording {
  /// States and outcomes have the same words as in options and JSON.
  package static let english = TermWording(
    on: "on", off: "off", none: "none", unread: "unread", missed: "missed", changed: "changed",
    destructive: "destructive",
    asksForText: "asks for text", state: \.rawValue, outcome: \.rawValue, level: \.rawValue,
    subject: { $0.english }, effect: { $0.english }, effectName: \.rawValue,
    until: { "\($0) until \($1)" }, comingAt: { "\($0) for \($1)" })

  package static let korean = TermWording(
    on: "켬", off: "끔", none: "없음", unread: "읽지 않음", missed: "놓침", changed: "변경됨", destructive: "삭제나 종료",
    asksForText: "텍스트 입력", state: CenterWording.koreanState, outcome: koreanOutcome,
    level: {
      switch $0 {
      case .passive: "낮음"
      case .active: "보통"
      case .timeSensitive: "시간에 민감함"
      case .critical: "중요한 경고"
      }
    },
    subject: { $0.korean }, effect: { $0.korean }, effectName: { $0.korean },
    until: { "\($1)까지 \($0)" }, comingAt: { "\($1)에 \($0)" })

  package func told(_ state: State, until time: String) -> String {
    (state == .scheduled ? comingAt : until)(self.state(state), time)
  }

  package func told(_ outcome: Outcome, until time: String) -> String {
    (outcome == .scheduled ? comingAt : until)(self.outcome(outcome), time)
  }

  /// The decision in words. A guideline or an effect that another version has stored may be unknown: its name stands
  /// for it.
  package func told(_ decision: Decision) -> String {
    let (name, effect) = (decision.guideline, decision.effect)
    return (GuidelineSubject(of: name).map(subject) ?? name) + ": "
      + (Effect(rawValue: effect).map(self.effect) ?? effect)
  }

  package func name(ofEffect effect: String) -> String { Effect(rawValue: effect).map(effectName) ?? effect }

  private static func koreanOutcome(_ outcome: Outcome) -> String {
    switch outcome {
    case .presented: "표시됨"
    case .coalesced: "합쳐짐"
    case .replaced: "대치됨"
    case .suppressed: "알리지 않음"
    case .quiet: "조용히"
    case .held: "보류"
    case .awaitingConsent: "앱 허용 대기"
    case .scheduled: "예약"
    }
  }
}

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
