extension Wording {
  public static let english = Wording(
    notification: "Notification",
    open: "Open",
    mayNotify: { "“\($0)” Would Like to Send You Notifications" },
    isItsOwnClaim: { "\($0) (this name is its own claim)" },
    quotation: { "“\($0)”" },
    allow: "Allow",
    dontAllow: "Don’t Allow",
    moreNotifications: { "\($0) more \($0 == 1 ? "notification" : "notifications")" })
}
