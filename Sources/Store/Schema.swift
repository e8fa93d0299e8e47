/// The tables. Step n leads from version `first + n - 1` to the next; a step that was released is never changed. Times
/// are milliseconds since 1970; enums stand by their names, so that the file can be read without this program.
enum Schema {
  /// "Bell": what `file` and a reader of the header know the database by.
  static let applicationID: Int32 = 0x4265_6C6C

  /// Lower ones were those of builds before the first release.
  static let first = 3
  static let steps = [
    version3, version4, version5, version6, version7, version8, version9, version10, version11, version12,
    version13,
  ]
  static let newest = first + steps.count - 1

  /// - `used`: the person has used a notification of the app; `rated`: when they last pressed one that asks for a rating.
  /// - `advice`: what its app was told about its texts (`AdviceCoding`); NULL where that is nothing.
  private static let version4 = """
    ALTER TABLE apps ADD COLUMN used INTEGER;
    UPDATE apps SET used = 1 WHERE id IN (SELECT app FROM rating_prompts WHERE engaged)
      OR id IN (SELECT app FROM events WHERE kind IN ('activated', 'replied'));
    ALTER TABLE apps ADD COLUMN rated INTEGER;
    ALTER TABLE categories ADD COLUMN language TEXT;
    ALTER TABLE notifications ADD COLUMN advice BLOB;
    """

  private static let version5 = """
    ALTER TABLE banners ADD COLUMN previews TEXT;
    CREATE TABLE watched (
      id INTEGER PRIMARY KEY,
      app TEXT NOT NULL,
      vouched INTEGER NOT NULL,
      time INTEGER NOT NULL,
      title TEXT,
      body TEXT,
      outcome TEXT,
      merged INTEGER NOT NULL,
      hidden INTEGER NOT NULL,
      too_fast INTEGER NOT NULL,
      decisions BLOB
    ) STRICT;
    """

  /// - `conventions`: of what came by the desktop's own interface, where it came from and what it asks (`DesktopOrigin`);
  ///   `front_number`: the number by which its app knows it, until that is told that it is closed. `front`: the app has
  ///   only ever come by that interface.
  private static let version6 = """
    ALTER TABLE notifications ADD COLUMN conventions TEXT;
    ALTER TABLE notifications ADD COLUMN front_number INTEGER;
    CREATE UNIQUE INDEX by_front_number ON notifications (front_number) WHERE front_number IS NOT NULL;
    ALTER TABLE apps ADD COLUMN front INTEGER;
    """

  /// What each post cost and need not: SQLite builds a table of its own for a list of more than two words each time
  /// it looks whether a state is in it, and a trigger for each row that comes in. `Tallies` counts now, and `insert`
  /// names the images. `kept_files`: what root left for the person, and what was taken in of it.
  private static let version7 = """
    DROP TRIGGER tally_insert;
    DROP TRIGGER tally_update;
    DROP TRIGGER tally_delete;
    DROP TRIGGER image_insert;
    DROP TRIGGER image_update;
    DROP TRIGGER image_delete;
    DROP INDEX current_by_identifier;
    DROP INDEX current_by_fingerprint;
    DROP INDEX current_by_expiry;
    DROP INDEX current_by_kind;
    DROP INDEX prunable_by_age;
    DROP INDEX past_by_image;
    ALTER TABLE notifications DROP COLUMN current;
    ALTER TABLE notifications DROP COLUMN prunable;
    ALTER TABLE notifications ADD COLUMN current INTEGER NOT NULL GENERATED ALWAYS AS
      (unread OR state = 'delivered' OR state = 'held' OR state = 'scheduled' OR state = 'awaitingConsent'
        OR state = 'failed') VIRTUAL;
    ALTER TABLE notifications ADD COLUMN prunable INTEGER NOT NULL GENERATED ALWAYS AS
      (NOT unread AND state <> 'scheduled' AND state <> 'awaitingConsent') VIRTUAL;
    CREATE INDEX current_by_identifier ON notifications (app, identifier)
      WHERE identifier IS NOT NULL AND current;
    CREATE INDEX current_by_fingerprint ON notifications (app, fingerprint)
      WHERE fingerprint IS NOT NULL AND current;
    CREATE INDEX current_by_expiry ON notifications (expires) WHERE expires IS NOT NULL AND current;
    CREATE INDEX current_by_kind ON notifications (kind, app) WHERE kind IN ('marketing', 'rating') AND current;
    CREATE INDEX prunable_by_age ON notifications (posted) WHERE prunable;
    CREATE INDEX past_by_image ON notifications (id)
      WHERE NOT current AND (image GLOB '/*' OR sender_avatar GLOB '/*');
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
    CREATE TABLE kept_files (name TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
    """

