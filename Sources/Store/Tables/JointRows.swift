package import NotificationModel
package import Records

/// The notifications of banners that speak for several (`Joint`): those that wait, and those that a round counts.
struct JointStatements {
  private static let select = NotificationColumns.select
  private static let summary = "notifications INDEXED BY summary_members WHERE summary_mark IS NOT NULL"
  private static let notice = "notifications INDEXED BY notice_members WHERE notice_mark IS NOT NULL"
  private static let isSummaryWaiting = "summary_mark IN ('alone', 'counted')"
  private static let isNoticeWaiting = "notice_mark IN ('alone', 'counted')"
  /// Those that the app's summary of a round counts.
  private static let ofRound =
    "\(summary) AND app = ?1 AND summary_number <= ?2 AND (summary_number = ?2 OR \(isSummaryWaiting))"
  /// Those that the missed notice of a round counts.
  private static let ofNotice =
    "\(notice) AND notice_number <= ?1 AND (notice_number = ?1 OR \(isNoticeWaiting))"
  private static let byRelevance = "ORDER BY ifnull(relevance, 0) DESC, id DESC"

  /// Once, at the start. The mark is that of the first.
  let summariesToCome = Statement(
    "SELECT app, min(summary_number), summary_mark FROM \(summary) AND \(isSummaryWaiting) GROUP BY app")
  let summaryWaits = Statement(
    "SELECT EXISTS (SELECT 1 FROM \(summary) AND app = ?1 AND summary_number > ?2 AND \(isSummaryWaiting))")
  let summaryCount = Statement(
    "SELECT count(*), ifnull(sum(summary_mark IN ('counted', 'toldCounted')), 0) FROM \(ofRound)")
  let summaryIDs = Statement("SELECT id FROM \(ofRound) ORDER BY id")
  /// The ids come out of the index alone; only the rows that are wanted are read.
  let mostRelevant = Statement(
    "\(select) WHERE id IN (SELECT id FROM \(ofRound) \(byRelevance) LIMIT ?3) \(byRelevance)")
  let summaryUntold = Statement(
    """
    \(select) INDEXED BY summary_members WHERE summary_mark IS NOT NULL AND app = ?1 AND summary_number <= ?2
      AND \(isSummaryWaiting) ORDER BY summary_number, id LIMIT ?3
    """)
  let noticeWaits = Statement(
    "SELECT EXISTS (SELECT 1 FROM \(notice) AND notice_number > ?1 AND \(isNoticeWaiting))")
  let noticeCount = Statement(
    """
    SELECT count(*), count(DISTINCT app), min(missed), max(missed) FROM \(ofNotice)
    """)
  let noticeByApp = Statement(
    """
    SELECT app, count(*), max(iif(json_valid(conventions), conventions ->> '$.vouchedFor' IS NULL, 0)) FROM \(ofNotice)
      GROUP BY app ORDER BY count(*) DESC, app LIMIT ?2
    """)
  /// The ids come out of the index alone; only the rows that are wanted are read.
  let noticeNewest = Statement(
    "\(select) WHERE id IN (SELECT id FROM \(ofNotice) ORDER BY id DESC LIMIT ?2) ORDER BY id DESC")
  let noticeTold = Statement(
    """
    \(select) INDEXED BY notice_members WHERE notice_mark IS NOT NULL AND notice_number = ?2
      AND notice_mark IN ('toldAlone', 'toldCounted') AND ?1 IS NOT NULL ORDER BY id LIMIT ?3
    """)
  let summaryTold = Statement(
    """
    \(select) INDEXED BY summary_members WHERE summary_mark IS NOT NULL AND app = ?1 AND summary_number = ?2
      AND summary_mark IN ('toldAlone', 'toldCounted') ORDER BY id LIMIT ?3
    """)
  let noticeHasMembers = Statement(
    """
    SELECT EXISTS (SELECT 1 FROM \(notice) AND notice_number = ?1)
      OR EXISTS (SELECT 1 FROM \(notice) AND notice_number < ?1 AND \(isNoticeWaiting))
    """)
  let noticeApps = Statement(
    "SELECT DISTINCT app FROM \(notice) AND notice_number <= ?1 AND \(isNoticeWaiting) ORDER BY app")
  let noticeUntold = Statement(
    """
    \(select) INDEXED BY notice_members WHERE notice_mark IS NOT NULL AND notice_number <= ?2 AND app = ?1
      AND \(isNoticeWaiting) ORDER BY notice_number, id LIMIT ?3
    """)
  let noticeAlone = Statement(
    """
    \(select) INDEXED BY notice_members WHERE notice_mark IS NOT NULL AND notice_number > ?1
      AND notice_mark = 'alone' ORDER BY notice_number, id LIMIT ?2
    """)
}

