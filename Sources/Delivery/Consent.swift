import Guidelines
public import NotificationModel

extension DeliveryEngine {
  static let allow = ItemID("allow")
  static let deny = ItemID("deny")

  /// The app asks the person. Answers with the present authorization; the person's decision comes as output.
  public func requestAuthorization(
    _ app: AppID, purpose: String, by client: Client, now: Moment
  ) throws(Refusal) -> Authorization {
    try call {
      try admit(app, client)
      let record = try self.app(app, now)
      let authorization = settings(of: record).authorization
      guard authorization == .notDetermined else { return authorization }
      let cleaned = PlainText.line(purpose)
      guard !cleaned.isEmpty else {
        throw Refusal.invalid(path: "purpose", reason: "there is no visible text in it")
      }
      try ask(app, purpose: cleaned, by: client.process, now)
      return authorization
    }
  }

  /// Puts the question into the line, where it may be asked (again). Without a process it is the daemon itself
  /// that asks, and no process's share is used up.
  func ask(_ id: AppID, purpose: String?, by process: Int32?, _ now: Moment) throws {
    var app = try self.app(id, now)
    try remember(app)
    if var question = app.question {
      if let purpose, purpose != question.purpose {
        question.purpose = purpose
        app.question = question
        try save(app)
      }
      let isOver = question.banner == .gone || question.banner == .none
      let mayRepeat =
        question.asked < QuestionQueue.perApp
        && question.lastAsked.map { $0.advanced(bySeconds: QuestionQueue.day) <= now.wall } ?? true
      guard isOver, mayRepeat, admits(process, now) else { return }
      question.banner = .waiting
      app.question = question
    } else {
      // Past the bound it waits in the list of apps, where the person finds it.
      app.question = ConsentQuestion(purpose: purpose, banner: admits(process, now) ? .waiting : .none)
    }
    try save(app)
    if app.question?.banner == .waiting { questions.enqueue(id) }
  }

  private func admits(_ process: Int32?, _ now: Moment) -> Bool {
    process.map { questions.admits($0, now.wall) } ?? true
  }

  func showQuestion(_ now: Moment) throws -> Bool {
    if let over = questions.overdue(now.wall) {
      outputs.append(.sink(.close(over.handle)))
      try questionClosed(over.app)
    }
    guard let id = questions.next(now), !wantsQuiet(now) else { return false }
    var app = try self.app(id, now)
    guard var question = app.question, settings(of: app).authorization == .notDetermined,
      let allow = Self.allow, let deny = Self.deny
    else {
      questions.remove(id)
      return false
    }
    let isVouchedFor = directory.name(of: id) != nil
    let name = name(of: id)
    var lines = [isVouchedFor ? name : wording.isItsOwnClaim(id.text)]
    if let purpose = question.purpose { lines.append(wording.quotation(purpose)) }
    question.banner = .handedOver
    app.question = question
    try save(app)
    questions.showing(id, nil, at: now)
    server.ask(.consent(id), now: now.uptime)
    let text = BannerText(
      title: wording.mayNotify(name), body: lines.joined(separator: "\n"),
      actions: [
        BannerAction(id: allow, title: wording.allow), BannerAction(id: deny, title: wording.dontAllow),
      ])
    let banner = Banner(
      subject: .consent(id), app: id, appName: name, text: text, openLabel: wording.open)
    outputs.append(.sink(.show(banner)))
    return true
  }

  func questionShown(_ id: AppID, _ handle: BannerHandle, _ now: Moment) throws {
    var app = try self.app(id, now)
    guard var question = app.question else {
      // Decided while the server was showing it.
      outputs.append(.sink(.close(handle)))
      questions.taken()
      return
    }
    question.banner = .onScreen
    question.handle = handle
    question.asked += 1
    question.lastAsked = now.wall
    app.question = question
    try save(app)
    questions.showing(id, handle, at: now)
  }

  /// Asked again at once where the desktop was not there, and another day where it could not bear it.
  func questionFailed(_ id: AppID, _ failure: SinkFailure, _ now: Moment) throws {
    questions.taken()
    guard var app = try store.app(id), var question = app.question else { return }
    switch failure {
    case .noServer, .busy, .unanswered:
      question.banner = .waiting
      questions.enqueue(id)
    case .serverDied, .refused:
      question.banner = .gone
      question.asked += 1
      question.lastAsked = now.wall
    }
    app.question = question
    try save(app)
  }

