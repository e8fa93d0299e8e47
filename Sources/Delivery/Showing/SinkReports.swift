import Guidelines
import NotificationModel

// What the sink says about the one banner it was given.

extension DeliveryEngine {
  func described(_ description: ServerDescription, _ now: Moment) throws {
    _ = answered(.description)
    guard live.server.presence == .present(server: description.server) else { return }
    if live.server.described(description) {
      live.screenChanges.add(.forget(except: description.server, endsRestoring: false))
      if description.capabilities.contains("persistence") {
        live.screenChanges.add(.restore(server: description.server))
      }
    }
  }

  func shown(
    _ subject: BannerSubject, _ handle: BannerHandle, hidden: Bool, omitted: [Reason], _ now: Moment
  ) throws {
    guard let asked = answered(subject) else { return outbox.add(.sink(.close(handle))) }
    let sound = live.soundPace.answered(now: now.uptime)
    if let sound { try store.append(sound.decisions, to: sound.id, at: now.wall) }
    live.server.served()
    guard let app = asked.app else { return }
    // A number that the server gives again is no longer another's.
    if let other = try store.banner(shownAs: handle), other.subject != subject {
      try happen(to: other) { $0.closed(handle) }
    }
    let shown = Shown(handle: handle, isHidden: hidden, hasLockedForm: asked.hasLockedForm)
    let isShown =
      switch subject {
      case .notification(let id): try notificationShown(id, of: app, shown, asked, omitted: omitted, now)
      case .summary: try summaryShown(app, shown, asked, now)
      case .consent, .marketing, .timeSensitive:
        try Question(subject).map { try questionShown($0, shown, now) } ?? false
      case .description: false
      }
    // Over by the time it was shown: closed, and not worth a sound.
    if isShown, let sound { try play(sound, now) }
  }

  /// Whether it may still be seen.
  private func notificationShown(
    _ id: NotificationID, of app: AppID, _ shown: Shown, _ asked: Asked, omitted: [Reason], _ now: Moment
  ) throws -> Bool {
    let settings = settings(of: try self.app(app, now))
    let row = try row(.notification(id), of: app)
    let earlier = try store.record(id)
    outbox.noteChange(of: id)
    guard var record = earlier, record.unread, settings.showsBanners else {
      // It ended, or its app's banners did, while the server was showing it.
      let surroundings = surroundings()
      try happen(to: row) { row in
        row.withdraw()
        _ = row.shown(shown, surroundings)
      }
      if var record = earlier, record.state == .held {
        record.state = .delivered
        try store.update(record)
      }
      return false
    }
    let name = live.server.name
    var decisions = [
      Ruling(ServerAnswer.name, .shown, asked.alerts ? .showed : .changedInPlace, .name(name))
    ]
    decisions += omitted.map { Ruling(ServerAnswer.name, .leftOut, $0) }
    if HiddenPreviews.areHidden(record.request, previews: settings.previews, locked: shown.isHidden) {
      decisions.append(
        HiddenPreviews.form(
          of: record.request, settings: settings, locked: shown.isHidden, by: lockHolders))
    }
    try store.append(decisions, to: id, at: now.wall)
    let surroundings = surroundings(of: record.request, now)
    guard try happen(to: row, { $0.shown(shown, surroundings) }) else { return false }
    if asked.alerts {
      alertShown(.notification(id), now)
      emit(record.state == .held ? .released : .presented, of: record, now)
      try explainTimeSensitive(record, now)
      try ratingPromptShown(record, now)
    }
    if case .held = try self.row(of: record).phase {
      // What holds its new text may be over by now.
      try review([app], now)
    } else if record.state == .held || record.state == .failed {
      record.state = .delivered
      record.hold = nil
      try store.update(record)
    }
    return true
  }

  func failed(_ subject: BannerSubject, _ failure: SinkFailure, _ now: Moment) throws {
    let asked = answered(subject)
    live.soundPace.failed()
    live.server.failed(failure, now: now.uptime)
    guard let app = asked?.app else { return }
    let surroundings: BannerRow.Surroundings
    if case .notification(let id) = subject, let record = try store.record(id) {
      surroundings = self.surroundings(of: record.request, now)
    } else {
      surroundings = self.surroundings()
    }
    let outcome = try happen(to: subject, of: app) { $0.failed(failure, surroundings) }
    switch subject {
    case .notification(let id): try notificationFailed(id, failure, outcome, now)
    case .summary: try summaryFailed(app, outcome, now)
    case .consent, .marketing, .timeSensitive:
      if let question = Question(subject) { try questionFailed(question, failure, now) }
    case .description: break
    }
  }

  private func notificationFailed(
    _ id: NotificationID, _ failure: SinkFailure, _ outcome: BannerRow.Failure, _ now: Moment
  ) throws {
    guard var record = try store.record(id) else { return }
    outbox.noteChange(of: id)
    switch outcome {
    case .isGone: return
    case .waits:
      if case .held = try row(of: record).phase { try review([record.request.app], now) }
    case .retries where failure == .unanswered:
      try decide(id, Ruling(ServerAnswer.name, .retried, .neverAnswered), now)
    case .retries:
      try decide(id, Ruling(ServerAnswer.name, .retried, .triesAsText, .reason(reason(failure))), now)
    case .isOver where failure == .unanswered:
      try decide(id, Ruling(ServerAnswer.name, .failed, .neverAnsweredAgain), now)
    case .isOver(let alerts):
      live.server.forgive()
      if alerts {
        record.state = .failed
        try store.update(record)
      }
      try decide(id, Ruling(ServerAnswer.name, .failed, .givenUp, .reason(reason(failure))), now)
    }
  }

  private func reason(_ failure: SinkFailure) -> Reason {
    switch failure {
    case .serverDied: Reason(.serverDied)
    case .refused(let name): Reason(.serverRefused, .name(name))
    case .noServer, .busy, .unanswered: Reason(.serverFailed)
    }
  }

  /// A report about anything but what was asked last is of an earlier time.
  private func answered(_ subject: BannerSubject) -> Asked? {
    guard let asked = live.server.outstanding?.asked, asked.subject == subject else { return nil }
    live.server.answered()
    return asked
  }
}
