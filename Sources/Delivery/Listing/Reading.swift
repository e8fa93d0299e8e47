import Guidelines
package import NotificationModel

// The calls by which notifications stop being unread.

extension DeliveryEngine {
  /// The app takes notifications back, some of them; what is unknown is passed over. How many went, and the badge,
  /// when it is done; until then to be called again.
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

  /// The person has seen these in the app itself, some of them. The badge, when it is done; until then to be called
  /// again.
  package func markRead(_ selection: inout Selection, of app: AppID, by client: Client, now: Moment)
    throws(Refusal) -> Int?
  {
    try call(at: now) {
      try apps.admit(app, client)
      return try markRead(&selection, of: app, because: .readInApp, now)
    }
  }

  /// The person's tools: read these, some of them. The overall count, when it is done; until then to be called again.
  package func markRead(_ selection: inout Selection, now: Moment) throws(Refusal) -> Int? {
    try call(at: now) { try markRead(&selection, of: nil, because: .markedRead, now) }
  }

  private func markRead(_ selection: inout Selection, of app: AppID?, because why: Reason.Key, _ now: Moment)
    throws -> Int?
  {
    guard let records = try selection.next(of: app, in: store) else { return try store.unreadCount(app: app) }
    try entries.end(records.filter(\.unread), .readInApp, because: why, now)
    return nil
  }

  package func badge(of app: AppID) throws(Refusal) -> Int {
    try query { try store.unreadCount(app: app) }
  }

  /// The app's own look at it.
  package func badge(of app: AppID, by client: Client) throws(Refusal) -> Int {
    try query { try apps.admit(app, client) }
    return try badge(of: app)
  }

  /// What followers begin with: nothing is shown of an app whose badges are off.
  package func shownBadge(of app: AppID, now: Moment) throws(Refusal) -> Int {
    try query { apps.settings(of: try apps.app(app, now)).badges ? try store.unreadCount(app: app) : 0 }
  }

  /// Refuses to press or to put off what is not in the person's hands: what is still to come, or was taken back. What they
  /// have put off is in theirs.
  func requireHere(_ record: NotificationRecord) throws(Refusal) {
    switch record.state {
    case .held, .delivered, .failed, .read, .dismissed: return
    case .scheduled where record.isPutOff: return
    case .scheduled:
      throw Refusal.invalid(path: "id", reason: "notification \(record.id) is still to come")
    case .awaitingConsent:
      throw Refusal.invalid(path: "id", reason: "notification \(record.id) waits until its app is allowed")
    case .withdrawn, .expired: throw Refusal.notFound("notification \(record.id)")
    }
  }

  /// The person presses an action of a stored notification in the list.
  package func activate(_ id: NotificationID, _ action: ItemID, text: String?, now: Moment) throws(Refusal) {
    try call(at: now) {
      guard let record = try store.record(id) else { throw Refusal.notFound("notification \(id)") }
      if let authorization = try apps.offersOfProbation(record, now).first(where: { $0.0.id == action })?.1 {
        return try following.choose(record.request.app, authorization, now)
      }
      try requireHere(record)
      let known = record.request.actions?.first { $0.id == action }
      guard action == .defaultAction || known != nil else { throw Refusal.notFound("action") }
      if let known, AuthenticatedActions.withholds(known, locked: attention.isLocked) {
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
