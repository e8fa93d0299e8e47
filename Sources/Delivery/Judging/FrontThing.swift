import NotificationModel

// What is one thing at an interface where nobody marks anything read: it is one only for as long as it is to be seen.

extension DeliveryEngine {
  /// What has the number that it names, or else its tag, or else says the same and is still to be seen.
  func frontThing(
    as request: NotificationRequest, _ origin: DesktopOrigin, standing: Standing, _ now: Moment
  ) throws -> NotificationRecord? {
    if origin.number != 0 {
      let named = try store.record(numbered: origin.number)
      return named.flatMap { $0.request.app == request.app && stands($0, standing) ? $0 : nil }
    }
    if let tag = request.identifier {
      return try store.live(app: request.app, identifier: tag, standing: standing)
    }
    // Who writes "ok" twice has said it twice.
    guard request.kind != .message, let alike = try store.live(like: request, standing: standing),
      alike.request.origin.isReadWhenSeen
    else { return nil }
    return try isStillOneThing(alike, now) ? alike : nil
  }

  private func stands(_ record: NotificationRecord, _ standing: Standing) -> Bool {
    switch standing {
    case .unread: record.unread
    case .scheduled: record.state == .scheduled
    case .awaitingConsent: record.state == .awaitingConsent
    }
  }

  /// Nothing marks it read: it is one with what comes later only while it waits or is to be seen, and a minute longer.
  private func isStillOneThing(_ record: NotificationRecord, _ now: Moment) throws -> Bool {
    if !record.unread || record.state == .held { return true }
    let banner = try store.banner(.notification(record.id), of: record.request.app)
    return banner != nil || fadedBanners.contains(record.request, now: now.uptime)
  }

  /// A server may leave a banner up for days, before somebody who looks elsewhere.
  func isOfEarlierHour(_ record: NotificationRecord, _ now: Moment) -> Bool {
    record.request.origin.isReadWhenSeen && record.state == .delivered
      && now.wall >= record.posted.advanced(bySeconds: 3_600)
  }
}
