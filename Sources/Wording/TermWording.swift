package import NotificationModel

/// Terms of many places of the command line, the same in each.
package struct TermWording: Sendable {
  package let on: String
  package let off: String
  package let none: String
  package let unread: String
  package let missed: String
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
    on: "on", off: "off", none: "none", unread: "unread", missed: "missed", destructive: "destructive",
    asksForText: "asks for text", state: \.rawValue, outcome: \.rawValue, level: \.rawValue,
    subject: { $0.english }, effect: { $0.english }, effectName: \.rawValue,
    until: { "\($0) until \($1)" }, comingAt: { "\($0) for \($1)" })

  package static let korean = TermWording(
    on: "켬", off: "끔", none: "없음", unread: "읽지 않음", missed: "놓침", destructive: "삭제나 종료",
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
