import Guidelines
import NotificationModel

// The way of the daemon's own questions: into the queue, on screen, answered or not.

extension DeliveryEngine {
  private static let allow = ItemID("allow")
  private static let deny = ItemID("deny")

  /// Puts the question into the queue, where it may be asked (again). Without a process it is the daemon itself
  /// that asks, and no process's share is used up. `held`: not before something else is decided.
  func ask(
    _ id: AppID, _ topic: Question.Topic = .notifications, purpose: String?, by process: Int32?,
    held: Bool = false, _ now: Moment
  ) throws {
    var app = try self.app(id, now)
    if var question = app[topic] {
      if let purpose, purpose != question.purpose {
        question.purpose = purpose
        app[topic] = question
        try save(app)
      }
      let mayRepeat =
        question.asked < QuestionQueue.perApp
        && question.lastAsked.map { $0.advanced(bySeconds: QuestionQueue.day) <= now.wall } ?? true
      guard question.stage == .over, mayRepeat, admits(process, now) else { return }
      question.stage = held ? .held : .open
      app[topic] = question
    } else {
      // Past the bound it waits in the list of apps, where the person finds it.
      let stage: ConsentQuestion.Stage = admits(process, now) ? held ? .held : .open : .over
      app[topic] = ConsentQuestion(purpose: purpose, stage: stage)
    }
    try save(app)
    if app[topic]?.stage == .open { live.questions.enqueue(Question(id, topic)) }
  }

  private func admits(_ process: Int32?, _ now: Moment) -> Bool {
    process.map { live.questions.admits($0, now.wall) } ?? true
  }

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

  /// Nothing is to be asked now. What may be asked once the app itself is allowed waits for that.
  private func putOff(_ question: Question, _ app: inout AppRecord) throws {
    live.questions.remove(question)
    app[question.topic]?.stage = question.topic == .marketing ? .held : .over
    try save(app)
  }

  /// Whether an answer would still decide something.
  private func isOpen(_ topic: Question.Topic, of app: AppRecord) -> Bool {
    let settings = settings(of: app)
    return switch topic {
    case .notifications: settings.authorization == .notDetermined
    case .marketing: settings.authorization == .authorized && marketingConsent(of: app) == .notDetermined
    case .timeSensitive: mayExplainTimeSensitive(to: app)
    }
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
    let answers = [(Self.allow, wording.allow), (Self.deny, wording.dontAllow)]
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

  /// Dismissed or timed out: undecided still.
  func questionClosed(_ question: Question) throws {
    live.questions.taken()
    try happen(to: question.subject, of: question.app) { $0.withdraw() }
    guard var app = try store.app(question.app), app[question.topic] != nil else { return }
    app[question.topic]?.stage = .over
    try save(app)
  }

  /// It needs no answer any more. Of the explanation it is remembered when it was shown.
  func endQuestion(_ question: Question, _ now: Moment) throws {
    var app = try self.app(question.app, now)
    guard let state = app[question.topic] else { return }
    try happen(to: question.subject, of: question.app) { $0.withdraw() }
    live.questions.remove(question)
    app[question.topic] =
      question.isAsked ? nil : ConsentQuestion(asked: state.asked, lastAsked: state.lastAsked, stage: .over)
    try save(app)
  }

  func answer(_ question: Question, _ action: ItemID, _ now: Moment) throws {
    guard isOpen(question.topic, of: try app(question.app, now)) else { return try questionClosed(question) }
    switch (question.topic, action) {
    case (.notifications, Self.allow): try decide(question.app, .authorized, now)
    case (.notifications, Self.deny): try decide(question.app, .denied, now)
    case (.marketing, Self.allow): try choose(question.app, now) { $0.marketing = true }
    case (.marketing, Self.deny): try choose(question.app, now) { $0.marketing = false }
    case (.timeSensitive, .keep): try endQuestion(question, now)
    case (.timeSensitive, .turnOff): try choose(question.app, now) { $0.timeSensitive = false }
    case (_, .defaultAction): try questionClosed(question)
    default: break
    }
  }
}
