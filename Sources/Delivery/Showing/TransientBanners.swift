import Guidelines
import NotificationModel
import Records

// Transient banners: the volume or brightness while a key is pressed, and notifications that their app calls transient,
// as far as nothing holds these. (What something holds is a notification like any other, until its banner is over.)
// They are in memory only, are neither listed nor counted nor held, and are lost with the process. Banners that an
// earlier process left on screen are closed, because their texts are unknown and could not be hidden from a locked
// screen.
//
// Invariants: at most `most`; a removed banner leaves the screen, by way of `closing`.

struct TransientBanner {
  fileprivate(set) var request: NotificationRequest
  /// The way to its app, with its number.
  fileprivate(set) var link: DesktopLink
  fileprivate(set) var level: InterruptionLevel
  fileprivate(set) var row: BannerRow

  var number: UInt32 { link.number }
  /// The banner's text on screen; `nil` if there is none.
  var shown: Shown? { row.phase?.shown }
  var origin: DesktopOrigin { request.origin.desktop ?? DesktopOrigin() }
}

final class TransientBanners {
  static let most = 64
  @Transacted private var banners: [TransientBanner]
  /// Banners on screen that have ended, and are to be closed.
  @Transacted private var closing: [(Shown, of: TransientBanner)]
  /// The digests of copied images, by their paths.
  @Transacted private var images: [String: String]

  let outbox: Outbox

  init(in transaction: Transaction) {
    outbox = transaction.outbox
    _banners = Transacted([], in: transaction)
    _closing = Transacted([], in: transaction)
    _images = Transacted([:], in: transaction)
  }

  /// The first banner in the queue.
  var next: BannerRow? { banners.first { if case .waiting = $0.row.phase { true } else { false } }?.row }

  /// Saves a changed row. A banner without a phase is removed.
  func apply(_ row: BannerRow, _ number: UInt32) {
    guard let index = banners.firstIndex(where: { $0.number == number }) else { return }
    if row.phase == nil { banners.remove(at: index) } else { banners[index].row = row }
  }

  subscript(number: UInt32) -> TransientBanner? { banners.first { $0.number == number } }

  func banner(shownAs handle: BannerHandle) -> TransientBanner? {
    banners.first { $0.shown?.handle == handle }
  }

  /// The banner that the request replaces: the one with the number that its app names, else with its tag, else with the
  /// same content.
  func existing(for request: NotificationRequest, from link: DesktopLink) -> TransientBanner? {
    if link.number != 0 { return self[link.number] }
    let own = banners.filter { $0.request.app == request.app }
    guard let tag = request.identifier else {
      return own.last {
        $0.request.identifier == nil && Duplicates.hasSameContent($0.request, request)
          && $0.request.isDuplicate(of: request, by: .desktop($0.link), and: .desktop(link))
      }
    }
    return own.last { $0.request.identifier == tag }
  }

  /// Adds a banner, or gives the one with this number a new request; the caller then changes the row. Past the limit
  /// the oldest is removed and returned.
  func put(_ request: NotificationRequest, from link: DesktopLink, at level: InterruptionLevel)
    -> TransientBanner?
  {
    if renew(request, from: link, at: level) { return nil }
    let row = BannerRow(.transient(link.number), of: request.app)
    banners.append(TransientBanner(request: request, link: link, level: level, row: row))
    return banners.count > Self.most ? remove(oldestOfMost) : nil
  }

  /// The oldest banner of the app that has the most, so that no app displaces another's.
  private var oldestOfMost: UInt32 {
    let counts = Dictionary(grouping: banners, by: \.request.app).mapValues(\.count)
    let most = counts.values.max() ?? 0
    return banners.first { counts[$0.request.app] == most }?.number ?? 0
  }

  /// Gives the banner with this number another request, which may come from another caller. `level`: `nil` for a repeat.
  /// Returns `false` if there is none.
  @discardableResult
  func renew(_ request: NotificationRequest, from link: DesktopLink, at level: InterruptionLevel? = nil)
    -> Bool
  {
    guard let index = banners.firstIndex(where: { $0.number == link.number }) else { return false }
    (banners[index].request, banners[index].link) = (request, link)
    if let level { banners[index].level = level }
    return true
  }

