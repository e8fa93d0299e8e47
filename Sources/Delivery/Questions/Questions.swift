import Guidelines
import NotificationModel
import Records
import Store

/// A question of the daemon's own to the person, or an explanation with a choice.
struct Question: Hashable, Sendable {
  enum Topic: CaseIterable, Sendable {
    /// Whether the app may notify.
    case notifications
    /// Whether the app may send offers and news.
    case marketing
    /// The meaning of Time Sensitive, and whether it stays on.
    case timeSensitive
  }

  static let allow = ItemID("allow")
  static let deny = ItemID("deny")
  /// Allows the app in the list only, without banners.
  static let quietly = ItemID("quietly")
  static let forAnHour = ItemID("hour")
  /// Asks again in an hour.
  static let later = ItemID("later")

  let app: AppID
  let topic: Topic

  init(_ app: AppID, _ topic: Topic) {
    self.app = app
    self.topic = topic
  }

  /// `nil` if the banner is about something else.
  init?(_ subject: BannerSubject) {
    switch subject {
    case .consent(let app): self.init(app, .notifications)
    case .marketing(let app): self.init(app, .marketing)
    case .timeSensitive(let app): self.init(app, .timeSensitive)
    case .notification, .summary, .missed, .deadEnd, .transient, .cover, .description: return nil
    }
  }

  var subject: BannerSubject {
    switch topic {
    case .notifications: .consent(app)
    case .marketing: .marketing(app)
    case .timeSensitive: .timeSensitive(app)
    }
  }

  /// Whether an app caused the question. The explanation follows a notification that has just broken through, so Do Not
  /// Disturb does not hold it back, and it is charged to no app.
  var isAsked: Bool { topic != .timeSensitive }
}

extension AppRecord {
  subscript(topic: Question.Topic) -> ConsentQuestion? {
    get {
      switch topic {
      case .notifications: question
      case .marketing: marketingQuestion
      case .timeSensitive: explanation
      }
    }
    set {
      switch topic {
      case .notifications: question = newValue
      case .marketing: marketingQuestion = newValue
      case .timeSensitive: explanation = newValue
      }
    }
  }
}

/// The queue of questions. One is on screen at a time; three a day for each process that asks, and ten in all. A
/// question that was dismissed or timed out is asked again after a day at the earliest, and three times in all.
/// Questions are not shown on a locked screen, where the person cannot answer, and others would read the app's name. A
/// question that is on screen when it locks does not count, and is asked again at the unlock.
final class Questions {
  let store: SQLiteStore
  let share: WorkShare
  let apps: Apps
  let banners: BannerQueue
  let quiet: QuietState
  let situations: Situations
  private let attention: Attention
  @Transacted private(set) var waiting: [Question]
  @Transacted private(set) var onScreen: (question: Question, handle: BannerHandle?, since: Timestamp)?
  /// Questions that the person has put off, until then. Lost with the process.
  @Transacted private var putOffs: [Question: Timestamp]
  @Transacted private var shownAt: [Timestamp]
  @Transacted private var askedBy: [Int32: [Timestamp]]

  init(
    _ apps: Apps, _ banners: BannerQueue, _ quiet: QuietState, _ situations: Situations,
    _ attention: Attention,
    in transaction: Transaction
  ) {
    self.apps = apps
    self.banners = banners
    self.quiet = quiet
    self.situations = situations
    self.attention = attention
    store = transaction.store
    share = transaction.share
    _waiting = Transacted([], in: transaction)
    _onScreen = Transacted(nil, in: transaction)
    _putOffs = Transacted([:], in: transaction)
    _shownAt = Transacted([], in: transaction)
    _askedBy = Transacted([:], in: transaction)
  }

  static let day: Int64 = 86_400
  /// In seconds.
  private static let later: Int64 = 3_600
  static let perProcess = 3
  static let perDay = 10
  private static let perApp = 3
  /// In seconds. A server that never reports a timeout must not block the next question for ever.
  static let longestSeconds: Int64 = 3_600

  func recover() throws {
    for app in try store.apps() {
      for topic in Question.Topic.allCases {
        guard let state = app[topic] else { continue }
        let question = Question(app.id, topic)
        if state.stage == .open {
          if let shown = try banners.row(question.subject, of: app.id).phase?.shown {
            onScreen = (question, shown.handle, state.lastAsked ?? app.firstSeen)
          } else {
            waiting.append(question)
          }
        }
        if let shown = state.lastAsked, question.isAsked { shownAt.append(shown) }
      }
    }
  }

  var hasWaiting: Bool { !waiting.isEmpty && onScreen == nil }

  func enqueue(_ question: Question) {
    if !waiting.contains(question) { waiting.append(question) }
  }

  func remove(_ question: Question) {
    waiting.removeAll { $0 == question }
    if onScreen?.question == question { onScreen = nil }
  }

  /// Removes the app's questions, which are not on screen.
  func forget(_ app: AppID) { waiting.removeAll { $0.app == app } }

  func showing(_ question: Question, _ handle: BannerHandle?, at now: Moment) {
    waiting.removeAll { $0 == question }
    if handle != nil, question.isAsked { shownAt.append(now.wall) }
    onScreen = (question, handle, now.wall)
  }

  func leftScreen() { onScreen = nil }

