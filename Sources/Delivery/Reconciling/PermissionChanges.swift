import Guidelines
import NotificationModel
import Records

// Changes of an app's permissions, by the person or the configuration. They take effect at once, also on banners on
// screen.

extension Reconciling {
  func applyPermissions(of id: AppID, from earlier: Allowances, _ now: Moment) throws {
    let app = try apps.app(id, now)
    let present = apps.allowances(of: app)
    let (old, new) = (earlier.settings, present.settings)
    if old.authorization != new.authorization {
      try applyConsent(of: app, now)
      try announce(new.authorization, of: id, now)
      if new.authorization == .provisional {
        try removeBanners(of: id, .putOnProbation, now)
      }
      // The actions to keep the app or turn it off come and go with probation.
      try noteChanges(State.current, of: id)
    }
    // The person may now deny an app that a file had denied. Notifications kept for the app's return are then withdrawn
    // for good.
    if old.authorization == .denied, new.authorization == .denied { try applyConsent(of: app, now) }
    if old.previews != new.previews {
      try refresh(app: id)
      // Lists hide or show the texts of all the app's notifications, also of those without a banner.
      if attention.isLocked { try noteChanges(State.listed, of: id) }
    }
    if old.banners && !new.banners {
      try removeBanners(of: id, .bannersWereSwitchedOff, now)
    }
    if old.badges != new.badges {
      badges.touch(id)
      events.emitBadge(new.badges ? try store.unreadCount(app: id) : 0, of: id, now)
    }
    if !apps.mayExplainTimeSensitive(to: app) { try questions.endQuestion(Question(id, .timeSensitive), now) }
    guard earlier.marketing != present.marketing else { return }
    if present.marketing != .authorized { try withdrawMarketing(of: id, now) }
    try applyMarketing(of: id, now)
    // An event carries the app's authorization; here it tells the app that the marketing permission changed.
    if old.authorization == new.authorization {
      try events.keep(Event(time: now.wall, kind: .authorization, authorization: new.authorization), app: id)
    }
  }

  /// Notes all notifications in these states as changed, so that followers of the list get them as they are shown now.
  private func noteChanges(_ states: [State], of app: AppID) throws {
    for state in states { outbox.noteChanges(of: try store.ids(app: app, state: state)) }
  }

  /// Applies the app's authorization: releases notifications that waited for consent, or withdraws all of them. Later
  /// transactions go on with the rest.
  private func applyConsent(of app: AppRecord, _ now: Moment) throws {
    let settings = apps.settings(ofListed: app)
    let authorization = settings.authorization
    if authorization != .denied { try restoreWithheld(to: app, settings, now) }
    switch authorization {
    case .notDetermined:
      for record in try store.unreadRecords(app: app.id, limit: share.left)
      where apps.settings(of: app, for: record.request).authorization == .notDetermined {
        try holding.applyWithoutAlert(record, try situations.judgeAgain(record, now), now)
        share.use(1)
      }
      try joint.withdrawSummary(of: app.id)
    case .authorized, .provisional:
      for record in try store.records(app: app.id, state: .awaitingConsent, limit: share.left) {
        let source = settings.source(of: .authorization)
        try entries.decide(record.id, Ruling(Consent.name, .released, .allowed, .source(source)), now)
        try holding.deliver(record, now)
        share.use(1)
      }
    case .denied:
      quiet.inhibitors.answer(now.uptime) { $0.app == app.id }
      transient.end(of: app.id)
      try withdrawOrWithhold(from: app, settings, now)
    }
    if share.isUsedUp { backlog.followLater(app.id) }
    if authorization != .notDetermined { try questions.endQuestion(Question(app.id, .notifications), now) }
    try applyMarketing(of: app.id, now)
  }

  private func announce(_ authorization: Authorization, of app: AppID, _ now: Moment) throws {
    try events.keep(Event(time: now.wall, kind: .authorization, authorization: authorization), app: app)
    outbox.add(.decided(app, authorization, marketing: false))
  }

