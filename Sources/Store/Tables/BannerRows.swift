package import NotificationModel
package import Records

/// Banners on their way to the screen, or on it.
struct BannerStatements {
  private static let columns = """
    app, kind, notification, phase, rank, number, errand, failures, change, redacts, server, handle, hidden,
    locked_form, previews, held, round
    """
  private static let select = "SELECT \(columns) FROM banners"

  static let reading = TableReading("banners", columns, key: ["app", "kind", "notification"]) {
    (cursor) throws(SQLiteFault) in _ = try BannerRow.read(&cursor)
  }

  let save = Statement(
    "INSERT OR REPLACE INTO banners (\(columns)) VALUES (?\(String(repeating: ", ?", count: 16)))")
  let remove = Statement("DELETE FROM banners WHERE app = ? AND kind = ? AND notification = ?")
  let one = Statement("\(select) WHERE app = ? AND kind = ? AND notification = ?")
  /// Notifications that can be withdrawn at once.
  let ofApp = Statement(
    """
    \(select) WHERE app = ? AND kind = 'notification' AND phase <> 'handedOver' ORDER BY notification LIMIT ?
    """)
  let byHandle = Statement("\(select) INDEXED BY shown_banners WHERE server = ? AND handle = ?")
  let shown = Statement("\(select) INDEXED BY shown_banners WHERE handle IS NOT NULL")
  // Banners to which a change of form has not been applied. A waiting redaction is applied before more of it is shown. Texts
  // come back the newest first: swaync lists those of one second in the order in which they came.
  let inWrongForm = Statement(
    """
    \(select) INDEXED BY shown_banners WHERE handle IS NOT NULL AND locked_form AND hidden <> ?1
      AND (phase IN ('onScreen', 'held') OR (?1 AND phase = 'waiting' AND rank <> 0))
      ORDER BY iif(?1, notification, -notification) LIMIT ?2
    """)
  let ofOtherServers = Statement(
    """
    \(select) INDEXED BY shown_banners WHERE handle IS NOT NULL
      AND (server IS NOT ?1 OR (?2 AND phase = 'waiting' AND errand = 'restore')) LIMIT ?3
    """)
  let toRestore = Statement(
    """
    SELECT \(columns) FROM (
        SELECT *, row_number() OVER (PARTITION BY app ORDER BY notification DESC) AS place
        FROM banners INDEXED BY shown_banners
        WHERE server = ?1 AND handle IS NOT NULL AND kind = 'notification'
          AND (phase IN ('onScreen', 'held') OR (phase = 'waiting' AND errand = 'restore')))
      WHERE phase <> 'waiting' AND place <= 10 ORDER BY notification DESC LIMIT ?2
    """)
  /// A banner that is saved again is no longer stale.
  let markStale = Statement(
    """
    UPDATE banners SET stale = 1
      WHERE app = ? AND handle IS NOT NULL AND kind IN ('notification', 'summary')
    """)
  let toRefresh = Statement(
    """
    \(select) INDEXED BY shown_banners WHERE handle IS NOT NULL AND stale
      AND (phase IN ('onScreen', 'held') OR (phase = 'waiting' AND rank <> 0))
      ORDER BY notification LIMIT ?
    """)
  let summariesToCome = Statement(
    """
    SELECT app FROM banners INDEXED BY summary_banners WHERE kind = 'summary'
      AND (held IS NOT NULL OR errand = 'alert')
    """)
  /// Once, at the start.
  let underWay = Statement(
    "\(select) WHERE phase = 'handedOver' OR (phase = 'waiting' AND errand = 'restore')")
  let next = Statement(
    """
    \(select) INDEXED BY waiting_banners WHERE phase = 'waiting'
      ORDER BY rank, number, notification, app LIMIT 1
    """)
  let nextExposed = Statement(
    """
    \(select) INDEXED BY waiting_banners WHERE phase = 'waiting' AND rank = 0 AND handle IS NOT NULL
      AND locked_form AND hidden = 0 ORDER BY rank, number, notification, app LIMIT 1
    """)
  let hasWaiting = Statement(
    "SELECT EXISTS (SELECT 1 FROM banners INDEXED BY waiting_banners WHERE phase = 'waiting' AND rank > ?)")
  let countWaiting = Statement(
    "SELECT count(*) FROM banners INDEXED BY waiting_banners WHERE phase = 'waiting'")
  let lastNumber = Statement(
    """
    SELECT max(number) FROM (
      SELECT max(max(ifnull(number, 0), ifnull(held, 0), ifnull(round, 0))) AS number FROM banners
      UNION ALL SELECT max(summary_number) FROM notifications INDEXED BY summary_members
        WHERE summary_mark IS NOT NULL
      UNION ALL SELECT max(notice_number) FROM notifications INDEXED BY notice_members
        WHERE notice_mark IS NOT NULL)
    """)
  let heldOfApp = Statement(
    """
    SELECT notification FROM banners INDEXED BY held_banners WHERE held IS NOT NULL AND app = ?
      AND kind = 'notification' ORDER BY held
    """)
  let appsHeldBack = Statement(
    """
    SELECT banners.app FROM banners INDEXED BY held_banners
      JOIN notifications ON notifications.id = banners.notification
      WHERE held IS NOT NULL AND unread GROUP BY banners.app
      ORDER BY max(CASE WHEN summary IS NULL THEN 0 ELSE ifnull(relevance, 0) END) DESC, min(held)
    """)
}

