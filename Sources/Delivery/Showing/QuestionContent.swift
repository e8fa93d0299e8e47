import Guidelines
import NotificationModel

extension DeliveryEngine {
  /// Puts the next one that may be asked into the queue.
  func queueQuestion(_ now: Moment) throws {
    if let over = live.questions.overdue(now.wall) {
      try questionClosed(over.question)
    }
    let isQuiet = wantsQuiet(now)
    while let question = live.questions.next(now, isQuiet: isQuiet) {
      var app = try self.app(question.app, now)
      guard app[question.topic]?.stage == .open, isOpen(question.topic, of: app) else {
        try putOff(question, &app)
        continue
      }
      let surroundings = surroundings(.question(nextPlaceNumber()))
      try happen(to: question.subject, of: question.app) { $0.alert(surroundings) }
      return
    }
  }

  func offerQuestion(_ question: Question, _ row: BannerRow, _ now: Moment) throws -> Offer? {
    let app = try self.app(question.app, now)
    guard case .waiting(_, .alert, _) = row.phase, let state = app[question.topic],
      live.questions.next(now, isQuiet: wantsQuiet(now)) == question, isOpen(question.topic, of: app)
    else {
      try happen(to: row) { $0.withdraw() }
      return nil
    }
    live.questions.showing(question, nil, at: now)
    return Offer(
      banner: Banner(
        subject: question.subject, app: question.app, appName: name(of: question.app),
        text: text(of: question, by: app, purpose: state.purpose),
        openLabel: wording.open))
  }

  private func text(of question: Question, by app: AppRecord, purpose: String?) -> BannerText {
    let name = name(of: question.app)
    guard question.topic != .timeSensitive else {
      return BannerText(
        title: wording.timeSensitiveFrom(name), body: wording.timeSensitiveMeans,
        actions: [
          BannerAction(id: .keep, title: wording.leaveOn), BannerAction(id: .turnOff, title: wording.turnOff),
        ])
    }
    let isVouchedFor = app.isVerified || directory.name(of: question.app) != nil
    var lines = [isVouchedFor ? name : wording.isItsOwnClaim(question.app.text)]
    if let purpose { lines.append(wording.quotation(purpose)) }
    let answers = [(Question.allow, wording.allow), (Question.deny, wording.dontAllow)]
    return BannerText(
      title: question.topic == .marketing ? wording.mayMarket(name) : wording.mayNotify(name),
      body: lines.joined(separator: "\n"),
      actions: answers.compactMap { id, title in id.map { BannerAction(id: $0, title: title) } })
  }

  func questionShown(_ question: Question, _ shown: Shown, _ now: Moment) throws -> Bool {
    var app = try self.app(question.app, now)
    let row = try row(question.subject, of: question.app)
    let surroundings = surroundings()
    let isOpen = app[question.topic]?.stage == .open && isOpen(question.topic, of: app)
    let isShown = try happen(to: row) { row in
      // Decided while the server was showing it.
      if !isOpen { row.withdraw() }
      return row.shown(shown, surroundings)
    }
    live.questions.taken()
    guard isShown, var state = app[question.topic] else {
      if !isOpen, app[question.topic]?.stage == .open { try putOff(question, &app) }
      return false
    }
    state.asked += 1
    state.lastAsked = now.wall
    app[question.topic] = state
    try save(app)
    live.questions.showing(question, shown.handle, at: now)
    return true
  }

  /// Asked again at once where the desktop was not there, and another day where it could not bear it.
  func questionFailed(_ question: Question, _ failure: SinkFailure, _ now: Moment) throws {
    live.questions.taken()
    guard var app = try store.app(question.app), var state = app[question.topic], state.stage == .open else {
      return
    }
    switch failure {
    case .noServer, .busy, .unanswered:
      live.questions.enqueue(question)
    case .serverDied, .refused:
      try happen(to: question.subject, of: question.app) { $0.withdraw() }
      state.stage = .over
      state.asked += 1
      state.lastAsked = now.wall
      app[question.topic] = state
      try save(app)
    }
  }

  /// It went with its server, and is asked again.
  func questionLost(_ question: Question) throws(StorageFault) {
    guard live.questions.onScreen?.question == question, live.questions.onScreen?.handle != nil else {
      return
    }
    live.questions.lost()
    guard var app = try store.app(question.app), var state = app[question.topic] else { return }
    state.stage = .open
    state.asked = max(0, state.asked - 1)
    app[question.topic] = state
    try save(app)
    live.questions.enqueue(question)
  }
}