  var shown: [TransientBanner] { banners.filter { $0.shown != nil } }

  func numbers(of app: AppID) -> [UInt32] { banners.filter { $0.request.app == app }.map(\.number) }

  /// Removes a banner, also from the screen.
  @discardableResult
  func remove(_ number: UInt32) -> TransientBanner? {
    guard let index = banners.firstIndex(where: { $0.number == number }) else { return nil }
    var removed = banners.remove(at: index)
    removed.row.withdraw()
    closing += removed.row.closing.map { ($0, of: removed) }
    return removed
  }

  /// After a lock: removes the banners that show private text.
  func removeExposed() -> [TransientBanner] {
    banners.filter { $0.shown?.isExposed == true }.compactMap { remove($0.number) }
  }

  func removeAll() -> [TransientBanner] { banners.compactMap { remove($0.number) } }

  /// Removes the banners that other servers showed; without a server, also those that wait.
  func removeAll(butOf server: String?) -> [TransientBanner] {
    let gone = banners.filter { server == nil || $0.shown.map { $0.handle.server != server } ?? false }
    for banner in gone { banners.removeAll { $0.number == banner.number } }
    return gone
  }

  var onScreen: [BannerHandle] { banners.compactMap(\.shown?.handle) }

  var exposed: [BannerHandle] { banners.compactMap(\.shown).filter(\.isExposed).map(\.handle) }

  /// The request with its files replaced by copies; an equal image uses the existing copy.
  func placing(_ copies: [ImageCopy], in request: NotificationRequest) -> NotificationRequest {
    var request = request
    request.replaceImageFiles { _, path in
      guard let copy = copies.first(where: { $0.source == path }) else { return nil }
      return images.first { $0.value == copy.digest }?.key ?? copy.path
    }
    return request
  }

  func keep(_ copies: [ImageCopy]) { for copy in copies { images[copy.path] = copy.digest } }

  /// Removes copies that no banner names, and returns their paths. `kept`: a copy that the server has yet to open.
  func popUnusedImages(but kept: String?) -> [String] {
    guard !images.isEmpty else { return [] }
    let used = Set(banners.compactMap(\.request.image))
    let unused = images.keys.filter { $0 != kept && !used.contains($0) }
    for path in unused { images[path] = nil }
    return unused
  }

  func popClosing() -> [(Shown, of: TransientBanner)] {
    guard !closing.isEmpty else { return [] }
    defer { closing = [] }
    return closing
  }
}

// The ends of transient banners: the app hears of it.

extension TransientBanners {
  /// The screen was locked.
  func endExposed() { removeExposed().forEach { over($0, .expired) } }
  func end(of app: AppID) { numbers(of: app).forEach { over(remove($0), .expired) } }
  func end(butOf server: String?) { removeAll(butOf: server).forEach { over($0, .undefined) } }

  /// Ends all banners, because soon no process would know of them, or hide them from a locked screen.
  func endAll(_ closing: FrontSignal.Closing) { removeAll().forEach { over($0, closing) } }

  /// Removes images that no banner names. `image`: a copy that the server has yet to open.
  func removeUnusedImages(but image: String?) {
    let unused = popUnusedImages(but: image)
    if !unused.isEmpty { outbox.add(.removeImages(unused)) }
  }

  func replied(_ banner: TransientBanner, _ text: String) {
    tell(banner, .replied(text: text))
    over(remove(banner.number), .dismissed)
  }

  func over(_ transient: TransientBanner?, _ closing: FrontSignal.Closing) {
    if let transient { tell(transient, .closed(closing)) }
  }

  func tell(_ transient: TransientBanner, _ signal: FrontSignal) {
    outbox.tell(signal, by: transient.link)
  }

