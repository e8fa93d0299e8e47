import NotificationModel

extension CenterWording {
  static let korean = CenterWording(
    bar: BarWording(locale: "ko"),
    terms: .korean,
    judgement: .korean,
    numbers: "1~9, 0",
    wheelUp: "휠 위로",
    wheelDown: "휠 아래로",
    notifications: "알림",
    locked: "화면 잠김",
    waiting: "데몬이 응답하지 않아 기다리는 중입니다",
    isBack: "데몬이 다시 연결되었습니다",
    onlyUnread: "읽지 않은 것만",
    onlyMissed: "놓친 것만",
    nothing: "알림 없음",
    nothingMissed: "놓친 알림 없음",
    noMatch: "일치하는 알림 없음",
    missed: { "\(Wording.korean.missedWhile($0)) 놓친 알림" },
    isGone: "더 이상 목록에 없습니다",
    isUnknown: { "알림을 보낸 적이 없는 앱입니다: \($0)" },
    isToCome: "아직 오지 않았거나 앱 허용을 기다리는 알림입니다",
    isBusy: "데몬이 아직 처리 중입니다",
    notWhileLocked: "화면이 잠겨 있는 동안에는 할 수 없습니다",
    isNotStored: "디스크에 쓸 수 없어 바뀐 것이 없습니다",
    noText: "텍스트를 받는 동작이 없습니다",
    noActions: "동작이 없습니다",
    isHeading: "제목 줄입니다. 아래의 알림을 선택하십시오",
    nothingToUndo: "되돌릴 알림 없음",
    restored: { "되돌린 알림 \($0)개" },
    earlierSettings: { "\($0): 이전 설정으로 되돌림" },
    nothingDismissed: "이미 목록에 없어 지울 것이 없습니다",
    dismissed: { "지운 알림 \($0)개, 되돌리기 \($1)" },
    offList: { "목록에서 빠진 알림 \($0)개, 되돌리기 \($1)" },
    nothingRead: "지울 읽은 알림이 없습니다",
    askClear: { "\($1.map { "\($0)의 " } ?? "")읽은 알림 \($0)개를 모두 지우겠습니까?" },
    askErase: { "‘\($0)’ 알림을 완전히 삭제하겠습니까?" },
    askEraseApp: { "\($0)의 저장된 알림을 모두 완전히 삭제하겠습니까?" },
    erased: { count, keeper in
      "완전히 삭제한 알림 \(count)개" + (keeper.map { ", \($0)에 사본이 남아 있을 수 있습니다" } ?? "")
    },
    search: "검색",
    askEnd: "언제까지 (45m 또는 18:00)",
    askEndAgain: "시간을 알 수 없습니다. 45m, 1h30m, 18:00처럼 입력하십시오",
    chooseAction: "동작",
    open: "열기",
    destructive: "삭제나 종료",
    minutes: { "\($0)분 동안 (\($1)까지)" },
    anHour: { "1시간 동안 (\($0)까지)" },
    thisMorning: { "오늘 아침까지 (\($0))" },
    tomorrowMorning: { "내일 아침까지 (\($0))" },
    thisEvening: { "오늘 저녁까지 (\($0))" },
    anotherTime: "다른 시간까지…",
    turnOff: "끄기",
    untilTurnedOff: "끌 때까지",
    putOff: { "\($0)까지 미룸" },
    doNotDisturbOff: "방해 금지 모드 꺼짐",
    letSender: { sender, app, isOn in
      isOn ? "방해 금지 모드 중에도 표시: \(sender) (\(app))" : "방해 금지 모드 중에는 표시 안 함: \(sender)"
    },
    letApp: { app, isAll in
      isAll ? "방해 금지 모드 중에도 모든 알림 표시: \(app)" : "방해 금지 모드 중에는 급한 알림만 표시: \(app)"
    },
    muteApp: { app, end in
      end.map { "1시간 동안 배너 끄기: \(app) (\($0)까지)" } ?? "배너 다시 표시: \(app)"
    },
    letStayAway: { "앱이 맨 앞에 있을 때 배너 \($1 ? "숨기기" : "표시"): \($0)" },
    senderIsLet: { "방해 금지 모드 중\($1 ? "에도 표시됨" : "에는 표시 안 됨"): \($0)" },
    appIsLet: { "방해 금지 모드 중\($1 ? "에도 모든 알림 표시" : "에는 급한 알림만 표시"): \($0)" },
    appIsMuted: { app, end in end.map { "\($0)까지 배너 꺼짐: \(app)" } ?? "배너 다시 켜짐: \(app)" },
    staysAwayInFront: { "앱이 맨 앞에 있을 때 배너 \($1 ? "숨김" : "표시"): \($0)" },
    why: "이렇게 처리된 이유",
    keys: "단축키",
    settings: { "\($0) 설정" },
    fixed: "관리자가 고정함",
    until: { "\($0)까지" },
    askAuthorization: { "\($0) 알림을 허용하겠습니까?" },
    allow: "허용",
    deliverQuietly: "조용히 전달: 배너 없이 목록에만 표시",
    allowForAnHour: { "1시간 동안 허용 (\($0)까지)" },
    deny: "허용 안 함: 읽지 않았거나 대기 중인 알림이 목록에서 사라집니다",
    asks: { "앱이 밝힌 용도: ‘\($0)’" },
    on: "켬",
    off: "끔",
    changed: "변경됨",
    state: koreanState,
    stateUntil: { "\($1)\($0 == .scheduled ? "에" : "까지") \(koreanState($0))" },
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
    throughQuiet: {
      switch $0 {
      case .through: "모두"
      case .urgent: "급한 알림만"
      case .never: "없음"
      }
    },
    kept: {
      switch $0 {
      case .all: "모두"
      case .titles: "제목만"
      case .none: "텍스트 없음"
      }
    },
    days: { "\($0)일" },
    hours: { "\($0)시간" },
    command: koreanCommand)

