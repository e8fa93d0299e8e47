package import Guidelines
package import NotificationModel

/// A notification as the person's tools show it: while the screen is locked, as it may be seen then.
package struct ListedNotification: Hashable, Sendable {
  package let record: NotificationRecord
  package let appName: String
  package let text: VisibleText
  package let actions: [Action]

  func contains(_ needle: String) -> Bool {
    [appName, text.title, text.subtitle, text.body].contains { $0?.lowercased().contains(needle) == true }
  }
}

/// The daemon at a glance.
package struct DaemonState: Hashable, Sendable {
  package let sink: String
  package let server: ServerDescription?
  package let serverAnswers: Bool
  /// Whether its own Do Not Disturb is on; `nil` where that cannot be learnt.
  package let serverMuted: Bool?
  package let locked: Bool
  /// Who says so; empty while it is not.
  package let lockedBy: [String]
  package let foreground: [AppID]
  package let doNotDisturb: Bool
  package let doNotDisturbUntil: Timestamp?
  package let quietHoursUntil: Timestamp?
  package let nextSummary: Timestamp?
  package let silent: Bool
  package let unread: Int
  package let held: Int
  package let scheduled: Int
  package let posted: Int
  package let refused: Int
  package let ratingPrompts: Bool
  /// Why nothing can be stored, while that is so.
  package let storageFault: String?
}

extension DeliveryEngine {
  /// With its images where their copies lie today.
  func located(_ record: NotificationRecord) -> NotificationRecord {
    var record = record
    record.request.replaceImageFiles { _, place in images + place }
    return record
  }

  /// Those of these that exist.
  package func entries(_ ids: Set<NotificationID>, now: Moment) throws(Refusal) -> [ListedNotification] {
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
  package func explain(_ id: NotificationID, after place: Int = 0, limit: Int) throws(Refusal) -> (
    decisions: [DatedDecision], last: Int?
  ) {
    try look {
      guard try store.record(id) != nil else { throw Refusal.notFound("notification \(id)") }
      let found = try store.decisions(of: id, after: place, limit: limit)
      return (found.map(\.decision), found.count < limit ? nil : found.last?.place)
    }
  }

  /// The badge over all apps, and whether the person wants quiet.
  package func glance(now: Moment) throws(Refusal) -> (unread: Int, doNotDisturb: Bool) {
    try look { (try store.unreadCount(app: nil), switches.doNotDisturb(now: now.wall) != .off) }
  }

  package func state(now: Moment) throws(Refusal) -> DaemonState {
    try look {
      let isPresent = if case .present = server.presence { true } else { false }
      server.look(now: now.uptime)
      return DaemonState(
        sink: sinkName, server: server.description, serverAnswers: isPresent && server.isAnswering,
        serverMuted: serverMute?.isOn,
        locked: isLocked, lockedBy: lockHolders ?? [], foreground: appsInFront,
        doNotDisturb: switches.doNotDisturb(now: now.wall) != .off,
        doNotDisturbUntil: switches.doNotDisturbUntil, quietHoursUntil: quietHoursEnd(now)?.time,
        nextSummary: nextSummaryTime(now)?.time, silent: switches.silent,
        unread: try store.unreadCount(app: nil),
        held: try store.count(app: nil, state: .held) + store.count(app: nil, state: .awaitingConsent),
        scheduled: try store.count(app: nil, state: .scheduled), posted: posted, refused: refused,
        ratingPrompts: areRatingPromptsOn, storageFault: storageFault?.reason)
    }
  }
}
