extension Schema {
  /// - `current`: neither read nor gone. The lookups of a thing that is posted again use its indexes, which therefore
  ///   stay small however long the history is.
  /// - `tallies` follows every change of `notifications` within the same transaction, so that the badge is one row and
  ///   not a count. Since version 7 `Tallies` sees to it.
  /// - `fingerprint` is set only for notifications without an identifier and without a sender.
  /// - `awaits_zone`: `due` is when the time zone of its trigger is looked for again. `fired`: the last occurrence of a
  ///   notification that repeats. `holds`: the guidelines that hold the notification, with commas between. `summary`:
  ///   the summary that a held one waits for.
  /// - `banners`: notifications on the screen or on their way to it. `notification` is 0 for a banner about an app.
  ///   `rank` and `number` are the place of the banner. `server` to `locked_form` say where and how it is shown.
  ///   `stale`: the banner was composed under previews that hold no more.
  /// - `question_…`, `marketing_…`, `explanation_…`: the questions about notifying and marketing, and the explanation
  ///   of Time Sensitive. A question without a stage does not exist.
  /// - `verified`: a sandbox has vouched for the app. `chosen`: the person's settings of the app (`SettingCoding`);
  ///   NULL if the person chose nothing.
  /// - `rating_prompts` outlives the notifications, and holds only the columns that the rule reads.
  /// - `images`: copies of image files by their place within the directory of copies, and how many notifications name
  ///   them, which triggers follow. `vouched_for`: more than the app's own word says that the app exists.
  static let version3 = """
    CREATE TABLE notifications (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      app TEXT NOT NULL,
      state TEXT NOT NULL,
      outcome TEXT NOT NULL,
      repeats INTEGER NOT NULL,
      posted INTEGER NOT NULL,
      due INTEGER,
      awaits_zone INTEGER NOT NULL,
      fired INTEGER,
      until INTEGER,
      holds TEXT,
      summary INTEGER,
      expires INTEGER,
      unread INTEGER NOT NULL,
      fingerprint INTEGER,
      identifier TEXT,
      thread TEXT,
      category TEXT,
      kind TEXT,
      title TEXT,
      subtitle TEXT,
      body TEXT,
      sender_name TEXT,
      sender_group TEXT,
      sender_avatar TEXT,
      level TEXT,
      relevance REAL,
      relevant_date INTEGER,
      actions BLOB,
      hidden_preview_body TEXT,
      image TEXT,
      sound TEXT,
      progress INTEGER,
      target TEXT,
      trigger TEXT,
      trigger_at INTEGER,
      trigger_after INTEGER,
      trigger_repeats INTEGER,
      trigger_minute INTEGER,
      trigger_hour INTEGER,
      trigger_day INTEGER,
      trigger_month INTEGER,
      trigger_weekday INTEGER,
      trigger_zone TEXT,
      expires_after INTEGER,
      silently INTEGER NOT NULL,
      private INTEGER NOT NULL,
      language TEXT,
      current INTEGER NOT NULL GENERATED ALWAYS AS
        (unread OR state IN ('scheduled', 'awaitingConsent', 'held', 'delivered', 'failed')) VIRTUAL,
      prunable INTEGER NOT NULL GENERATED ALWAYS AS
        (NOT unread AND state NOT IN ('scheduled', 'awaitingConsent')) VIRTUAL
    ) STRICT;
    CREATE INDEX by_app ON notifications (app);
    CREATE INDEX by_state ON notifications (state, app);
    CREATE INDEX current_by_identifier ON notifications (app, identifier)
      WHERE identifier IS NOT NULL AND current;
    CREATE INDEX current_by_fingerprint ON notifications (app, fingerprint)
      WHERE fingerprint IS NOT NULL AND current;
    CREATE INDEX current_by_expiry ON notifications (expires) WHERE expires IS NOT NULL AND current;
    CREATE INDEX unread_by_thread ON notifications (app, thread, unread) WHERE unread;
    CREATE INDEX scheduled_by_due ON notifications (due) WHERE state = 'scheduled';
    CREATE INDEX held_by_until ON notifications (until) WHERE state = 'held' AND until IS NOT NULL;
    CREATE INDEX current_by_kind ON notifications (kind, app) WHERE kind IN ('marketing', 'rating') AND current;
    CREATE INDEX prunable_by_age ON notifications (posted) WHERE prunable;

    CREATE TABLE tallies (
      app TEXT NOT NULL PRIMARY KEY,
      stored INTEGER NOT NULL,
      unread INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER tally_insert AFTER INSERT ON notifications BEGIN
      INSERT INTO tallies VALUES (new.app, 1, new.unread) ON CONFLICT (app) DO UPDATE SET
        stored = stored + 1, unread = unread + excluded.unread;
    END;
    CREATE TRIGGER tally_update AFTER UPDATE OF unread ON notifications WHEN old.unread <> new.unread BEGIN
      UPDATE tallies SET unread = unread + new.unread - old.unread WHERE app = new.app;
    END;
    CREATE TRIGGER tally_delete AFTER DELETE ON notifications BEGIN
      UPDATE tallies SET stored = stored - 1, unread = unread - old.unread WHERE app = old.app;
    END;

    CREATE TABLE banners (
      app TEXT NOT NULL,
      kind TEXT NOT NULL,
      notification INTEGER NOT NULL,
      phase TEXT NOT NULL,
      rank INTEGER,
      number INTEGER,
      errand TEXT,
      failures INTEGER,
      change TEXT,
      redacts INTEGER,
      server TEXT,
      handle INTEGER,
      hidden INTEGER,
      locked_form INTEGER,
      stale INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (app, kind, notification)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX waiting_banners ON banners (rank, number) WHERE phase = 'waiting';
    CREATE INDEX held_banners ON banners (app, number) WHERE phase = 'held';
    CREATE INDEX shown_banners ON banners (server, handle) WHERE handle IS NOT NULL;
    CREATE INDEX summary_banners ON banners (app) WHERE kind = 'summary';

    CREATE TABLE decisions (
      notification INTEGER NOT NULL REFERENCES notifications ON DELETE CASCADE,
      ordinal INTEGER NOT NULL,
      time INTEGER NOT NULL,
      guideline TEXT NOT NULL,
      effect TEXT NOT NULL,
      reason TEXT NOT NULL,
      arguments BLOB,
      PRIMARY KEY (notification, ordinal)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE streams (
      app TEXT NOT NULL PRIMARY KEY,
      last INTEGER NOT NULL,
      acknowledged INTEGER NOT NULL,
      kept INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE events (
      app TEXT NOT NULL REFERENCES streams,
      sequence INTEGER NOT NULL,
      time INTEGER NOT NULL,
      kind TEXT NOT NULL,
      notification INTEGER,
      identifier TEXT,
      action TEXT,
      text TEXT,
      target TEXT,
      unread INTEGER,
      authorization TEXT,
      PRIMARY KEY (app, sequence)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE apps (
      id TEXT NOT NULL PRIMARY KEY,
      first_seen INTEGER NOT NULL,
      verified INTEGER,
      chosen TEXT,
      question_stage TEXT,
      question_purpose TEXT,
      question_asked INTEGER,
      question_last_asked INTEGER,
      marketing_stage TEXT,
      marketing_purpose TEXT,
      marketing_asked INTEGER,
      marketing_last_asked INTEGER,
      explanation_stage TEXT,
      explanation_purpose TEXT,
      explanation_asked INTEGER,
      explanation_last_asked INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE categories (
      app TEXT NOT NULL,
      id TEXT NOT NULL,
      ordinal INTEGER NOT NULL,
      kind TEXT,
      actions BLOB,
      hidden_preview_body TEXT,
      hidden_preview_shows_title INTEGER NOT NULL,
      hidden_preview_shows_subtitle INTEGER NOT NULL,
      summary_format TEXT,
      reports_dismissal INTEGER,
      PRIMARY KEY (app, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE switches (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE rating_prompts (
      app TEXT NOT NULL,
      ordinal INTEGER NOT NULL,
      time INTEGER NOT NULL,
      engaged INTEGER NOT NULL,
      PRIMARY KEY (app, ordinal)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE images (
      path TEXT NOT NULL PRIMARY KEY,
      app TEXT NOT NULL,
      digest TEXT NOT NULL,
      bytes INTEGER NOT NULL,
      vouched_for INTEGER NOT NULL,
      uses INTEGER NOT NULL,
      current_uses INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX image_by_digest ON images (app, digest);
    CREATE INDEX unused_images ON images (path) WHERE uses = 0;
    CREATE INDEX past_by_image ON notifications (id)
      WHERE NOT current AND (image GLOB '/*' OR sender_avatar GLOB '/*');
    CREATE TRIGGER image_insert AFTER INSERT ON notifications
      WHEN new.image GLOB '/*' OR new.sender_avatar GLOB '/*' BEGIN
      UPDATE images SET uses = uses + 1, current_uses = current_uses + new.current
        WHERE path IN (new.image, new.sender_avatar);
    END;
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
