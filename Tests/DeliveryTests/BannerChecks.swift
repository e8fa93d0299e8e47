import Delivery
import NotificationModel

// What must be so of every banner at the moment it is given to the server.

extension Play {
  func check(_ banner: Banner, locked: Bool) throws {
    try require(locked || !isLocked, "the sink does not know that the screen is locked")
    let settings = try settings(banner.app)
    let isFront = threadsInFront(banner.app) != nil
    switch banner.subject {
    case .description:
      throw Violation("a description is no banner")
    case .consent(let app):
      try require(settings.authorization == .notDetermined, "a question about \(app), which is decided")
      try require(!doNotDisturb, "a question during Do Not Disturb")
    case .marketing(let app):
      try require(settings.authorization == .authorized, "offers of \(app), which is not allowed itself")
      try require(!doNotDisturb, "a question during Do Not Disturb")
    case .timeSensitive(let app):
      try require(
        settings.authorization == .authorized && settings.timeSensitive,
        "an explanation of what \(app) may not do")
    case .summary(let app):
      if banner.urgency != .low {
        try require(settings.authorization == .authorized, "a summary of \(app), which is not allowed")
        try require(!doNotDisturb && !isFront, "a summary of \(app) while nothing of it may alert")
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
    let alerts = banner.urgency != .low
    guard alerts else {
      try require(banner.replaces != nil, "\(id) is shown without an alert where nothing was")
      try require(banner.sound == nil, "\(id) sounds without an alert")
      return ledger.give(id, alerts: false)
    }
    try require(settings.authorization == .authorized, "\(id) alerts, and its app is not allowed")
    try require(settings.banners && record.request.level != .passive, "\(id) alerts, and is to be quiet")
    try require(!isFront, "\(id) alerts while its app is in front")
    let breaksThrough = Expectation.breaksThrough(record.request, settings, stage.now.wall)
    try require(try breaksThrough || !doNotDisturb, "\(id) alerts during Do Not Disturb")
    if banner.sound != nil {
      let isMuted = try stage.look { try $0.state(now: $1).silent }
      let isLoud =
        record.request.kind == .alarm || (record.request.level == .critical && settings.critical)
      try require(record.request.sound != nil && settings.sounds, "\(id) sounds, and was not asked to")
      try require(!isMuted || isLoud, "\(id) sounds while muted")
    }
    ledger.settle()
    if !ledger.isWanted(id) {
      try require(isReleased(record), "\(id) alerts again, and nothing about it is new")
      ledger.want(id)
    }
    ledger.give(id, alerts: true)
  }

  /// It waited for its time or for consent, or something that did has brought its entry new text.
  private func isReleased(_ record: NotificationRecord) -> Bool {
    let waited = records.values.filter { earlier in
      earlier.isWaiting && !released.contains(earlier.id)
        && (earlier.id == record.id || brings(earlier, newTextTo: record))
    }
    guard let first = waited.first(where: { $0.id == record.id }) ?? waited.first else { return false }
    released.insert(first.id)
    return true
  }

  /// Whether it would alert once more when it joins this entry about the same thing.
  func brings(_ waiting: NotificationRecord, newTextTo record: NotificationRecord) -> Bool {
    guard waiting.id != record.id, Expectation.isSame(waiting.request, record.request) else { return false }
    let isPutOff = waiting.request.trigger == nil && waiting.state == .scheduled
    return !isPutOff && !waiting.request.silently
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
      text.body.replace("\(PostShape.mark)subtitle", with: "")
      text.body.replace("\(PostShape.mark)title\(request.title?.last.map(String.init) ?? "")", with: "")
    }
    return hasMark(text) || text.actions.contains { $0.input != nil }
  }

  private func hasMark(_ text: BannerText) -> Bool {
    let inputs = text.actions.compactMap(\.input).flatMap { [$0.placeholder, $0.button] }
    let all = [text.title, text.body, text.image] + text.actions.map(\.title) + inputs
    return all.contains { $0?.contains(PostShape.mark) == true }
  }
}

extension NotificationRecord {
  /// For its time, or for consent.
  var isWaiting: Bool { state == .scheduled || state == .awaitingConsent }
}
