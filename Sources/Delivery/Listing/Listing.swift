public import Guidelines
public import NotificationModel

/// A notification as the person's tools show it: while the screen is locked, as it may be seen then.
public struct ListedNotification: Hashable, Sendable {
  public let record: NotificationRecord
  public let appName: String
  public let text: VisibleText
  public let actions: [Action]

  func contains(_ needle: String) -> Bool {
    [appName, text.title, text.subtitle, text.body].contains { $0?.lowercased().contains(needle) == true }
  }
}

/// The daemon at a glance.
public struct DaemonState: Hashable, Sendable {
  public let sink: String
  public let server: ServerDescription?
  public let serverAnswers: Bool
  /// Whether its own Do Not Disturb is on; `nil` where that cannot be learnt.
  public let serverMuted: Bool?
  public let locked: Bool
  /// Who says so; empty while it is not.
  public let lockedBy: [String]
  public let foreground: [AppID]
  public let doNotDisturb: Bool
  public let doNotDisturbUntil: Timestamp?
  public let quietHoursUntil: Timestamp?
  public let nextSummary: Timestamp?
  public let silent: Bool
  public let unread: Int
  public let held: Int
  public let scheduled: Int
  public let posted: Int
  public let refused: Int
  public let ratingPrompts: Bool
  /// Why nothing can be stored, while that is so.
  public let storageFault: String?
}

extension DeliveryEngine {
  /// With its images where their copies lie today.
  func located(_ record: NotificationRecord) -> NotificationRecord {
    var record = record
    record.request.replaceImageFiles { _, place in images + place }
    return record
  }

  /// Those of these that exist.
  public func entries(_ ids: Set<NotificationID>, now: Moment) throws(Refusal) -> [ListedNotification] {
    try look { try ids.sorted().compactMap { try store.record($0) }.map { try listed($0, now) } }
  }

  func listed(_ stored: NotificationRecord, _ now: Moment) throws -> ListedNotification {
    let record = located(stored)
    let request = record.request
    let appName = name(of: request.app)
    let app = try self.app(request.app, now)
    let isHidden =
      isLocked && HiddenPreviews.areHidden(request, previews: settings(of: app).previews, locked: true)
    guard isHidden else {
      return ListedNotification(
        record: record, appName: appName, text: HiddenPreviews.full(request, appName: appName),
        actions: try listedActions(record, now))
    }
    let category = try request.category.flatMap { try store.category($0, of: app.id) }
    var redacted = record
    redacted.request.thread = nil
    let unread = try store.unreadCount(app: app.id, thread: request.thread)
    return ListedNotification(
      record: redacted, appName: appName,
      text: HiddenPreviews.hidden(
        request, category: category, unreadInThread: unread, appName: appName,
        wording: wording),
      actions: try listedActions(
        record, areTitlesPublic: HiddenPreviews.areActionTitlesPublic(request, category), now))
  }

  /// Only what `activate` accepts now; the daemon's own last.
  private func listedActions(_ record: NotificationRecord, areTitlesPublic: Bool = true, _ now: Moment) throws
    -> [Action]
  {
    let own = areTitlesPublic ? ActionLimit.ordered(record.request.actions ?? []) : []
    return own.filter { !AuthenticatedActions.withholds($0, locked: isLocked) }
      + (try offersOfProbation(record, now).map(\.0))
  }

  /// The decisions about a notification after this place, oldest first; and the place of the last of them, `nil`
  /// when there are no more.
  public func explain(_ id: NotificationID, after place: Int = 0, limit: Int) throws(Refusal) -> (
    decisions: [DatedDecision], last: Int?
  ) {
    try look {
      guard try store.record(id) != nil else { throw Refusal.notFound("notification \(id)") }
      let found = try store.decisions(of: id, after: place, limit: limit)
      return (found.map(\.decision), found.count < limit ? nil : found.last?.place)
    }
  }

  /// The badge over all apps, and whether the person wants quiet.
  public func glance(now: Moment) throws(Refusal) -> (unread: Int, doNotDisturb: Bool) {
    try look { (try store.unreadCount(app: nil), live.switches.doNotDisturb(now: now.wall) != .off) }
  }

  public func state(now: Moment) throws(Refusal) -> DaemonState {
    try look {
      let isPresent = if case .present = live.server.presence { true } else { false }
      live.server.look(now: now.uptime)
      return DaemonState(
        sink: sinkName, server: live.server.description, serverAnswers: isPresent && live.server.isAnswering,
        serverMuted: serverMute?.isOn,
        locked: isLocked, lockedBy: lockHolders ?? [], foreground: appsInFront,
        doNotDisturb: live.switches.doNotDisturb(now: now.wall) != .off,
        doNotDisturbUntil: live.switches.doNotDisturbUntil, quietHoursUntil: quietHoursEnd(now)?.time,
        nextSummary: nextSummaryTime(now)?.time, silent: live.switches.silent,
        unread: try store.unreadCount(app: nil),
        held: try store.count(app: nil, state: .held) + store.count(app: nil, state: .awaitingConsent),
        scheduled: try store.count(app: nil, state: .scheduled), posted: posted, refused: refused,
        ratingPrompts: areRatingPromptsOn, storageFault: storageFault?.reason)
    }
  }
}
