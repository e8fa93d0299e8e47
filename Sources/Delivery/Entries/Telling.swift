import NotificationModel

/// A word to an app about its notification.
enum AppNews {
  /// An event in its life. `keepsText`: whether the text may be stored until the app has acknowledged it.
  case happened(EventKind, keepsText: Bool = true)
  /// No banner of it is on screen or to come.
  case closed(FrontSignal.Closing)
  case pressed(Press)
}

/// The person's press of an action.
struct Press {
  let action: ItemID
  /// What the person has written, for a reply.
  let text: String?
  /// The activation token.
  let token: String?
  /// Whether the text on screen was not the newest.
  let isOfEarlierText: Bool
}

extension Entries {
  /// Tells the app, by the way on which it is reached. Returns whether the app hears of it.
  @discardableResult
  func tell(_ news: AppNews, of record: NotificationRecord, _ now: Moment) throws -> Bool {
    return switch record.link {
    case nil: false
    case .events, .answer: try events.tell(news, of: record, now)
    case .desktop(let link): outbox.tell(news, of: record, by: link)
    }
  }
}

extension Events {
  /// Sends an event to the app's connected followers, and stores what the app has to acknowledge.
  fileprivate func tell(_ news: AppNews, of record: NotificationRecord, _ now: Moment) throws -> Bool {
    let app = record.request.app
    switch news {
    case .closed: return false
    case .happened(let kind, let keepsText):
      let event = event(kind, of: record, now)
      guard kind.isKept else {
        outbox.add(.event(event, app: app))
        return true
      }
      try keep(event, app: app, keepsText: keepsText)
    case .pressed(let press):
      var event = event(press.text == nil ? .activated : .replied, of: record, now)
      event.earlier = press.isOfEarlierText
      event.action = press.action
      event.text = press.text
      try keep(event, app: app, token: press.token)
    }
    return true
  }
}

extension Outbox {
  /// Signals of the desktop's own interface, which knows closings and presses alone. A press is told by the app's own key
  /// for the action.
  fileprivate func tell(_ news: AppNews, of record: NotificationRecord, by link: DesktopLink) -> Bool {
    switch news {
    case .happened: return false
    case .closed(let closing): tell(.closed(closing), by: link)
    case .pressed(let press):
      if let text = press.text {
        tell(.replied(text: text), by: link)
        return true
      }
      guard let key = record.request.keys?[press.action] else { return false }
      // An app is started only for the default action, and only with a desktop entry that is vouched for; just the app
      // knows the meaning of its other buttons.
      let mayStart = record.request.origin.desktop?.isVouchedFor == true && press.action == .defaultAction
      let start = AppStart(
        app: record.request.app, notification: record.id, isForeground: true, activationToken: press.token)
      tell(
        .invoked(key: key, token: press.token), by: link, start: mayStart ? start : nil, press: record.id)
    }
    return true
  }

  func tell(
    _ signal: FrontSignal, by link: DesktopLink, start: AppStart? = nil, press: NotificationID? = nil
  ) {
    add(
      .front(signal, number: link.number, caller: link.receiver(of: signal), start: start, press: press))
  }
}