  /// Another caller has replaced the notification with this number. Only the earlier caller hears of the end: for the
  /// new one the number goes on to mean a notification.
  func tellReplaced(_ link: DesktopLink, by caller: BusCaller) {
    guard link.caller != caller else { return }
    outbox.tell(.closed(.closed), by: DesktopLink(to: link.caller, number: link.number))
  }
}

// The way of a transient banner from its app to the server and back.

extension Showing {
  /// Shows the banner, or drops it if it may have none. Returns its number; `nil`, and nothing is done, where something
  /// holds it, or a notification that waits goes on with it. A display of volume or brightness is not judged: the person
  /// has just pressed the key.
  func showTransient(
    _ named: NotificationRequest, _ origin: DesktopOrigin, _ posted: DesktopLink, images: [ImageCopy],
    _ now: Moment
  ) throws -> UInt32? {
    let request = transient.placing(images, in: named)
    let app = try apps.app(request.app, now)
    let settings = apps.settings(of: app, for: request)
    let isDisplay = origin.isOnScreenDisplay
    let present = transient.existing(for: request, from: posted)
    let existing = present.flatMap { $0.request.app == app.id ? $0 : nil }
    let isRepeat =
      existing.map {
        Duplicates.hasSameContent($0.request, request) && $0.request.actions == request.actions
          && origin.isHandedOn(like: $0.origin)
      } ?? false
    let use = isDisplay ? Quotas.Use.displays : .posts
    // A flood is refused before it is judged.
    let isRefused =
      !settings.showsBanners || rates.wait(use, request.payer, isVouchedFor: origin.isVouchedFor, now) > 0
    let judgement = isDisplay || isRefused ? nil : try judge(request, settings, hasAlerted: false, now)
    if let judgement, !isRepeat, try waits(request, posted, judgement, now) { return nil }

    transient.keep(images)
    guard settings.showsBanners else { return try frontNumbers.refuse(posted) }
    try rates.charge(use, request.payer, isVouchedFor: origin.isVouchedFor, now)
    if let present, existing == nil {
      transient.remove(present.number)
      transient.tellReplaced(present.link, by: posted.caller)
    }
    let listed = try store.record(numbered: posted.number)
    let former = listed.flatMap { $0.request.app == app.id ? $0.link?.desktop : nil }
    if let listed { try entries.endReplaced(listed, by: posted.caller, of: app.id, now) }
    let link = try frontNumbers.numbered(posted, existing: existing?.link ?? former)
    var level = InterruptionLevel.active
    if let judgement {
      guard isRepeat || judgement.alert == .now else {
        try entries.note(request, transient: judgement, isShown: false, now)
        return endUnshown(link)
      }
      if isRepeat {
        transient.renew(request, from: link)
        return link.number
      }
      try entries.note(request, transient: judgement, isShown: true, now)
      level = judgement.level
      let lane = rates.lane(of: request, level: level, now)
      rates.alerted(request.payer, lane, now)
    }
    // A banner that comes while the process is ending would end with it, and its app would not hear of it.
    guard case .present = server.presence, !server.isStopping else {
      return endUnshown(link)
    }
    transient.over(transient.put(request, from: link, at: level), .expired)
    let surroundings = banners.surroundings()
    try banners.transition(.transient(link.number), of: app.id) { $0.alert(surroundings) }
    return link.number
  }

  /// Whether a post that its app calls transient is a notification for now: something holds its banner, there is no
  /// server or the server keeps it back, or it goes on with one that waits already. While the process is ending, none
  /// begins.
  private func waits(
    _ request: NotificationRequest, _ posted: DesktopLink, _ judgement: Judgement, _ now: Moment
  ) throws -> Bool {
    let present = try situations.existingEntries(
      for: request, from: .desktop(posted), standing: .unread, now)
    if present.entry?.request.passes == true { return true }
    if server.isStopping { return false }
    switch judgement.alert {
    case .later: return true
    case .inPlace, .never: return false
    case .now:
      guard case .present = server.presence else { return true }
      return serverMute.current?.keepsBack(request) == true
    }
  }

  /// The banner is not shown, and the one that it was to replace ends. All callers that posted the number hear of it.
  private func endUnshown(_ link: DesktopLink) -> UInt32 {
    transient.remove(link.number)
    outbox.tell(.closed(.expired), by: link)
    return link.number
  }