  /// A question whose server is gone was not answered for no fault of the person's.
  func repeatLostQuestion() throws(StorageFault) {
    guard let (id, handle, _) = questions.onScreen, let handle else { return }
    if case .present(handle.server) = server.presence { return }
    questions.taken()
    guard var app = try store.app(id), app.question != nil else { return }
    app.question?.banner = .waiting
    app.question?.handle = nil
    try save(app)
    questions.enqueue(id)
  }

  /// The question on screen, as the server calls it.
  public var questionHandle: BannerHandle? { questions.onScreen?.handle }

  func questionApp(shownAs handle: BannerHandle) throws -> AppID? {
    questions.onScreen?.handle == handle ? questions.onScreen?.app : nil
  }

  /// Dismissed or timed out: undecided still.
  func questionClosed(_ id: AppID) throws {
    questions.taken()
    guard var app = try store.app(id), app.question != nil else { return }
    app.question?.banner = .gone
    app.question?.handle = nil
    try save(app)
  }

  func answer(_ app: AppID, _ action: ItemID, _ now: Moment) throws {
    if action == Self.allow { try decide(app, .authorized, now) }
    if action == Self.deny { try decide(app, .denied, now) }
    if action == .defaultAction { try questionClosed(app) }
  }

  /// The person decides about an app, in the question or anywhere else.
  public func setAuthorization(_ authorization: Authorization, of app: AppID, now: Moment) throws(Refusal) {
    try call {
      try requireUnlocked(app, .authorization)
      try decide(app, authorization, now)
    }
  }

  private func decide(_ id: AppID, _ authorization: Authorization, _ now: Moment) throws {
    var app = try self.app(id, now)
    try remember(app)
    let earlier = settings(of: app).authorization
    app.chosen.authorization = authorization == .notDetermined ? nil : authorization
    try save(app)
    let decided = settings(of: app).authorization
    try followConsent(of: app, now)
    if decided != earlier { try announce(decided, of: id, now) }
  }

  private func announce(_ authorization: Authorization, of app: AppID, _ now: Moment) throws {
    try keep(Event(time: now.wall, kind: .authorization, authorization: authorization), app: app)
    outputs.append(.decided(app, authorization))
  }

  /// Does what the app's authorization now asks for, whoever changed it: what waited is released, or taken back
  /// together with what is already shown.
  func followConsent(of app: AppRecord, _ now: Moment) throws {
    let settings = settings(of: app)
    let authorization = settings.authorization
    switch authorization {
    case .notDetermined:
      return
    case .authorized, .provisional:
      for record in try store.records(app: app.id, state: .awaitingConsent, limit: .max) {
        try decide(
          record.id, Consent.name, "released",
          "This app is allowed (\(settings.source(of: .authorization))).", now)
        try deliver(record, now)
      }
    case .denied:
      for state in State.current {
        try withdrawDenied(try store.records(app: app.id, state: state, limit: .max), now)
      }
    }
    guard let question = app.question else { return }
    if let handle = question.handle { outputs.append(.sink(.close(handle))) }
    questions.remove(app.id)
    var answered = try self.app(app.id, now)
    answered.question = nil
    try save(answered)
    // Answered by the configuration, rather than by the person.
    if app.chosen.authorization == nil { try announce(authorization, of: app.id, now) }
  }

  func withdrawDenied(_ records: [NotificationRecord], _ now: Moment) throws {
    for record in records {
      let source = settings(of: try app(record.request.app, now)).source(of: .authorization)
      try decide(record.id, Consent.name, "withdrawn", "This app is not allowed (\(source)).", now)
    }
    try end(records, .withdrawn, now)
  }

  /// No longer allowed: it waits for the person like a new one.
  func suspend(_ record: inout NotificationRecord, _ now: Moment) throws {
    takeAway(&record)
    record.state = .awaitingConsent
    record.outcome = .awaitingConsent
    record.unread = false
    record.until = nil
    try store.update(record)
    try settleBadge(record.request.app, now)
    try ask(record.request.app, purpose: nil, by: nil, now)
  }
}
