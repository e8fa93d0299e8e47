import Guidelines
package import NotificationModel
import Records

// Settings, permission, categories and events of an app, for the app and for the person's tools.

extension DeliveryEngine {
  /// Whether a sandbox or a desktop entry vouches for the app.
  package func isVouchedFor(_ app: AppID, _ client: Client) -> Bool { apps.isVouchedFor(app, client) }

  package func settings(of app: AppID, now: Moment) throws(Refusal) -> EffectiveSettings {
    try query { apps.settings(of: try apps.app(app, now)) }
  }

  /// The settings of the app for a client that may act for it.
  package func settings(of app: AppID, by client: Client, now: Moment) throws(Refusal) -> EffectiveSettings {
    try query { try apps.admit(app, client) }
    return try settings(of: app, now: now)
  }

  /// Changes the given settings and leaves the rest. With an `end`, the earlier settings come back at that time.
  package func change(_ app: AppID, by changes: AppSettings, until end: End? = nil, now: Moment)
    throws(Refusal)
  {
    try call(at: now, inMemory: true) {
      try requireFuture(end, now)
      for setting in AppSetting.allCases where changes.says(setting) {
        try apps.requireUnlocked(app, setting)
      }
      if app == .shell, changes.marketing == false {
        throw Refusal.invalid(
          path: "marketing", reason: "\(app) speaks for the person, who need not be asked")
      }
      try reconciling.choose(app, changes, until: end, now)
    }
  }

  /// Asks the person whether the app may send notifications, and marketing too if given. Returns the present
  /// authorization (that of marketing, if given). The person's decision comes as an output.
  package func requestAuthorization(
    _ app: AppID, purpose: String, marketing: Bool = false, by client: Client, now: Moment
  ) throws(Refusal) -> Authorization {
    try call(at: now) {
      try apps.admit(app, client)
      try apps.vouch(for: app, client, now)
      let record = try apps.app(app, now)
      let authorization = apps.settings(of: record).authorization
      let consent = marketing ? apps.marketingConsent(of: record) : authorization
      guard authorization == .notDetermined || consent == .notDetermined else { return consent }
      let cleaned = PlainText.line(purpose)
      // Some characters are neither blank nor visible.
      guard !PlainText.label(cleaned).isEmpty else {
        throw Refusal.invalid(path: "purpose", reason: "there is no visible text in it")
      }
      let isVouchedFor = apps.isVouchedFor(app, client)
      try rates.charge(.posts, Payer(app), isVouchedFor: isVouchedFor, now)
      try apps.remember(record, isVouchedFor: isVouchedFor, now)
      if authorization == .notDetermined { try questions.ask(app, purpose: cleaned, by: client.process, now) }
      if marketing, consent == .notDetermined {
        // An app on probation shows no banners, so its marketing question waits.
        try questions.ask(
          app, .marketing, purpose: cleaned, by: client.process, held: authorization != .authorized, now)
      }
      return consent
    }
  }

  private func requireFuture(_ end: End?, _ now: Moment) throws {
    if let end, end.time <= now.wall { throw Refusal.invalid(path: "until", reason: "this time is past") }
  }

  /// Stores the person's decision about an app, made in the question or elsewhere. With an `end`, it holds until then.
  package func setAuthorization(
    _ authorization: Authorization, of app: AppID, until end: End? = nil, now: Moment
  ) throws(Refusal) {
    try call(at: now, inMemory: true) {
      try requireFuture(end, now)
      if [.notDetermined, .denied].contains(authorization), end != nil {
        // A denial takes the app's notifications off the list, and its end would not bring them back.
        throw Refusal.invalid(path: "until", reason: "only where the app is allowed")
      }
      if app == .shell, authorization != .authorized {
        throw Refusal.invalid(
          path: "authorization", reason: "\(app) speaks for the person, and is always authorized")
      }
      try apps.requireUnlocked(app, .authorization)
      try reconciling.choose(app, authorization, until: end, now)
    }
  }

  /// How many notifications a denial takes off the list, those included that later transactions withdraw.
  package func countToDeny(_ app: AppID, now: Moment) throws(Refusal) -> Int {
    try query {
      guard !Consent.isDenied(apps.settings(of: try apps.app(app, now))) else { return 0 }
      return try State.current.reduce(0) { $0 + (try store.count(app: app, state: $1)) }
    }
  }

  /// Forgets all decisions of the person about an app, and its questions, so that it is asked about again like a new
  /// one. An app without any data in the store is forgotten altogether.
  package func forget(_ id: AppID, now: Moment) throws(Refusal) {
    try call(at: now) {
      guard id != .shell else {
        throw Refusal.invalid(path: "app", reason: "\(id) speaks for the person, and is always authorized")
      }
      guard var app = try store.app(id) else { throw Refusal.notFound(.app(id)) }
      let purpose = app.question?.purpose
      for topic in Question.Topic.allCases { try questions.endQuestion(Question(id, topic), now) }
      app = try apps.app(id, now)
      for topic in Question.Topic.allCases { app[topic] = nil }
      try apps.save(app)
      try reconciling.forgetChoices(id, now)
      try context.acquaintances.forget(id)
      try store.forgetSteps(about: id)
      if try hasLeftNothing(app) {
        try apps.forget(id)
        backlog.forget(id)
      } else {
        try reconciling.askAgain(id, purpose: purpose, now)
      }
    }
  }