  /// Asks the marketing question once the app itself is allowed, and ends a question that has been answered.
  private func applyMarketing(of id: AppID, _ now: Moment) throws {
    var app = try apps.app(id, now)
    guard let question = app.marketingQuestion else { return }
    let consent = apps.marketingConsent(of: app)
    if consent != .notDetermined {
      try questions.endQuestion(Question(id, .marketing), now)
      outbox.add(.decided(id, consent, marketing: true))
    } else if question.stage == .held, apps.settings(of: app).authorization == .authorized {
      app.marketingQuestion?.stage = .open
      try apps.save(app)
      questions.enqueue(Question(id, .marketing))
    }
  }

  /// Withdraws marketing notifications after the permission ended. Later transactions go on with the rest.
  private func withdrawMarketing(of app: AppID, _ now: Moment) throws {
    guard apps.marketingConsent(of: try apps.app(app, now)) != .authorized else { return }
    for record in try store.records(restricted: .marketing, app: app, limit: share.left) {
      let known = try apps.app(app, now)
      guard let why = apps.prohibition(of: record.request, known) else { continue }
      try steps.keep([record], withdrawnBy: .marketing, of: known)
      share.use(try entries.withdraw([record], why, now))
    }
    if share.isUsedUp { backlog.followLater(app) }
  }

  /// Withdraws the listed rating prompts while prompts are off. An app has few of them, so one transaction suffices.
  func withdrawRatingPrompts(of app: AppID, _ now: Moment) throws {
    guard !preferences.areRatingPromptsOn else { return }
    for record in try store.records(restricted: .rating, app: app, limit: .max) where record.unread {
      guard let why = apps.prohibition(of: record.request, try apps.app(app, now)) else { continue }
      share.use(try entries.withdraw([record], why, now))
    }
  }

  /// Removes the app's banners on screen and in the queue; the entries stay. Later transactions go on with the rest.
  private func removeBanners(of app: AppID, _ why: Reason.Key, _ now: Moment) throws {
    for row in try banners.banners(of: app, limit: share.left) {
      share.use(1)
      try banners.transition(row) { $0.withdraw() }
      guard case .notification(let id) = row.subject, var record = try store.record(id) else { continue }
      let ruling = Ruling(QuietDelivery.name, .quiet, why)
      try entries.apply(.bannersEnded, to: &record, because: ruling, now)
    }
    for banner in Joint.Banner.allCases {
      for var record in try store.untold(by: banner, of: app, round: .max, limit: share.left) {
        share.use(1)
        try entries.apply(.untold, to: &record, now)
      }
    }
    try joint.withdrawSummary(of: app)
    transient.end(of: app)
    if share.isUsedUp { backlog.followLater(app) }
  }

  /// Brings an app's notifications in line with its settings, a share at a time, because an earlier process may have
  /// accepted and shown them by another configuration.
  func applySettings(of app: AppRecord, _ now: Moment) throws {
    try applyConsent(of: app, now)
    let settings = apps.settings(ofListed: app)
    // The configuration, rather than the person, has answered the question in the meantime.
    if app.question != nil, settings.authorization != .notDetermined {
      try announce(settings.authorization, of: app.id, now)
    }
    if !settings.banners {
      try removeBanners(of: app.id, .bannersAreSwitchedOff, now)
    } else if settings.authorization == .provisional {
      try removeBanners(of: app.id, .isOnProbation, now)
    }
    try withdrawMarketing(of: app.id, now)
    try withdrawRatingPrompts(of: app.id, now)
  }
}

// Choices of the person about apps, and new configurations.

extension Reconciling {
  /// Stores the person's choices about an app. With an `end`, they hold until then.
  func choose(_ id: AppID, _ choices: AppSettings, until end: End? = nil, _ now: Moment) throws {
    try change(id, isStep: true, now) { $0.choose(choices, until: end) }
  }

  func choose(_ id: AppID, _ authorization: Authorization, until end: End? = nil, _ now: Moment) throws {
    guard authorization == .notDetermined else {
      return try choose(id, AppSettings(authorization: authorization), until: end, now)
    }
    try change(id, isStep: true, now) {
      $0.chosen.authorization = nil
      $0.timed.end { setting, _ in setting == .authorization }
    }
  }

