import Guidelines
package import NotificationModel
package import Records
package import Wording

/// The progress of reading a list. Each piece is bounded, however many notifications are stored: it returns a few rows,
/// or looks at some more that do not match.
package struct ListCursor: Sendable {
  /// The most app names that one piece compares; each may need the app's desktop entry.
  fileprivate static let apps = 8

  private let asked: ListQuery
  /// The query for the rest; `nil` at the end.
  fileprivate private(set) var rest: ListQuery?
  /// How many more rows may be returned.
  private var room: Int
  private let most: Int
  /// Whether more rows match than may be returned.
  package private(set) var isCut = false
  /// A search matches the names of apps as well, so it first finds the matching apps.
  fileprivate var lastApp: AppID?
  fileprivate var knowsApps = false
  fileprivate var matchingApps: [AppID] = []
  /// Whether the screen was locked at the last piece. If that changes, reading starts over, because a locked screen
  /// hides texts.
  fileprivate var wasLocked: Bool?

  /// `query.limit`: the most rows to return, at most `Limits.listMaximum`.
  package init(_ query: ListQuery) { self.init(query, room: min(max(query.limit, 0), Limits.listMaximum)) }

  /// Returns all matching rows, without a limit.
  package init(all query: ListQuery) { self.init(query, room: .max) }

  private init(_ query: ListQuery, room: Int) {
    asked = query
    rest = query
    self.room = room
    most = room
  }

  package var isOver: Bool { rest == nil }

  fileprivate mutating func startOver() { self = ListCursor(asked, room: most) }

  /// Returns as many of the found rows as there is room for, and goes on before `next`; `nil` at the end.
  fileprivate mutating func accept<Found>(_ found: [Found], next: ListPlace?) -> [Found] {
    let fitting = found.prefix(room)
    isCut = fitting.count < found.count
    room -= fitting.count
    if let next, !isCut { rest?.before = next } else { rest = nil }
    return Array(fitting)
  }
}

/// One piece of a list.
package struct ListPiece<Element: Sendable>: Sendable {
  package let elements: [Element]
  /// Whether reading started over, so that earlier pieces are void.
  package let startsOver: Bool
}

extension DeliveryEngine {
  /// The place below this notification, optionally of this app, where reading goes on: as of the time `came`, if given;
  /// else where it stands now.
  package func place(of id: NotificationID, of app: AppID? = nil, came: Timestamp?) throws(Refusal)
    -> ListPlace
  {
    if let came { return ListPlace(came: came, id: id) }
    return try query {
      guard let record = try store.record(id), app == nil || record.request.app == app else {
        throw Refusal.notFound(.notification(id))
      }
      return record.place
    }
  }

  /// The next piece of an app's own notifications, newest first.
  package func records(_ cursor: inout ListCursor, by client: Client) throws(Refusal)
    -> [NotificationRecord]
  {
    try query {
      guard let query = cursor.rest else { return [] }
      if let app = query.app, !client.isPerson { try apps.admit(app, client) }
      // Records with their texts are for the app. On a locked screen the person's tools get list entries only.
      if client.isPerson && attention.isLocked { throw Refusal.screenLocked }
      let (records, next) = try window(query)
      return cursor.accept(records.map(context.presentation.located), next: next)
    }
  }

  /// The next piece of the person's list, newest first.
  package func entries(_ cursor: inout ListCursor, now: Moment) throws(Refusal) -> ListPiece<
    ListedNotification
  > {
    try query {
      let startsOver = cursor.wasLocked.map { $0 != attention.isLocked } ?? false
      if startsOver { cursor.startOver() }
      cursor.wasLocked = attention.isLocked
      return ListPiece(elements: try nextEntries(&cursor, now), startsOver: startsOver)
    }
  }

