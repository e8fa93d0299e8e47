/// "Use a badge only to show people how many unread notifications they have." A badge is the count of an app's unread
/// records (`Life.isUnread`).
package enum UnreadCount {
  package static let name = "badge.unread"
}
