/// The tables. A change of them, or of the form of a column, is another version; an earlier one is read by the way of a
/// damaged database (`Salvage`). Times are milliseconds since 1970; enums stand by their names, so that the file can be
/// read without this program.
enum Schema {
  /// "Bell": identifies the database to `file` and to readers of its header.
  static let applicationID: Int32 = 0x4265_6C6C

  /// No single bit away from the version before it, so that a damaged number is not taken for either.
  static let version = 24
  /// The first version that is carried over. A column that a version does not have is read as NULL, or as `forms` says.
  static let first = 15

  /// How columns are read from the versions before one in which a column of `notifications` came, where their form was
  /// another. The earliest goes first: it also says how the columns of the later ones are read.
  static let forms: [(column: String, values: [String: String])] = [
    ("hints", beforeHints), ("front_caller", beforeLinks),
  ]

  /// Actions, hints, and all that the app of a `Notify` call said beyond its request, are lost; its signals go to all,
  /// since no connection has this name. Decisions with arguments stay behind.
  private static let beforeHints = [
    "actions": "NULL", "hints": "NULL", "conventions": "iif(conventions IS NULL, NULL, '{}')",
    "front_bus": "iif(front_number IS NULL, NULL, '-')",
    "front_caller": "iif(front_number IS NULL, NULL, '-')",
    "front_shared": "NULL", "front_closed": "NULL",
    "trigger": """
    iif(trigger IS NULL, NULL, json_patch('{}', json_object('at', trigger_at, 'after', trigger_after,
      'minute', trigger_minute, 'hour', trigger_hour, 'day', trigger_day, 'month', trigger_month,
      'weekday', trigger_weekday, 'zone', trigger_zone, 'repeats', iif(trigger_repeats, json('true'), NULL))))
    """,
  ]

  /// The way back to the app stood among what it said beyond its request. Damaged JSON stays as it is, for the reading of
  /// the row to find.
  private static let beforeLinks = [
    "conventions":
      "iif(json_valid(conventions), json_remove(conventions, '$.bus', '$.caller', '$.shared', '$.toldClosed'), conventions)",
    "front_bus": "iif(json_valid(conventions), conventions ->> '$.bus', NULL)",
    "front_caller": "iif(json_valid(conventions), conventions ->> '$.caller', NULL)",
    "front_shared": "iif(json_valid(conventions), conventions ->> '$.shared', NULL)",
    "front_closed": "iif(json_valid(conventions), conventions ->> '$.toldClosed', NULL)",
  ]

  /// Makes the tables, and writes both numbers, in one transaction.
  static func create(in database: Database) throws(SQLiteFault) {
    try database.execute(
      """
      BEGIN IMMEDIATE; \(tables) \(indexes)
      PRAGMA user_version = \(version); PRAGMA application_id = \(applicationID); COMMIT
      """)
  }

  /// Whether the tables, indexes and triggers of a database are the present ones. An older or newer release is told by
  /// these from a damaged version: a single bit makes another version of the present one.
  static func isPresent(in database: Database) throws(SQLiteFault) -> Bool {
    let new = try Database(path: ":memory:")
    try create(in: new)
    return try contents(of: new) == contents(of: database)
  }

  /// Whether the tables are those of an earlier version that is carried over.
  static func isEarlier(in database: Database) throws(SQLiteFault) -> Bool {
    if try has("lapse", in: database) { return false }
    return try has("withheld", in: database)
  }

  /// Whether the table of notifications has this column.
  static func has(_ column: String, in database: Database) throws(SQLiteFault) -> Bool {
    try database.integer("SELECT count(*) FROM pragma_table_info('notifications') WHERE name = '\(column)'")
      == 1
  }

  /// Leaves out what `ANALYZE` adds.
  private static func contents(of database: Database) throws(SQLiteFault) -> [String] {
    var rows = try database.cursor(
      once: """
        SELECT type || ' ' || name || ' ' || ifnull(sql, '') FROM sqlite_schema
          WHERE tbl_name NOT LIKE 'sqlite_stat%' ORDER BY 1
        """)
    return try rows.rows()
  }

