import Guidelines
import NotificationModel

// What follows from an event in a notification's life (`LifeChange`), told to the owners: of its banner, of banners for
// several, of its number, its text, its app's events and the badge.

extension Entries {
  /// Lets an event happen to a notification, with all that follows, and stores why. Returns `false`, and changes
  /// nothing, if the event does not concern it.
  @discardableResult
  func apply(
    _ event: LifeEvent, to record: inout NotificationRecord, because why: Ruling? = nil, _ now: Moment
  ) throws -> Bool {
    let earlier = record
    guard let change = record.apply(event) else { return false }
    try carryOut(change.banner, record, now)
    try carryOut(change.closing, &record, reachedBy: earlier.link, now)
    if change.erases { try erase(&record, now) }
    if record != earlier { try update(record) }
    try follow(record, from: earlier)
    if let why { try decide(record.id, why, now) }
    if let kind = change.event { try tell(kind, by: event, of: earlier, now) }
    if event == .cleared { recentlyDismissed.note(earlier, now) }
    if change.touchesBadge { badges.countChanged(record.request.app) }
    return true
  }

  private func carryOut(_ banner: LifeChange.Banner, _ record: NotificationRecord, _ now: Moment) throws {
    switch banner {
    case .stays: break
    case .leaves: try banners.withdraw(record)
    case .isQuiet: try banners.transition(try banners.row(of: record)) { $0.cancelAlert() }
    case .alerts:
      let surroundings = banners.surroundings(of: record.request, now)
      try banners.transition(try banners.row(of: record)) { $0.alert(surroundings) }
    case .waits:
      let row = try banners.row(of: record)
      guard row.phase?.heldAlert == nil else { return }
      let surroundings = banners.surroundings(of: record.request, now)
      try banners.transition(row) { $0.hold(surroundings) }
    }
  }

  /// Tells the owners that compare the stored record with the earlier one.
  func follow(_ record: NotificationRecord, from earlier: NotificationRecord) throws {
    if earlier.unread, !record.unread {
      lockClosings.ended(record.id)
      workUnderWay.forget(record.id)
    }
    try joint.follow(record, from: earlier.joint)
    if record.canBeUndone != earlier.canBeUndone { try followUndo(record) }
    if record.request.passes { passing.mayBeOver(record.id) }
  }

  /// `link`: as it was before the event.
  private func carryOut(
    _ closing: LifeChange.Closing, _ record: inout NotificationRecord, reachedBy link: AppLink?, _ now: Moment
  ) throws {
    switch closing {
    case .none: break
    case .ifBannerless: if try isBannerless(record) { try tellClosed(&record, .expired, now) }
    case .told(let closing), .numberGoes(let closing):
      let earlier = record.reached(by: link)
      if earlier.awaitsClosing { try tell(.closed(closing), of: earlier, now) }
    }
  }

  /// Tells the app of the event. `record`: as it was before.
  private func tell(_ kind: EventKind, by event: LifeEvent, of record: NotificationRecord, _ now: Moment)
    throws
  {
    switch kind {
    case .dismissed: recentlyDismissed.note(record, now)
    case .restored: recentlyDismissed.forget(record.id)
    default: break
    }
    let isOfDismissal = kind == .dismissed || kind == .restored && record.state == .dismissed
    if isOfDismissal, try !reportsDismissal(record) { return }
    // Of a private notification that its app withdraws, only the id is stored.
    let keepsText = event != .ended(.takenBack) || !record.request.isPrivate
    try tell(.happened(kind, keepsText: keepsText), of: record, now)
  }

  private func reportsDismissal(_ record: NotificationRecord) throws -> Bool {
    guard let id = record.request.category else { return true }
    return try store.category(id, of: record.request.app)?.reportsDismissal ?? true
  }

  /// Announces the unread counts that have changed. "Reducing a badge's count to zero removes all related
  /// notifications": each took its own banner away when it ended, and the summary goes with the last one.
  func announceBadges(_ now: Moment) throws {
    for app in badges.popChanged() {
      let unread = try store.unreadCount(app: app)
      if apps.settings(of: try apps.app(app, now)).badges { events.emitBadge(unread, of: app, now) }
      if unread == 0 { try joint.withdrawSummary(of: app) }
    }
  }
}