/// A summary that is to come.
package struct SummaryWaiting: Hashable, Sendable {
  package let app: AppID
  /// The place of its first notification.
  package let number: Int64
  /// Whether that was held, rather than coming too fast.
  package let isReleased: Bool
}

/// How many notifications the missed notice counts.
package struct MissedCount: Hashable, Sendable {
  package let count: Int
  package let apps: Int
  /// `nil` if there are several.
  package let cause: Missed.Cause?
}

/// How many notifications of an app the missed notice counts.
package struct MissedOfApp: Hashable, Sendable {
  package let app: AppID
  package let count: Int
  /// Whether nothing vouches for the name of one of them.
  package let isClaimed: Bool
}

/// How many notifications a summary counts, and how many of them came too fast.
package struct SummaryCount: Hashable, Sendable {
  package let count: Int
  package let tooFast: Int
}

extension SQLiteStore {
  /// The summaries to come, one for each app.
  package func summariesToCome() throws(StorageFault) -> [SummaryWaiting] {
    try rows(sql.joint.summariesToCome)
  }

  /// Whether a notification waits for the banner with a number above this one. `app`: of the summary.
  package func waits(for banner: Joint.Banner, of app: AppID, after number: Int64) throws(StorageFault)
    -> Bool
  {
    try row(banner == .summary ? sql.joint.summaryWaits : sql.joint.noticeWaits) {
      if banner == .summary { $0.bind(app.text) }
      $0.bind(number)
    } ?? false
  }

  /// The app's records that still wait to be told by the banner of this round, in the order of their places.
  package func untold(by banner: Joint.Banner, of app: AppID, round: Int64, limit: Int) throws(StorageFault)
    -> [NotificationRecord]
  {
    try rows(banner == .summary ? sql.joint.summaryUntold : sql.joint.noticeUntold) {
      $0.bind(app.text)
      $0.bind(round)
      $0.bind(limit)
    }
  }

  /// The records that the banner of this round has told. `app`: of the summary.
  package func told(by banner: Joint.Banner, of app: AppID, round: Int64, limit: Int) throws(StorageFault)
    -> [NotificationRecord]
  {
    try rows(banner == .summary ? sql.joint.summaryTold : sql.joint.noticeTold) {
      $0.bind(app.text)
      $0.bind(round)
      $0.bind(limit)
    }
  }

  package func summaryCount(of app: AppID, round: Int64) throws(StorageFault) -> SummaryCount {
    try row(sql.joint.summaryCount) {
      $0.bind(app.text)
      $0.bind(round)
    } ?? SummaryCount(count: 0, tooFast: 0)
  }

  package func summaryIDs(of app: AppID, round: Int64) throws(StorageFault) -> [NotificationID] {
    try rows(sql.joint.summaryIDs) {
      $0.bind(app.text)
      $0.bind(round)
    }
  }

