import Guidelines
import NotificationModel

// The daemon's own buttons on banners: Mute for an Hour, as `bellhop set APP banners=off --for 1h`, and Snooze, as
// `bellhop snooze`.

enum QuietButton: CaseIterable {
  case mute, snooze

  /// In seconds.
  static let muteSeconds: Int64 = 3_600
  /// In seconds: "a Snooze postpones an event's alarm by minutes".
  static let snoozeSeconds: Int64 = 900

  init?(_ action: ItemID) {
    guard let button = Self.allCases.first(where: { $0.id == action }) else { return nil }
    self = button
  }

  var id: ItemID {
    switch self {
    case .mute: .mute
    case .snooze: .snooze
    }
  }
}

extension Stage {
  /// The buttons of the daemon's own on a banner of these apps.
  func quietButtons(of ids: [AppID]) -> [BannerAction] {
    let mayMute = ids.contains { preferences.policy.locks(.banners, of: $0) == nil }
    return QuietButton.allCases.filter { $0 != .mute || mayMute }.map { button in
      BannerAction(
        id: button.id, title: button == .mute ? wording.muteForAnHour : wording.snooze, isExtra: true)
    }
  }

  /// Those on the banner of one notification, if the person wants them. A call cannot be put off.
  func quietButtons(on request: NotificationRequest, _ settings: EffectiveSettings) -> [BannerAction] {
    guard settings.buttons, request.kind != .call else { return [] }
    return quietButtons(of: [request.app])
  }
}

extension Reconciling {
  /// A press on a button of the daemon's own, on the banner of one notification. The server may have closed the banner
  /// before it tells of the press.
  func press(_ button: QuietButton, on record: NotificationRecord, _ now: Moment) throws {
    switch (button, record.state) {
    case (.mute, _): try mute(record.request.app, now)
    case (.snooze, .held), (.snooze, .delivered), (.snooze, .failed), (.snooze, .read), (.snooze, .dismissed):
      try snooze(record, until: .lapse(now.wall.advanced(bySeconds: QuietButton.snoozeSeconds)), now)
    case (.snooze, .scheduled), (.snooze, .awaitingConsent), (.snooze, .withdrawn), (.snooze, .expired): break
    }
  }

  /// Switches the app's banners off for an hour, unless they are off already or an administrator fixes them.
  func mute(_ id: AppID, _ now: Moment) throws {
    guard preferences.policy.locks(.banners, of: id) == nil,
      apps.settings(ofListed: try apps.app(id, now)).banners
    else { return }
    let end = End.lapse(now.wall.advanced(bySeconds: QuietButton.muteSeconds))
    try choose(id, AppSettings(banners: false), until: end, now)
  }

  /// The notification alerts again at that time, and does not count as unread until then.
  func snooze(_ snoozed: NotificationRecord, until end: End, _ now: Moment) throws {
    var (record, step): (NotificationRecord, Int64?) = (snoozed, nil)
    try steps.keep([record], by: .snooze, &step, now)
    try entries.apply(.snoozed(until: end), to: &record, because: Snoozing.putOff(until: end.time), now)
  }
}
