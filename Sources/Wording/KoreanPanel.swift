import NotificationModel

extension PanelWording {
  static let korean = PanelWording(
    standing: StandingWords(
      unread: { "읽지 않음 \($0)개" },
      held: { "보류 \($0)개" },
      doNotDisturb: "방해 금지 모드",
      locked: "화면 잠김",
      nothingNew: "새 알림 없음",
      noDaemon: "알림 데몬이 실행되고 있지 않습니다"),
    centre: CentreWords(
      title: "알림",
      empty: "알림이 없습니다.",
      nothingFound: "찾은 알림이 없습니다.",
      unreadOnly: "읽지 않은 알림만",
      unread: "읽지 않음",
      held: "보류됨",
      awaitsPermission: "허용 대기 중",
      older: { "이전 알림 \($0)개" },
      inList: { "목록에 \($0)개" },
      name: KoreanPanel.name,
      meaning: KoreanPanel.meaning,
      why: "이렇게 처리된 이유",
      settings: { "‘\($0)’ 설정" },
      setting: KoreanPanel.setting,
      value: KoreanPanel.value,
      locked: "관리자가 고정함",
      later: KoreanPanel.later,
      sent: "보냈습니다.",
      dismissed: { "알림 \($0)개를 지웠습니다. u 키로 되돌릴 수 있습니다." },
      restored: { $0 == 0 ? "되돌릴 알림이 없습니다." : "알림 \($0)개를 되돌렸습니다." },
      markedRead: "읽음으로 표시했습니다.",
      snoozed: { "\($0)에 다시 알립니다." },
      dismissAll: { "알림 \($0)개를 모두 지우겠습니까? (y/n)" }),
    statistics: StatisticsWords(
      figure: KoreanPanel.figure,
      since: { "\($0)부터 앱 \($2)개에서 알림 \($1)개를 보냈습니다." },
      nothing: "이 기간에 온 알림이 없습니다.",
      hint: KoreanPanel.hint))
}

private enum KoreanPanel {
  @Sendable static func name(_ command: CentreCommand) -> String {
    switch command {
    case .move: "이동"
    case .open: "열기"
    case .press: "버튼"
    case .whole: "전체 보기"
    case .fold: "접기"
    case .read: "읽음"
    case .dismiss: "지우기"
    case .undo: "되돌리기"
    case .snooze: "나중에"
    case .search: "검색"
    case .unreadOnly: "읽지 않음"
    case .doNotDisturb: "방해 금지"
    case .explain: "이유"
    case .settings: "설정"
    case .dismissAll: "모두 지우기"
    case .help: "도움말"
    case .quit: "종료"
    }
  }

  @Sendable static func meaning(_ command: CentreCommand) -> String {
    switch command {
    case .move: "목록을 이동합니다."
    case .open: "알림을 해당 앱에서 엽니다."
    case .press: "그 번호의 버튼을 누릅니다. 답장은 아래에 입력합니다."
    case .whole: "텍스트 전체를 봅니다."
    case .fold: "앱의 알림이나 스레드의 이전 알림을 숨기거나 표시합니다."
    case .read: "읽음으로 표시합니다. 앱 이름에서는 그 앱의 알림 모두에 적용됩니다."
    case .dismiss: "목록에서 지웁니다. 앱 이름에서는 그 앱의 알림 모두에 적용됩니다."
    case .undo: "마지막으로 지운 알림을 되돌립니다."
    case .snooze: "나중에 다시 알립니다."
    case .search: "입력하는 대로 검색합니다. Enter 키는 결과를 유지하고 Esc 키는 검색을 끝냅니다."
    case .unreadOnly: "읽지 않은 알림만 표시하거나 모두 표시합니다."
    case .doNotDisturb: "방해 금지 모드를 켜거나 끕니다."
    case .explain: "표시되었거나 표시되지 않은 이유를 보여 줍니다."
    case .settings: "앱의 알림 설정을 변경합니다."
    case .dismissAll: "표시된 알림을 모두 목록에서 지웁니다."
    case .help: "이 도움말을 표시합니다."
    case .quit: "종료합니다."
    }
  }

  @Sendable static func setting(_ setting: AppSetting) -> String {
    switch setting {
    case .authorization: "알림"
    case .banners: "배너"
    case .badges: "배지"
    case .sounds: "사운드"
    case .timeSensitive: "시간에 민감한 알림"
    case .critical: "긴급 알림"
    case .marketing: "혜택과 소식"
    case .previews: "텍스트 표시"
    case .summary: "요약까지 보류"
    case .alarms: "방해 금지 모드에서 알람"
    case .calls: "방해 금지 모드에서 전화"
    }
  }

  @Sendable static func value(_ word: String) -> String {
    switch word {
    case "true": "켬"
    case "false": "끔"
    case Authorization.notDetermined.rawValue: "미정"
    case Authorization.denied.rawValue: "허용 안 함"
    case Authorization.provisional.rawValue: "조용히"
    case Authorization.authorized.rawValue: "허용"
    case Previews.always.rawValue: "항상"
    case Previews.whenUnlocked.rawValue: "잠겨 있지 않을 때"
    case Previews.never.rawValue: "안 함"
    default: word
    }
  }

  @Sendable static func later(_ choice: SnoozeChoice) -> String {
    switch choice {
    case .quarter: "15분 후"
    case .hour: "1시간 후"
    case .evening: "오후 6시"
    case .morning: "오전 9시"
    }
  }

  @Sendable static func figure(_ figure: StatisticsFigure) -> String {
    switch figure {
    case .posts: "알림"
    case .coalesced: "합침"
    case .held: "보류"
    case .suppressed: "사용 중"
    case .pressed: "누름"
    case .dismissedUnread: "안 보고 지움"
    }
  }

  @Sendable static func hint(_ app: String, _ loudness: Loudness) -> String {
    switch loudness {
    case .ignored: "‘\(app)’ 알림을 보지 않고 지우는 경우가 많습니다. 배너 없이 목록에만 두려면 다음 명령을 사용하십시오."
    case .frequent: "‘\(app)’ 알림이 많지만 누르는 경우가 거의 없습니다. 요약까지 보류하려면 다음 명령을 사용하십시오."
    }
  }
}
