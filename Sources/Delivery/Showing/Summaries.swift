import Guidelines
import NotificationModel

/// What the one banner of each app speaks for: those that came too fast, or were released together. Its way to the
/// screen is that of every banner. Lost with the process: the notifications themselves are in the list.
final class Summaries {
  /// What a banner that is to come speaks for, and its place in the queue.
  struct Due {
    var ids: Named
    let number: Int64
    /// Whether it speaks for what was held, rather than for what came too fast.
    let isReleased: Bool
  }

  /// What a banner speaks for, and how relevant it is: it names the first few, and only those need be read.
  struct Named {
    private var relevance: [NotificationID: Double] = [:]
    /// Whose they are; of those that are gone again too.
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

  /// What a banner speaks for that a server shows or is given.
  struct Announcement {
    var ids: Named
    /// Whether it speaks of more than those that had banners of their own.
    let isMore: Bool
  }

  @Transacted private(set) var due: [AppID: Due]
  @Transacted private(set) var announced: [AppID: Announcement]
  /// What the sink was given and has not answered.
  @Transacted private var handedOver: (app: AppID, announced: Announcement)?
  /// Apps whose banner an earlier process showed: it may name anything.
  @Transacted private var inherited: Set<AppID>

  private let banners: BannerQueue

  init(_ banners: BannerQueue, in transaction: Transaction) {
    self.banners = banners
    _due = Transacted([:], in: transaction)
    _announced = Transacted([:], in: transaction)
    _handedOver = Transacted(nil, in: transaction)
    _inherited = Transacted([], in: transaction)
  }

  /// Apps at most; a client that invents names gains nothing.
  private static let most = 4_096

  // MARK: To come

  func hasRoom(for app: AppID) -> Bool { due.count < Self.most || due[app] != nil }

  func add(_ record: NotificationRecord, number: Int64, isReleased: Bool = false) {
    let app = record.request.app
    guard hasRoom(for: app) else { return }
    due[app, default: Due(ids: Named(), number: number, isReleased: isReleased)].ids.insert(record)
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

  /// It is gone. What it spoke for, the most important first.
  @discardableResult
  func forget(_ app: AppID) -> [NotificationID] {
    inherited.remove(app)
    return announced.removeValue(forKey: app)?.ids.byImportance ?? []
  }

  /// Whether what is on screen, or about to be, speaks for this one.
  func names(_ id: NotificationID, of app: AppID) -> Bool {
    inherited.contains(app) || announced[app]?.ids.contains(id) == true
      || (handedOver?.app == app && handedOver?.announced.ids.contains(id) == true)
  }

  /// It is no longer unread.
  func ended(_ id: NotificationID, of app: AppID) {
    remove([id], of: app)
    announced[app]?.ids.remove(id)
    if handedOver?.app == app { handedOver?.announced.ids.remove(id) }
  }

  // MARK: Its banner

  /// One that it may name is no longer unread.
  func end(_ id: NotificationID, of app: AppID) throws {
    try refresh(naming: id, of: app, redacts: false)
    ended(id, of: app)
  }

  /// A notification that the banner may name has another text, or another privacy: the banner is composed anew.
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

/// One banner for many notifications of an app: those that came too fast, and those that were released together.
struct SummaryContent: BannerContent {
  let row: BannerRow

  private var app: AppID { row.app }

  func offer(_ showing: Showing, _ now: Moment) throws -> Offer? {
    guard case .waiting(_, let errand, let failures) = row.phase else { return nil }
    guard errand.alerts else { return try refreshed(errand, showing, now) }
    guard !showing.timing.wantsQuiet(now), showing.isReady(summaryOf: app, now),
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

  /// Those whose text it may show. Of more than these it says how many.
  private func named(in ids: Summaries.Named, _ showing: Showing) -> ArraySlice<NotificationID> {
    ids.byImportance.prefix(max(showing.share.whole, Holding.mostBannersAtRelease))
  }

  /// Those that are unread and may be seen now, judged again, the most relevant first. The others are put aside.
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
      if try showing.banners.isHeld(record) { try showing.holding.putAside(record, judgement, now) }
    }
    return records.sorted { SummaryText.isMoreImportant($0, than: $1) }
  }

  /// Its text in full, and as it may be seen on a locked screen. `records`: the first of so many.
  private func compose(
    _ records: [NotificationRecord], of count: Int, isMore: Bool, over: Shown?,
    _ showing: Showing, _ now: Moment
  ) throws -> Offer {
    let known = try showing.apps.app(app, now)
    let previews = showing.apps.settings(of: known).previews
    let (name, wording) = (showing.apps.name(of: app), showing.wording)
    let nameWhenHidden = showing.apps.nameWhenHidden(known)
    // Each thread is counted once: it may have thousands.
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

  /// What is on screen says what may be seen now, without an alert.
  private func refreshed(
    _ errand: BannerPhase.Errand, _ showing: Showing, _ now: Moment
  ) throws -> Offer? {
    let announced = showing.summaries.announced[app]
    let ids = announced.map { named(in: $0.ids, showing) } ?? []
    let records = try ids.compactMap { try showing.store.record($0) }.filter(\.unread)
      .sorted { SummaryText.isMoreImportant($0, than: $1) }
    // A change of the daemon's own runs no hook of the person's.
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
      // Its app's banners went while the server was showing it, and none is to come for these.
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
    // They were read while the server was showing it.
    if try showing.store.unreadCount(app: app) == 0 { try showing.summaries.withdraw(of: app) }
    return true
  }

  /// Whether any of what it speaks for may have a banner: an app may be allowed at one door, and not at another.
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

  /// Who waves away a number has seen none of what it counts.
  func closed(
    _ handle: BannerHandle, _ reason: CloseReason, _ showing: Showing, _ now: Moment
  ) throws {
    showing.noteClosing(handle, of: .summary(showing.summaries.forget(app)), now)
    try showing.banners.transition(row) { $0.closed(handle) }
  }

  /// A press on it is one on the most important of those it spoke for: the app opens there, and its own reading
  /// marks the others read. Not every server takes a pressed banner away by itself.
  func pressed(_ action: ItemID, token: String?, _ showing: Showing, _ now: Moment) throws
    -> NotificationRecord?
  {
    let ids = showing.summaries.forget(app)
    try showing.banners.transition(row) { $0.withdraw() }
    return try showing.firstUnread(of: ids)
  }
}

extension Showing {
  /// Puts those that may be shown into the queue, each in the place that it has had since it was due. None of an app
  /// that is behind: more may be to come that it is to speak for.
  func queueSummaries(_ now: Moment) throws {
    guard !summaries.due.isEmpty, !timing.wantsQuiet(now) else { return }
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
