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
      guard let records = try selection.next(of: app, .withdrawing, in: store) else {
        return (selection.ended, try store.unreadCount(app: app))
      }
      for record in records where try entries.takeBack(record, now) { selection.ended += 1 }
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
      guard let records = try selection.next(of: app, .reading, in: store) else {
        return try store.unreadCount(app: app)
      }
      for record in records {
        // The name of a series means its occurrence where that is unread, and else its next time.
        let isOfOccurrence = records.contains { $0.unread && $0.isOccurrence(of: record) }
        try entries.readInApp(record, isNamed: selection.areNamed && !isOfOccurrence, now)
      }
      return nil
    }
  }

  /// Marks some notifications read for the person's tools. Returns the overall unread count when it is done; call it
  /// again until then.
  package func markRead(_ selection: inout Selection, now: Moment) throws(Refusal) -> Int? {
    try call(at: now) {
      guard let records = try selection.next(in: store) else { return try store.unreadCount(app: nil) }
      let unread = records.filter { $0.unread || $0.isSnoozed }
      try steps.keep(unread, by: .reading, &selection.step, now)
      try entries.end(unread, .readInApp, because: .markedRead, now)
      return nil
    }
  }

  /// Marks some of the notifications as looked at by the person. Returns `true` when it is done; call it again until
  /// then.
  package func markSeen(_ selection: inout Selection, now: Moment) throws(Refusal) -> Bool {
    try call(at: now) {
      guard !attention.hidesFromPerson, let records = try selection.next(in: store) else {
        return true
      }
      for var record in records where record.missed != nil { try entries.apply(.looked, to: &record, now) }
      return false
    }
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
    guard record.isListed else { throw Refusal.notFound(.notification(record.id)) }
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
      guard known == nil || context.listeners.hears(record) else {
        throw Refusal.invalid(
          path: "action", reason: "leads nowhere: the command that waited for the answer has ended")
      }
      if text != nil, known?.input == nil {
        throw Refusal.invalid(path: "text", reason: "this action takes no text")
      }
      try feedback.press(record, action, text: text, token: nil, now)
    }
  }
}

extension NotificationRecord {
  fileprivate func isOccurrence(of series: NotificationRecord) -> Bool {
    series.request.trigger?.repeats == true && request.identifier != nil
      && request.identifier == series.request.identifier
  }
}
