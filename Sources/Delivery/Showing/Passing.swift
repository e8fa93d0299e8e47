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
    try rates.charge(isDisplay ? .displays : .posts, request.payer, isVouchedFor: isVouchedFor, now)

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
      let isRepeat =
        existing.map {
          SameThing.hasSameContent($0.request, request) && $0.request.actions == request.actions
            && origin.isHandedOn(like: $0.origin)
        } ?? false
      guard isRepeat || judgement.alert == .now else {
        try entries.note(request, passing: judgement, isShown: false, now)
        return endUnshown(origin)
      }
      if isRepeat {
        passing.renew(request, origin.number)
        return origin.number
      }
      try entries.note(request, passing: judgement, isShown: true, now)
      level = judgement.level
      let lane = rates.lane(of: request, level: level, now)
      rates.alerted(request.payer, lane, now)
    }
    // One that comes as the process ends would end with it, and nobody would say so.
    guard case .present = server.presence, !server.isStopping else {
      return endUnshown(origin)
    }
    passing.over(passing.put(request, origin.number, at: level), .expired)
    let surroundings = banners.surroundings()
    try banners.transition(.passing(origin.number), of: app.id) { $0.alert(surroundings) }
    return origin.number
  }

  /// It is not shown, nor is what it was to take the place of any more: all who have posted it hear of that.
  private func endUnshown(_ origin: DesktopOrigin) -> UInt32 {
    passing.remove(origin.number)
    passing.tellClosed(origin, .expired)
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
  fileprivate func mayStillPass(_ banner: PassingBanner, _ now: Moment) throws -> Bool {
    let settings = apps.settings(of: try apps.app(banner.request.app, now), for: banner.request)
    return try settings.showsBanners
      && (banner.origin.isOnScreenDisplay
        || judge(banner.request, settings, hasAlerted: true, now).alert == .now)
  }
}

/// The banner of one that passes. What the server does with it is told to its app, and stored nowhere.
struct PassingContent: BannerContent {
  let row: BannerRow
  let number: UInt32
  /// As it was when the report came; `nil` where it was over by then, and its app was told so.
  let banner: PassingBanner?

  func offer(_ showing: Showing, _ now: Moment) throws -> Offer? {
    guard case .waiting(_, let errand, _) = row.phase, let banner,
      try showing.mayStillPass(banner, now)
    else {
      showing.passing.over(showing.passing.remove(number), .expired)
      return nil
    }
    let record = NotificationRecord(
      request: banner.request, state: .delivered, outcome: .presented, posted: now.wall, unread: false)
    var offer = try showing.compose(record, errand, banner.level, 0, now)
    offer.banner.subject = row.subject
    return offer
  }

  func shown(_ shown: Shown, _ asked: Asked, omitted: [Reason], _ showing: Showing, _ now: Moment) throws
    -> Bool
  {
    let surroundings = showing.banners.surroundings()
    let isShown = try showing.banners.transition(row) { $0.shown(shown, surroundings) }
    tellIfGone(.undefined, showing)
    if showing.attention.isLocked { showing.passing.endExposed() }
    // They may have changed while the server was busy with it.
    try showing.following.reviewPassing(now)
    return isShown
  }

  func failed(_ failure: SinkFailure, _ outcome: BannerRow.Failure, _ showing: Showing, _ now: Moment) throws
  {
    showing.passing.remove(number)
    tellIfGone(.undefined, showing)
  }

  func lost(_ showing: Showing, _ now: Moment) throws {}

  func closed(_ handle: BannerHandle, _ reason: CloseReason, _ showing: Showing, _ now: Moment) throws {
    try showing.banners.transition(row) { $0.closed(handle) }
    tellIfGone(FrontSignal.Closing(reason), showing)
  }

  func replaced(_ handle: BannerHandle, _ showing: Showing, _ now: Moment) throws {
    try closed(handle, .undefined, showing, now)
  }

  /// Where it is still there, its newer text is to come.
  private func tellIfGone(_ closing: FrontSignal.Closing, _ showing: Showing) {
    if showing.passing[number] == nil { showing.passing.over(banner, closing) }
  }

  func pressed(_ action: ItemID, token: String?, _ showing: Showing, _ now: Moment) throws
    -> NotificationRecord?
  {
    guard let banner else { return nil }
    if let key = banner.origin.keys[action] {
      showing.passing.tell(banner, .invoked(key: key, token: token))
    }
    if !banner.origin.isResident { showing.passing.over(showing.passing.remove(number), .dismissed) }
    return nil
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
