extension Wording {
  package static let korean = Wording(
    notification: "알림",
    open: "열기",
    message: "메시지",
    call: "전화",
    reminder: "미리 알림",
    alarm: "알람",
    missedCall: "부재중 전화",
    mayNotify: { "‘\($0)’에서 알림을 보내고자 합니다" },
    isItsOwnClaim: { "‘\($0)’(확인되지 않음)" },
    quotation: { "“\($0)”" },
    allow: "허용",
    dontAllow: "허용 안 함",
    deliverQuietly: "조용히 전달",
    allowForAnHour: "1시간 동안 허용",
    howToAnswer: { "답하려면: \($0.joined(separator: " 또는 "))" },
    howToTurnOff: { "끄려면: \($0.joined(separator: " 또는 "))" },
    couldNotBeOpened: { "‘\($0)’을(를) 열 수 없습니다" },
    mayMarket: { "‘\($0)’에서 혜택과 소식을 보내고자 합니다" },
    timeSensitiveFrom: { "‘\($0)’의 시간에 민감한 알림" },
    timeSensitiveMeans: "다른 알림이 보류되는 동안에도 항상 즉시 표시됩니다.",
    leaveOn: "켜 두기",
    keep: "유지",
    turnOff: "끄기",
    anApp: "앱",
    notifications: { "\($1) 알림 \($0)개" },
    moreNotifications: { "\($1) 알림 \($0)개 더 있음" },
    missed: { count, apps, clause in
      (clause ?? "확인하지 못한") + " "
        + (apps > 1 ? "앱 \(apps)개의 알림 \(count)개" : "알림 \(count)개")
    },
    missedWhile: { cause in
      switch cause {
      case .doNotDisturb: "방해 금지 모드가 켜진 동안"
      case .inhibited: "앱이 방해 금지를 요청한 동안"
      case .quietHours: "조용한 시간 동안"
      case .locked: "화면이 잠긴 동안"
      case .hidden: "내용이 가려진 동안"
      case .away: "자리를 비운 동안"
      }
    },
    titleAndMore: { "\($0) 외 \($1)개" },
    andMore: { "외 \($0)개" }
  ).saying(korean, korean, korean, korean)
}