  static func koreanState(_ state: State) -> String {
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
    case .sounds: "사운드"
    case .timeSensitive: "시간에 민감한 알림 바로 표시"
    case .critical: "중요한 경고 바로 표시"
    case .marketing: "혜택과 소식"
    case .previews: "미리보기"
    case .summary: "요약까지 기다림"
    case .alarms: "방해 금지 모드 중 알람"
    case .calls: "방해 금지 모드 중 전화"
    case .dnd: "방해 금지 모드 중 표시할 알림"
    case .repeated: "3분 안에 다시 온 전화나 메시지도 표시"
    case .buttons: "배너에 무음과 미루기 버튼 표시"
    case .foreground: "앱이 맨 앞에 있을 때 배너 숨김"
    case .store: "읽었거나 사라진 알림의 보관 내용"
    case .again: "다시 알리기"
    case .keepDays: "보관 기간"
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
    case .choose: ("선택", "이 번호의 동작을 누르거나 줄을 선택, 메뉴에서는 그 뒤로 영문자")
    case .reply: ("답장", "텍스트를 받는 동작에 답장 쓰기")
    case .read: ("읽음", "읽음으로 표시, 앱에서는 모두")
    case .dismiss: ("지우기", "목록에서 지우기, 앱에서는 모두")
    case .undo: ("되돌리기", "하루 동안의 명령을 마지막 것부터 하나씩 되돌리기")
    case .snooze: ("미루기", "나중에 다시 알림")
    case .letThrough: ("표시 허용", "보낸 사람이나 앱을 방해 금지 모드 중에도 표시, 또는 한 시간 동안 앱의 배너 끄기")
    case .clear: ("읽은 것 지우기", "읽은 알림을 모두 목록에서 지우기")
    case .clearApp: ("앱에서 지우기", "이 앱의 읽은 알림을 모두 목록에서 지우기")
    case .erase: ("완전히 삭제", "완전히 삭제, 앱에서는 저장된 것을 모두")
    case .search: ("검색", "입력하는 대로 검색, 취소하면 끝남")
    case .filter: ("걸러 보기", "읽지 않은 것만, 놓친 것만, 모두 차례로 보기")
    case .doNotDisturb: ("방해 금지", "방해 금지 모드를 언제까지 켤지 정하거나 끄기")
    case .explain: ("이유", "이렇게 처리된 이유 보기")
    case .settings: ("설정", "앱이 할 수 있는 일")
    case .help: ("도움", "이 도움말")
    case .back: ("뒤로", "연 것을 닫거나, 검색을 끝내거나, 모두 다시 보기")
    case .redraw: ("새로 그리기", "화면 새로 그리기")
    case .leave: ("종료", "나가기")
    }
  }
}