extension SQLiteStore {
  /// `app`: the subject's app, also for a notification.
  package func banner(_ subject: BannerSubject, of app: AppID) throws(StorageFault) -> BannerRow? {
    try row(sql.banners.one) { $0.bind(subject, of: app) }
  }

  /// Inserts or replaces the row; removes it if it has no phase.
  package func save(_ row: BannerRow) throws(StorageFault) {
    try write(leaving: { $0.savedBanner() }) { (database) throws(SQLiteFault) in
      _ = try database.run(row.phase == nil ? sql.banners.remove : sql.banners.save) {
        $0.bind(row.subject, of: row.app)
        if let phase = row.phase { $0.bind(phase) }
      }
    }
  }

  package func banner(shownAs handle: BannerHandle) throws(StorageFault) -> BannerRow? {
    try row(sql.banners.byHandle) {
      $0.bind(handle.server)
      $0.bind(Int64(handle.id))
    }
  }

  /// Banners with a text on screen, be it an earlier one.
  package func bannersShown() throws(StorageFault) -> [BannerRow] { try rows(sql.banners.shown) }

  /// Banners to which the change has not been applied yet.
  package func banners(awaiting change: ScreenChange, limit: Int) throws(StorageFault) -> [BannerRow] {
    switch change {
    case .followLock(.nothing): []
    case .followLock(let demand):
      try rows(sql.banners.inWrongForm) {
        $0.bind(demand == .hiding)
        $0.bind(limit)
      }
    case .forget(let server, let endsRestoring):
      try rows(sql.banners.ofOtherServers) {
        $0.bind(server)
        $0.bind(endsRestoring)
        $0.bind(limit)
      }
    case .restore(let server):
      try rows(sql.banners.toRestore) {
        $0.bind(server)
        $0.bind(limit)
      }
    case .refresh: try rows(sql.banners.toRefresh) { $0.bind(limit) }
    }
  }

  /// Marks the app's banners on screen whose text may have become private, for `ScreenChange.refresh`.
  package func markStale(bannersOf app: AppID) throws(StorageFault) {
    try run(sql.banners.markStale) { $0.bind(app.text) }
  }

  /// Apps with a summary that is still to alert.
  package func appsWithSummaryToCome() throws(StorageFault) -> Set<AppID> {
    Set(try rows(sql.banners.summariesToCome))
  }

  /// The app's notification banners that are not handed over.
  package func banners(of app: AppID, limit: Int) throws(StorageFault) -> [BannerRow] {
    try rows(sql.banners.ofApp) {
      $0.bind(app.text)
      $0.bind(limit)
    }
  }

