public import Guidelines
public import NotificationModel

/// A notification as the person's tools show it: while the screen is locked, as it may be seen then.
public struct ListedNotification: Hashable, Sendable {
  public let record: NotificationRecord
  public let appName: String
  public let text: VisibleText
  public let actions: [Action]

  fileprivate func contains(_ needle: String) -> Bool {
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
  /// An app's own notifications, newest first.
  public func records(_ query: ListQuery, by client: Client) throws(Refusal) -> (
    records: [NotificationRecord], more: Bool
  ) {
    try look {
      if let app = query.app { try admit(app, client) }
      // Whole records are for the app; the person's socket shows nothing on a locked screen but entries.
      if client.isPerson && isLocked { throw Refusal.screenLocked }
      let (records, more) = try page(query)
      return (records.map(located), more)
    }
  }

  /// With its images where their copies lie today.
  private func located(_ record: NotificationRecord) -> NotificationRecord {
    var record = record
    record.request.replaceImageFiles { _, place in images + place }
    return record
  }

  /// The person's list.
  public func entries(_ query: ListQuery, now: Moment) throws(Refusal) -> (
    entries: [ListedNotification], more: Bool
  ) {
    try look {
      if isLocked, let search = query.search { return try searchListed(query, search, now) }
      var query = query
      if let search = query.search?.lowercased() {
        query.searchApps = try store.apps().map(\.id).filter { name(of: $0).lowercased().contains(search) }
      }
      let (records, more) = try page(query)
      return (try records.map { try listed($0, now) }, more)
    }
  }

  /// On a locked screen only what may be seen there is searched, or every search would tell a word of it.
  private func searchListed(_ query: ListQuery, _ search: String, _ now: Moment) throws -> (
    entries: [ListedNotification], more: Bool
  ) {
    let needle = search.lowercased()
    var rest = query
    rest.search = nil
    rest.limit = Limits.listDefault
    var found: [ListedNotification] = []
    while found.count <= query.limit {
      let (records, more) = try page(rest)
      found += try records.map { try listed($0, now) }.filter { $0.contains(needle) }
      rest.before = records.last?.id
      if !more { break }
    }
    return (Array(found.prefix(query.limit)), found.count > query.limit)
  }

  private func page(_ query: ListQuery) throws -> (records: [NotificationRecord], more: Bool) {
    var query = query
    let limit = min(max(query.limit, 0), Limits.listMaximum)
    query.limit = limit + 1
    let found = try store.list(query)
    return (Array(found.prefix(limit)), found.count > limit)
  }

  /// Those of these that exist.
  public func entries(_ ids: Set<NotificationID>, now: Moment) throws(Refusal) -> [ListedNotification] {
    try look { try ids.sorted().compactMap { try store.record($0) }.map { try listed($0, now) } }
  }

  private func listed(_ stored: NotificationRecord, _ now: Moment) throws -> ListedNotification {
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

  /// Every decision ever taken about a notification, oldest first.
  public func explain(_ id: NotificationID) throws(Refusal) -> [DatedDecision] {
    try look {
      guard try store.record(id) != nil else { throw Refusal.notFound("notification \(id)") }
      return try store.decisions(of: id)
    }
  }

  /// The badge over all apps, and whether the person wants quiet.
  public func glance(now: Moment) throws(Refusal) -> (unread: Int, doNotDisturb: Bool) {
    try look { (try store.unreadCount(app: nil), switches.doNotDisturb(now: now.wall) != .off) }
  }

  public func state(now: Moment) throws(Refusal) -> DaemonState {
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
