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
  package let sharedScreen: String
  package let fullScreen: String
  package let quietFor: String
  package let quietHours: String
  package let nextSummary: String
  package let silent: String
  package let previews: String
  package let storage: String
  package let configuration: String
  package let ratingPrompts: String
  package let unread: String
  package let held: String
  package let appsToDecide: String
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
  /// A number of apps, with the command that lists them.
  package let asInApps: @Sendable (_ count: Int) -> String
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
    sharedScreen: "shared screen",
    fullScreen: "full screen",
    quietFor: "quiet for",
    quietHours: "quiet hours",
    nextSummary: "next summary",
    silent: "silent",
    previews: "previews",
    storage: "storage",
    configuration: "configuration",
    ratingPrompts: "rating prompts",
    unread: "unread",
    held: "held",
    appsToDecide: "apps to decide about",
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
    asInApps: { "\($0) (bellhop apps)" },
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
    sharedScreen: "화면 공유",
    fullScreen: "전체 화면",
    quietFor: "방해 금지를 요청한 앱",
    quietHours: "조용한 시간",
    nextSummary: "다음 요약",
    silent: "무음 모드",
    previews: "미리보기",
    storage: "저장",
    configuration: "구성",
    ratingPrompts: "평가 요청",
    unread: "읽지 않음",
    held: "보류",
    appsToDecide: "허용 여부를 정할 앱",
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
    asInApps: { "\($0) (bellhop apps)" },
    onUntil: { "켬, \($0)까지" },
    anApp: "앱")
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
