import Guidelines
import NotificationModel
import Records

/// The notifications of each app's summary: those that came too fast, or were released together. The banner is queued
/// and shown like any other. Lost with the process; the notifications are in the list.
final class Summaries {
  /// The notifications of a summary that is still to come, and its place in the queue.
  struct Due {
    var ids: Members
    let number: Int64
    /// Whether they were held, rather than coming too fast.
    let isReleased: Bool
  }

  /// Notifications by relevance. The summary names the first few, and only those have to be read.
  struct Members {
    private var relevance: [NotificationID: Double] = [:]
    /// The payers of the notifications, also of those that were removed.
    private(set) var payers: Set<Payer> = []

    var isEmpty: Bool { relevance.isEmpty }
    var count: Int { relevance.count }
    var inOrder: [NotificationID] { relevance.keys.sorted() }
    var byImportance: [NotificationID] {
      relevance.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.map(\.key)
    }
    func contains(_ id: NotificationID) -> Bool { relevance[id] != nil }
    mutating func insert(_ record: NotificationRecord) {
      relevance[record.id] = record.request.relevance ?? 0
      payers.insert(record.request.payer)
    }
    mutating func remove(_ id: NotificationID) { relevance[id] = nil }
  }

  /// The notifications of a summary that the server shows or is being given.
  struct Announcement {
    var ids: Members
    /// Whether others of the same burst had banners of their own.
    let isMore: Bool
  }

  @Transacted private(set) var due: [AppID: Due]
  @Transacted private(set) var announced: [AppID: Announcement]
  /// The summary that the sink was given and has not answered.
  @Transacted private var handedOver: (app: AppID, announced: Announcement)?
  /// Apps with a summary shown by an earlier process, which may name any notification.
  @Transacted private var inherited: Set<AppID>

  private let banners: BannerQueue

  init(_ banners: BannerQueue, in transaction: Transaction) {
    self.banners = banners
    _due = Transacted([:], in: transaction)
    _announced = Transacted([:], in: transaction)
    _handedOver = Transacted(nil, in: transaction)
    _inherited = Transacted([], in: transaction)
  }

  /// The most apps, so that a client that invents names gains nothing.
  private static let most = 4_096

  // MARK: To come

  func hasRoom(for app: AppID) -> Bool { due.count < Self.most || due[app] != nil }

  func add(_ record: NotificationRecord, number: Int64, isReleased: Bool = false) {
    let app = record.request.app
    guard hasRoom(for: app) else { return }
    due[app, default: Due(ids: Members(), number: number, isReleased: isReleased)].ids.insert(record)
  }

  func remove(_ ids: [NotificationID], of app: AppID) {
    for id in ids { due[app]?.ids.remove(id) }
    if due[app]?.ids.isEmpty == true { drop(app) }
  }

  func drop(_ app: AppID) { due[app] = nil }

  // MARK: With the server

  func handOver(_ announced: Announcement, of app: AppID) { handedOver = (app, announced) }

  func answered(_ app: AppID) -> Announcement? {
    defer { handedOver = nil }
    return handedOver.flatMap { $0.app == app ? $0.announced : nil }
  }

  func show(_ banner: Announcement, of app: AppID) {
    announced[app] = banner
    inherited.remove(app)
  }

  func inherit(_ app: AppID) { inherited.insert(app) }

  /// The summary is closed. Returns its notifications, the most important first.
  @discardableResult
  func forget(_ app: AppID) -> [NotificationID] {
    inherited.remove(app)
    return announced.removeValue(forKey: app)?.ids.byImportance ?? []
  }

  /// Whether the summary on screen, or the one being handed over, may name the notification.
  func names(_ id: NotificationID, of app: AppID) -> Bool {
    inherited.contains(app) || announced[app]?.ids.contains(id) == true
      || (handedOver?.app == app && handedOver?.announced.ids.contains(id) == true)
  }

  /// The notification is no longer unread.
  func ended(_ id: NotificationID, of app: AppID) {
    remove([id], of: app)
    announced[app]?.ids.remove(id)
    if handedOver?.app == app { handedOver?.announced.ids.remove(id) }
  }

  // MARK: Its banner

  /// A notification that the summary may name is no longer unread.
  func end(_ id: NotificationID, of app: AppID) throws {
    try refresh(naming: id, of: app, redacts: false)
    ended(id, of: app)
  }

  /// A notification that the summary may name has another text or privacy, so the summary is composed anew.
  func refresh(naming id: NotificationID, of app: AppID, redacts: Bool) throws {
    guard names(id, of: app) else { return }
    let surroundings = banners.surroundings()
    try banners.transition(.summary(app), of: app) { $0.refresh(redacts: redacts, surroundings) }
  }

  func withdraw(of app: AppID) throws {
    let row = try banners.row(.summary(app), of: app)
    guard row.phase != nil else { return }
    forget(app)
    try banners.transition(row) { $0.withdraw() }
  }
}

/// The banner of a summary.
struct SummaryContent: BannerContent {
  let row: BannerRow