  /// The person could not see the question or answer it: it does not count, and is asked again.
  func askAgain(_ question: Question) throws {
    guard let shown = onScreen, shown.question == question, shown.handle != nil else { return }
    if let last = shownAt.lastIndex(of: shown.since) { shownAt.remove(at: last) }
    leftScreen()
    guard var app = try apps.stored(question.app), var state = app[question.topic] else { return }
    state.wasNotSeen()
    app[question.topic] = state
    try apps.save(app)
    enqueue(question)
  }

  /// Whether the person could have seen a question that goes by itself now.
  var canBeSeen: Bool { (!attention.isLocked || attention.isLockInDoubt) && !attention.isIdle }

  /// The question on screen, if it has been there for `longestSeconds`.
  func overdue(_ now: Timestamp) -> (question: Question, handle: BannerHandle)? {
    guard let (question, handle, since) = onScreen, let handle,
      since.advanced(bySeconds: Self.longestSeconds) <= now
    else { return nil }
    return (question, handle)
  }

  func next(_ now: Moment) -> Question? {
    shownAt.removeAll { $0.advanced(bySeconds: Self.day) <= now.wall }
    guard onScreen == nil, !attention.isLocked, !attention.isIdle else { return nil }
    if !putOffs.isEmpty { putOffs = putOffs.filter { now.wall < $0.value } }
    let mayAsk = !quiet.isOn(now) && shownAt.count < Self.perDay
    return waiting.first { (mayAsk || !$0.isAsked) && putOffs[$0] == nil }
  }

  /// The person wants to be asked in an hour: the question does not count.
  func askLater(_ question: Question, _ now: Moment) throws {
    try banners.transition(question.subject, of: question.app) { $0.withdraw() }
    try askAgain(question)
    let time = now.wall.advanced(bySeconds: Self.later)
    putOffs[question] = time
    try tell(question, Reason(.questionIsPutOff, .time(time)), now)
  }

  /// The state of the question, for `bellhop explain` and `bellhop apps`; `nil` if the app has caused none.
  func standing(_ topic: Question.Topic, of app: AppRecord, _ now: Moment) -> QuestionStanding? {
    guard let state = app[topic] else { return nil }
    guard state.stage == .over else {
      let isUp = onScreen?.question == Question(app.id, topic) && onScreen?.handle != nil
      return QuestionStanding(
        isUp ? .onScreen : .waiting, asked: state.asked, last: state.lastAsked,
        again: putOffs[Question(app.id, topic)])
    }
    let again = state.lastAsked?.advanced(bySeconds: Self.day) ?? now.wall
    return QuestionStanding(
      .unanswered, asked: state.asked, last: state.lastAsked, again: state.asked < Self.perApp ? again : nil,
      end: state.end)
  }

  /// Whether this process may cause one more question today. Counts it if so.
  func admits(_ process: Int32, _ now: Timestamp) -> Bool {
    askedBy = askedBy.compactMapValues { times in
      let recent = times.filter { $0.advanced(bySeconds: Self.day) > now }
      return recent.isEmpty ? nil : recent
    }
    guard askedBy[process, default: []].count < Self.perProcess, askedBy.count < 4_096 else { return false }
    askedBy[process, default: []].append(now)
    return true
  }

  /// When the next question may be asked, if only time delays it.
  var wake: Timestamp? {
    guard !waiting.isEmpty else { return nil }
    if let onScreen { return onScreen.since.advanced(bySeconds: Self.longestSeconds) }
    let putOff = putOffs.values.min()
    return shownAt.count < Self.perDay ? putOff : shownAt.min()?.advanced(bySeconds: Self.day)
  }
}

// Asking, and the consequences of an answer for the notifications that wait for it.

extension Questions {
  /// Queues the question if it may be asked (again). `process`: the one that asks; `nil` for the daemon itself, which
  /// has no limit. `held`: not before the app itself is allowed.
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
      // Past the limit, the question waits in the list of apps, where the person finds it.
      let stage: ConsentQuestion.Stage = admits(process, now) ? held ? .held : .open : .over
      app[topic] = ConsentQuestion(purpose: purpose, stage: stage)
    }
    try apps.save(app)
    if app[topic]?.stage == .open { enqueue(Question(id, topic)) }
  }

  private func admits(_ process: Int32?, _ now: Moment) -> Bool {
    process.map { admits($0, now.wall) } ?? true
  }

  /// Takes the question out of the queue. The one about marketing waits until the app itself is allowed.
  func putOff(_ question: Question, _ app: inout AppRecord) throws {
    remove(question)
    app[question.topic]?.stage = question.topic == .marketing ? .held : .over
    try apps.save(app)
  }

  /// Whether an answer would still change a setting.
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
    try tell(question, Reason(why), now)
  }

  /// Adds the outcome of the question to each notification that waits on it.
  func tell(_ question: Question, _ why: Reason, _ now: Moment) throws {
    let (app, limit) = (question.app, share.left)
    let (ruling, records): (Ruling, [NotificationRecord])
    switch question.topic {
    case .notifications:
      ruling = Ruling(Consent.name, .waiting, why)
      records = try store.records(app: app, state: .awaitingConsent, limit: limit)
    case .timeSensitive:
      ruling = Ruling(Levels.name, .timeSensitive, why)
      records = try store.unreadRecords(app: app, limit: limit).filter { $0.request.level == .timeSensitive }
    // Without this consent no marketing is stored, so no notification waits.
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

  /// The question needs no answer any more. Of the explanation, the time when it was shown stays.
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

  /// Queues the explanation after a banner that has broken through, or would have. It is shown under Do Not Disturb
  /// too, because that is when the person wants to know why.
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

  /// Queues the next question that may be asked.
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
