package import NotificationModel

/// Words for the list of apps, and for the text about one app.
package struct AppsWording: Sendable {
  package let app: String
  package let name: String
  package let authorization: String
  package let unread: String
  package let held: String
  package let week: String
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
  /// The authorization of an app that may notify, and of which everything comes through quiet, or nothing.
  package let comesThrough: @Sendable (_ authorization: String, _ isAll: Bool) -> String

  // Remarks on settings that differ from those built in, that end, or that are locked.
  package let with: @Sendable (_ setting: String) -> String
  package let without: @Sendable (_ setting: String) -> String
  package let until: @Sendable (_ time: String) -> String
  package let locked: @Sendable (_ settings: String) -> String
  package let refused: @Sendable (_ posts: Int) -> String

  /// The state of the app's question: whether it may notify, or send offers and news.
  package let question: @Sendable (_ isMarketing: Bool, QuestionTold) -> String

  // Counts for the text about one app.
  package let counts: @Sendable (_ unread: Int, _ held: Int) -> String
  package let administrator: String
  package let nobody: String
  package let you: String
  package let lockedBy: @Sendable (_ file: String) -> String
  package let toChange: @Sendable (_ app: String) -> String
  package let lastWeek: @Sendable (_ posts: Int) -> String
  package let refusedSince: @Sendable (_ posts: Int) -> String

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
    week: "WEEK",
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
    comesThrough: {
      "\($0 == "authorized" ? "allowed" : $0); \($1 ? "" : "nothing ")comes through Do Not Disturb"
    },
    with: { $0 },
    without: { "no \($0)" },
    until: { "until \($0)" },
    locked: { "locked: \($0)" },
    refused: { "\($0) refused" },
    question: englishQuestion,
    counts: { "\($0) unread, \($1) held" },
    administrator: "an administrator",
    nobody: "as built in",
    you: "you",
    lockedBy: { "\($0), locked by an administrator" },
    toChange: { "To change it: bellhop set \($0) SETTING=VALUE; bellhop allow, deny or forget \($0)." },
    lastWeek: { "In the last 7 days: \($0 == 0 ? "nothing posted" : "\($0) post\($0 == 1 ? "" : "s")")." },
    refusedSince: { "Refused since the daemon's start: \($0)." })

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
    week: "7일",
    remarks: "비고",
    advice: "조언",
    setting: "설정",
    value: "값",
    decidedBy: "결정",
    label: CenterWording.korean.setting,
    word: { CenterWording.korean.value(of: $0, $1) },
    may: CenterWording.korean.authorization,
    asConsentSays: { "\($0), \(CenterWording.korean.asConsentSays)" },
    comesThrough: { "\($0), 방해 금지 모드 중에\($1 ? "도 표시" : "는 표시 안 함")" },
    with: { "\($0) 켬" },
    without: { "\($0) 끔" },
    until: { "\($0)까지" },
    locked: { "고정됨: \($0)" },
    refused: { "거부 \($0)개" },
    question: koreanQuestion,
    counts: { "읽지 않음 \($0)개, 보류 \($1)개" },
    administrator: "관리자",
    nobody: "기본값",
    you: "사용자",
    lockedBy: { "\($0), 관리자가 고정함" },
    toChange: {
      "변경하려면 ‘bellhop set \($0) SETTING=VALUE’ 또는 bellhop allow, deny, forget 명령을 사용하십시오."
    },
    lastWeek: { "지난 7일: \($0 == 0 ? "온 알림 없음" : "온 알림 \($0)개")." },
    refusedSince: { "데몬이 시작된 뒤 거부한 알림: \($0)개." })

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

/// Sentences about the result of a change that the person asked for.
package struct ChangeWording: Sendable {
  package let doNotDisturb: @Sendable (_ isOn: Bool, _ end: String?) -> String
  package let silent: @Sendable (_ isOn: Bool) -> String
  package let holdsUnstored: String
  package let nothingToDismiss: String
  package let nothingUnread: String
  package let dismissed: @Sendable (_ count: Int, _ all: Int) -> String
  package let nothingToRestore: String
  package let restored: @Sendable (_ ids: String) -> String
  package let restoredMany: @Sendable (_ count: Int) -> String
  package let earlierSettings: @Sendable (_ app: String) -> String
  /// `count`: the notifications that are off the list.
  package let denied: @Sendable (_ app: String, _ count: Int) -> String
  package let nothingToClear: String
  package let cleared: @Sendable (_ count: Int) -> String
  package let nothingToErase: String
  package let erased: @Sendable (_ count: Int) -> String
  package let mayKeepCopy: @Sendable (_ server: String) -> String
  package let mayHoldCopy: @Sendable (_ path: String) -> String
  package let nothingErased: String
  package let askErase: @Sendable (_ count: Int) -> String
  package let askEraseApp: @Sendable (_ count: Int, _ app: String) -> String
  package let askEraseAll: @Sendable (_ count: Int) -> String

  // The label of the present state of quiet hours, the sources of a choice for all apps, and the word for no quiet
  // hours.
  package let now: String
  package let builtIn: String
  package let chosen: @Sendable (_ command: String) -> String
  package let asFileSays: @Sendable (_ file: String) -> String
  package let never: String
}

