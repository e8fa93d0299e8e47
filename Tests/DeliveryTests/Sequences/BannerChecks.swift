import Delivery
import NotificationModel
import TestSupport
import Wording

// The checks of every banner at the moment it is given to the server.

extension Play {
  func check(_ banner: Banner, locked: Bool) throws {
    try require(locked || !isLocked, "the sink does not know that the screen is locked")
    let settings = try settings(banner.app)
    let isFront = threadsInFront(banner.app) != nil
    switch banner.subject {
    case .transient, .description:
      throw Violation("a banner of nothing that was posted")
    case .cover:
      // The server may have closed it, and said so, while no process ran.
      try require(wasRestarted, "a cover of a banner that the server has closed")
      try require(!hasMark(banner.text), "a cover tells what was posted")
    case .missed:
      try require(
        !banner.alerts || !isQuiet && !isLocked, "a line about what was missed while it may not be told")
      try require(
        !hasMark(banner.text, PostShape.secretMark), "the line about what was missed tells what is private")
      try require(
        !hasMark(banner.textWhenLocked ?? banner.text), "the line tells more than a number when locked")
      let mayName = try PostShape.apps.contains { try self.settings($0).previews != .never }
      try require(mayName || !hasMark(banner.text), "the line about what was missed tells what is hidden")
    case .deadEnd(let app):
      try require(!hasMark(banner.text), "that \(app) could not be opened tells what was posted")
    case .consent(let app):
      try require(settings.authorization == .notDetermined, "a question about \(app), which is decided")
      try require(!isQuiet && !isLocked, "a question while nobody wants it, or can see it")
    case .marketing(let app):
      try require(settings.authorization == .authorized, "offers of \(app), which is not allowed itself")
      try require(!isQuiet && !isLocked, "a question while nobody wants it, or can see it")
    case .timeSensitive(let app):
      try require(
        settings.authorization == .authorized && settings.timeSensitive && !isLocked,
        "an explanation of what \(app) may not do")
    case .summary(let app):
      if banner.alerts {
        try require(settings.authorization == .authorized, "a summary of \(app), which is not allowed")
        try require(settings.banners, "a summary of \(app), whose banners are off")
        try require(!isQuiet && !isFront, "a summary of \(app) while nothing of it may alert")
      }
      try checkText(banner, ofSummary: app, settings)
    case .notification(let id):
      guard let record = try stage.look({ try $0.entries([id], now: $1).first?.record }), record.unread else {
        throw Violation("\(id) is shown, and is not unread")
      }
      given[id] = record.request
      try checkText(banner, record, settings)
      try checkAlert(banner, record, settings, isFront: isFront)
    }
  }

  private func checkAlert(
    _ banner: Banner, _ record: NotificationRecord, _ settings: EffectiveSettings, isFront: Bool
  ) throws {
    let id = record.id
    let alerts = banner.alerts
    guard alerts else {
      try require(
        banner.replaces != nil || (stage.screen.remembers && wasRestarted),
        "\(id) is shown without an alert where nothing was")
      try require(banner.sound == nil, "\(id) sounds without an alert")
      return ledger.give(id, alerts: false)
    }
    try require(settings.authorization == .authorized, "\(id) alerts, and its app is not allowed")
    try require(settings.banners && record.request.level != .passive, "\(id) alerts, and is to be quiet")
    try require(!isFront, "\(id) alerts while its app is in front")
    try checkHolds(record, settings)
    if banner.sound != nil {
      let isMuted = try stage.look { try $0.state(now: $1).silent }
      let isLoud =
        record.request.kind == .alarm
        || (record.request.level == .critical && settings.critical && record.request.kind != .marketing)
      try require(record.request.kind != .rating, "\(id) asks for a rating with a sound")
      let isAsked = record.request.sound != nil || [.alarm, .call, .reminder].contains(record.request.kind)
      try require(isAsked && settings.sounds, "\(id) sounds, and was not asked to")
      try require(!isMuted || isLoud, "\(id) sounds while muted")
    }
    ledger.settle()
    if !ledger.isWanted(id) {
      // On a locked screen the person's view has no thread of it, by which it is known again.
      let stored = try stage.records().first { $0.id == id } ?? record
      try require(
        try isReleased(stored) || comesOnceMore(id),
        "\(id) alerts again, and nothing about it is new")
      ledger.want(id)
    }
    for other in order.before(id, record.request) where ledger.isWanted(other) {
      let first = try stage.look { try $0.entries([other], now: $1).first?.record }
      // One that has become passive alerts no more, and one that is held waits for another cause.
      let isWaiting =
        try first.map { try $0.unread && $0.state != .failed && stage.phase(of: $0)?.isHeld != true } ?? false
      try require(
        !isWaiting || first?.request.level == .passive, "\(id) alerts before \(other)")
    }
    order.leave(id)
    alerted.insert(id)
    ledger.give(id, alerts: true)
  }

