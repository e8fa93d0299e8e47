import Guidelines
import NotificationModel

// What waits for the person's answer: the daemon's own questions, and what an app posted before it was allowed.

extension Questions {
  /// Puts the question into the queue, where it may be asked (again). Without a process it is the daemon itself
  /// that asks, and no process's share is used up. `held`: not before something else is decided.
  func ask(
    _ id: AppID, _ topic: Question.Topic = .notifications, purpose: String?, by process: Int32?,
    held: Bool = false, _ now: Moment
  ) throws {
    var app = try apps.app(id, now)
    if var question = app[topic] {
      if let purpose, purpose != question.purpose {
        question.purpose = purpose
        app[topic] = question
        try apps.save(app)
      }
      let mayRepeat =
        question.asked < Questions.perApp
        && question.lastAsked.map { $0.advanced(bySeconds: Questions.day) <= now.wall } ?? true
      guard question.stage == .over, mayRepeat, admits(process, now) else { return }
      question.stage = held ? .held : .open
      app[topic] = question
    } else {
      // Past the bound it waits in the list of apps, where the person finds it.
      let stage: ConsentQuestion.Stage = admits(process, now) ? held ? .held : .open : .over
      app[topic] = ConsentQuestion(purpose: purpose, stage: stage)
    }
    try apps.save(app)
    if app[topic]?.stage == .open { enqueue(Question(id, topic)) }
  }

  private func admits(_ process: Int32?, _ now: Moment) -> Bool {
    process.map { admits($0, now.wall) } ?? true
  }

  /// Nothing is to be asked now. What may be asked once the app itself is allowed waits for that.
  func putOff(_ question: Question, _ app: inout AppRecord) throws {
    remove(question)
    app[question.topic]?.stage = question.topic == .marketing ? .held : .over
    try apps.save(app)
  }

  /// Whether an answer would still decide something.
  func isOpen(_ topic: Question.Topic, of app: AppRecord) -> Bool {
    let settings = apps.settings(of: app)
    return switch topic {
    case .notifications: settings.authorization == .notDetermined
    case .marketing: settings.authorization == .authorized && apps.marketingConsent(of: app) == .notDetermined
    case .timeSensitive: apps.mayExplainTimeSensitive(to: app)
    }
  }

  /// The question leaves the screen without a decision. `way`: how it left; `nil` if an answer would decide nothing any
  /// more.
  func questionClosed(_ question: Question, _ way: QuestionEnd.Way?, _ now: Moment) throws {
    leftScreen()
    try banners.transition(question.subject, of: question.app) { $0.withdraw() }
    guard var app = try apps.stored(question.app), app[question.topic] != nil else { return }
    app[question.topic]?.stage = .over
    app[question.topic]?.end = way.map { QuestionEnd($0, at: now.wall) }
    try apps.save(app)
    guard let way else { return }
    let why: Reason.Key =
      switch way {
      case .pressed: .questionPressed
      case .dismissed: .questionDismissed
      case .expired: .questionRanOut
      }
    try tell(question, why, now)
  }

  /// Adds the outcome of the question to each notification that waits on it.
  func tell(_ question: Question, _ why: Reason.Key, _ now: Moment) throws {
    let (app, limit) = (question.app, share.left)
    let (ruling, records): (Ruling, [NotificationRecord])
    switch question.topic {
    case .notifications:
      ruling = Ruling(Consent.name, .waiting, why)
      records = try store.records(app: app, state: .awaitingConsent, limit: limit)
    case .timeSensitive:
      ruling = Ruling(Levels.name, .timeSensitive, why)
      records = try store.unreadRecords(app: app, limit: limit).filter { $0.request.level == .timeSensitive }
    // Without that consent no notification is stored.
    case .marketing: return
    }
    share.use(records.count)
    for record in records { try store.append([ruling], to: record.id, at: now.wall) }
  }

  /// No notification waits on the question any more. The question leaves the screen or the queue, and keeps the count
  /// of times it was seen.
  func withdrawQuestion(_ question: Question) throws {
    guard var app = try apps.stored(question.app), app[question.topic]?.stage == .open else { return }
    try banners.transition(question.subject, of: question.app) { $0.withdraw() }
    remove(question)
    app[question.topic]?.stage = .over
    try apps.save(app)
  }

  /// It needs no answer any more. Of the explanation it is remembered when it was shown.
  func endQuestion(_ question: Question, _ now: Moment) throws {
    var app = try apps.app(question.app, now)
    guard let state = app[question.topic] else { return }
    try banners.transition(question.subject, of: question.app) { $0.withdraw() }
    remove(question)
    app[question.topic] =
      question.isAsked ? nil : ConsentQuestion(asked: state.asked, lastAsked: state.lastAsked, stage: .over)
    try apps.save(app)
  }

  // "The first time a Time Sensitive notification arrives", people are told "how such a notification works" and
  // given "a way to turn it off"; and again now and then.
  private static let againAfter: Int64 = 30 * 86_400

  /// A banner has broken through, or would have: the explanation follows it, also under Do Not Disturb, since
  /// that is when the person wants to know why.
  func explainTimeSensitive(_ record: NotificationRecord, _ now: Moment) throws {
    guard record.request.level == .timeSensitive else { return }
    var app = try apps.app(record.request.app, now)
    guard try situations.judgeAgain(record, now).level == .timeSensitive,
      apps.mayExplainTimeSensitive(to: app)
    else {
      return
    }
    let earlier = app.explanation
    if let earlier {
      guard earlier.stage == .over,
        earlier.lastAsked.map({ $0.advanced(bySeconds: Self.againAfter) <= now.wall }) ?? true
      else { return }
    }
    app.explanation = ConsentQuestion(asked: earlier?.asked ?? 0, lastAsked: earlier?.lastAsked)
    try apps.save(app)
    enqueue(Question(app.id, .timeSensitive))
  }

  /// Puts the next one that may be asked into the queue.
  func queueNext(_ now: Moment) throws {
    if let over = overdue(now.wall) {
      try questionClosed(over.question, .expired, now)
    }
    while let question = next(now) {
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