  /// Whether only the app's name is known: it has never posted, registered a category or acknowledged an event.
  private func hasLeftNothing(_ app: AppRecord) throws -> Bool {
    try !app.isVerified && store.list(ListQuery(app: app.id, limit: 1)).isEmpty
      && store.withheldCount(app: app.id) == 0 && store.categoryCount(app: app.id) == 0
      && store.acknowledged(app: app.id).number == 0
  }

  /// Replaces all of the app's categories.
  package func register(_ categories: [Category], of app: AppID, by client: Client, now: Moment)
    throws(Refusal)
  {
    try call(at: now) {
      try apps.admit(app, client)
      guard categories.count <= Limits.categoriesPerApp else {
        throw Refusal.quotaExceeded(
          quota: "categories", limit: Limits.categoriesPerApp, retryAfterMilliseconds: nil)
      }
      var ids: Set<ItemID> = []
      for (index, category) in categories.enumerated() {
        guard ids.insert(category.id).inserted else {
          throw Refusal.invalid(path: "categories[\(index)].id", reason: "another one has this id")
        }
        if let given = ActionLimit.excess(in: category.actions ?? []) {
          throw Refusal.tooManyActions(given: given)
        }
        let formats = [
          ("summaryFormat", category.summaryFormat), ("summaryFormatOne", category.summaryFormatOne),
        ]
        for case (let name, let format?) in formats where PlainText.label(format).isEmpty {
          throw Refusal.invalid(
            path: "categories[\(index)].\(name)", reason: "there is no visible text in it")
        }
      }
      try rates.charge(.posts, Payer(app), isVouchedFor: apps.isVouchedFor(app, client), now)
      try apps.remember(try apps.app(app, now), isVouchedFor: apps.isVouchedFor(app, client), now)
      try store.replaceCategories(of: app, with: categories.map(PlainText.cleaned))
    }
  }
}

// The person's switches, and the apps that claim to be in the foreground.

extension DeliveryEngine {
  package func setSilent(_ silent: Bool) throws(Refusal) {
    try call(inMemory: true) { try preferences.setSilent(silent) }
  }

  /// Switches Do Not Disturb, until a time or until switched off. Switching off also ends the apps' requests for quiet.
  package func setDoNotDisturb(_ on: Bool, until: End?, now: Moment) throws(Refusal) {
    try call(at: now, inMemory: true) {
      try check(until, isOn: on, now)
      try quiet.setDoNotDisturb(on, until: until)
      guard on else { return quiet.inhibitors.answer(now.uptime) { _ in true } }
      // A notification that waits for something else is held by this as well from now on, and says so.
      try reconciling.reviewHeld(now)
    }
  }

  /// Refuses an end that is past, or that stands without switching on.
  func check(_ until: End?, isOn: Bool, _ now: Moment) throws {
    if isOn { try requireFuture(until, now) }
    if !isOn, until != nil {
      throw Refusal.invalid(path: "until", reason: "only together with switching on")
    }
  }

  /// Sets the person's own quiet hours; `nil` returns to those of the configuration.
  package func chooseQuietHours(_ spans: WeeklySpans?, now: Moment) throws(Refusal) {
    try call(at: now, inMemory: true) {
      try quiet.chooseHours(spans)
      outbox.add(.changed([]))
    }
  }

  /// Sets the previews of all apps without a choice of their own; `nil` returns to those of the configuration.
  package func choosePreviews(_ previews: Previews?, now: Moment) throws(Refusal) {
    try call(at: now, inMemory: true) {
      let earlier = try store.apps().map { ($0.id, apps.allowances(of: $0)) }
      try preferences.choosePreviews(previews)
      for (app, allowances) in earlier { backlog.followLater(app, from: allowances) }
      try reconciling.reviewTransient(now)
      try reconciling.continueBacklog(now)
      outbox.add(.changed([]))
    }
  }

  /// Sets the person's own lock, independent of the desktop's. It holds at once; if it cannot be stored, a later
  /// transaction stores it.
  package func setLocked(_ locked: Bool) throws(Refusal) {
    attention.setLockedByPerson(locked)
    try call(inMemory: true) { try showing.storeLock() }
  }

  /// Switches rating prompts for all apps.
  package func setRatingPrompts(_ on: Bool, now: Moment) throws(Refusal) {
    try call(at: now) {
      try preferences.setRatingPrompts(on)
      for app in try store.apps() { backlog.followLater(app.id) }
    }
  }

  /// The app claims to be in the foreground, or no longer.
  package func setForeground(_ app: AppID, isForeground: Bool, thread: OpaqueName?, by client: Client)
    throws(Refusal)
  {
    try call(inMemory: true) {
      try apps.admit(app, client)
      try attention.claim(app, by: client.connection, isForeground: isForeground, thread: thread)
    }
  }
}
