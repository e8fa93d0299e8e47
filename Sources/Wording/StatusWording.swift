package import NotificationModel

/// Words for the state of the daemon and of the desktop.
package struct StatusWording: Sendable {
  package let version: String
  package let sink: String
  package let server: String
  package let screen: String
  package let presence: String
  package let foreground: String
  package let doNotDisturb: String
  package let quietFor: String
  package let quietHours: String
  package let nextSummary: String
  package let silent: String
  package let storage: String
  package let configuration: String
  package let ratingPrompts: String
  package let unread: String
  package let held: String
  package let scheduled: String
  package let posted: String
  package let refused: String

  package let notAnswering: String
  package let isMutedItself: String
  package let isLocked: String
  package let isLockedUntilKnown: String
  package let isUnlocked: String
  package let yes: String
  package let no: String
  package let nothingTells: String
  package let nothingIsStored: @Sendable (_ fault: String) -> String
  package let onUntil: @Sendable (_ time: String) -> String
  /// In place of the name of an app that must not be shown.
  package let anApp: String
}

extension StatusWording {
  package static let english = StatusWording(
    version: "version",
    sink: "sink",
    server: "server",
    screen: "screen",
    presence: "somebody there",
    foreground: "foreground",
    doNotDisturb: "Do Not Disturb",
    quietFor: "quiet for",
    quietHours: "quiet hours",
    nextSummary: "next summary",
    silent: "silent",
    storage: "storage",
    configuration: "configuration",
    ratingPrompts: "rating prompts",
    unread: "unread",
    held: "held",
    scheduled: "scheduled",
    posted: "posted",
    refused: "refused",
    notAnswering: "not answering",
    isMutedItself: "its own Do Not Disturb is on",
    isLocked: "locked",
    isLockedUntilKnown: "locked, until it is known",
    isUnlocked: "unlocked",
    yes: "yes",
    no: "no",
    nothingTells: "nothing tells",
    nothingIsStored: { "nothing can be stored: \($0)" },
    onUntil: { "on, until \($0)" },
    anApp: "an app")

  package static let korean = StatusWording(
    version: "버전",
    sink: "표시하는 곳",
    server: "알림 서버",
    screen: "화면",
    presence: "사용자 있음",
    foreground: "맨 앞의 앱",
    doNotDisturb: "방해 금지 모드",
    quietFor: "방해 금지를 요청한 앱",
    quietHours: "조용한 시간",
    nextSummary: "다음 요약",
    silent: "무음 모드",
    storage: "저장",
    configuration: "구성",
    ratingPrompts: "평가 요청",
    unread: "읽지 않음",
    held: "보류",
    scheduled: "예약됨",
    posted: "받은 알림",
    refused: "거부한 알림",
    notAnswering: "응답 없음",
    isMutedItself: "서버의 방해 금지 모드가 켜져 있음",
    isLocked: "잠김",
    isLockedUntilKnown: "잠김(확인될 때까지)",
    isUnlocked: "잠겨 있지 않음",
    yes: "예",
    no: "아니요",
    nothingTells: "알 수 없음",
    nothingIsStored: { "아무것도 저장할 수 없음: \($0)" },
    onUntil: { "켬, \($0)까지" },
    anApp: "앱")
}

/// Statistics of each app: its posts, and their outcomes.
package struct StatisticsWording: Sendable {
  package let nothing: @Sendable (_ days: Int) -> String
  package let heading: @Sendable (_ days: Int) -> String
  /// The heading if read notifications were kept for fewer days.
  package let headingBeyond: @Sendable (_ days: Int, _ keptDays: Int) -> String
  package let posts: String
  package let coalesced: String
  package let replaced: String
  package let held: String
  package let suppressed: String
  package let pressed: String
  package let dismissedUnread: String
  /// The count of one of these measures, in a sentence.
  package let count: @Sendable (_ count: Int, _ name: String) -> String
  package let postCount: @Sendable (_ count: Int) -> String
  package let more: @Sendable (_ apps: Int, _ posts: Int) -> String

  // Hints at a setting that would help.
  package let keepInList: @Sendable (_ command: String) -> String
  package let putTogether: @Sendable (_ command: String) -> String
  package let letThrough: @Sendable (_ command: String) -> String
}

