import NotificationModel

extension CenterWording {
  static let korean = CenterWording(
    bar: BarWording(locale: "ko"),
    notifications: "알림",
    locked: "화면 잠김",
    waiting: "데몬이 응답하지 않아 기다리는 중입니다",
    isBack: "데몬이 다시 연결되었습니다",
    nothing: "알림 없음",
    noMatch: "일치하는 알림 없음",
    isGone: "더 이상 목록에 없습니다",
    isToCome: "아직 오지 않았거나 앱 허용을 기다리는 알림입니다",
    isBusy: "데몬이 아직 처리 중입니다",
    notWhileLocked: "화면이 잠겨 있는 동안에는 할 수 없습니다",
    isNotStored: "디스크에 쓸 수 없어 바뀐 것이 없습니다",
    noText: "글을 받는 동작이 없습니다",
    noActions: "동작이 없습니다",
    isApp: "앱 줄입니다. 알림을 선택하세요",
    nothingToUndo: "되돌릴 알림 없음",
    restored: { "되돌린 알림 \($0)개" },
    dismissed: { "지운 알림 \($0)개, 되돌리기 \($1)" },
    search: "검색",
    chooseAction: "동작",
    chooseEnd: "다시 알림",
    open: "열기",
    destructive: "삭제나 종료",
    minutes: { "\($0)분 후" },
    hours: { "\($0)시간 후" },
    at: { "\($0)에" },
    why: "이렇게 처리된 이유",
    keys: "단축키",
    settings: { "\($0) 설정" },
    fixed: "관리자가 고정함",
    askDenial: { "\($0) 알림을 모두 거부할까요?" },
    keepAllowed: "계속 허용",
    deny: "거부: 읽지 않았거나 대기 중인 알림이 목록에서 완전히 사라집니다",
    on: "켬",
    off: "끔",
    state: koreanState,
    setting: koreanSetting,
    authorization: {
      switch $0 {
      case .notDetermined: "미정"
      case .denied: "거부"
      case .provisional: "조용히"
      case .authorized: "허용"
      }
    },
    asConsentSays: "[Front] Consent에 따름",
    previews: {
      switch $0 {
      case .always: "항상"
      case .whenUnlocked: "잠금 해제 시"
      case .never: "안 함"
      }
    },
    command: koreanCommand)

  private static func koreanState(_ state: State) -> String {
    switch state {
    case .scheduled: "예약됨"
    case .awaitingConsent: "앱 허용 대기"
    case .held: "보류"
    case .delivered: "읽지 않음"
    case .read: "읽음"
    case .dismissed: "지움"
    case .withdrawn: "철회됨"
    case .expired: "만료됨"
    case .failed: "표시하지 못함"
    }
  }

  private static func koreanSetting(_ setting: AppSetting) -> String {
    switch setting {
    case .authorization: "알림 허용"
    case .banners: "배너"
    case .badges: "배지"
    case .sounds: "소리"
    case .timeSensitive: "시간에 민감한 알림 바로 표시"
    case .critical: "중요한 경고 바로 표시"
    case .marketing: "광고와 소식"
    case .previews: "미리보기"
    case .summary: "요약까지 기다림"
    case .alarms: "방해 금지 중 알람"
    case .calls: "방해 금지 중 전화"
    case .foreground: "앱이 맨 앞에 있을 때 배너 숨김"
    }
  }

  private static func koreanCommand(_ command: CenterCommand) -> (label: String, meaning: String) {
    switch command {
    case .up: ("위", "윗줄로")
    case .down: ("아래", "아랫줄로")
    case .pageUp: ("이전 화면", "한 화면 위로")
    case .pageDown: ("다음 화면", "한 화면 아래로")
    case .first: ("처음", "첫 줄로")
    case .last: ("끝", "마지막 줄로")
    case .open: ("열기", "전체 내용 보기, 앱 접기, 메뉴에서는 선택")
    case .fold: ("접기", "이전 알림이나 앱을 펼치거나 접기")
    case .press: ("동작", "동작 누르기, 다른 동작이 없으면 알림 열기")
    case .choose: ("선택", "이 번호의 동작을 누르거나 줄을 선택")
    case .reply: ("답장", "글을 받는 동작에 답장 쓰기")
    case .read: ("읽음", "읽음으로 표시, 앱에서는 모두")
    case .dismiss: ("지우기", "목록에서 지우기, 앱에서는 모두")
    case .undo: ("되돌리기", "마지막에 지운 것 되돌리기")
    case .snooze: ("미루기", "나중에 다시 알림")
    case .search: ("검색", "입력하는 대로 검색, 취소하면 끝남")
    case .doNotDisturb: ("방해 금지", "방해 금지 모드 켜기 또는 끄기")
    case .explain: ("이유", "이렇게 처리된 이유 보기")
    case .settings: ("설정", "앱이 할 수 있는 일")
    case .help: ("단축키", "이 도움말")
    case .back: ("뒤로", "연 것을 닫거나 검색 끝내기")
    case .redraw: ("새로 그리기", "화면 새로 그리기")
    case .leave: ("종료", "나가기")
    }
  }
}
