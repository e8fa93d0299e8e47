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
    mayMarket: { "‘\($0)’에서 혜택과 소식을 보내고자 합니다" },
    timeSensitiveFrom: { "‘\($0)’의 시간에 민감한 알림" },
    timeSensitiveMeans: "다른 알림이 보류되는 동안에도 항상 즉시 표시됩니다.",
    leaveOn: "켜 두기",
    keep: "유지",
    turnOff: "끄기",
    anApp: "앱",
    notifications: { "\($1) 알림 \($0)개" },
    moreNotifications: { "\($1) 알림 \($0)개 더 있음" },
    whileHidden: { count, apps in
      apps > 1 ? "내용이 가려진 동안 앱 \(apps)개의 알림 \(count)개" : "내용이 가려진 동안 알림 \(count)개"
    },
    titleAndMore: { "\($0) 외 \($1)개" },
    andMore: { "외 \($0)개" }
  ).saying(korean, korean, korean)
}