  private func nextEntries(_ cursor: inout ListCursor, _ now: Moment) throws -> [ListedNotification] {
    guard var query = cursor.rest else { return [] }
    guard let search = query.search?.lowercased() else {
      let (records, next) = try window(query)
      return cursor.accept(try records.map { try listed($0, now) }, next: next)
    }
    if attention.isLocked {
      // Search only the texts that a locked screen may show. Otherwise each search would reveal whether a hidden text
      // contains the word.
      query.search = nil
      let (records, next) = try window(query)
      let found = try records.map { try listed($0, now) }.filter { $0.contains(search) }
      return cursor.accept(found, next: next)
    }
    guard cursor.knowsApps else {
      let next = try store.apps(after: cursor.lastApp, limit: ListCursor.apps).map(\.id)
      cursor.matchingApps += next.filter { apps.name(of: $0).lowercased().holds(search) }
      cursor.lastApp = next.last
      cursor.knowsApps = next.count < ListCursor.apps
      return []
    }
    query.searchApps = cursor.matchingApps
    let (records, next) = try window(query)
    return cursor.accept(try records.map { try listed($0, now) }, next: next)
  }

  /// A few matching records, and the place before which to look for more; `nil` at the end.
  func window(_ query: ListQuery) throws -> (records: [NotificationRecord], next: ListPlace?) {
    let (records, next) = try store.window(query)
    return (records.filter(\.isListed), next)
  }
}

/// A notification, and its entry as the person's tools show it, redacted while the screen is locked.
package struct ListedNotification: Hashable, Sendable {
  package let record: NotificationRecord
  package let entry: Entry

  func contains(_ needle: String) -> Bool {
    [entry.appName, entry.title, entry.subtitle, entry.body]
      .contains { $0?.lowercased().holds(needle) == true }
  }
}

/// A short state for status bars.
package struct StatusSummary: Hashable, Sendable {
  /// Unread notifications of all apps.
  package let unread: Int
  package let held: Int
  package let doNotDisturb: Bool
  package let doNotDisturbUntil: Timestamp?
  package let locked: Bool
  package let storageFault: String?
  package let quiet: [QuietReport]
}

extension DeliveryEngine {
  /// List entries for these ids. Leaves out unknown ids, and notifications that are in no list.
  package func entries(_ ids: Set<NotificationID>, now: Moment) throws(Refusal) -> [ListedNotification] {
    try query {
      try ids.sorted().compactMap { try store.record($0) }.filter { !$0.isWithheld && $0.isListed }
        .map { try listed($0, now) }
    }
  }

  func listed(_ stored: NotificationRecord, _ now: Moment) throws -> ListedNotification {
    let record = context.presentation.located(stored)
    let request = record.request
    let appName = apps.name(of: request.app)
    let app = try apps.app(request.app, now)
    guard isHidden(request, app) else {
      return listed(
        record, app: request.app, appName: appName,
        isClaimed: !apps.isNameVouchedFor(app) || request.origin.desktop?.isVouchedFor == false,
        thread: request.thread,
        text: HiddenPreviews.full(request, appName: appName), actions: try listedActions(record, now),
        url: request.url, sender: request.senderName)
    }
    let category = try request.category.flatMap { try store.category($0, of: app.id) }
    let unread = try store.unreadCount(app: app.id, thread: request.thread)
    let nameWhenHidden = apps.nameWhenHidden(app)
    return listed(
      record, app: nameWhenHidden == nil ? app.id : .unknown, appName: nameWhenHidden ?? appName, thread: nil,
      text: HiddenPreviews.hidden(
        request, category: category, unreadInThread: unread, appName: appName,
        isVouchedFor: apps.isNameVouchedFor(app), wording: wording),
      actions: try listedActions(
        record, areTitlesPublic: HiddenPreviews.areActionTitlesPublic(request, category), now))
  }

