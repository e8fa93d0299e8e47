import Guidelines
package import NotificationModel

// What the desktop and the person did. A handle is forgotten with its first press or closing, so that a
// second signal about it, which some servers send, means nothing.

extension DeliveryEngine {
  /// A report from the sink; handled at the end of the transaction. While nothing can be stored they wait.
  package func receive(_ report: SinkReport) { inbox.add(report) }

  func take(_ input: Input, _ now: Moment) throws {
    switch input {
    case .report(let report): try take(report, now)
    case .desktop(let report): try take(report, now)
    case .lock: try storeLock(true)
    case .reschedule: try reschedule(now, step: 0)
    case .review: try reviewHeld(now)
    case .stop: live.server.stop()
    case .policy(let policy, let text): try follow(policy, rememberedAs: text, now)
    }
  }

  private func take(_ report: SinkReport, _ now: Moment) throws {
    switch report {
    case .presence(let presence): try take(.server(presence), now)
    case .described(let description):
      try described(description, now)
    case .shown(let subject, let handle, let hidden, let omitted):
      try shown(subject, handle, hidden: hidden, omitted: omitted, now)
    case .failed(let subject, let failure):
      try failed(subject, failure, now)
    case .pressed(let handle, let action, let token):
      let row = try store.banner(shownAs: handle)
      if let row, let question = Question(row.subject) {
        try answer(question, action, now)
      } else if let record = try notification(of: row) ?? summaryPressed(row) ?? closedByPress(handle, now) {
        try press(record, action, text: nil, token: token, now)
      }
    case .replied(let handle, let text):
      if let record = try notification(of: store.banner(shownAs: handle)) ?? closedByPress(handle, now),
        let action = try asking(record)
      {
        try press(record, action, text: text, token: nil, now)
      }
    case .closed(let handle, let reason):
      guard let row = try store.banner(shownAs: handle) else { return }
      if let question = Question(row.subject) {
        try happen(to: row) { $0.closed(handle) }
        try questionClosed(question)
      } else if let record = try notification(of: row) {
        let request = record.request
        note(
          handle,
          of: .notification(
            record.id, identifier: request.identifier, actions: request.actions, target: request.target), now)
        try closed(record, row, handle, reason, now)
      } else if case .summary(let app) = row.subject {
        // Who waves away a number has seen none of what it counts.
        note(handle, of: .summary(live.summaries.forget(app)), now)
        try happen(to: row) { $0.closed(handle) }
      } else {
        try happen(to: row) { $0.closed(handle) }
      }
    }
  }

  private func notification(of row: BannerRow?) throws -> NotificationRecord? {
    guard case .notification(let id) = row?.subject else { return nil }
    return try store.record(id)
  }

  /// A press marks the notification read, and is kept for the app.
  private func press(
    _ record: NotificationRecord, _ action: ItemID, text: String?, token: String?, _ now: Moment
  ) throws {
    guard try mayPress(record, action, now) else { return }
    var ended = record
    try end(&ended, text == nil ? .pressed : .replied, now)
    let reply = text.map { PlainText.block($0).cut(toBytes: Limits.replyBytes) }
    try keep(text == nil ? .activated : .replied, of: record, action: action, text: reply, token: token, now)
    try startIfAway(record, action, isReplied: text != nil, token: token, now)
    try decide(record.id, Ruling(UnreadCount.name, .read, .pressed, .name(action.text)), now)
    // To answer the prompt is not to use the app.
    if record.request.kind != .rating { try store.keepEngagement(with: record.request.app) }
    try updateBadge(record.request.app, now)
  }

  private func note(_ handle: BannerHandle, of subject: RecentClosings.Subject, _ now: Moment) {
    live.closings.note(handle, of: subject, now: health.failingSince ?? now.uptime)
  }

  /// What a banner was about that the server closed for the press on it, and said so first. What was taken back
  /// since cannot be pressed.
  private func closedByPress(_ handle: BannerHandle, _ now: Moment) throws -> NotificationRecord? {
    switch live.closings.take(handle, now: health.failingSince ?? now.uptime) {
    case .notification(let id, let identifier, let actions, let target):
      guard var record = try store.record(id) else { return nil }
      if record.state == .dismissed {
        record.request.identifier = identifier
        record.request.actions = actions
        record.request.target = target
        return record
      }
      return record.unread ? record : nil
    case .summary(let ids): return try firstUnread(of: ids)
    case nil: return nil
    }
  }

  /// Of several actions that take text a server offers the first in the order they are shown in, of those that
  /// are on this banner.
  private func asking(_ record: NotificationRecord) throws -> ItemID? {
    let isHidden = try row(of: record).phase?.shown?.isHidden ?? isLocked
    return ActionLimit.ordered(record.request.actions ?? []).first {
      $0.input != nil && !AuthenticatedActions.withholds($0, locked: isHidden)
    }?.id
  }

  private func mayPress(_ record: NotificationRecord, _ action: ItemID, _ now: Moment) throws -> Bool {
    guard action != .defaultAction else { return true }
    guard let pressed = record.request.actions?.first(where: { $0.id == action }) else { return false }
    guard !AuthenticatedActions.withholds(pressed, locked: isLocked) else {
      try decide(
        record.id,
        Ruling(
          AuthenticatedActions.name, .refused, .needsUnlocking, .name(action.text),
          .reason(LockedScreen.clause(lockHolders))), now)
      return false
    }
    return true
  }

  private func closed(
    _ record: NotificationRecord, _ row: BannerRow, _ handle: BannerHandle, _ reason: CloseReason,
    _ now: Moment
  ) throws {
    switch reason {
    // What was dismissed is the earlier text.
    case .dismissed where row.phase?.hasAlertToCome == true: try happen(to: row) { $0.closed(handle) }
    case .dismissed:
      try decide(record.id, Ruling(UnreadCount.name, .dismissed, .dismissedOnScreen), now)
      try end([record], .dismissed, now)
    // A banner that timed out, or that a server put away, has not been read.
    case .expired, .closed, .undefined: try happen(to: row) { $0.closed(handle) }
    }
  }

  /// The person presses an action of a stored notification in the list.
  package func activate(_ id: NotificationID, _ action: ItemID, text: String?, now: Moment) throws(Refusal) {
    try call(at: now) {
      guard let record = try store.record(id) else { throw Refusal.notFound("notification \(id)") }
      if let authorization = try offersOfProbation(record, now).first(where: { $0.0.id == action })?.1 {
        return try decide(record.request.app, authorization, now)
      }
      switch record.state {
      case .held, .delivered, .failed, .read, .dismissed: break
      case .scheduled, .awaitingConsent, .withdrawn, .expired: throw Refusal.notFound("notification \(id)")
      }
      let known = record.request.actions?.first { $0.id == action }
      guard action == .defaultAction || known != nil else { throw Refusal.notFound("action") }
      if let known, AuthenticatedActions.withholds(known, locked: isLocked) {
        throw Refusal.screenLocked
      }
      if text != nil, known?.input == nil {
        throw Refusal.invalid(path: "text", reason: "this action takes no text")
      }
      try press(record, action, text: text, token: nil, now)
    }
  }
}
