import Guidelines
package import NotificationModel

// The way of the daemon's own questions: into the line, on screen, answered or not.

extension DeliveryEngine {
  private static let allow = ItemID("allow")
  private static let deny = ItemID("deny")

  /// Puts the question into the line, where it may be asked (again). Without a process it is the daemon itself
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
      let isOver = question.banner == .gone || question.banner == .none
      let mayRepeat =
        question.asked < QuestionQueue.perApp
        && question.lastAsked.map { $0.advanced(bySeconds: QuestionQueue.day) <= now.wall } ?? true
      guard isOver, mayRepeat, admits(process, now) else { return }
      question.banner = held ? .heldBack : .waiting
      app[topic] = question
    } else {
      // Past the bound it waits in the list of apps, where the person finds it.
      let banner: BannerState = admits(process, now) ? held ? .heldBack : .waiting : .none
      app[topic] = ConsentQuestion(purpose: purpose, banner: banner)
    }
    try save(app)
    if app[topic]?.banner == .waiting { questions.enqueue(Question(id, topic)) }
  }

  private func admits(_ process: Int32?, _ now: Moment) -> Bool {
    process.map { questions.admits($0, now.wall) } ?? true
  }

  func showQuestion(_ now: Moment) throws -> Bool {
    if let over = questions.overdue(now.wall) {
      outputs.append(.sink(.close(over.handle)))
      try questionClosed(over.question)
    }
    let isQuiet = wantsQuiet(now)
    while let question = questions.next(now, isQuiet: isQuiet) {
      var app = try self.app(question.app, now)
      guard var state = app[question.topic], isOpen(question.topic, of: app) else {
        try putOff(question, &app)
        continue
      }
      let text = text(of: question, by: app, purpose: state.purpose)
      state.banner = .handedOver
      app[question.topic] = state
      try save(app)
      questions.showing(question, nil, at: now)
      server.ask(question.subject, now: now.uptime)
      let banner = Banner(
        subject: question.subject, app: question.app, appName: name(of: question.app), text: text,
        openLabel: wording.open)
      outputs.append(.sink(.show(banner)))
      return true
    }
    return false
  }

  /// Nothing is to be asked now. What may be asked once the app itself is allowed waits for that.
  private func putOff(_ question: Question, _ app: inout AppRecord) throws {
    questions.remove(question)
    app[question.topic]?.banner = question.topic == .marketing ? .heldBack : .gone
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

  func questionShown(_ question: Question, _ handle: BannerHandle, _ now: Moment) throws {
    var app = try self.app(question.app, now)
    guard var state = app[question.topic], state.banner == .handedOver else {
      // Decided while the server was showing it.
      outputs.append(.sink(.close(handle)))
      questions.taken()
      return
    }
    guard isOpen(question.topic, of: app) else {
      outputs.append(.sink(.close(handle)))
      return try putOff(question, &app)
    }
    state.banner = .onScreen
    state.handle = handle
    state.asked += 1
    state.lastAsked = now.wall
    app[question.topic] = state
    try save(app)
    questions.showing(question, handle, at: now)
  }

  /// Asked again at once where the desktop was not there, and another day where it could not bear it.
  func questionFailed(_ question: Question, _ failure: SinkFailure, _ now: Moment) throws {
    questions.taken()
    guard var app = try store.app(question.app), var state = app[question.topic], state.banner == .handedOver
    else { return }
    switch failure {
    case .noServer, .busy, .unanswered:
      state.banner = .waiting
      questions.enqueue(question)
    case .serverDied, .refused:
      state.banner = .gone
      state.asked += 1
      state.lastAsked = now.wall
    }
    app[question.topic] = state
    try save(app)
  }

  /// A question whose server is gone was not answered for no fault of the person's.
  func repeatLostQuestion() throws(StorageFault) {
    guard let (question, handle, _) = questions.onScreen, let handle else { return }
    if case .present(handle.server) = server.presence { return }
    questions.lost()
    guard var app = try store.app(question.app), var state = app[question.topic] else { return }
    state.banner = .waiting
    state.handle = nil
    state.asked = max(0, state.asked - 1)
    app[question.topic] = state
    try save(app)
    questions.enqueue(question)
  }

  /// The question on screen, as the server calls it.
  package var questionHandle: BannerHandle? { questions.onScreen?.handle }

  func question(shownAs handle: BannerHandle) -> Question? {
    questions.onScreen?.handle == handle ? questions.onScreen?.question : nil
  }

  /// Dismissed or timed out: undecided still.
  func questionClosed(_ question: Question) throws {
    questions.taken()
    guard var app = try store.app(question.app), app[question.topic] != nil else { return }
    app[question.topic]?.banner = .gone
    app[question.topic]?.handle = nil
    try save(app)
  }

  /// It needs no answer any more. Of the explanation it is remembered when it was shown.
  func endQuestion(_ question: Question, _ now: Moment) throws {
    var app = try self.app(question.app, now)
    guard let state = app[question.topic] else { return }
    if let handle = state.handle { outputs.append(.sink(.close(handle))) }
    questions.remove(question)
    app[question.topic] =
      question.isAsked
      ? nil : ConsentQuestion(asked: state.asked, lastAsked: state.lastAsked, banner: .gone)
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