extension StatisticsWording {
  package static let english = StatisticsWording(
    nothing: { "Nothing was posted in these \($0) days." },
    heading: { "The last \($0) day\($0 == 1 ? "" : "s")." },
    headingBeyond: { "The last \($0) day\($0 == 1 ? "" : "s"); what was read is kept for \($1)." },
    posts: "posts",
    coalesced: "coalesced",
    replaced: "replaced",
    held: "held",
    suppressed: "suppressed",
    pressed: "pressed",
    dismissedUnread: "dismissed unread",
    count: { "\($0) \($1)" },
    postCount: englishPosts,
    more: { "And \($0) more app\($0 == 1 ? "" : "s") with \(englishPosts($1))." },
    keepInList: { "Most are dismissed unread: '\($0)' keeps them in the list, without banners." },
    putTogether: { "Many, of which few are pressed: with '\($0)' they come together, at set times." },
    letThrough: { "Many are held back and pressed later: '\($0)' lets through what is urgent." })

  @Sendable
  private static func englishPosts(_ count: Int) -> String { "\(count) post\(count == 1 ? "" : "s")" }

  package static let korean = StatisticsWording(
    nothing: { "지난 \($0)일 동안 온 알림이 없습니다." },
    heading: { "지난 \($0)일" },
    headingBeyond: { "지난 \($0)일(읽은 알림은 \($1)일 동안 보관)" },
    posts: "보냄",
    coalesced: "합쳐짐",
    replaced: "대치됨",
    held: "보류",
    suppressed: "알리지 않음",
    pressed: "누름",
    dismissedUnread: "읽지 않고 지움",
    count: { "\($1) \($0)개" },
    postCount: { "보냄 \($0)개" },
    more: { "그 외 앱 \($0)개가 알림 \($1)개를 보냈습니다." },
    keepInList: {
      "대부분 읽지 않고 지웠습니다. ‘\($0)’ 명령을 사용하면 배너 없이 목록에만 표시됩니다."
    },
    putTogether: { "많이 오지만 거의 누르지 않았습니다. ‘\($0)’ 명령을 사용하면 정해진 시각에 함께 표시됩니다." },
    letThrough: { "보류되었다가 나중에 누른 알림이 많습니다. ‘\($0)’ 명령을 사용하면 급한 알림이 바로 표시됩니다." })
}

/// Words of `doctor` around its findings. The findings are in `Wording`.
package struct DoctorWording: Sendable {
  package let subject: @Sendable (DesktopFinding.Subject) -> String
  package let verdict: @Sendable (DesktopFinding.Verdict) -> String
  /// The label before a remedy, for output without a sign for it.
  package let remedyLabel: String
  package let missing: @Sendable (_ subjects: String) -> String
}

extension DoctorWording {
  package static let english = DoctorWording(
    subject: \.rawValue, verdict: \.rawValue, remedyLabel: "To do", missing: { "missing: \($0)" })

  package static let korean = DoctorWording(
    subject: {
      switch $0 {
      case .configuration: "구성"
      case .storage: "저장"
      case .server: "알림 서버"
      case .front: "front"
      case .focus: "맨 앞의 앱"
      case .lock: "화면 잠금"
      case .serverMute: "서버의 방해 금지 모드"
      case .badges: "배지"
      case .sound: "사운드"
      case .launching: "앱 시작"
      }
    },
    verdict: {
      switch $0 {
      case .works: "정상"
      case .limited: "제한"
      case .missing: "없음"
      }
    },
    remedyLabel: "할 일", missing: { "없음: \($0)" })
}