  /// Forgets all of the person's choices about an app.
  func forgetChoices(_ id: AppID, _ now: Moment) throws {
    try change(id, now) {
      $0.chosen = AppSettings()
      $0.timed = TimedChoices()
    }
  }

  /// Ends the timed choices that are over. The choices without an end hold again, and an open question is asked again.
  func endTimedChoices(_ now: Moment) throws {
    while !share.isUsedUp, let id = apps.nextWithEndedChoice(by: now.wall) {
      share.use(5)
      try change(id, now) { $0.timed.end { $1 <= now.wall } }
      try askAgain(id, purpose: nil, now)
    }
  }

  /// Asks about the app again if it is undecided and its notifications wait for the answer.
  func askAgain(_ id: AppID, purpose: String?, _ now: Moment) throws {
    guard apps.settings(of: try apps.app(id, now)).authorization == .notDetermined,
      try store.count(app: id, state: .awaitingConsent) > 0
    else { return }
    try questions.ask(id, purpose: purpose, by: nil, now)
  }

  /// Takes a choice back, except for settings that have changed since. Returns `false` if all have.
  func undo(_ choice: ChoiceChange, _ now: Moment) throws -> Bool {
    let present = try apps.app(choice.app, now).allChoices
    var earlier = choice.takenBack(from: present)
    earlier.timed.end { $1 <= now.wall }
    guard earlier != present else { return false }
    try change(choice.app, now) { $0.allChoices = earlier }
    try askAgain(choice.app, purpose: nil, now)
    return true
  }

  /// `isStep`: whether `undo` can take the change back.
  private func change(
    _ id: AppID, isStep: Bool = false, _ now: Moment, _ edit: (inout AppRecord) -> Void
  ) throws {
    var app = try apps.app(id, now)
    try apps.remember(app, isVouchedFor: true, now)
    let earlier = backlog.popReconfigured(id) ?? apps.allowances(of: app)
    let choices = app.allChoices
    edit(&app)
    try apps.save(app)
    if isStep, app.allChoices != choices {
      _ = try steps.begin(.choice, of: ChoiceChange(of: id, from: choices, to: app.allChoices), now)
    }
    try applyPermissions(of: id, from: earlier, now)
    let (old, new) = (earlier.settings, apps.settings(of: app))
    // Held ones may come through now, or wait no longer for a summary.
    if old.summary != new.summary || old.dnd != new.dnd { try review([id], now) }
  }

  func answer(_ question: Question, _ action: ItemID, token: String?, _ now: Moment) throws {
    guard questions.isOpen(question.topic, of: try apps.app(question.app, now)) else {
      return try questions.questionClosed(question, nil, now)
    }
    switch (question.topic, action) {
    case (.notifications, Question.allow): try choose(question.app, .authorized, now)
    case (.notifications, Question.deny): try choose(question.app, .denied, now)
    case (.notifications, Question.quietly): try choose(question.app, .provisional, now)
    case (.notifications, Question.forAnHour):
      try choose(question.app, .authorized, until: .lapse(now.wall.advanced(bySeconds: 3_600)), now)
    case (.notifications, Question.later), (.marketing, Question.later): try questions.askLater(question, now)
    case (.marketing, Question.allow): try choose(question.app, AppSettings(marketing: true), now)
    case (.marketing, Question.deny): try choose(question.app, AppSettings(marketing: false), now)
    case (.timeSensitive, .keep): try questions.endQuestion(question, now)
    case (.timeSensitive, .turnOff): try choose(question.app, AppSettings(timeSensitive: false), now)
    case (_, .defaultAction):
      try questions.questionClosed(question, .pressed, now)
      openCenter(at: question.app, token: token)
    default: break
    }
  }

