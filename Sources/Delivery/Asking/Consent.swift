import Guidelines
package import NotificationModel

extension DeliveryEngine {
  /// The app asks the person, for marketing too where it says so. Answers with the present authorization (of
  /// marketing, then); the person's decision comes as output.
  package func requestAuthorization(
    _ app: AppID, purpose: String, marketing: Bool = false, by client: Client, now: Moment
  ) throws(Refusal) -> Authorization {
    try call(at: now) {
      try admit(app, client)
      try vouch(for: app, client, now)
      let record = try self.app(app, now)
      let authorization = settings(of: record).authorization
      let consent = marketing ? marketingConsent(of: record) : authorization
      guard authorization == .notDetermined || consent == .notDetermined else { return consent }
      let cleaned = PlainText.line(purpose)
      // There are characters that are no blanks and cannot be seen either.
      guard !PlainText.label(cleaned).isEmpty else {
        throw Refusal.invalid(path: "purpose", reason: "there is no visible text in it")
      }
      let isVouchedFor = isVouchedFor(app, client)
      try charge(.posts, app, isVouchedFor: isVouchedFor, now)
      try remember(record, isVouchedFor: isVouchedFor, now)
      if authorization == .notDetermined { try ask(app, purpose: cleaned, by: client.process, now) }
      if marketing, consent == .notDetermined {
        // One on probation shows no banner, and so asks for no more.
        try ask(
          app, .marketing, purpose: cleaned, by: client.process, held: authorization != .authorized, now)
      }
      return consent
    }
  }

  /// The person decides about an app, in the question or anywhere else.
  package func setAuthorization(_ authorization: Authorization, of app: AppID, now: Moment) throws(Refusal) {
    try call(at: now) {
      if app == .shell, authorization != .authorized {
        throw Refusal.invalid(
          path: "authorization", reason: "\(app) speaks for the person, and is always authorized")
      }
      try requireUnlocked(app, .authorization)
      try decide(app, authorization, now)
    }
  }

  func decide(_ id: AppID, _ authorization: Authorization, _ now: Moment) throws {
    try choose(id, now) { $0.authorization = authorization == .notDetermined ? nil : authorization }
  }

  func announce(_ authorization: Authorization, of app: AppID, _ now: Moment) throws {
    try keep(Event(time: now.wall, kind: .authorization, authorization: authorization), app: app)
    outbox.add(.decided(app, authorization, marketing: false))
  }

  /// Does what the app's authorization now asks for, whoever changed it: what waited is released, or taken back
  /// together with what is already shown. Where there is no room for all of it, later transactions go on.
  func followConsent(of app: AppRecord, _ now: Moment) throws {
    let settings = settings(of: app)
    let authorization = settings.authorization
    switch authorization {
    case .notDetermined:
      for var record in try store.unreadRecords(app: app.id, limit: share.left) {
        try putAside(&record, try judgeAgain(record, now), now)
        outbox.noteChange(of: record.id)
        if !record.unread { share.use(1) }
      }
      try takeDownSummary(of: app.id)
    case .authorized, .provisional:
      for record in try store.records(app: app.id, state: .awaitingConsent, limit: share.left) {
        let source = settings.source(of: .authorization)
        try decide(record.id, Ruling(Consent.name, .released, .allowed, .source(source)), now)
        try deliver(record, now)
        share.use(1)
      }
    case .denied:
      for state in State.current {
        let records = try store.records(app: app.id, state: state, limit: share.left)
        share.use(try withdraw(records, denial(settings), now))
      }
    }
    if share.isUsedUp { live.backlog.followLater(app.id) }
    if authorization != .notDetermined { try endQuestion(Question(app.id, .notifications), now) }
    try followMarketing(of: app.id, now)
  }

  /// Why this may not be seen at all any more, whatever held when it was accepted.
  func prohibition(of request: NotificationRequest, _ app: AppRecord) -> Ruling? {
    let settings = settings(of: app)
    if Consent.isDenied(settings) { return denial(settings) }
    if request.kind == .marketing, marketingConsent(of: app) != .authorized {
      return Ruling(
        MarketingConsent.name, .withdrawn, .marketingNotAllowed, .source(settings.source(of: .marketing)))
    }
    if request.kind == .rating, !areRatingPromptsOn {
      return Ruling(RatingPrompts.name, .withdrawn, .ratingsOff, .reason(ratingPromptsSource))
    }
    return nil
  }

  private func denial(_ settings: EffectiveSettings) -> Ruling {
    Ruling(Consent.name, .withdrawn, .notAllowed, .source(settings.source(of: .authorization)))
  }

  /// Returns how many were live.
  @discardableResult
  func withdraw(_ records: [NotificationRecord], _ why: Ruling, _ now: Moment) throws -> Int {
    for record in records { try decide(record.id, why, now) }
    return try end(records, .withdrawn, now)
  }

  /// No longer allowed: it waits for the person like a new one.
  func suspend(_ record: inout NotificationRecord, _ now: Moment) throws {
    try withdrawBanner(of: record)
    try endInSummary(record.id, of: record.request.app)
    record.state = .awaitingConsent
    record.outcome = .awaitingConsent
    record.unread = false
    record.hold = nil
    try store.update(record)
    try updateBadge(record.request.app, now)
    try ask(record.request.app, purpose: nil, by: nil, now)
  }
}

extension DeliveryEngine {
  /// What stands with every entry of an app on probation: to keep the app, or to turn it off. Not where an
  /// administrator has decided.
  func offersOfProbation(_ record: NotificationRecord, _ now: Moment) throws -> [(Action, Authorization)] {
    let app = try app(record.request.app, now)
    guard State.current.contains(record.state), settings(of: app).authorization == .provisional,
      live.policy.locks(.authorization, of: app.id) == nil
    else { return [] }
    return [
      (Action(id: .keep, title: wording.keep), .authorized),
      (Action(id: .turnOff, title: wording.turnOff), .denied),
    ]
  }
}
