extension Wording {
  public static let korean = Wording(
    notification: "알림",
    open: "열기",
    mayNotify: { "‘\($0)’에서 알림을 보내고자 합니다" },
    isItsOwnClaim: { "\($0) (앱이 스스로 밝힌 이름)" },
    quotation: { "“\($0)”" },
    allow: "허용",
    dontAllow: "허용 안 함",
    notifications: { "\($1) 알림 \($0)개" },
    moreNotifications: { "\($1) 알림 \($0)개 더 있음" },
    titleAndMore: { "\($0) 외 \($1)개" },
    andMore: { "외 \($0)개" })
}