  private func judge(
    _ posted: NotificationRequest, _ settings: EffectiveSettings, hasAlerted: Bool, _ now: Moment
  ) throws -> Judgement {
    var request = posted
    let situation = try situations.situation(for: &request, .transient(hasAlerted: hasAlerted), settings, now)
    return Guidelines.judge(request, in: situation)
  }

  /// Whether the banner may still be shown, now that the server is free. Its alert is already charged to the rate.
  fileprivate func mayStillShow(_ banner: TransientBanner, _ now: Moment) throws -> Bool {
    let settings = apps.settings(of: try apps.app(banner.request.app, now), for: banner.request)
    return try settings.showsBanners
      && (banner.origin.isOnScreenDisplay
        || judge(banner.request, settings, hasAlerted: true, now).alert == .now)
  }
}

/// A transient banner on its way. The server's reports on it go to its app, and are not stored.
struct TransientContent: BannerContent {
  let row: BannerRow
  let number: UInt32
  /// The banner's state when the report came; `nil` if it had ended by then, and its app had been told.
  let banner: TransientBanner?

  func offer(_ showing: Showing, _ now: Moment) throws -> Offer? {
    guard case .waiting(_, let errand, _) = row.phase, let banner,
      try showing.mayStillShow(banner, now)
    else {
      showing.transient.over(showing.transient.remove(number), .expired)
      return nil
    }
    let record = NotificationRecord(
      request: banner.request, link: .desktop(banner.link), life: .delivered, outcome: .presented,
      posted: now.wall)
    var offer = try showing.compose(record, errand, banner.level, 0, now)
    offer.banner.subject = row.subject
    return offer
  }

  func shown(_ shown: Shown, _ asked: Asked, omitted: [Reason], _ showing: Showing, _ now: Moment) throws
    -> Bool
  {
    let surroundings = showing.banners.surroundings()
    let isShown = try showing.banners.transition(row) { $0.shown(shown, surroundings) }
    tellIfGone(.undefined, showing)
    if showing.attention.lockDemand == .hiding { showing.transient.endExposed() }
    // The settings may have changed while the server was being given the banner.
    try showing.reconciling.reviewTransient(now)
    return isShown
  }

  func failed(
    _ failure: SinkFailure, _ outcome: BannerRow.Failure, _ asked: Asked, _ showing: Showing, _ now: Moment
  ) throws {
    showing.transient.remove(number)
    tellIfGone(.undefined, showing)
  }

  func lost(_ showing: Showing, _ now: Moment) throws {}

  func closed(_ handle: BannerHandle, _ reason: CloseReason, _ showing: Showing, _ now: Moment) throws {
    try showing.banners.transition(row) { $0.closed(handle) }
    tellIfGone(FrontSignal.Closing(reason), showing)
  }

  func replaced(_ handle: BannerHandle, _ showing: Showing, _ now: Moment) throws {
    try closed(handle, .undefined, showing, now)
  }

  /// If the banner is still there, a newer text is to come.
  private func tellIfGone(_ closing: FrontSignal.Closing, _ showing: Showing) {
    if showing.transient[number] == nil { showing.transient.over(banner, closing) }
  }

  func pressed(_ action: ItemID, token: String?, _ showing: Showing, _ now: Moment) throws
    -> NotificationRecord?
  {
    guard let banner, let key = banner.origin.keys[action],
      banner.request.bannerOffers(action, isHidden: row.phase?.shown?.isHidden == true)
    else { return nil }
    showing.transient.tell(banner, .invoked(key: key, token: token))
    if !banner.origin.isResident { showing.transient.over(showing.transient.remove(number), .dismissed) }
    return nil
  }
}

extension FrontSignal.Closing {
  /// The reason that the server gave.
  init(_ reason: CloseReason) {
    self =
      switch reason {
      case .expired: .expired
      case .dismissed: .dismissed
      case .closed: .closed
      case .undefined: .undefined
      }
  }
}
