import Guidelines
import NotificationModel

// What the apps of the desktop's own interface hear, in its terms.

extension DeliveryEngine {
  /// Tells its app that it is closed, once: the number means nothing to anybody from then on. To be stored where it
  /// returns that there was one.
  @discardableResult
  func forgetNumber(of record: inout NotificationRecord, telling closing: FrontSignal.Closing) -> Bool {
    guard let conventions = record.request.conventions, conventions.number != 0 else { return false }
    outbox.add(.front(.closed(closing), number: conventions.number, caller: conventions.caller))
    var forgotten = conventions.value
    forgotten.number = 0
    forgotten.caller = BusCaller()
    record.request.conventions = Boxed(forgotten)
    return true
  }

  /// Tells it of a press, as the app itself calls what was pressed; `false` where it has no word for it.
  func tellPress(_ record: NotificationRecord, _ action: ItemID, text: String?, token: String?) -> Bool {
    guard let conventions = record.request.conventions, conventions.number != 0 else { return false }
    if let text {
      outbox.add(.front(.replied(text: text), number: conventions.number, caller: conventions.caller))
      return true
    }
    guard let key = conventions.keys[action] else { return false }
    // Only what is vouched for has a desktop entry to be started by; what its other buttons do, it alone knows.
    let start =
      conventions.isVouchedFor && action == .defaultAction
      ? AppStart(
        app: record.request.app, notification: record.id, isForeground: true, activationToken: token) : nil
    outbox.add(
      .front(
        .invoked(key: key, token: token), number: conventions.number, caller: conventions.caller, start: start
      ))
    return true
  }
}

extension UnreadCount.Ending {
  /// As the desktop's own interface calls it.
  var closing: FrontSignal.Closing {
    switch self {
    case .pressed, .replied, .dismissed, .readInApp, .seen: .dismissed
    case .withdrawn, .takenBack: .closed
    case .expired: .expired
    }
  }
}