  /// Banners that an earlier process had handed over, or was restoring.
  package func bannersUnderWay() throws(StorageFault) -> [BannerRow] {
    try rows(sql.banners.underWay)
  }

  /// The first in the queue.
  package func nextBanner() throws(StorageFault) -> BannerRow? {
    try row(sql.banners.next)
  }

  /// The first in the queue whose private text has to be hidden from a locked screen.
  package func nextExposedBanner() throws(StorageFault) -> BannerRow? {
    try row(sql.banners.nextExposed)
  }

  package func hasBannersWaiting(butRedactions: Bool) throws(StorageFault) -> Bool {
    try row(sql.banners.hasWaiting) { $0.bind(butRedactions ? Place.redaction.rank : -1) } ?? false
  }

  package func waitingBanners() throws(StorageFault) -> Int { try count(sql.banners.countWaiting) }

  /// The highest number of a place in the queue, or of a round.
  package func lastPlaceNumber() throws(StorageFault) -> Int64 {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.banners.lastNumber)
      return try cursor.next() ? try cursor.countedIfAny() ?? 0 : 0
    }
  }

  /// Notifications of an app with held alerts, in the order in which they were held.
  package func heldIDs(app: AppID) throws(StorageFault) -> [NotificationID] {
    try rows(sql.banners.heldOfApp) { $0.bind(app.text) }
  }

  /// Apps with a held unread notification: first those whose most relevant one waits for a summary, then in the order
  /// in which the first of each was held.
  package func appsHeldBack() throws(StorageFault) -> [AppID] { try rows(sql.banners.appsHeldBack) }

}

// MARK: Columns

extension Place {
  fileprivate init?(rank: Int64, number: Int64) {
    switch rank {
    case 0: self = .redaction
    case 1: self = .call(number)
    case 2: self = .question(number)
    case 3: self = .ordinary(number)
    default: return nil
    }
  }

  fileprivate var rank: Int64 {
    switch self {
    case .redaction: 0
    case .call: 1
    case .question: 2
    case .ordinary: 3
    }
  }
}

private enum PhaseName: String { case held, waiting, handedOver, onScreen }
private enum ErrandName: String { case alert, update, restore }
private enum ChangeName: String { case update, quiet, alert, held, ended }
private enum KindName: String {
  case notification, summary, missed, deadEnd, consent, marketing, timeSensitive
}

extension Cursor {
  fileprivate mutating func bind(_ subject: BannerSubject, of app: AppID) {
    bind(app.text)
    let (kind, id): (KindName?, Int64) =
      switch subject {
      case .notification(let id): (.notification, id.number)
      case .summary: (.summary, 0)
      case .missed: (.missed, 0)
      case .deadEnd: (.deadEnd, 0)
      case .consent: (.consent, 0)
      case .marketing: (.marketing, 0)
      case .timeSensitive: (.timeSensitive, 0)
      case .transient, .cover, .description: (nil, 0)
      }
    bind(kind?.rawValue)
    bind(id)
  }

  fileprivate mutating func bind(_ phase: BannerPhase) {
    switch phase {
    case .held: bind(.held)
    case .waiting(let place, let errand, let failures): bind(.waiting, place, errand, failures)
    case .handedOver(let place, let errand, let failures, let then):
      bind(.handedOver, place, errand, failures, then)
    case .onScreen: bind(.onScreen)
    }
    let shown = phase.shown
    bind(shown?.handle.server)
    bind((shown?.handle).map { Int64($0.id) })
    bind(shown?.isHidden)
    bind(shown?.hasLockedForm)
    bind(shown?.previews?.rawValue)
    bind(phase.heldAlert)
    bind(shown?.round)
  }