  /// `replaced`: how often a post has changed what was there; NULL for never. The decisions, which tell it of those that
  /// are there, are not all kept of what changes often.
  private static let version8 = """
    ALTER TABLE notifications ADD COLUMN replaced INTEGER;
    UPDATE notifications SET replaced = told.times
      FROM (SELECT notification, count(*) AS times FROM decisions WHERE effect = 'replaced' GROUP BY notification) AS told
      WHERE id = told.notification;
    """
  /// - `banners.held`: the number of an alert that waits for a release, also while its text is changed in place.
  /// - `events.earlier`: a press on an earlier text than the notification had by then; NULL for no.
  private static let version9 = """
    ALTER TABLE banners ADD COLUMN held INTEGER;
    ALTER TABLE events ADD COLUMN earlier INTEGER;
    UPDATE banners SET held = number WHERE phase = 'held';
    UPDATE banners SET phase = 'waiting', errand = 'update', rank = 3, failures = 0
      WHERE phase = 'held' AND handle IS NOT NULL;
    DROP INDEX held_banners;
    CREATE INDEX held_banners ON banners (app, held) WHERE held IS NOT NULL;
    """

  /// `script`: of what the command line posted, a fingerprint of the script's name (`ScriptID`), 0 where they share;
  /// NULL for an app's.
  private static let version10 = """
    ALTER TABLE notifications ADD COLUMN script INTEGER;
    UPDATE notifications SET script = 0 WHERE app IN ('io.bellhop.Shell', 'io.bellhop.System');
    CREATE INDEX live_by_script ON notifications (app, script, unread, level, state)
      WHERE script IS NOT NULL AND (unread OR state = 'scheduled' OR state = 'awaitingConsent');
    """

  /// - `came`: when it last came, by which lists and the pruning go; its lists have indexes of their own for that. For
  ///   those that are there the decisions tell it, as far as they are kept.
  /// - `expires_at`: as its app has asked for; `expires` is what comes of that and of `expires_after`.
  private static let version11 = """
    ALTER TABLE notifications ADD COLUMN came INTEGER;
    UPDATE notifications SET came = posted;
    UPDATE notifications SET came = max(posted, told.time)
      FROM (SELECT notification, max(time) AS time FROM decisions
        WHERE effect IN ('coalesced', 'replaced', 'fired') AND reason <> 'onlyProgress' GROUP BY notification) AS told
      WHERE id = told.notification AND state <> 'scheduled';
    ALTER TABLE notifications ADD COLUMN expires_at INTEGER;
    ALTER TABLE notifications ADD COLUMN occurred INTEGER;
    ALTER TABLE notifications ADD COLUMN url TEXT;
    DROP INDEX by_app;
    DROP INDEX prunable_by_age;
    CREATE INDEX by_app ON notifications (app, came);
    CREATE INDEX by_time ON notifications (came);
    CREATE INDEX prunable_by_age ON notifications (came) WHERE prunable;
    """

  /// `claimed_name`: what an app of the desktop's own interface calls itself, where nothing vouches for that; NULL where
  /// that is its id, or nothing.
  private static let version12 = """
    ALTER TABLE apps ADD COLUMN claimed_name TEXT;
    ALTER TABLE watched ADD COLUMN claimed_name TEXT;
    """

  /// - `dismissed`: the notifications that the last call took off the list, with their state there. `until`: when one
  ///   was to alert again.
  /// - `missed`: why the person could not see the notification when it came, until they look at it. `told`: a line has
  ///   counted it; NULL for no. In earlier versions that line was about a lock alone.
  /// - `withheld`: the state before a configuration denied the app, for as long as that lasts; NULL for all others.
  /// - `timed`: the person's timed choices about an app, each with its end (`SettingCoding`). `…_end`, `…_ended`: how
  ///   and when a question last left the screen without an answer.
  private static let version13 = """
    CREATE TABLE dismissed (
      notification INTEGER PRIMARY KEY REFERENCES notifications ON DELETE CASCADE,
      state TEXT NOT NULL,
      until INTEGER
    ) STRICT;
    DELETE FROM switches WHERE name = 'lastDismissed';
    ALTER TABLE notifications ADD COLUMN missed TEXT;
    ALTER TABLE notifications ADD COLUMN told INTEGER;
    CREATE INDEX missed_untold ON notifications (id)
      WHERE missed IS NOT NULL AND told IS NULL AND unread AND state = 'delivered';
    UPDATE banners SET kind = 'missed' WHERE kind = 'behindLock';
    ALTER TABLE notifications ADD COLUMN withheld TEXT;
    CREATE INDEX withheld_by_app ON notifications (app) WHERE withheld IS NOT NULL;
    ALTER TABLE apps ADD COLUMN timed TEXT;
    ALTER TABLE apps ADD COLUMN question_end TEXT;
    ALTER TABLE apps ADD COLUMN question_ended INTEGER;
    ALTER TABLE apps ADD COLUMN marketing_end TEXT;
    ALTER TABLE apps ADD COLUMN marketing_ended INTEGER;
    ALTER TABLE apps ADD COLUMN explanation_end TEXT;
    ALTER TABLE apps ADD COLUMN explanation_ended INTEGER;
    """
}
