package import NotificationModel

/// Words for the list of apps, and for the text about one app.
package struct AppsWording: Sendable {
  package let app: String
  package let name: String
  package let authorization: String
  package let unread: String
  package let held: String
  package let remarks: String
  package let advice: String
  package let setting: String
  package let value: String
  package let decidedBy: String

  /// Names of settings, and words for their values.
  package let label: @Sendable (AppSetting) -> String
  package let word: @Sendable (AppSetting, _ value: String) -> String
  package let may: @Sendable (Authorization) -> String
  package let asConsentSays: @Sendable (_ authorization: String) -> String

  // Remarks on settings that differ from those built in, that end, or that are locked.
  package let with: @Sendable (_ setting: String) -> String
  package let without: @Sendable (_ setting: String) -> String
  package let until: @Sendable (_ time: String) -> String
  package let locked: @Sendable (_ settings: String) -> String

  /// The state of the app's question: whether it may notify, or send offers and news.
  package let question: @Sendable (_ isMarketing: Bool, QuestionTold) -> String

  // For the text about one app.
  package let counts: @Sendable (_ unread: Int, _ held: Int) -> String
  package let administrator: String
  package let nobody: String
  package let you: String
  package let lockedBy: @Sendable (_ file: String) -> String
  package let toChange: @Sendable (_ app: String) -> String
  package let lastDays: @Sendable (_ days: Int, _ counts: String) -> String
  package let nothingPosted: String

  /// The state of a question.
  package enum QuestionTold: Sendable {
    case asks
    case isToAsk
    /// `again`: the time from which the question is asked again; `nil` for never.
    case asked(last: String, QuestionEnd.Way, end: String?, again: String?)
  }
}

extension AppsWording {
  package static let english = AppsWording(
    app: "APP",
    name: "NAME",
    authorization: "AUTHORIZATION",
    unread: "UNREAD",
    held: "HELD",
    remarks: "REMARKS",
    advice: "ADVICE",
    setting: "SETTING",
    value: "VALUE",
    decidedBy: "DECIDED BY",
    label: \.rawValue,
    word: { setting, value in
      setting.isSwitch ? ["true": "on", "false": "off"][value] ?? value : value
    },
    may: \.rawValue,
    asConsentSays: { "\($0 == "authorized" ? "allowed" : $0), as [Front] Consent says" },
    with: { $0 },
    without: { "no \($0)" },
    until: { "until \($0)" },
    locked: { "locked: \($0)" },
    question: englishQuestion,
    counts: { "\($0) unread, \($1) held" },
    administrator: "an administrator",
    nobody: "as built in",
    you: "you",
    lockedBy: { "\($0), locked by an administrator" },
    toChange: { "To change it: bellhop set \($0) SETTING=VALUE; bellhop allow, deny or forget \($0)." },
    lastDays: { "In the last \($0) days: \($1)." },
    nothingPosted: "nothing posted")

  @Sendable
  private static func englishQuestion(_ isMarketing: Bool, _ told: QuestionTold) -> String {
    let what = isMarketing ? " to send offers and news" : ""
    switch told {
    case .asks: return "asks\(what)"
    case .isToAsk: return "is to ask\(what)"
    case .asked(let last, let way, let end, let again):
      let words =
        switch way {
        case .pressed: "pressed without an answer"
        case .dismissed: "dismissed"
        case .expired: "went unanswered"
        }
      return "asked\(what) \(last), \(words)\(end.map { " \($0)" } ?? ""), "
        + (again.map { "asks again from \($0) on" } ?? "asks no more")
    }
  }

  package static let korean = AppsWording(
    app: "앱",
    name: "이름",
    authorization: "알림 허용",
    unread: "읽지 않음",
    held: "보류",
    remarks: "비고",
    advice: "조언",
    setting: "설정",
    value: "값",
    decidedBy: "결정",
    label: CenterWording.korean.setting,
    word: koreanWord,
    may: CenterWording.korean.authorization,
    asConsentSays: { "\($0), \(CenterWording.korean.asConsentSays)" },
    with: { "\($0) 켬" },
    without: { "\($0) 끔" },
    until: { "\($0)까지" },
    locked: { "고정됨: \($0)" },
    question: koreanQuestion,
    counts: { "읽지 않음 \($0)개, 보류 \($1)개" },
    administrator: "관리자",
    nobody: "기본값",
    you: "사용자",
    lockedBy: { "\($0), 관리자가 고정함" },
    toChange: {
      "변경하려면 ‘bellhop set \($0) SETTING=VALUE’ 또는 bellhop allow, deny, forget 명령을 사용하십시오."
    },
    lastDays: { "지난 \($0)일: \($1)." },
    nothingPosted: "온 알림 없음")

  @Sendable
  private static func koreanWord(_ setting: AppSetting, _ value: String) -> String {
    let center = CenterWording.korean
    if setting.isSwitch { return ["true": center.on, "false": center.off][value] ?? value }
    switch setting {
    case .previews: return Previews(rawValue: value).map(center.previews) ?? value
    case .authorization: return Authorization(rawValue: value).map(center.authorization) ?? value
    case .store: return KeptText(rawValue: value).map(center.kept) ?? value
    case .keepDays: return Int(value).map(center.days) ?? value
    default: return value
    }
  }

  @Sendable
  private static func koreanQuestion(_ isMarketing: Bool, _ told: QuestionTold) -> String {
    let what = isMarketing ? "혜택과 소식 " : ""
    switch told {
    case .asks: return "\(what)허용 요청 중"
    case .isToAsk: return "\(what)허용 요청 예정"
    case .asked(let last, let way, let end, let again):
      let words =
        switch way {
        case .pressed: "답 없이 누름"
        case .dismissed: "답 없이 닫음"
        case .expired: "답 없음"
        }
      return "\(what)허용 요청 \(last), \(words)\(end.map { "(\($0))" } ?? ""), "
        + (again.map { "\($0)부터 다시 요청" } ?? "더 이상 요청하지 않음")
    }
  }
}
