import Guidelines
import NotificationModel

// What the sink says about the one banner it was given.

extension DeliveryEngine {
  func described(_ description: ServerDescription, _ now: Moment) throws {
    answered(.description)
    guard server.presence == .present(server: description.server) else { return }
    server.description = description
    if !server.hasRestored {
      server.hasRestored = true
      if description.capabilities.contains("persistence") { try restore(now) }
      try forgetBanners(except: description.server)
      try repeatLostQuestion()
    }
  }

  func shown(
    _ subject: BannerSubject, _ handle: BannerHandle, hidden: Bool, omitted: [String], _ now: Moment
  ) throws {
    let alerted = server.outstanding?.alerts ?? true
    answered(subject)
    let sound = soundPace.answered(now: now.uptime)
    if let sound { try store.append(sound.decisions, to: sound.id, at: now.wall) }
    server.setbacks = 0
    switch subject {
    case .consent, .marketing, .timeSensitive:
      if let question = Question(subject) { try questionShown(question, handle, now) }
    case .summary(let app): try summaryShown(app, as: handle, isHidden: hidden, now)
    case .description: return
    case .notification(let id):
      guard var record = try store.record(id) else { return }
      try shown(&record, handle, alerted: alerted, hidden: hidden, omitted: omitted, now)
      try store.update(record)
      changed.insert(id)
      // Over by the time it was shown: closed, and not worth a sound.
      if record.banner == .gone { return }
    }
    if let sound { try play(sound, now) }
  }

  private func shown(
    _ record: inout NotificationRecord, _ handle: BannerHandle, alerted: Bool, hidden: Bool,
    omitted: [String], _ now: Moment
  ) throws {
    restoring.remove(record.id)
    let change = changedWhileHandedOver.removeValue(forKey: record.id)
    let settings = settings(of: try app(record.request.app, now))
    guard record.unread, settings.showsBanners else {
      // It ended, or its app's banners did, while the server was showing it.
      outputs.append(.sink(.close(handle)))
      record.banner = .gone
      if record.state == .held { record.state = .delivered }
      return
    }
    let name = server.description?.name ?? sinkName
    let why = alerted ? "\(name) showed the banner." : "\(name) changed the banner in place."
    var decisions = [Decision(guideline: ServerAnswer.name, effect: "shown", why: why)]
    decisions += omitted.map { Decision(guideline: ServerAnswer.name, effect: "leftOut", why: $0) }
    let form = HiddenPreviews.form(of: record.request, settings: settings, locked: hidden, by: lockHolders)
    if form.effect == "hidden" { decisions.append(form) }
    try store.append(decisions, to: record.id, at: now.wall)
    if alerted {
      try alertShown(.notification(record.id), now)
      emit(record.state == .held ? .released : .presented, of: record, now)
      try explainTimeSensitive(record, now)
      try ratingPromptShown(record, now)
    }
    if record.state == .held || record.state == .failed { record.state = .delivered }
    record.until = nil
    record.banner = .onScreen
    record.handle = handle
    record.shownHidden = hidden
    record.attempts = 0
    switch change {
    case .alertAfterRelease where try judgeAgain(record, now).needsRelease:
      record.banner = .heldBack
      record.state = .held
      record.until = try judgeAgain(record, now).until
      record.turn = nextTurn(for: record.request, now)
      try willAlert(&record)
    case .alert, .alertAfterRelease:
      record.banner = .waiting
      record.turn = nextTurn(for: record.request, now)
      try willAlert(&record)
    case .inPlace:
      refresh(&record, redacts: isLocked)
    case nil:
      if try wantsLockedForm(record) != hidden { refresh(&record, redacts: isLocked) }
    }
    // Its new text may come much later, and what has become private meanwhile is not to be seen until then.
    let isAnothers = record.banner == .heldBack || (record.banner == .waiting && record.alerts)
    if isAnothers, !hidden, record.handle != nil,
      HiddenPreviews.areHidden(record.request, previews: settings.previews, locked: isLocked)
    {
      outputs.append(.sink(.close(handle)))
      record.handle = nil
    }
  }

  func failed(_ subject: BannerSubject, _ failure: SinkFailure, _ now: Moment) throws {
    answered(subject)
    soundPace.failed()
    switch failure {
    case .noServer:
      // The watch on the bus says when there is one again; should it be behind, a second is not too long.
      guard case .present = server.presence else { break }
      server.pausedUntil = now.uptime.advanced(byMilliseconds: 1_000)
    case .serverDied:
      break
    case .busy, .refused, .unanswered:
      server.setbacks += 1
      let seconds = min(60, 1 << min(server.setbacks - 1, 6))
      server.pausedUntil = now.uptime.advanced(byMilliseconds: Int64(seconds) * 1_000)
    }
    switch subject {
    case .description:
      return
    case .summary(let app):
      try summaryFailed(app, failure, now)
    case .consent, .marketing, .timeSensitive:
      if let question = Question(subject) { try questionFailed(question, failure, now) }
    case .notification(let id):
      guard var record = try store.record(id), record.banner == .handedOver else { return }
      try failed(&record, failure, now)
      try store.update(record)
      changed.insert(id)
    }
  }

  private func failed(_ record: inout NotificationRecord, _ failure: SinkFailure, _ now: Moment) throws {
    let change = changedWhileHandedOver.removeValue(forKey: record.id)
    if change == .alert || change == .alertAfterRelease { record.alerts = true }
    if failure == .noServer || failure == .serverDied { record.handle = nil }
    guard record.unread else {
      takeAway(&record)
      record.banner = .gone
      return
    }
    record.banner = .waiting
    switch failure {
    case .noServer, .busy:
      return
    case .unanswered:
      if record.turn == Turn.redaction {
        // Neither is it to stay as it was, nor is anybody behind it to wait for it again.
        takeAway(&record)
        record.banner = .gone
        return try decide(
          record.id, ServerAnswer.name, "failed", "The server never answered: the banner is closed.", now)
      }
      // A hang is not a death, and never counts; but whoever is behind need not wait for it for ever.
      record.turn = nextTurn(for: record.request, now)
      return try decide(
        record.id, ServerAnswer.name, "retried", "The server never answered: it may be shown twice.", now)
    case .serverDied, .refused:
      record.attempts += 1
    }
    if record.attempts == 1 {
      try decide(
        record.id, ServerAnswer.name, "retried", "\(reason(failure)); tried again as text only.", now)
    } else {
      // A banner that cannot be changed is better gone than showing what it must not.
      if let handle = record.handle { outputs.append(.sink(.close(handle))) }
      record.handle = nil
      record.banner = record.alerts ? .none : .gone
      if record.alerts { record.state = .failed }
      server.pausedUntil = nil
      server.setbacks = 0
      try decide(
        record.id, ServerAnswer.name, "failed", "\(reason(failure)) again; it stays in the list.", now)
    }
  }

  private func reason(_ failure: SinkFailure) -> String {
    switch failure {
    case .serverDied: "The server died while showing it"
    case .refused(let name): "The server refused it (\(name))"
    case .noServer, .busy, .unanswered: "The server could not show it"
    }
  }

  /// A report about anything but what was asked last is of an earlier time.
  private func answered(_ subject: BannerSubject) {
    if server.outstanding?.subject == subject { server.answered() }
  }
}