  /// The records that the summary counts, the most relevant first.
  package func summarised(of app: AppID, round: Int64, limit: Int) throws(StorageFault)
    -> [NotificationRecord]
  {
    try rows(sql.joint.mostRelevant) {
      $0.bind(app.text)
      $0.bind(round)
      $0.bind(limit)
    }
  }

  /// What the missed notice of this round tells.
  package func missedCount(round: Int64) throws(StorageFault) -> MissedCount? {
    try row(sql.joint.noticeCount) { $0.bind(round) }
  }

  /// The apps that the missed notice of this round tells of, those with the most first.
  package func missedByApp(round: Int64, limit: Int) throws(StorageFault) -> [MissedOfApp] {
    try rows(sql.joint.noticeByApp) {
      $0.bind(round)
      $0.bind(limit)
    }
  }

  /// The newest records that the missed notice of this round tells of.
  package func newestMissed(round: Int64, limit: Int) throws(StorageFault) -> [NotificationRecord] {
    try rows(sql.joint.noticeNewest) {
      $0.bind(round)
      $0.bind(limit)
    }
  }

  /// Whether the missed notice of this round counts anything.
  package func countsMissed(round: Int64) throws(StorageFault) -> Bool {
    try row(sql.joint.noticeHasMembers) { $0.bind(round) } ?? false
  }

  /// Apps with notifications that the missed notice of this round is to tell.
  package func appsMissed(round: Int64) throws(StorageFault) -> [AppID] {
    try rows(sql.joint.noticeApps) { $0.bind(round) }
  }

  /// Records that wait for the missed notice with a number above this one, and get banners of their own while they are
  /// few.
  package func missedAlone(after number: Int64, limit: Int) throws(StorageFault) -> [NotificationRecord] {
    try rows(sql.joint.noticeAlone) {
      $0.bind(number)
      $0.bind(limit)
    }
  }
}

// MARK: Columns

/// `Joint.Part` without its number.
private enum Mark: String { case alone, counted, toldAlone, toldCounted }

extension Cursor {
  mutating func bind(_ part: Joint.Part?) {
    guard let part else { return bindNothing(to: 2) }
    let mark: Mark =
      part.isTold
      ? part.mayStandAlone ? .toldAlone : .toldCounted : part.mayStandAlone ? .alone : .counted
    bind(mark.rawValue)
    bind(part.number)
  }

  mutating func part() throws(SQLiteFault) -> Joint.Part? {
    let (mark, number) = (try parsed(Mark.init(rawValue:)), try countedIfAny())
    guard (mark == nil) == (number == nil) else { throw SQLiteFault.damagedRow }
    guard let mark, let number else { return nil }
    return Joint.Part(
      number, mayStandAlone: mark == .alone || mark == .toldAlone,
      isTold: mark == .toldAlone || mark == .toldCounted)
  }
}

extension SummaryWaiting: Row {
  static func read(_ cursor: inout Cursor) throws(SQLiteFault) -> Self {
    SummaryWaiting(
      app: try cursor.required(AppID.init), number: try cursor.counted(),
      isReleased: try cursor.required(Mark.init(rawValue:)) == .alone)
  }
}

extension MissedOfApp: Row {
  static func read(_ cursor: inout Cursor) throws(SQLiteFault) -> Self {
    MissedOfApp(
      app: try cursor.required(AppID.init), count: cursor.count(), isClaimed: try cursor.flag())
  }
}

extension SummaryCount: Row {
  static func read(_ cursor: inout Cursor) -> Self {
    SummaryCount(count: cursor.count(), tooFast: cursor.count())
  }
}

extension MissedCount: Row {
  static func read(_ cursor: inout Cursor) throws(SQLiteFault) -> Self {
    let (count, apps) = (cursor.count(), cursor.count())
    let (first, last) = (
      try cursor.parsed(Missed.Cause.init(rawValue:)), try cursor.parsed(Missed.Cause.init(rawValue:))
    )
    return MissedCount(count: count, apps: apps, cause: first == last ? first : nil)
  }
}