  private var app: AppID { row.app }

  func offer(_ showing: Showing, _ now: Moment) throws -> Offer? {
    guard case .waiting(_, let errand, let failures) = row.phase else { return nil }
    guard errand.alerts else { return try refreshed(errand, showing, now) }
    guard !showing.quiet.isOn(now), showing.isReady(summaryOf: app, now),
      let due = showing.summaries.due[app]
    else {
      try showing.banners.transition(row) { $0.cancelAlert() }
      return nil
    }
    let records = try stillToAnnounce(named(in: due.ids, showing), showing, now)
    // Putting records aside may have removed the summary.
    guard !records.isEmpty, let ids = showing.summaries.due[app]?.ids else {
      try showing.banners.transition(.summary(app), of: app) { $0.cancelAlert() }
      return nil
    }
    let isReleased = try records.allSatisfy { try showing.banners.isHeld($0) }
    guard !(isReleased && ids.count <= Holding.mostBannersAtRelease) else {
      try showing.banners.transition(.summary(app), of: app) { $0.cancelAlert() }
      try showing.holding.release(try showing.holding.inOrder(records), now)
      return nil
    }
    var offer = try compose(records, of: ids.count, isMore: !isReleased, over: errand.over, showing, now)
    offer.banner.textOnly = failures > 0
    offer.banner.sound = try showing.sound(of: records, urgency: offer.banner.urgency, now)
    offer.alertsFor = ids.inOrder
    showing.summaries.handOver(Summaries.Announcement(ids: ids, isMore: !isReleased), of: app)
    return offer
  }

  /// The notifications whose text the summary may show. Of the others it tells the number.
  private func named(in ids: Summaries.Members, _ showing: Showing) -> ArraySlice<NotificationID> {
    ids.byImportance.prefix(max(showing.share.whole, Holding.mostBannersAtRelease))
  }

  /// The unread notifications that may be seen now, by a new judgement, the most relevant first. Others are put aside.
  private func stillToAnnounce(
    _ ids: ArraySlice<NotificationID>, _ showing: Showing, _ now: Moment
  ) throws
    -> [NotificationRecord]
  {
    var records: [NotificationRecord] = []
    for id in ids {
      guard let record = try showing.store.record(id), record.unread else {
        showing.summaries.remove([id], of: app)
        continue
      }
      let judgement = try showing.situations.judgeAgain(record, now)
      guard judgement.alert != .now else {
        records.append(record)
        continue
      }
      showing.summaries.remove([id], of: app)
      if try showing.banners.isHeld(record) { try showing.holding.applyWithoutAlert(record, judgement, now) }
    }
    return records.sorted { SummaryText.isMoreImportant($0, than: $1) }
  }

  /// The summary in full and in the form for a locked screen. `records`: the first of `count`.
  private func compose(
    _ records: [NotificationRecord], of count: Int, isMore: Bool, over: Shown?,
    _ showing: Showing, _ now: Moment
  ) throws -> Offer {
    let known = try showing.apps.app(app, now)
    let previews = showing.apps.settings(of: known).previews
    let (name, wording) = (showing.apps.name(of: app), showing.wording)
    let nameWhenHidden = showing.apps.nameWhenHidden(known)
    // Each thread is counted once, because it may have thousands of notifications.
    let threads = Set(records.compactMap(\.request.thread))
    let unread = try Dictionary(
      uniqueKeysWithValues: threads.map { ($0, try showing.store.unreadCount(app: app, thread: $0)) })
    let entries = try records.map { record in
      let category = try record.request.category.flatMap { try showing.store.category($0, of: app) }
      let unread = record.request.thread.flatMap { unread[$0] }
      return (record, SummaryText.Entry(record.request, format: category?.summaryFormat, unread: unread))
    }
    func text(locked: Bool) -> BannerText {
      let visible = entries.filter {
        !HiddenPreviews.areHidden($0.0.request, previews: previews, locked: locked)
      }
      let hidesName =
        nameWhenHidden != nil && HiddenPreviews.areHidden(previews: previews, locked: locked)
      let shownName = hidesName ? wording.anApp : name
      let title =
        isMore ? wording.moreNotifications(count, shownName) : wording.notifications(count, shownName)
      let body = SummaryText.body(visible.map(\.1), hidden: count - visible.count, wording: wording)
      return BannerText(title: title, body: body, isHidden: hidesName)
    }
    let (full, locked) = (text(locked: false), text(locked: true))
    var banner = Banner(
      subject: .summary(app), app: app, appName: name, text: full,
      textWhenLocked: locked == full ? nil : locked,
      replaces: over?.handle, openLabel: wording.open)
    banner.appNameWhenHidden = nameWhenHidden
    return Offer(banner: banner, previews: previews)
  }

