import Guidelines
package import NotificationModel
import Store

// Calls that end notifications or press their actions, and badges.

extension DeliveryEngine {
  /// Withdraws some of the app's notifications; unknown ones are skipped. Returns how many were withdrawn, and the
  /// app's badge, when it is done; call it again until then.
  package func withdraw(_ selection: inout Selection, of app: AppID, by client: Client, now: Moment)
    throws(Refusal) -> (withdrawn: Int, unread: Int)?
  {
    try call(at: now) {
      try apps.admit(app, client)
      guard let records = try selection.next(of: app, in: store) else {
        return (selection.ended, try store.unreadCount(app: app))
      }
      selection.ended += try entries.end(records, .takenBack, because: .takenBackByApp, now)
      return nil
    }
  }

  /// Marks some of the app's notifications read, because the person saw them in the app. Returns the app's badge when
  /// it is done; call it again until then.
  package func markRead(_ selection: inout Selection, of app: AppID, by client: Client, now: Moment)
    throws(Refusal) -> Int?
  {
    try call(at: now) {
      try apps.admit(app, client)
      return try markRead(&selection, of: app, because: .readInApp, now)
    }
  }

  /// Marks some notifications read for the person's tools. Returns the overall unread count when it is done; call it
  /// again until then.
  package func markRead(_ selection: inout Selection, now: Moment) throws(Refusal) -> Int? {
    try call(at: now) { try markRead(&selection, of: nil, because: .markedRead, now) }
  }

  /// Marks some of the notifications as looked at by the person. Returns `true` when it is done; call it again until
  /// then.
  package func markSeen(_ selection: inout Selection, now: Moment) throws(Refusal) -> Bool {
    try call(at: now) {
      guard !attention.hidesFromPerson, let records = try selection.next(of: nil, in: store) else {
        return true
      }
      for var record in records where record.missed != nil { try entries.apply(.looked, to: &record, now) }
      return false
    }
  }

  private func markRead(_ selection: inout Selection, of app: AppID?, because why: Reason.Key, _ now: Moment)
    throws -> Int?
  {
    guard let records = try selection.next(of: app, in: store) else { return try store.unreadCount(app: app) }
    var unread = records.filter(\.unread)
    if let app, try store.withheldCount(app: app) > 0 {
      // A notification that a configuration took off the lists comes back as read.
      let withheld = try unread.compactMap { try store.record($0.id) }.filter(\.isWithheld)
      for var record in withheld { try entries.apply(.readUnseen, to: &record, now) }
      let ids = Set(withheld.map(\.id))
      unread.removeAll { ids.contains($0.id) }
    }
    if app == nil { try steps.keep(unread, by: .reading, &selection.step, now) }
    try entries.end(unread, .readInApp, because: why, now)
    return nil
  }

  package func badge(of app: AppID) throws(Refusal) -> Int {
    try query { try store.unreadCount(app: app) }
  }

  /// The badge of the app for a client that may act for it.
  package func badge(of app: AppID, by client: Client) throws(Refusal) -> Int {
    try query { try apps.admit(app, client) }
    return try badge(of: app)
  }

  /// The badge that followers start with; 0 if the app's badges are off.
  package func shownBadge(of app: AppID, now: Moment) throws(Refusal) -> Int {
    try query { apps.settings(of: try apps.app(app, now)).badges ? try store.unreadCount(app: app) : 0 }
  }

  /// Refuses notifications that the person cannot press or snooze: those still to come, and withdrawn ones. A snoozed
  /// one may be pressed.
  func requireActionable(_ record: NotificationRecord) throws(Refusal) {
    switch record.state {
    case .held, .delivered, .failed, .read, .dismissed: return
    case .scheduled where record.isSnoozed: return
    case .scheduled:
      throw Refusal.invalid(path: "id", reason: StillToCome.scheduled.words(record.id))
    case .awaitingConsent:
      throw Refusal.invalid(path: "id", reason: StillToCome.awaitsConsent.words(record.id))
    case .withdrawn, .expired: throw Refusal.notFound(.notification(record.id))
    }
  }

  /// Presses an action of a stored notification from the list.
  package func activate(_ id: NotificationID, _ action: ItemID, text: String?, now: Moment) throws(Refusal) {
    try call(at: now) {
      guard let record = try store.record(id) else { throw Refusal.notFound(.notification(id)) }
      if let authorization = try apps.probationActions(record, now).first(where: { $0.0.id == action })?.1 {
        return try reconciling.choose(record.request.app, authorization, now)
      }
      try requireActionable(record)
      let known = record.request.action(action)
      guard action == .defaultAction || known != nil else { throw Refusal.notFound(.action) }
      if let known, AuthenticatedActions.withholds(known, locked: attention.isLocked) {
        throw Refusal.screenLocked
      }
      guard !LinkOpening.withholds(record.request, action, locked: attention.hidesFromPerson) else {
        throw Refusal.screenLocked
      }
      if let known, try entries.isSuperseded(known, of: record) {
        throw Refusal.invalid(
          path: "action",
          reason: "is an older undo: a newer notification of this thread can be undone instead")
      }
      if text != nil, known?.input == nil {
        throw Refusal.invalid(path: "text", reason: "this action takes no text")
      }
      try feedback.press(record, action, text: text, token: nil, now)
    }
  }
}

/// The notifications that a call names, a few at a time. Other calls come in between, and each few are committed with
/// their transaction. If a call fails in between, calling again does the rest.
package struct Selection: Sendable {
  /// Ending one costs some tenths of a millisecond.
  private static let atOnce = 8

  private enum Rest: Sendable {
    case named(ArraySlice<OpaqueName>, ArraySlice<NotificationID>)
    /// All notifications that were unread at the first step; ended ones are not found again.
    case unread(newest: NotificationID?)
  }

  private var rest: Rest
  /// How many have been ended so far.
  var ended = 0
  /// The number of the call as a step of the person's, once it has changed a notification.
  var step: Int64?

  /// Selects by the app's identifiers and by ids; all unread notifications if neither is given.
  package init(_ identifiers: [OpaqueName]? = nil, _ ids: [NotificationID]? = nil) {
    rest =
      identifiers == nil && ids == nil
      ? .unread(newest: nil) : .named((identifiers ?? [])[...], (ids ?? [])[...])
  }

  /// The next notifications of one app or of all; `nil` when there are no more. Unknown ids are passed over. An app
  /// also finds its notifications that a configuration took off the lists, because they can come back.
  mutating func next(of app: AppID?, in store: SQLiteStore) throws -> [NotificationRecord]? {
    switch rest {
    case .named(var identifiers, var ids):
      guard !identifiers.isEmpty || !ids.isEmpty else { return nil }
      let named = identifiers.prefix(Self.atOnce)
      let numbered = ids.prefix(Self.atOnce - named.count)
      identifiers.removeFirst(named.count)
      ids.removeFirst(numbered.count)
      rest = .named(identifiers, ids)
      var found: [NotificationRecord] = []
      if let app {
        for name in named {
          found += try store.records(app: app, identifier: name)
          found += try store.withheld(app: app, identifier: name, limit: Self.atOnce)
        }
      }
      found += try numbered.compactMap { try store.record($0) }
        .filter { app == nil ? !$0.isWithheld : $0.request.app == app }
      return found.map(\.asItStood)
    case .unread(let known):
      let newest = try known ?? store.unreadRecords(app: app, limit: 1).last?.id
      guard let newest else { return nil }
      rest = .unread(newest: newest)
      let found = try store.unreadRecords(app: app, limit: Self.atOnce).filter { $0.id <= newest }
      return found.isEmpty ? nil : found
    }
  }
}