  /// - `notifications.came`: when it last came, by which lists and the pruning go.
  /// - `awaits_zone`: `due` is when the time zone of its trigger is looked for again. `fired`: the last occurrence of a
  ///   notification that repeats. `holds`: the guidelines that hold the notification, with commas between. `summary`:
  ///   the summary that a held one waits for.
  /// - `fingerprint` is set only for notifications without an identifier and without a sender.
  /// - `actions`, `trigger`, `conventions`, `arguments` are JSON (`StoredJSON.swift`).
  /// - `conventions`: origin and requests of a notification from the desktop's own interface (`DesktopOrigin`). `hints`:
  ///   its hints, as the bus carries them. `front_…`: the way back to its app (`DesktopLink`). `front_number`: the number
  ///   by which the app knows it, until the notification has ended. `front_shared`, `front_closed`: NULL for no.
  /// - `replaced`: how often a post has changed the notification; NULL for never.
  /// - `script`: for a post by the command line, a fingerprint of the script's name (`ScriptID`), 0 where scripts
  ///   share; NULL for an app's.
  /// - `expires_at`: the app's request; `expires` and `lapse`, the ends by a moment and by a duration, follow from it and
  ///   from `expires_after`. `due_lapses`: `due` ends a duration; NULL for no. Ends of durations are stored as the wall
  ///   clock would show them if it had never been set (`Ends.swift`).
  /// - `missed`: why the person could not see the notification when it came, until they look at it. `told`: a line has
  ///   counted it; NULL for no.
  /// - `summary_mark`, `notice_mark`: the part of the notification in its app's summary and in the missed notice
  ///   (`Joint`): `alone` or `counted` while it waits to be told, `toldAlone` or `toldCounted` then. `…_number`: its place,
  ///   and the round that told it.
  /// - `withheld`: the state before a configuration denied the app, for as long as that lasts; NULL for all others.
  /// - `meanwhile`: what has happened to one that is put off, or that waits for consent (`Life.Meanwhile`).
  /// - `alerted`: when it last alerted, where that is not when it was posted, and its age counts from there.
  /// - `in_front`: the app's request for a notification that comes while the app is in the foreground. `transient`: kept
  ///   only until its banner is over; NULL for no.
  /// - `awaited`: a command waits for the answer, or has waited (`AppLink.answer`); NULL for no.
  /// - `current`: neither read nor gone. The lookups of duplicates use its indexes, which therefore
  ///   stay small however long the history is. Its terms are joined by OR: for a list of more than two words SQLite
  ///   builds a table of its own each time.
  /// - `tallies` follows every change of `notifications` within the same transaction, so that the badge is one row and
  ///   not a count (`Tallies`).
  /// - `banners`: notifications on the screen or on their way to it. `notification` is 0 for a banner about an app.
  ///   `rank` and `number` are the place of the banner; `held` is the number of an alert that waits for a release, also
  ///   while its text is changed in place. `server` to `locked_form` say where and how it is shown. `stale`: the banner
  ///   was composed under previews that hold no more. `round`: which notifications a banner for several counts.
  /// - `events.earlier`: a press on an earlier text than the notification had by then; NULL for no.
  /// - `streams.acknowledged`: no event up to this one is kept. `followers`: the acknowledgements of an app's programs with
  ///   a name, and of those without one (an empty name), if the app has one with a name. `seen`: the last call, to the day,
  ///   stored like the end of a duration.
  /// - `apps.verified`: a sandbox has vouched for the app. `chosen`, `timed`: the person's choices for the app,
  ///   permanent and until an end (`SettingCoding`); NULL for no choice. `used`: the person has used a notification of
  ///   the app; `rated`: when they last pressed one that asks for a rating. `front`: the app has only ever come by the
  ///   desktop's own interface; `claimed_name`: its name there, if nothing vouches for that name.
  /// - `question_…`, `marketing_…`, `explanation_…`: the questions about notifying and marketing, and the explanation
  ///   of Time Sensitive. A question without a stage does not exist. `…_end`, `…_ended`: how and when it last left the
  ///   screen without an answer.
  /// - `steps`: what the person's commands of the last day changed, so that undo can take it back. `earlier_…`, `later_…`:
  ///   the choices about an app before and after a command about it. `taken`: the notifications that a command took or
  ///   changed, as they were before.
  /// - `rating_prompts` outlives the notifications, and holds only the columns that the rule reads.
  /// - `images`: copies of image files by their place within the directory of copies, and how many notifications name
  ///   them: `insert` counts new rows, triggers count changes. `vouched_for`: more than the app's own word
  ///   says that the app exists.
  /// - `kept_files`: the names of root's files for the person that were accepted or rejected.
  private static let tables = """
    CREATE TABLE notifications (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      app TEXT NOT NULL, state TEXT NOT NULL, outcome TEXT NOT NULL, repeats INTEGER NOT NULL,
      posted INTEGER NOT NULL, came INTEGER NOT NULL, due INTEGER,
      awaits_zone INTEGER NOT NULL, fired INTEGER, until INTEGER, holds TEXT, summary INTEGER,
      expires INTEGER, unread INTEGER NOT NULL, fingerprint INTEGER,
      identifier TEXT, thread TEXT, category TEXT, kind TEXT,
      title TEXT, subtitle TEXT, body TEXT,
      sender_name TEXT, sender_group TEXT, sender_avatar TEXT,
      level TEXT, relevance REAL, relevant_date INTEGER,
      actions TEXT, hidden_preview_body TEXT, image TEXT, sound TEXT,
      progress INTEGER, target TEXT, trigger TEXT,
      expires_after INTEGER, silently INTEGER NOT NULL, private INTEGER NOT NULL, language TEXT,
      conventions TEXT, hints BLOB, front_number INTEGER, replaced INTEGER, script INTEGER,
      expires_at INTEGER, occurred INTEGER, url TEXT, missed TEXT, told INTEGER, withheld TEXT,
      front_bus TEXT, front_caller TEXT, front_shared INTEGER, front_closed INTEGER,
      summary_mark TEXT, summary_number INTEGER, notice_mark TEXT, notice_number INTEGER, meanwhile TEXT, alerted INTEGER,
      in_front TEXT, transient INTEGER, awaited INTEGER, lapse INTEGER, due_lapses INTEGER,
      current INTEGER NOT NULL GENERATED ALWAYS AS
        (unread OR state = 'delivered' OR state = 'held' OR state = 'scheduled' OR state = 'awaitingConsent'
          OR state = 'failed') VIRTUAL,
      prunable INTEGER NOT NULL GENERATED ALWAYS AS
        (NOT unread AND state <> 'scheduled' AND state <> 'awaitingConsent') VIRTUAL
    ) STRICT;
    CREATE TABLE tallies (
      app TEXT NOT NULL PRIMARY KEY, stored INTEGER NOT NULL, unread INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE banners (
      app TEXT NOT NULL, kind TEXT NOT NULL, notification INTEGER NOT NULL,
      phase TEXT NOT NULL, rank INTEGER, number INTEGER, errand TEXT, failures INTEGER,
      change TEXT, redacts INTEGER, server TEXT, handle INTEGER,
      hidden INTEGER, locked_form INTEGER, stale INTEGER NOT NULL DEFAULT 0, previews TEXT, held INTEGER, round INTEGER,
      PRIMARY KEY (app, kind, notification)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE decisions (
      notification INTEGER NOT NULL REFERENCES notifications ON DELETE CASCADE,
      ordinal INTEGER NOT NULL, time INTEGER NOT NULL,
      guideline TEXT NOT NULL, effect TEXT NOT NULL, reason TEXT NOT NULL, arguments TEXT,
      PRIMARY KEY (notification, ordinal)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE streams (
      app TEXT NOT NULL PRIMARY KEY,
      last INTEGER NOT NULL, acknowledged INTEGER NOT NULL, kept INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE events (
      app TEXT NOT NULL REFERENCES streams,
      sequence INTEGER NOT NULL, time INTEGER NOT NULL, kind TEXT NOT NULL,
      notification INTEGER, identifier TEXT, action TEXT, text TEXT, target TEXT,
      unread INTEGER, authorization TEXT, earlier INTEGER,
      PRIMARY KEY (app, sequence)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE followers (
      app TEXT NOT NULL, name TEXT NOT NULL, acknowledged INTEGER NOT NULL, seen INTEGER NOT NULL,
      PRIMARY KEY (app, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE apps (
      id TEXT NOT NULL PRIMARY KEY, first_seen INTEGER NOT NULL,
      verified INTEGER, chosen TEXT, timed TEXT,
      question_stage TEXT, question_purpose TEXT, question_asked INTEGER,
      question_last_asked INTEGER, question_end TEXT, question_ended INTEGER,
      marketing_stage TEXT, marketing_purpose TEXT, marketing_asked INTEGER,
      marketing_last_asked INTEGER, marketing_end TEXT, marketing_ended INTEGER,
      explanation_stage TEXT, explanation_purpose TEXT, explanation_asked INTEGER,
      explanation_last_asked INTEGER, explanation_end TEXT, explanation_ended INTEGER,
      used INTEGER, rated INTEGER, front INTEGER, claimed_name TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE categories (
      app TEXT NOT NULL, id TEXT NOT NULL, ordinal INTEGER NOT NULL,
      kind TEXT, actions TEXT, hidden_preview_body TEXT,
      hidden_preview_shows_title INTEGER NOT NULL, hidden_preview_shows_subtitle INTEGER NOT NULL,
      summary_format TEXT, reports_dismissal INTEGER, language TEXT,
      hidden_preview_body_one TEXT, summary_format_one TEXT,
      PRIMARY KEY (app, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE switches (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE rating_prompts (
      app TEXT NOT NULL, ordinal INTEGER NOT NULL, time INTEGER NOT NULL, engaged INTEGER NOT NULL,
      PRIMARY KEY (app, ordinal)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE images (
      path TEXT NOT NULL PRIMARY KEY, app TEXT NOT NULL, digest TEXT NOT NULL,
      bytes INTEGER NOT NULL, vouched_for INTEGER NOT NULL,
      uses INTEGER NOT NULL, current_uses INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE kept_files (name TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE TABLE steps (
      number INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, command TEXT NOT NULL,
      app TEXT, earlier_chosen TEXT, earlier_timed TEXT, later_chosen TEXT, later_timed TEXT
    ) STRICT;
    CREATE TABLE taken (
      step INTEGER NOT NULL REFERENCES steps ON DELETE CASCADE,
      notification INTEGER NOT NULL REFERENCES notifications ON DELETE CASCADE,
      state TEXT NOT NULL, due INTEGER, awaits_zone INTEGER NOT NULL, fired INTEGER, expires INTEGER,
      missed TEXT, told INTEGER,
      summary_mark TEXT, summary_number INTEGER, notice_mark TEXT, notice_number INTEGER, meanwhile TEXT,
      lapse INTEGER, due_lapses INTEGER,
      PRIMARY KEY (step, notification)
    ) STRICT, WITHOUT ROWID;
    """