  /// Checks that it has waited for everything it has to wait for.
  private func checkHolds(_ record: NotificationRecord, _ settings: EffectiveSettings) throws {
    let (id, request) = (record.id, record.request)
    let breaksThrough = Expectation.breaksThrough(request, settings, stage.now.wall)
    let comesThrough = Expectation.comesThroughQuiet(
      request, settings, isSenderLetThrough, stage.now.wall)
    try require(try comesThrough || !isQuiet, "\(id) alerts while the person wants quiet")
    switch request.kind {
    case .marketing:
      try require(settings.marketing, "\(id) is marketing that is not allowed")
      try require(!isLocked, "\(id) is marketing on a locked screen")
    case .rating:
      try require(!isLocked, "\(id) asks for a rating on a locked screen")
      let areOn = try stage.look { try $0.state(now: $1).ratingPrompts == true }
      try require(areOn, "\(id) asks for a rating, and nobody wants that")
    default: break
    }
    if let summary = summaries.removeValue(forKey: id), settings.summary, !breaksThrough,
      request.kind != .call, request.title != Wording.english.missedCall
    {
      try require(summary <= stage.now.wall, "\(id) alerts before the summary that it is for")
    }
  }

  /// Whether it comes again because nobody could see it, and it does not wait.
  private func comesOnceMore(_ id: NotificationID) throws -> Bool {
    let times = try stage.look { engine, _ in
      try engine.explain(id).count {
        $0.decision.guideline == "alerts.missed" && $0.decision.effect == "released"
      }
    }
    defer { cameBack[id] = times }
    return times > cameBack[id, default: 0]
  }

  /// Whether it waited for its time or for consent, or one that did has brought its entry new text.
  private func isReleased(_ record: NotificationRecord) -> Bool {
    let waited = inOrder.filter { earlier in
      earlier.isWaiting && released[earlier.id, default: 0] < alertsDue(earlier)
        && (earlier.id == record.id || brings(earlier, newTextTo: record)
          || (records[record.id] == nil && Expectation.isOccurrence(record.request, of: earlier.request)))
    }
    guard let first = waited.first(where: { $0.id == record.id }) ?? waited.first else { return false }
    released[first.id, default: 0] += 1
    return true
  }

  /// How often one that waited may have alerted by now: as often as its time has come.
  private func alertsDue(_ waiting: NotificationRecord) -> Int {
    guard waiting.state == .scheduled, let due = waiting.due, !wasSetBack else { return .max }
    let late = stage.now.wall.milliseconds - due.milliseconds
    guard late >= 0 else { return 0 }
    return DailyClock.period(waiting.request.trigger).map { Int(late / $0) + 1 } ?? 1
  }

  /// Whether it would alert once more when it joins this entry as a duplicate.
  func brings(_ waiting: NotificationRecord, newTextTo record: NotificationRecord) -> Bool {
    guard waiting.id != record.id, Expectation.isSame(waiting.request, record.request) else { return false }
    let isSnoozed = waiting.request.trigger == nil && waiting.state == .scheduled
    return !isSnoozed && !waiting.request.silently
  }

  private func checkText(_ banner: Banner, _ record: NotificationRecord, _ settings: EffectiveSettings) throws
  {
    let forms = [(banner.text, false), (banner.textWhenLocked ?? banner.text, true)]
    for (text, whenLocked) in forms where mustHide(record.request, settings, locked: whenLocked) {
      try require(
        !tells(text, record.request), "\(record.id) tells what is hidden\(whenLocked ? " when locked" : "")")
    }
    if isLocked {
      let offered = (banner.textWhenLocked ?? banner.text).actions
      try require(
        !offered.contains { $0.id.text == "yes" }, "\(record.id) offers on a locked screen what it must not")
    }
  }

  private func checkText(_ banner: Banner, ofSummary app: AppID, _ settings: EffectiveSettings) throws {
    let form = banner.textWhenLocked ?? banner.text
    try require(
      !hasMark(form, PostShape.secretMark) && !hasMark(banner.text, PostShape.secretMark),
      "a summary of \(app) tells what is private")
    try require(settings.previews == .always || !hasMark(form), "a summary of \(app) tells when locked")
    try require(settings.previews != .never || !hasMark(banner.text), "a summary of \(app) tells")
  }

  func mustHide(_ request: NotificationRequest, _ settings: EffectiveSettings, locked: Bool) -> Bool {
    request.isPrivate || settings.previews == .never || (settings.previews == .whenUnlocked && locked)
  }

  /// Whether a hidden form says anything private. A category may show titles.
  func tells(_ text: BannerText, _ request: NotificationRequest) -> Bool {
    var text = text
    if request.category?.text == "c1" {
      text.title = ""
      for shown in [request.subtitle, request.title].compactMap(\.self) { text.body.replace(shown, with: "") }
    }
    return hasMark(text) || text.actions.contains { $0.input != nil }
  }

  func hasMark(_ text: BannerText, _ mark: Character = PostShape.mark) -> Bool {
    let inputs = text.actions.compactMap(\.input).flatMap { [$0.placeholder, $0.button] }
    let all = [text.title, text.body, text.image] + text.actions.map(\.title) + inputs
    return all.contains { $0?.contains(mark) == true }
  }
}

extension NotificationRecord {
  /// For its time, or for consent.
  var isWaiting: Bool { state == .scheduled || state == .awaitingConsent }
}