  func adopt(_ policy: Policy, rememberedAs text: String, _ now: Moment) throws {
    // Changes are applied app by app, also in later transactions; notifications not yet shown are judged by the new
    // policy at once.
    let known = try store.apps()
    for app in known { backlog.followLater(app.id, from: apps.allowances(of: app)) }
    share.use(known.count / 50)
    try preferences.adopt(policy, rememberedAs: text)
    rates.reset()
    try reviewHeld(now)
    try reviewTransient(now)
    outbox.add(.adopted(policy.limits))
  }
}

// A later configuration can allow an app again that this one denies, and a mistake in a file must not cost the person
// their list. So notifications that a configuration takes off the lists come back unchanged once the app is allowed.
// Notifications of an app that the person denies are withdrawn, and come back only by undo.

extension Reconciling {
  /// Takes the notifications of a denied app off the lists. If a file denies the app, only private ones are withdrawn
  /// for good. Later transactions go on with the rest.
  private func withdrawOrWithhold(from app: AppRecord, _ settings: EffectiveSettings, _ now: Moment) throws {
    let isByPerson = if case .person = settings.source(of: .authorization) { true } else { false }
    let why = Ruling(Consent.name, .withdrawn, .withheld, .source(settings.source(of: .authorization)))
    for state in State.current {
      let records = try store.records(app: app.id, state: state, limit: share.left)
      share.use(records.count)
      if isByPerson { try steps.keep(records, withdrawnBy: .authorization, of: app) }
      // What is private or passes is not kept for a file that may change.
      let gone = records.filter { isByPerson || $0.request.isPrivate || $0.request.passes }
      try entries.withdraw(gone, apps.denial(settings), now)
      for var record in records
      where !isByPerson && !record.request.isPrivate && !record.request.passes {
        try entries.apply(.withheld, to: &record, because: why, now)
      }
    }
    guard isByPerson else { return }
    let withheld = try store.withheld(app: app.id, limit: share.left)
    let standing = withheld.map(\.asItStood)
    try steps.keep(standing, withdrawnBy: .authorization, of: app)
    share.use(try entries.withdraw(standing, apps.denial(settings), now))
  }

  /// Brings back the notifications that a configuration took off the lists, without an alert. Later transactions go on
  /// with the rest.
  private func restoreWithheld(to app: AppRecord, _ settings: EffectiveSettings, _ now: Moment) throws {
    let withheld = try store.withheld(app: app.id, limit: share.left)
    guard !withheld.isEmpty else { return }
    let why = Ruling(Consent.name, .restored, .deniedNoMore, .source(settings.source(of: .authorization)))
    for var record in withheld {
      share.use(1)
      let standing = record.asItStood
      if let why = apps.prohibition(of: record.request, app) {
        try entries.withdraw([standing], why, now)
      } else if let expires = record.expires, expires <= now.wall {
        try entries.end([standing], .expired, because: .expiredUnread, now)
      } else {
        try entries.apply(.returned, to: &record, because: why, now)
        try resume(record, wasHeld: standing.state == .held, now)
      }
    }
  }

  /// Goes on with what a notification that has returned waits for.
  func resume(_ record: NotificationRecord, wasHeld: Bool, _ now: Moment) throws {
    if wasHeld { return try holding.holdAgain(record, now) }
    switch record.state {
    case .scheduled:
      if let due = record.due, due <= now.wall { try holding.fireQuietly(record, now) }
    case .awaitingConsent:
      let settings = apps.settings(of: try apps.app(record.request.app, now), for: record.request)
      guard settings.authorization == .notDetermined else { return try holding.deliver(record, now) }
      try questions.ask(record.request.app, purpose: nil, by: nil, now)
    case .held, .delivered, .failed, .read, .dismissed, .withdrawn, .expired: break
    }
  }

  /// Counts the notifications that this configuration would take off the lists, and bring back.
  func effect(of policy: Policy) throws -> ReloadEffect {
    var effect = ReloadEffect()
    for app in try store.apps() {
      if Consent.isDenied(apps.settings(ofListed: app, under: policy)) {
        effect.withheld.add(try State.current.reduce(0) { $0 + (try store.count(app: app.id, state: $1)) })
      } else {
        effect.restored.add(try store.withheldCount(app: app.id))
      }
    }
    return effect
  }
}
