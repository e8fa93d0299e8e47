import Guidelines
import NotificationModel

// What is shown in passing, on its way from its app to the server and back.

extension Showing {
  /// Shows it if it may be shown now, and forgets it if not. What shows how loud or bright it is waits for no judgement:
  /// the person has just pressed the key.
  func pass(
    _ request: NotificationRequest, _ posted: DesktopOrigin, images: [ImageCopy], _ now: Moment
  ) throws -> UInt32 {
    var request = request
    passing.place(images, in: &request)
    let app = try apps.app(request.app, now)
    let settings = apps.settings(of: app, for: request)
    guard settings.showsBanners else { return try frontNumbers.refuse(posted) }
    let isVouchedFor = posted.isVouchedFor
    let isDisplay = posted.isOnScreenDisplay
    try rates.charge(isDisplay ? .displays : .posts, app.id, isVouchedFor: isVouchedFor, now)

    let present = passing.existing(for: request)
    let existing = present.flatMap { $0.request.app == app.id ? $0 : nil }
    if let present, existing == nil {
      passing.remove(present.number)
      passing.tellOverTaken(present.origin, by: posted.caller)
    }
    let listed = try store.record(numbered: posted.number)
    let former = listed.flatMap { $0.request.app == app.id ? $0.request.origin.desktop : nil }
    if let listed { try entries.makeWay(listed, for: posted.caller, of: app.id, now) }
    let origin = try frontNumbers.numbered(posted, existing: existing?.origin ?? former)
    request.origin = Origin(origin)
    var level = InterruptionLevel.active
    if !isDisplay {
      let judgement = try judge(request, settings, hasAlerted: false, now)
      let isRepeat = existing.map { SameThing.hasSameContent($0.request, request) } ?? false
      guard isRepeat || judgement.alert == .now else {
        passing.over(passing.remove(origin.number), .expired)
        if existing == nil { passing.tellClosed(origin, .expired) }
        return origin.number
      }
      if isRepeat {
        passing.renew(request, origin.number)
        return origin.number
      }
      level = judgement.level
      let lane = rates.lane(of: request, level: level, now)
      rates.alerted(app.id, lane, now)
    }
    // One that comes as the process ends would end with it, and nobody would say so.
    guard case .present = server.presence, !server.isStopping else {
      passing.over(passing.remove(origin.number), .expired)
      passing.tellClosed(origin, .expired)
      return origin.number
    }
    passing.over(passing.put(request, origin.number, at: level), .expired)
    return origin.number
  }

  private func judge(
    _ posted: NotificationRequest, _ settings: EffectiveSettings, hasAlerted: Bool, _ now: Moment
  ) throws -> Judgement {
    var request = posted
    let situation = try situations.situation(for: &request, .passing(hasAlerted: hasAlerted), settings, now)
    return Guidelines.judge(request, in: situation)
  }

  /// Whether it may be shown still, now that the server is free. Its own alert counts in the pace already.
  private func mayStillPass(_ passing: PassingBanner, _ settings: EffectiveSettings, _ now: Moment) throws
    -> Bool
  {
    try settings.showsBanners
      && (passing.origin.isOnScreenDisplay
        || judge(passing.request, settings, hasAlerted: true, now).alert == .now)
  }

  /// Gives the sink the next of them. Returns whether there was one.
  func handOverPassing(_ now: Moment) throws -> Bool {
    // What must not be seen comes before, and what is listed is served in turns.
    guard let next = passing.next, !(try banners.next().map { isBefore($0) } ?? false) else {
      passing.lastWasAnother()
      return false
    }
    let settings = apps.settings(of: try apps.app(next.request.app, now), for: next.request)
    guard try mayStillPass(next, settings, now) else {
      passing.over(passing.remove(next.number), .expired)
      return try handOverPassing(now)
    }
    let record = NotificationRecord(
      request: next.request, state: .delivered, outcome: .presented, posted: now.wall, unread: false)
    var banner = try compose(record, .alert(over: next.shown), next.level, 0, now)
    banner.subject = .passing(next.number)
    let previews = settings.previews
    passing.handOver(next.number)
    server.ask(
      Asked(
        subject: banner.subject, app: banner.app, alerts: true, hasLockedForm: banner.textWhenLocked != nil,
        previews: previews, image: banner.text.image), now: now.uptime)
    outbox.add(.sink(.show(banner)))
    return true
  }

  private func isBefore(_ row: BannerRow) -> Bool {
    if case .waiting(.redaction, _, _) = row.phase { return true }
    return passing.lastWasOne
  }

  func passingShown(_ number: UInt32, _ shown: Shown, _ now: Moment) throws {
    passing.shown(number, shown)
    if attention.isLocked { passing.endExposed() }
    // They may have changed while the server was busy with it.
    try following.reviewPassing(now)
  }

  func passingFailed(_ number: UInt32) { passing.over(passing.remove(number), .undefined) }

  /// A press, a reply or a closing of one of them. Returns whether it was of one.
  func handlePassing(_ report: SinkReport) -> Bool {
    switch report {
    case .pressed(let handle, let action, let token):
      guard let banner = passing.banner(shownAs: handle) else { return false }
      if let key = banner.origin.keys[action] { passing.tell(banner, .invoked(key: key, token: token)) }
      if !banner.origin.isResident { passing.over(passing.remove(banner.number), .dismissed) }
    case .replied(let handle, let text):
      guard let banner = passing.banner(shownAs: handle) else { return false }
      passing.tell(banner, .replied(text: text))
      passing.over(passing.remove(banner.number), .dismissed)
    case .closed(let handle, let reason):
      guard passing.banner(shownAs: handle) != nil else { return false }
      passing.over(passing.closed(handle), FrontSignal.Closing(reason))
    case .described, .shown, .failed, .presence: return false
    }
    return true
  }
}

extension FrontSignal.Closing {
  /// As the server gave it.
  init(_ reason: CloseReason) {
    self =
      switch reason {
      case .expired: .expired
      case .dismissed: .dismissed
      case .closed: .closed
      case .undefined: .undefined
      }
  }
}
