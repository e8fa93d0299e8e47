extension Wording {
  package static let english = Wording(
    notification: "Notification",
    open: "Open",
    message: "Message",
    call: "Call",
    reminder: "Reminder",
    alarm: "Alarm",
    missedCall: "Missed Call",
    mayNotify: { "“\($0)” Would Like to Send You Notifications" },
    isItsOwnClaim: { "“\($0)” (not verified)" },
    quotation: { "“\($0)”" },
    allow: "Allow",
    dontAllow: "Don’t Allow",
    mayMarket: { "“\($0)” Would Like to Send You Offers and News" },
    timeSensitiveFrom: { "Time Sensitive Notifications from “\($0)”" },
    timeSensitiveMeans: "They are always shown at once, even while other notifications are held back.",
    leaveOn: "Leave On",
    keep: "Keep",
    turnOff: "Turn Off",
    anApp: "an app",
    notifications: { "\($0) \($0 == 1 ? "notification" : "notifications") from \($1)" },
    moreNotifications: { "\($0) more \($0 == 1 ? "notification" : "notifications") from \($1)" },
    whileHidden: { count, apps in
      "\(count) \(count == 1 ? "notification" : "notifications")\(apps > 1 ? " from \(apps) apps" : "") while \(count == 1 ? "its" : "their") text was hidden"
    },
    titleAndMore: { "\($0) and \($1) more" },
    andMore: { "and \($0) more" })
}
