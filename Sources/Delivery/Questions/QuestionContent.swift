import NotificationModel
import Records

/// The banner of a question of the daemon's own.
struct QuestionContent: BannerContent {
  let row: BannerRow
  let question: Question

  func offer(_ showing: Showing, _ now: Moment) throws -> Offer? {
    let app = try showing.apps.app(question.app, now)
    // The question was on screen when it locked, or was shown at that moment.
    if case .waiting(_, .update, _) = row.phase { try showing.questions.askAgain(question) }
    guard case .waiting(_, .alert, _) = row.phase, let state = app[question.topic],
      showing.questions.next(now) == question,
      showing.questions.isOpen(question.topic, of: app)
    else {
      try showing.banners.transition(row) { $0.withdraw() }
      return nil
    }
    showing.questions.showing(question, nil, at: now)
    var banner = Banner(
      subject: question.subject, app: question.app, appName: showing.apps.name(of: question.app),
      text: try text(by: app, purpose: state.purpose, showing),
      // Shown only if the screen locks at this very moment; the question is then withdrawn.
      textWhenLocked: BannerText(title: showing.wording.notification, isHidden: true),
      openLabel: showing.wording.open)
    banner.appNameWhenHidden = showing.apps.nameWhenHidden(app)
    return Offer(banner: banner)
  }

  private func text(by app: AppRecord, purpose: String?, _ showing: Showing) throws -> BannerText {
    let name = showing.apps.name(of: question.app)
    guard question.topic != .timeSensitive else {
      let lines = [showing.wording.timeSensitiveMeans, howToAnswer(showing)].compactMap(\.self)
      return BannerText(
        title: showing.wording.timeSensitiveFrom(name), body: lines.joined(separator: "\n"),
        actions: [
          BannerAction(id: .keep, title: showing.wording.leaveOn),
          BannerAction(id: .turnOff, title: showing.wording.turnOff),
        ])
    }
    var lines = [showing.apps.isNameVouchedFor(app) ? name : showing.wording.isItsOwnClaim(question.app.text)]
    if showing.apps.settings(of: app).dnd == .through { lines.append(showing.wording.comesThroughQuiet) }
    if let purpose {
      lines.append(showing.wording.quotation(purpose))
    } else if question.topic == .notifications {
      lines.append(showing.wording.wantsToShow(try waitingKinds(showing)))
    }
    lines += [howToAnswer(showing)].compactMap(\.self)
    var answers = [(Question.allow, showing.wording.allow), (Question.deny, showing.wording.dontAllow)]
    // GNOME draws only the first three answers.
    if question.topic == .notifications {
      answers.append((Question.quietly, showing.wording.deliverQuietly))
      answers.append((Question.forAnHour, showing.wording.allowForAnHour))
    }
    let later = Question.later.map { id in
      BannerAction(id: id, title: showing.wording.askInAnHour, isExtra: true)
    }
    return BannerText(
      title: question.topic == .marketing ? showing.wording.mayMarket(name) : showing.wording.mayNotify(name),
      body: lines.joined(separator: "\n"),
      actions: answers.compactMap { id, title in id.map { BannerAction(id: $0, title: title) } }
        + [later].compactMap(\.self))
  }

  /// The notifications, oldest first, whose kinds the question names.
  private static let mostRead = 16

  /// The kinds of the notifications that wait for the answer, in a fixed order. A rating prompt counts as one without a
  /// kind.
  private func waitingKinds(_ showing: Showing) throws -> [Kind?] {
    let waiting = try showing.store.records(app: question.app, state: .awaitingConsent, limit: Self.mostRead)
    let named: [Kind?] = [.message, .call, .alarm, .reminder]
    let kinds = Set(waiting.map { named.contains($0.request.kind) ? $0.request.kind : nil })
    return (named + [nil]).filter(kinds.contains)
  }

  /// In bytes. A longer id would need a line of its own, and the server would cut it.
  private static let longestID = 64

  /// Commands that stand in for the buttons, on a server that draws none.
  private func howToAnswer(_ showing: Showing) -> String? {
    guard showing.server.description?.drawsButtons == false else { return nil }
    let (id, words) = (question.app.text, showing.wording)
    func ways(_ command: String) -> [String] {
      (id.utf8.count <= Self.longestID && !id.hasPrefix("-") ? [command] : []) + ["bellhop center"]
    }
    return switch question.topic {
    case .notifications: words.howToAnswer(ways("bellhop allow \(id)"))
    case .marketing: words.howToAnswer(ways("bellhop set \(id) marketing=on"))
    case .timeSensitive: words.howToTurnOff(ways("bellhop set \(id) timeSensitive=off"))
    }
  }

  func shown(
    _ shown: Shown, _ asked: Asked, omitted: [Reason], _ showing: Showing, _ now: Moment
  ) throws -> Bool {
    var app = try showing.apps.app(question.app, now)
    let surroundings = showing.banners.surroundings()
    let isOpen = app[question.topic]?.stage == .open && showing.questions.isOpen(question.topic, of: app)
    let isShown = try showing.banners.transition(row) { row in
      // Decided while the server was being given the question.
      if !isOpen { row.withdraw() }
      return row.shown(shown, surroundings)
    }
    showing.questions.leftScreen()
    guard isShown, var state = app[question.topic] else {
      if !isOpen, app[question.topic]?.stage == .open { try showing.questions.putOff(question, &app) }
      return false
    }
    state.wasShown(now.wall)
    app[question.topic] = state
    try showing.apps.save(app)
    showing.questions.showing(question, shown.handle, at: now)
    try showing.questions.tell(question, Reason(.questionShown), now)
    return true
  }

  /// Asked again soon if the server was missing or busy, and on another day if the server died of the banner or refused
  /// it.
  func failed(
    _ failure: SinkFailure, _ outcome: BannerRow.Failure, _ asked: Asked, _ showing: Showing, _ now: Moment
  ) throws {
    if outcome == .notHidden { return try showing.questions.askAgain(question) }
    showing.questions.leftScreen()
    guard var app = try showing.store.app(question.app), var state = app[question.topic], state.stage == .open
    else {
      return
    }
    switch failure {
    case .noServer, .busy, .unanswered: showing.questions.enqueue(question)
    case .serverDied, .refused:
      try showing.banners.transition(question.subject, of: question.app) { $0.withdraw() }
      state.stage = .over
      state.wasShown(now.wall)
      app[question.topic] = state
      try showing.apps.save(app)
    }
  }

  func lost(_ showing: Showing, _ now: Moment) throws { try showing.questions.askAgain(question) }

  func closed(
    _ handle: BannerHandle, _ reason: CloseReason, _ showing: Showing, _ now: Moment
  ) throws {
    try showing.banners.transition(row) { $0.closed(handle) }
    guard reason == .dismissed || showing.questions.canBeSeen else {
      return try showing.questions.askAgain(question)
    }
    try showing.questions.questionClosed(question, reason == .dismissed ? .dismissed : .expired, now)
  }

  /// A press on a button is the answer. A press on the banner opens the place to answer.
  func pressed(_ action: ItemID, token: String?, _ showing: Showing, _ now: Moment) throws
    -> NotificationRecord?
  {
    try showing.reconciling.answer(question, action, token: token, now)
    return nil
  }
}