extension ChangeWording {
  package static let english = ChangeWording(
    doNotDisturb: { "Do Not Disturb \($1.map { "until \($0)" } ?? ($0 ? "on" : "off"))" },
    silent: { "silent \($0 ? "on" : "off")" },
    holdsUnstored:
      "it holds, but cannot be stored yet ('bellhop status' says why): if the daemon restarts before it is, say it again",
    nothingToDismiss: "nothing to dismiss: gone already",
    nothingUnread: "nothing is unread",
    dismissed: { "dismissed \($0) of \($1): the other\($1 - $0 == 1 ? " is" : "s are") gone already" },
    nothingToRestore: "nothing to bring back",
    restored: { "as before: \($0)" },
    restoredMany: { "as before: \($0) notifications" },
    earlierSettings: { "\($0) has its earlier settings again" },
    denied: { app, count in
      guard count > 0 else { return "denied \(app): nothing of it was in the list" }
      return "denied \(app): \(englishCount(count)) \(count == 1 ? "is" : "are") off the list; "
        + "'bellhop undo' brings \(count == 1 ? "it" : "them") back"
    },
    nothingToClear: "nothing to clear",
    cleared: { "cleared \($0); 'bellhop undo' brings \($0 == 1 ? "it" : "them") back" },
    nothingToErase: "nothing to erase",
    erased: { "erased \($0)" },
    mayKeepCopy: {
      "\($0) may still keep a copy in a list of its own; clear it there, or start that server anew if it keeps it in memory"
    },
    mayHoldCopy: { "\($0) may still hold a copy" }, nothingErased: "nothing was erased",
    askErase: { "Erase \(englishCount($0)) for good?" },
    askEraseApp: { "Erase \(englishCount($0)) of \($1) for good?" },
    askEraseAll: {
      "Erase for good all that is stored (\(englishCount($0))), and the databases that were set aside?"
    },
    now: "now",
    builtIn: "as built in",
    chosen: { "as you have chosen; 'bellhop \($0) default' takes that back" },
    asFileSays: { "as \($0) says" },
    never: "never")

  @Sendable
  private static func englishCount(_ count: Int) -> String {
    "\(count) notification\(count == 1 ? "" : "s")"
  }

  package static let korean = ChangeWording(
    doNotDisturb: { "방해 금지 모드 \($1.map { "켬, \($0)까지" } ?? ($0 ? "켬" : "끔"))" },
    silent: { "무음 모드 \($0 ? "켬" : "끔")" },
    holdsUnstored:
      "적용되었지만 아직 저장할 수 없습니다(‘bellhop status’ 명령으로 까닭을 알 수 있습니다). 저장되기 전에 데몬이 다시 시작되면 다시 실행하십시오",
    nothingToDismiss: "이미 목록에 없어 지울 알림이 없습니다",
    nothingUnread: "읽지 않은 알림이 없습니다",
    dismissed: { "알림 \($1)개 중 \($0)개를 지웠습니다. 나머지는 이미 목록에 없습니다" },
    nothingToRestore: "되돌릴 알림이 없습니다",
    restored: { "되돌린 알림: \($0)" },
    restoredMany: { "되돌린 알림 \($0)개" },
    earlierSettings: { "\($0): 이전 설정으로 되돌렸습니다" },
    denied: { app, count in
      guard count > 0 else { return "\(app)의 알림을 차단했습니다. 목록에 있던 알림은 없습니다" }
      return "\(app)의 알림을 차단했습니다. 알림 \(count)개가 목록에서 빠졌으며, ‘bellhop undo’ 명령으로 되돌릴 수 있습니다"
    },
    nothingToClear: "지울 읽은 알림이 없습니다",
    cleared: { "읽은 알림 \($0)개를 지웠습니다. ‘bellhop undo’ 명령으로 되돌릴 수 있습니다" },
    nothingToErase: "삭제할 알림이 없습니다",
    erased: { "알림 \($0)개를 완전히 삭제했습니다" },
    mayKeepCopy: {
      "\($0): 서버의 목록에 사본이 남아 있을 수 있습니다. 서버에서 지우거나, 메모리에만 보관하는 서버라면 다시 시작하십시오"
    },
    mayHoldCopy: { "\($0): 사본이 남아 있을 수 있습니다" }, nothingErased: "아무것도 삭제하지 않았습니다",
    askErase: { "알림 \($0)개를 완전히 삭제하겠습니까?" },
    askEraseApp: { "\($1)의 알림 \($0)개를 완전히 삭제하겠습니까?" },
    askEraseAll: { "저장된 알림 \($0)개 모두와 따로 보관된 데이터베이스를 완전히 삭제하겠습니까?" },
    now: "지금",
    builtIn: "기본값",
    chosen: { "사용자의 선택, ‘bellhop \($0) default’ 명령으로 취소 가능" },
    asFileSays: { "\($0) 파일에 따름" },
    never: "없음")
}