  /// Updates the text on screen without an alert.
  private func refreshed(
    _ errand: BannerPhase.Errand, _ showing: Showing, _ now: Moment
  ) throws -> Offer? {
    let announced = showing.summaries.announced[app]
    let ids = announced.map { named(in: $0.ids, showing) } ?? []
    let records = try ids.compactMap { try showing.store.record($0) }.filter(\.unread)
      .sorted { SummaryText.isMoreImportant($0, than: $1) }
    // An update for a reason of the daemon's own must not run the person's hooks.
    guard let announced, !records.isEmpty, showing.server.changesSilently else {
      try showing.summaries.withdraw(of: app)
      return nil
    }
    var quiet = try compose(
      records, of: announced.ids.count, isMore: announced.isMore, over: errand.over, showing, now)
    quiet.banner.alerts = false
    showing.summaries.handOver(announced, of: app)
    return quiet
  }

  func shown(
    _ shown: Shown, _ asked: Asked, omitted: [Reason], _ showing: Showing, _ now: Moment
  ) throws -> Bool {
    let announced = showing.summaries.answered(app)
    guard let announced, try showsBanners(announced, showing, now) else {
      // The app's banners were switched off while the server was being given the summary; these notifications get no
      // other.
      if let announced { showing.summaries.remove(announced.ids.inOrder, of: app) }
      try showing.banners.endedMeanwhile(row, shown)
      return false
    }
    let surroundings = showing.banners.surroundings()
    guard try showing.banners.transition(row, { $0.shown(shown, surroundings) }) else { return false }
    showing.summaries.show(announced, of: app)
    if asked.alerts {
      for payer in announced.ids.payers { showing.rates.alerted(payer, .ordinary, now) }
      showing.summaries.remove(announced.ids.inOrder, of: app)
      showing.backlog.add(.summarised(app), announced.ids.inOrder)
      showing.alertShown(.summary(app), now)
    }
    // The notifications were read while the server was being given the summary.
    if try showing.store.unreadCount(app: app) == 0 { try showing.summaries.withdraw(of: app) }
    return true
  }

  /// Whether any of its notifications may have a banner. The app may be allowed for one interface, and not for the
  /// other.
  private func showsBanners(
    _ announced: Summaries.Announcement, _ showing: Showing, _ now: Moment
  ) throws -> Bool {
    let app = try showing.apps.app(app, now)
    return try named(in: announced.ids, showing).contains { id in
      try showing.store.record(id).map { showing.apps.settings(of: app, for: $0.request).showsBanners }
        ?? false
    }
  }

  func failed(
    _ failure: SinkFailure, _ outcome: BannerRow.Failure, _ showing: Showing, _ now: Moment
  ) throws {
    let announced = showing.summaries.answered(app)
    switch outcome {
    case .waits, .retries: break
    case .isGone: showing.summaries.forget(app)
    case .isOver(let alerts):
      showing.summaries.forget(app)
      guard alerts, let announced else { return }
      showing.summaries.remove(announced.ids.inOrder, of: app)
      showing.backlog.add(.unspoken(app), announced.ids.inOrder)
    }
  }

  func lost(_ showing: Showing, _ now: Moment) { showing.summaries.forget(app) }

  /// A person who dismisses a count has seen none of the notifications.
  func closed(
    _ handle: BannerHandle, _ reason: CloseReason, _ showing: Showing, _ now: Moment
  ) throws {
    showing.noteClosing(handle, of: .summary(showing.summaries.forget(app)), now)
    try showing.banners.transition(row) { $0.closed(handle) }
  }

  /// A press counts as one on the most important notification: the app opens there, and marks the others read itself.
  /// The banner is withdrawn because not every server closes a pressed banner by itself.
  func pressed(_ action: ItemID, token: String?, _ showing: Showing, _ now: Moment) throws
    -> NotificationRecord?
  {
    let ids = showing.summaries.forget(app)
    try showing.banners.transition(row) { $0.withdraw() }
    return try showing.firstUnread(of: ids)
  }
}

extension Showing {
  /// Queues the summaries that may be shown, each at the place that it has had since it was due. Apps with work in the
  /// backlog wait: more notifications may join.
  func queueSummaries(_ now: Moment) throws {
    guard !summaries.due.isEmpty, !quiet.isOn(now) else { return }
    let queued = try banners.summariesToCome()
    let ready = summaries.due.filter { !queued.contains($0.key) && isReady(summaryOf: $0.key, now) }
      .sorted { $0.value.number < $1.value.number }
    for (app, due) in ready.prefix(share.left) {
      share.use(1)
      let surroundings = banners.surroundings(.ordinary(due.number))
      try banners.transition(.summary(app), of: app) { $0.alert(surroundings) }
    }
    if share.isUsedUp { share.leaveWork() }
  }

  fileprivate func isReady(summaryOf app: AppID, _ now: Moment) -> Bool {
    let payers = summaries.due[app]?.ids.payers ?? []
    return !backlog.isBehind(app)
      && (payers.isEmpty || payers.contains { !rates.isTooFast($0, .ordinary, now) })
  }

  func firstUnread(of ids: [NotificationID]) throws -> NotificationRecord? {
    for id in ids.prefix(DeliveryEngine.rowsPerTransaction) {
      if let record = try store.record(id), record.unread { return record }
    }
    return nil
  }
}