  private func listed(
    _ record: NotificationRecord, app: AppID, appName: String, isClaimed: Bool = false, thread: OpaqueName?,
    text: VisibleText, actions: [Action], url: Link? = nil, sender: String? = nil
  ) -> ListedNotification {
    var entry = Entry(
      id: record.id, app: app, appName: appName, thread: thread, title: text.title,
      subtitle: text.subtitle, body: text.body, level: record.request.level ?? .active, state: record.state,
      outcome: record.outcome, repeats: record.repeats, posted: record.posted, came: record.came,
      occurred: record.request.occurred,
      until: record.state == .scheduled ? record.due : record.until, unread: record.unread,
      actions: actions.map {
        Entry.Button(id: $0.id, title: $0.title, destructive: $0.destructive, takesText: $0.input != nil)
      }, url: url)
    entry.isNameClaimed = isClaimed
    entry.sender = sender
    entry.missed = record.missed?.cause
    entry.isChanged = record.life.meanwhile == .changed
    return ListedNotification(record: record, entry: entry)
  }

  func isHidden(_ request: NotificationRequest, _ app: AppRecord) -> Bool {
    attention.isLocked
      && HiddenPreviews.areHidden(request, previews: apps.settings(of: app).previews, locked: true)
  }

  /// Whether to hide the app's name: the screen is locked, and only the app itself vouches for the name.
  func isNameHidden(_ id: AppID) throws -> Bool {
    guard attention.isLocked else { return false }
    let app = try apps.stored(id) ?? AppRecord(id: id, firstSeen: Timestamp(milliseconds: 0))
    return !apps.isNameVouchedFor(app)
      && HiddenPreviews.areHidden(previews: apps.settings(of: app).previews, locked: true)
  }

  /// The actions that `activate` accepts now; the daemon's own come last.
  private func listedActions(_ record: NotificationRecord, areTitlesPublic: Bool = true, _ now: Moment) throws
    -> [Action]
  {
    let request = record.request
    let own =
      areTitlesPublic && context.listeners.hears(record)
      ? ActionLimit.ordered(request.actions ?? []) + request.origin.furtherActions : []
    return own.filter { !AuthenticatedActions.withholds($0, locked: attention.isLocked) }
      + (try apps.probationActions(record, now).map(\.0))
  }

  /// The decisions about a notification after this place, oldest first, and the place of the last of them; `nil` when
  /// there are no more.
  package func explain(
    _ id: NotificationID, after place: Int = 0, limit: Int, told: Wording = .english
  ) throws(Refusal) -> (decisions: [DatedDecision], last: Int?) {
    try query {
      guard let record = try store.record(id) else { throw Refusal.notFound(.notification(id)) }
      let found = try store.decisions(of: id, after: place, limit: limit)
      let decisions = try found.map {
        try dated($0.decision, about: record, at: $0.time, told)
      }
      return (decisions, found.count < limit ? nil : found.last?.place)
    }
  }

  /// What no stored decision says: why a notification waits now, be it the open question about its app, or a server that
  /// has been lost since the banner was queued; or how much of a denied app has been refused.
  package func obstacle(
    to id: NotificationID, told: Wording = .english, now: Moment
  ) throws(Refusal) -> DatedDecision? {
    try query {
      guard let record = try store.record(id), let ruling = try obstacle(to: record, now) else { return nil }
      return try dated(ruling, about: record, at: now.wall, told)
    }
  }

  /// The decision in words, without the app's id if its name is hidden.
  private func dated(
    _ ruling: Ruling, about record: NotificationRecord, at time: Timestamp, _ told: Wording
  ) throws -> DatedDecision {
    let app = record.request.app
    let visible = try isNameHidden(app) ? ruling.withoutName(app.text) : ruling
    return DatedDecision(told.decision(visible, at: time, in: timing.zones.local), at: time)
  }

  private func obstacle(to record: NotificationRecord, _ now: Moment) throws -> Ruling? {
    let app = record.request.app
    if Consent.isDenied(apps.settings(of: try apps.app(app, now), for: record.request)) {
      let file = preferences.policy.locks(.authorization, of: app)
      let why = file.map { Reason(.refusedByFile, .count(tally.refused(of: app)), .name($0)) }
      return Ruling(
        Consent.name, .refused, why ?? Reason(.refusedSince, .count(tally.refused(of: app)), .name(app.text)))
    }
    switch record.state {
    case .awaitingConsent:
      return questions.standing(.notifications, of: try apps.app(record.request.app, now), now)
        .map { Consent.waits(for: $0) }
    case .delivered:
      server.followTime(now: now.uptime)
      guard let why = server.reachability.obstacle,
        try banners.row(of: record).phase?.hasAlertToCome == true
      else { return nil }
      return Ruling(ServerReachability.name, .held, why)
    case .scheduled, .held, .failed, .read, .dismissed, .withdrawn, .expired: return nil
    }
  }

