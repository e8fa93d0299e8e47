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
    deliverQuietly: "Deliver Quietly",
    allowForAnHour: "Allow for an Hour",
    howToAnswer: { "Answer: \($0.joined(separator: ", or "))" },
    howToTurnOff: { "To turn it off: \($0.joined(separator: ", or "))" },
    couldNotBeOpened: { "“\($0)” Could Not Be Opened" },
    mayMarket: { "“\($0)” Would Like to Send You Offers and News" },
    timeSensitiveFrom: { "Time Sensitive Notifications from “\($0)”" },
    timeSensitiveMeans: "They are always shown at once, even while other notifications are held back.",
    leaveOn: "Leave On",
    keep: "Keep",
    turnOff: "Turn Off",
    anApp: "an app",
    notifications: { "\($0) \($0 == 1 ? "notification" : "notifications") from \($1)" },
    moreNotifications: { "\($0) more \($0 == 1 ? "notification" : "notifications") from \($1)" },
    missed: { count, apps, clause in
      let notifications = count == 1 ? "1 notification" : "\(count) notifications"
      return notifications + (apps > 1 ? " from \(apps) apps " : " ")
        + (clause ?? "that you missed")
    },
    missedWhile: { cause in
      switch cause {
      case .doNotDisturb: "while Do Not Disturb was on"
      case .inhibited: "while an app asked for quiet"
      case .quietHours: "during quiet hours"
      case .locked: "while the screen was locked"
      case .hidden: "while text was hidden"
      case .away: "while you were away"
      }
    },
    titleAndMore: { "\($0) and \($1) more" },
    andMore: { "and \($0) more" })
}