  /// When it came or alerted last.
  static let lastTime = "max(came, ifnull(alerted, 0))"
  /// In the words of the index: it is urgent at some time.
  static let isMaybeUrgent =
    "unread AND (kind IN ('alarm', 'call') OR level IN ('timeSensitive', 'critical'))"

  private static let indexes = """
    CREATE INDEX by_app ON notifications (app, came);
    CREATE INDEX by_time ON notifications (came);
    CREATE INDEX unread_by_time ON notifications (came) WHERE unread;
    CREATE INDEX unread_urgent ON notifications (\(lastTime)) WHERE \(isMaybeUrgent);
    CREATE INDEX missed_by_time ON notifications (came) WHERE missed IS NOT NULL;
    CREATE INDEX undelivered_by_state ON notifications (state, app) WHERE state <> 'delivered';
    CREATE INDEX by_identifier ON notifications (app, identifier, current) WHERE identifier IS NOT NULL;
    CREATE INDEX coming_by_fingerprint ON notifications (app, fingerprint)
      WHERE fingerprint IS NOT NULL AND (state = 'scheduled' OR state = 'awaitingConsent');
    CREATE INDEX read_by_fingerprint ON notifications (app, fingerprint)
      WHERE fingerprint IS NOT NULL AND state = 'read' AND conventions IS NULL;
    CREATE INDEX current_by_expiry ON notifications (expires) WHERE expires IS NOT NULL AND current;
    CREATE INDEX current_by_lapse ON notifications (lapse) WHERE lapse IS NOT NULL AND current;
    CREATE INDEX current_by_kind ON notifications (kind, app) WHERE kind IN ('marketing', 'rating') AND current;
    CREATE INDEX unread_by_thread ON notifications (app, thread, unread, fingerprint) WHERE unread = 1;
    CREATE INDEX scheduled_by_due ON notifications (due_lapses, due) WHERE state = 'scheduled';
    CREATE INDEX held_by_until ON notifications (until) WHERE state = 'held' AND until IS NOT NULL;
    CREATE INDEX prunable_by_age ON notifications (came) WHERE prunable;
    CREATE UNIQUE INDEX by_front_number ON notifications (front_number) WHERE front_number IS NOT NULL;
    CREATE INDEX live_by_script ON notifications (app, script, unread, level, state)
      WHERE script IS NOT NULL AND (unread OR state = 'scheduled' OR state = 'awaitingConsent');
    CREATE INDEX missed_untold ON notifications (id)
      WHERE missed IS NOT NULL AND told IS NULL AND unread AND state = 'delivered';
    CREATE INDEX summary_members ON notifications (app, summary_number, summary_mark, relevance)
      WHERE summary_mark IS NOT NULL;
    CREATE INDEX notice_members ON notifications (notice_number, notice_mark, app, missed)
      WHERE notice_mark IS NOT NULL;
    CREATE INDEX withheld_by_app ON notifications (app) WHERE withheld IS NOT NULL;
    CREATE INDEX past_by_image ON notifications (id)
      WHERE NOT current AND (image GLOB '/*' OR sender_avatar GLOB '/*');
    CREATE INDEX waiting_banners ON banners (rank, number) WHERE phase = 'waiting';
    CREATE INDEX held_banners ON banners (app, held) WHERE held IS NOT NULL;
    CREATE INDEX shown_banners ON banners (server, handle) WHERE handle IS NOT NULL;
    CREATE INDEX summary_banners ON banners (app) WHERE kind = 'summary';
    CREATE UNIQUE INDEX image_by_digest ON images (app, digest);
    CREATE INDEX received_events ON events (app, sequence) WHERE kind = 'received';
    CREATE INDEX taken_by_notification ON taken (notification);
    CREATE INDEX unused_images ON images (path) WHERE uses = 0;
    CREATE TRIGGER image_update AFTER UPDATE ON notifications
      WHEN (new.image GLOB '/*' OR new.sender_avatar GLOB '/*' OR old.image GLOB '/*' OR old.sender_avatar GLOB '/*')
        AND (old.image IS NOT new.image OR old.sender_avatar IS NOT new.sender_avatar OR old.current <> new.current)
      BEGIN
      UPDATE images SET uses = uses - 1, current_uses = current_uses - old.current
        WHERE path IN (old.image, old.sender_avatar);
      UPDATE images SET uses = uses + 1, current_uses = current_uses + new.current
        WHERE path IN (new.image, new.sender_avatar);
    END;
    CREATE TRIGGER image_delete AFTER DELETE ON notifications
      WHEN old.image GLOB '/*' OR old.sender_avatar GLOB '/*' BEGIN
      UPDATE images SET uses = uses - 1, current_uses = current_uses - old.current
        WHERE path IN (old.image, old.sender_avatar);
    END;
    """
}
