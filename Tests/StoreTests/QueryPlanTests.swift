import NotificationModel
import Records
import TestSupport
import Testing

@testable import Store

/// SQLite's query plans: the cost of no query may grow with the number of stored rows.
@Suite struct QueryPlanTests {
  private static var sql: Statements { Statements() }
  private static var plans: [(Statement, String)] {
    [
      (sql.notifications.byID, "INTEGER PRIMARY KEY"),
      (
        sql.notifications.unreadOrPutOff,
        "unread_by_thread (app=? AND thread=? AND unread=? AND fingerprint=?)"
      ),
      (sql.notifications.unreadOrPutOff, "coming_by_fingerprint (app=? AND fingerprint=?)"),
      (sql.notifications.sameThing, "read_by_fingerprint (app=? AND fingerprint=?)"),
      (sql.notifications.scheduledDuplicates, "coming_by_fingerprint (app=? AND fingerprint=?)"),
      (sql.notifications.lastEnded, "by_identifier (app=? AND identifier=? AND current=?)"),
      (sql.notifications.currentByIdentifier, "by_identifier (app=? AND identifier=? AND current=?)"),
      (sql.notifications.byIdentifier, "by_identifier (app=? AND identifier=? AND current=? AND rowid>?)"),
      (sql.notifications.byFrontNumber, "by_front_number (front_number=?)"),
      (sql.notifications.numbered, "by_front_number"),
      (sql.notifications.freeFrontNumber, "by_front_number (front_number=?)"),
      (sql.notifications.oldestUnread, "unread_by_thread (app=?)"),
      (sql.banners.one, "PRIMARY KEY (app=? AND kind=? AND notification=?)"),
      (sql.banners.ofApp, "PRIMARY KEY (app=? AND kind=?)"),
      (sql.banners.shown, "shown_banners"),
      (sql.banners.byHandle, "shown_banners (server=? AND handle=?)"),
      (sql.banners.next, "waiting_banners"),
      (sql.banners.hasWaiting, "waiting_banners (rank>?)"),
      (sql.banners.heldOfApp, "held_banners (app=? AND held>?)"),
      (sql.banners.appsHeldBack, "held_banners"),
      (sql.counts.unreadOfApp, "PRIMARY KEY (app=?)"),
      (sql.counts.unreadOfThread, "COVERING INDEX unread_by_thread (app=? AND thread=? AND unread=?)"),
      (sql.counts.scheduledOfApp, "INDEX undelivered_by_state (state=? AND app=?)"),
      (sql.counts.recentLevels, "by_app (app=?)"),
      (sql.scripts.unread, "COVERING INDEX live_by_script (app=? AND script=? AND unread=?)"),
      (sql.scripts.urgent, "INDEX live_by_script (app=? AND script=? AND unread=? AND level=?)"),
      (sql.scripts.awaitingConsent, "COVERING INDEX live_by_script (app=? AND script=? AND unread=?)"),
      (sql.scripts.scheduled, "INDEX live_by_script (app=? AND script=? AND unread=?)"),
      (
        sql.scripts.oldestPassive,
        "COVERING INDEX live_by_script (app=? AND script=? AND unread=? AND level=?)"
      ),
      (sql.scripts.ofApp, "COVERING INDEX live_by_script (app=?"),
      (sql.followers.ofApp, "PRIMARY KEY (app=?)"),
      (sql.categories.count, "PRIMARY KEY (app=?)"),
      (sql.queues.undelivered.records, "INDEX undelivered_by_state (state=? AND app=?)"),
      (sql.queues.undelivered.ids, "COVERING INDEX undelivered_by_state (state=? AND app=?)"),
      (sql.queues.undelivered.count, "COVERING INDEX undelivered_by_state (state=?)"),
      (sql.queues.undelivered.countOfApp, "COVERING INDEX undelivered_by_state (state=? AND app=?)"),
      (sql.queues.delivered.records, "INDEX unread_by_thread (app=?)"),
      (sql.queues.delivered.ids, "INDEX unread_by_thread (app=?)"),
      (sql.queues.delivered.countOfApp, "INDEX unread_by_thread (app=?)"),
      (sql.queues.restricted, "current_by_kind (kind=? AND app=?)"),
      (sql.queues.unread, "COVERING INDEX unread_by_thread"),
      (sql.queues.unreadOfApp, "COVERING INDEX unread_by_thread (app=?)"),
      (sql.queues.unreadOfThread, "COVERING INDEX unread_by_thread (app=? AND thread=? AND unread=?)"),
      (sql.queues.due, "INDEX scheduled_by_due (due_lapses=? AND due<?)"),
      (sql.queues.expired, "current_by_expiry (expires>? AND expires<?)"),
      (sql.queues.expired, "current_by_lapse (lapse>? AND lapse<?)"),
      (sql.queues.nextDeadline, "scheduled_by_due"),
      (sql.queues.nextDeadline, "current_by_expiry"),
      (sql.queues.nextDeadline, "current_by_lapse"),
      (sql.queues.nextRelease, "held_by_until"),
      (sql.queues.scheduledIDs, "INDEX scheduled_by_due"),
      (sql.queues.unreadIDs, "COVERING INDEX unread_by_thread"),
      (sql.queues.untoldMissed, "INDEX missed_untold (id>?)"),
      (sql.queues.appsAwaitingConsent, "COVERING INDEX undelivered_by_state (state=?)"),
      (sql.queues.lastUrgentOnScreen, "notifications USING INTEGER PRIMARY KEY (rowid=?)"),
      (sql.queues.lastUrgentUnread, "INDEX unread_urgent (<expr>>? AND <expr><?)"),
      (sql.queues.appsHeldBy, "INDEX current_by_kind (kind=?)"),
      (sql.joint.summariesToCome, "COVERING INDEX summary_members"),
      (sql.joint.summaryWaits, "COVERING INDEX summary_members (app=? AND summary_number>?)"),
      (sql.joint.summaryCount, "COVERING INDEX summary_members (app=? AND summary_number<?)"),
      (sql.joint.summaryIDs, "COVERING INDEX summary_members (app=? AND summary_number<?)"),
      (sql.joint.mostRelevant, "COVERING INDEX summary_members (app=? AND summary_number<?)"),
      (sql.joint.summaryUntold, "INDEX summary_members (app=? AND summary_number<?)"),
      (sql.joint.noticeWaits, "COVERING INDEX notice_members (notice_number>?)"),
      (sql.joint.noticeCount, "COVERING INDEX notice_members (notice_number<?)"),
      (sql.joint.noticeHasMembers, "COVERING INDEX notice_members (notice_number=? AND notice_mark>?)"),
      (sql.joint.noticeApps, "COVERING INDEX notice_members (notice_number<?)"),
      (sql.joint.noticeUntold, "INDEX notice_members (notice_number<?)"),
      (sql.joint.noticeAlone, "INDEX notice_members (notice_number>?)"),
      (sql.images.find, "image_by_digest (app=? AND digest=?)"),
      (sql.images.unused, "unused_images"),
      (sql.images.hasUnused, "unused_images"),
      (sql.decisions.newest, "PRIMARY KEY (notification=?)"),
      (sql.images.dropPast, "past_by_image"),
      (sql.pruning.old, "prunable_by_age (came<?)"),
      (sql.queues.withheld, "INDEX withheld_by_app (app=?)"),
      (sql.counts.withheld, "INDEX withheld_by_app (app=?)"),
      (sql.pruning.oldOfApp, "INDEX by_app (app=? AND came<?)"),
      (sql.pruning.boundary, "COVERING INDEX by_time"),
      (sql.pruning.excess, "prunable_by_age (came<?)"),
      (Statement(ListIndex.time.horizon), "COVERING INDEX by_time (came<?)"),
      (Statement(ListIndex.app.horizon), "COVERING INDEX by_app (app=? AND came<?)"),
      (Statement(ListIndex.unread.horizon), "INDEX unread_by_time (came<?)"),
      (Statement(ListIndex.missed.horizon), "INDEX missed_by_time (came<?)"),
      (list(), "INDEX by_time (came>? AND came<?)"),
      (list(app: .mail), "INDEX by_app (app=? AND came>? AND came<?)"),
      (list(app: .mail, unreadOnly: true), "INDEX unread_by_time (came>? AND came<?)"),
      (list(unreadOnly: true, missedOnly: true), "INDEX missed_by_time (came>? AND came<?)"),
      (sql.decisions.of, "PRIMARY KEY (notification=? AND ordinal>?)"),
      (sql.counts.posts, "INDEX by_app (app=? AND came>?)"),
      (sql.keptFiles.remove, "PRIMARY KEY (name=?)"),
      (sql.events.after, "PRIMARY KEY (app=? AND sequence>?)"),
    ]
  }

  private static func list(app: AppID? = nil, unreadOnly: Bool = false, missedOnly: Bool = false) -> Statement
  {
    Statement(ListStatements.list(ListQuery(app: app, unreadOnly: unreadOnly, missedOnly: missedOnly)))
  }

  @Test(arguments: plans.indices) func `Each query goes by its index`(number: Int) throws {
    let (statement, expected) = Self.plans[number]
    let scratch = try Scratch()
    try scratch.open().close()
    let database = try Database(path: scratch.file("bellhop.db"), generation: 1)
    var cursor = try database.cursor(once: "EXPLAIN QUERY PLAN \(statement.sql)")
    var plan = ""
    while try cursor.next() {
      _ = (cursor.integer(), cursor.integer(), cursor.integer())
      plan += "\(cursor.text() ?? "")\n"
    }
    #expect(plan.contains(expected), "\(plan)")
    #expect(!plan.contains("SCAN notifications\n"), "\(plan)")
  }
}
