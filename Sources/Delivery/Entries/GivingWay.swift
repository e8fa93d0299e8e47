import Guidelines
import NotificationModel

// Room for what is unread. An app is refused where it has too much; a script, whose author may never hear of that, only
// where nothing of its own can give way that was never to interrupt anybody.

extension Entries {
  /// Whether one more may be unread, if need be in the place of another. `isUrgent`: as it was judged; what is urgent has
  /// room of its own among what a script, or several that share, has unread.
  func hasRoom(for request: NotificationRequest, isUrgent: Bool) throws -> Bool {
    if try !isFull(request.roomPayer, isUrgent) { return true }
    return try oldestPassive(of: request.roomPayer) != nil
  }

  /// Makes that room: what is read takes none, the oldest passive one counts as read, and no other.
  func giveWay(to request: NotificationRequest, isUrgent: Bool, _ now: Moment) throws {
    let payer = request.roomPayer
    guard payer.script != nil, try isFull(payer, isUrgent), let oldest = try oldestPassive(of: payer) else {
      return
    }
    try end([oldest], .seen, because: .gaveWay, now)
  }

  private func isFull(_ payer: Payer, _ isUrgent: Bool) throws -> Bool {
    try scripts.count(payer, isUrgent ? .urgent : .unread) >= preferences.policy.limits.unreadPerApp
  }

  private func oldestPassive(of payer: Payer) throws -> NotificationRecord? {
    try payer.script.flatMap { try store.oldestPassive(app: payer.app, script: $0) }
  }
}