  private mutating func bind(
    _ phase: PhaseName, _ place: Place? = nil, _ errand: BannerPhase.Errand? = nil, _ failures: Int? = nil,
    _ then: BannerPhase.Change? = nil
  ) {
    bind(phase.rawValue)
    bind(place?.rank)
    bind(place?.number)
    let errandName: ErrandName? =
      switch errand {
      case .alert: .alert
      case .update: .update
      case .restore: .restore
      case nil: nil
      }
    bind(errandName?.rawValue)
    bind(failures)
    let (change, redacts): (ChangeName?, Bool?) =
      switch then {
      case .update(let redacts): (.update, redacts)
      case .quiet(let redacts): (.quiet, redacts)
      case .alert(let redacts): (.alert, redacts)
      case .held(let redacts): (.held, redacts)
      case .ended: (.ended, nil)
      case nil: (nil, nil)
      }
    bind(change?.rawValue)
    bind(redacts)
  }

  fileprivate mutating func banner() throws(SQLiteFault) -> BannerRow {
    let app = try required(AppID.init)
    let (kind, id) = (try required(KindName.init(rawValue:)), NotificationID(try counted()))
    let subject: BannerSubject =
      switch kind {
      case .notification: .notification(id)
      case .summary: .summary(app)
      case .missed: .missed
      case .deadEnd: .deadEnd(app)
      case .consent: .consent(app)
      case .marketing: .marketing(app)
      case .timeSensitive: .timeSensitive(app)
      }
    let name = try required(PhaseName.init(rawValue:))
    let (rank, number) = (try integer(in: 0...3), try countedIfAny())
    let errand = try parsed(ErrandName.init(rawValue:))
    let failures = Int(try countedIfAny() ?? 0)
    let change = try change(try parsed(ChangeName.init(rawValue:)), redacts: try flag())
    let handle = try handle()
    let (hidden, lockedForm) = (try flag(), try flag())
    let previews = try parsed(Previews.init(rawValue:))
    let (held, round) = (try countedIfAny(), try countedIfAny())
    let shown = handle.map {
      Shown(handle: $0, isHidden: hidden, hasLockedForm: lockedForm, previews: previews, round: round)
    }
    guard
      let phase = Self.phase(
        name, rank.flatMap { Place(rank: $0, number: number ?? 0) }, errand, failures, change, shown, held)
    else { throw SQLiteFault.damagedRow }
    return BannerRow(subject, of: app, phase: phase)
  }

  /// `nil` for a combination that is no phase.
  private static func phase(
    _ name: PhaseName, _ place: Place?, _ errand: ErrandName?, _ failures: Int,
    _ change: BannerPhase.Change?, _ shown: Shown?, _ held: Int64?
  ) -> BannerPhase? {
    let task: BannerPhase.Errand? =
      switch errand {
      case .alert: .alert(over: shown)
      case .update: shown.map { .update($0, held: held) }
      case .restore: .restore(over: shown)
      case nil: nil
      }
    switch (name, place, task) {
    case (.held, nil, nil): return held.map { .held(number: $0, over: shown) }
    case (.waiting, let place?, let task?): return .waiting(place, task, failures: failures)
    case (.handedOver, let place?, let task?):
      return .handedOver(place, task, failures: failures, then: change)
    case (.onScreen, _, nil): return shown.map { .onScreen($0) }
    default: return nil
    }
  }

  private func change(_ name: ChangeName?, redacts: Bool) throws(SQLiteFault) -> BannerPhase.Change? {
    switch name {
    case .update: .update(redacts: redacts)
    case .quiet: .quiet(redacts: redacts)
    case .alert: .alert(redacts: redacts)
    case .held: .held(redacts: redacts)
    case .ended: .ended
    case nil: nil
    }
  }

  private mutating func handle() throws(SQLiteFault) -> BannerHandle? {
    let (server, number) = (text(), try integer(in: 0...Int64(UInt32.max)))
    guard let server, let number, let id = UInt32(exactly: number) else { return nil }
    return BannerHandle(server: server, id: id)
  }
}

extension BannerRow: Row {
  static func read(_ cursor: inout Cursor) throws(SQLiteFault) -> Self { try cursor.banner() }
}
