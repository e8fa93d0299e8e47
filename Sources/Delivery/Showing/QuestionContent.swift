import NotificationModel

/// A question of the daemon's own, as a banner.
struct QuestionContent: BannerContent {
  let row: BannerRow
  let question: Question

  func offer(_ engine: isolated DeliveryEngine, _ now: Moment) throws -> Offer? {
    let app = try engine.apps.app(question.app, now)
    guard case .waiting(_, .alert, _) = row.phase, let state = app[question.topic],
      engine.questions.next(now, isQuiet: engine.timing.wantsQuiet(now)) == question,
      engine.isOpen(question.topic, of: app)
    else {
      try engine.banners.transition(row) { $0.withdraw() }
      return nil
    }
    engine.questions.showing(question, nil, at: now)
    return Offer(
      banner: Banner(
        subject: question.subject, app: question.app, appName: engine.apps.name(of: question.app),
        text: text(by: app, purpose: state.purpose, engine),
        openLabel: engine.wording.open))
  }

  private func text(by app: AppRecord, purpose: String?, _ engine: isolated DeliveryEngine) -> BannerText {
    let name = engine.apps.name(of: question.app)
    guard question.topic != .timeSensitive else {
      return BannerText(
        title: engine.wording.timeSensitiveFrom(name), body: engine.wording.timeSensitiveMeans,
        actions: [
          BannerAction(id: .keep, title: engine.wording.leaveOn),
          BannerAction(id: .turnOff, title: engine.wording.turnOff),
        ])
    }
    let isVouchedFor = app.isVerified || engine.apps.directory.name(of: question.app) != nil
    var lines = [isVouchedFor ? name : engine.wording.isItsOwnClaim(question.app.text)]
    if let purpose { lines.append(engine.wording.quotation(purpose)) }
    let answers = [(Question.allow, engine.wording.allow), (Question.deny, engine.wording.dontAllow)]
    return BannerText(
      title: question.topic == .marketing ? engine.wording.mayMarket(name) : engine.wording.mayNotify(name),
      body: lines.joined(separator: "\n"),
      actions: answers.compactMap { id, title in id.map { BannerAction(id: $0, title: title) } })
  }

  func shown(
    _ shown: Shown, alerts: Bool, omitted: [Reason], _ engine: isolated DeliveryEngine, _ now: Moment
  ) throws -> Bool {
    var app = try engine.apps.app(question.app, now)
    let surroundings = engine.banners.surroundings()
    let isOpen = app[question.topic]?.stage == .open && engine.isOpen(question.topic, of: app)
    let isShown = try engine.banners.transition(row) { row in
      // Decided while the server was showing it.
      if !isOpen { row.withdraw() }
      return row.shown(shown, surroundings)
    }
    engine.questions.taken()
    guard isShown, var state = app[question.topic] else {
      if !isOpen, app[question.topic]?.stage == .open { try engine.putOff(question, &app) }
      return false
    }
    state.wasShown(now.wall)
    app[question.topic] = state
    try engine.apps.save(app)
    engine.questions.showing(question, shown.handle, at: now)
    return true
  }

  /// Asked again at once where the desktop was not there, and another day where it could not bear it.
  func failed(
    _ failure: SinkFailure, _ outcome: BannerRow.Failure, _ engine: isolated DeliveryEngine, _ now: Moment
  ) throws {
    engine.questions.taken()
    guard var app = try engine.store.app(question.app), var state = app[question.topic], state.stage == .open
    else {
      return
    }
    switch failure {
    case .noServer, .busy, .unanswered:
      engine.questions.enqueue(question)
    case .serverDied, .refused:
      try engine.banners.transition(question.subject, of: question.app) { $0.withdraw() }
      state.stage = .over
      state.wasShown(now.wall)
      app[question.topic] = state
      try engine.apps.save(app)
    }
  }

  /// It was not answered, for no fault of the person's, and is asked again.
  func lost(_ engine: isolated DeliveryEngine, _ now: Moment) throws {
    guard engine.questions.onScreen?.question == question, engine.questions.onScreen?.handle != nil
    else {
      return
    }
    engine.questions.lost()
    guard var app = try engine.store.app(question.app), var state = app[question.topic] else { return }
    state.stage = .open
    state.asked = max(0, state.asked - 1)
    app[question.topic] = state
    try engine.apps.save(app)
    engine.questions.enqueue(question)
  }

  func closed(
    _ handle: BannerHandle, _ reason: CloseReason, _ engine: isolated DeliveryEngine, _ now: Moment
  ) throws {
    try engine.banners.transition(row) { $0.closed(handle) }
    try engine.questionClosed(question)
  }

  /// The press is the answer.
  func pressed(_ action: ItemID, _ engine: isolated DeliveryEngine, _ now: Moment) throws
    -> NotificationRecord?
  {
    try engine.answer(question, action, now)
    return nil
  }
}

extension DeliveryEngine {
  /// Puts the next one that may be asked into the queue.
  func queueQuestion(_ now: Moment) throws {
    if let over = questions.overdue(now.wall) {
      try questionClosed(over.question)
    }
    let isQuiet = timing.wantsQuiet(now)
    while let question = questions.next(now, isQuiet: isQuiet) {
      var app = try apps.app(question.app, now)
      guard app[question.topic]?.stage == .open, isOpen(question.topic, of: app) else {
        try putOff(question, &app)
        continue
      }
      let surroundings = banners.surroundings(.question(banners.nextPlaceNumber()))
      try banners.transition(question.subject, of: question.app) { $0.alert(surroundings) }
      return
    }
  }
}