  package func statusSummary(now: Moment) throws(Refusal) -> StatusSummary {
    try query {
      let doNotDisturb = quiet.current(.doNotDisturb, now)
      return StatusSummary(
        unread: try store.unreadCount(app: nil), held: try heldCount(), doNotDisturb: doNotDisturb != nil,
        doNotDisturbUntil: doNotDisturb?.until, locked: attention.isLocked,
        storageFault: health.fault?.reason, quiet: quiet.reports(now, hidesNames: attention.isLocked))
    }
  }

  /// Notifications that are held or wait for consent.
  private func heldCount() throws -> Int {
    try store.count(app: nil, state: .held) + store.count(app: nil, state: .awaitingConsent)
  }

  /// A reason is the app's own text, as is the name of its process, and no locked screen shows that.
  private var inhibitorTexts: [String]? {
    let texts = quiet.inhibitors.all.filter { $0.isVouchedFor || !attention.isLocked }.map { inhibitor in
      let (name, process) = (apps.name(of: inhibitor), inhibitor.process)
      guard !attention.isLocked else { return "\(name) (\(wording.process(process.number, nil)))" }
      let request = inhibitor.reason.isEmpty ? name : "\(name): \(inhibitor.reason)"
      return "\(request) (\(wording.process(process.number, PlainText.label(process.name))))"
    }
    return quiet.inhibitors.all.isEmpty ? nil : texts
  }

  /// The state of the daemon, except for its version.
  package func state(now: Moment) throws(Refusal) -> DaemonStatus {
    try query {
      let isPresent = if case .present = server.presence { true } else { false }
      server.followTime(now: now.uptime)
      var status = DaemonStatus()
      status.sink = server.sinkName
      status.server = server.description.map {
        $0.version.isEmpty ? $0.name : "\($0.name) \($0.version)"
      }
      status.serverAnswers = isPresent && server.isAnswering
      status.serverMuted = serverMute.current?.isOn
      status.locked = attention.isLocked
      status.lockedBy = attention.isLocked ? attention.lockHolders ?? [] : nil
      status.present = attention.isPersonKnownThere
      status.foreground = try attention.foregroundApps.filter { try !isNameHidden($0) }
      status.foregroundProcess = attention.frontProcess.map(Int.init)
      let doNotDisturb = quiet.current(.doNotDisturb, now)
      status.doNotDisturb = doNotDisturb != nil
      status.doNotDisturbUntil = doNotDisturb?.until
      status.inhibitedBy = inhibitorTexts
      status.quietHoursUntil = quiet.current(.quietHours, now)?.until
      status.quietHours = quiet.hours.isEmpty ? nil : quiet.hours.text
      status.quietHoursFrom =
        quiet.chosenHours == nil
        ? preferences.policy.files["Schedule/QuietHours"] : DaemonStatus.person
      status.quiet = quiet.reports(now, hidesNames: attention.isLocked)
      status.previews = preferences.previews
      status.previewsFrom =
        preferences.chosenPreviews == nil
        ? preferences.policy.files["Previews/Show"] : DaemonStatus.person
      status.nextSummary = timing.nextSummaryTime(now)?.time
      status.silent = preferences.isSilent
      status.unread = try store.unreadCount(app: nil)
      status.held = try heldCount()
      status.scheduled = try store.count(app: nil, state: .scheduled)
      status.appsToDecide = try store.appsAwaitingConsent()
      status.posted = tally.posted
      status.refused = tally.refused
      status.ratingPrompts = preferences.areRatingPromptsOn
      status.storageFault = health.fault?.reason
      status.configurationFault = diagnosis.fault(of: .configuration, .english)
      return status
    }
  }
}
