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
    func tell(_ signal: FrontSignal) {
      outbox.add(.front(signal, number: conventions.number, caller: conventions.caller))
    }
    if let text {
      tell(.replied(text: text))
    } else {
      guard let key = conventions.keys[action] else { return false }
      tell(.invoked(key: key, token: token))
    }
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
