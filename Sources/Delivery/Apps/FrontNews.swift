import Guidelines
package import NotificationModel

// What the apps of the desktop's own interface hear, in its terms.

extension DeliveryEngine {
  /// Tells its app that it is closed, once: the number means nothing to anybody from then on. To be stored where it
  /// returns that there was one.
  @discardableResult
  func forgetNumber(of record: inout NotificationRecord, telling closing: FrontSignal.Closing) -> Bool {
    guard let origin = record.request.origin.desktop, origin.number != 0 else { return false }
    outbox.add(.front(.closed(closing), number: origin.number, caller: origin.audience))
    record.request.origin = Origin(origin.forgotten)
    return true
  }

  /// Nothing of it is on screen or to come there: its app must not wait for that, wherever it is listed.
  func forgetUnseen(_ record: inout NotificationRecord, telling closing: FrontSignal.Closing) throws {
    switch record.state {
    case .held, .scheduled, .awaitingConsent: return
    case .delivered, .failed:
      guard record.request.origin.number != 0,
        try store.banner(.notification(record.id), of: record.request.app) == nil
      else { return }
    case .read, .dismissed, .withdrawn, .expired: break
    }
    if forgetNumber(of: &record, telling: closing) { try update(record) }
  }

  /// At the end of a transaction: whose banner has gone in it, by whichever way, and of whose end nobody has told yet.
  func forgetBannerless() throws {
    for id in banners.popBannerless() where frontNumbers.areInUse {
      guard var record = try store.record(id) else { continue }
      try forgetUnseen(&record, telling: .undefined)
    }
  }

  /// Tells it of a press, as the app itself calls what was pressed; `false` where it has no word for it.
  func tellPress(_ record: NotificationRecord, _ action: ItemID, text: String?, token: String?) -> Bool {
    guard let origin = record.request.origin.desktop, origin.number != 0 else { return false }
    if let text {
      // What a person has written is for one alone.
      outbox.add(.front(.replied(text: text), number: origin.number, caller: origin.caller))
      return true
    }
    guard let key = origin.keys[action] else { return false }
    // Only what is vouched for has a desktop entry to be started by; what its other buttons do, it alone knows.
    let start =
      origin.isVouchedFor && action == .defaultAction
      ? AppStart(
        app: record.request.app, notification: record.id, isForeground: true, activationToken: token) : nil
    outbox.add(
      .front(
        .invoked(key: key, token: token), number: origin.number, caller: origin.audience,
        start: start))
    return true
  }

  /// What is shown in passing by other settings than hold now goes.
  func reviewPassing(_ now: Moment) throws {
    for banner in passing.shown {
      let settings = apps.settings(of: try apps.app(banner.request.app, now), for: banner.request)
      if !settings.showsBanners || banner.shown?.previews != settings.previews {
        over(passing.remove(banner.number), .expired)
      }
    }
  }

  /// The interface is given away: what is listed stays on screen, and nobody hears of it any more. As much as there is room
  /// for; returns whether that is all.
  package func endFront(now: Moment) throws(Refusal) -> Bool {
    try call(at: now) {
      let open = try store.numberedRecords(limit: share.whole)
      for var record in open where forgetNumber(of: &record, telling: .undefined) { try update(record) }
      removePassing(.undefined)
      return open.count < share.whole
    }
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
