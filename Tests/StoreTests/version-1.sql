-- A database as the first version left it, with one app of each kind and a question on screen.
PRAGMA application_id = 1113943148;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE apps (
  id TEXT NOT NULL PRIMARY KEY,
  first_seen INTEGER NOT NULL,
  authorization TEXT,
  banners INTEGER,
  badges INTEGER,
  sounds INTEGER,
  time_sensitive INTEGER,
  critical INTEGER,
  marketing INTEGER,
  previews TEXT,
  question INTEGER NOT NULL,
  purpose TEXT,
  asked INTEGER,
  last_asked INTEGER,
  question_banner INTEGER,
  question_server TEXT,
  question_handle INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO "apps" VALUES('io.bellhop.Shell',1795212998873,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "apps" VALUES('org.example.Chat',1795212998900,'authorized',NULL,0,NULL,0,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "apps" VALUES('org.example.Mail',1795212998887,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,1,1795212998895,4,'console/4648',2);
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
CREATE TABLE decisions (
  notification INTEGER NOT NULL REFERENCES notifications ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  time INTEGER NOT NULL,
  guideline TEXT NOT NULL,
  effect TEXT NOT NULL,
  why TEXT NOT NULL,
  PRIMARY KEY (notification, ordinal)
) STRICT, WITHOUT ROWID;
INSERT INTO "decisions" VALUES(1,1,1795212998873,'delivery','presented','Nothing stands in the way of a banner.');
INSERT INTO "decisions" VALUES(1,2,1795212998878,'delivery.sink','shown','console showed the banner.');
INSERT INTO "decisions" VALUES(2,1,1795212998887,'consent','awaitingConsent','The person has not yet decided about this app.');
INSERT INTO "decisions" VALUES(3,1,1795212998923,'delivery','presented','Nothing stands in the way of a banner.');
INSERT INTO "decisions" VALUES(3,2,1795212998930,'delivery.sink','shown','console showed the banner.');
INSERT INTO "decisions" VALUES(4,1,1795212998946,'focus.doNotDisturb','held','Do Not Disturb is on.');
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
INSERT INTO "events" VALUES('org.example.Chat',1,1795212998900,'authorization',NULL,NULL,NULL,NULL,NULL,NULL,'authorized');
CREATE TABLE notifications (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  app TEXT NOT NULL,
  state TEXT NOT NULL,
  outcome TEXT NOT NULL,
  repeats INTEGER NOT NULL,
  posted INTEGER NOT NULL,
  due INTEGER,
  until INTEGER,
  expires INTEGER,
  unread INTEGER NOT NULL,
  banner INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  alerts INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  server TEXT,
  handle INTEGER,
  shown_hidden INTEGER NOT NULL,
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
    (NOT unread AND state NOT IN ('scheduled', 'awaitingConsent') AND banner NOT IN (1, 2, 3)) VIRTUAL
) STRICT;
INSERT INTO "notifications" VALUES(1,'io.bellhop.Shell','delivered','presented',0,1795212998873,NULL,NULL,NULL,1,4,1,1,0,'console/4648',1,0,2492917137924778822,NULL,NULL,NULL,NULL,'Tea is ready',NULL,'Earl Grey',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,NULL);
INSERT INTO "notifications" VALUES(2,'org.example.Mail','awaitingConsent','awaitingConsent',0,1795212998887,NULL,NULL,NULL,0,0,0,1,0,NULL,NULL,0,7848377695511120864,NULL,NULL,NULL,NULL,'New mail',NULL,'Two letters',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,NULL);
INSERT INTO "notifications" VALUES(3,'org.example.Chat','delivered','presented',0,1795212998923,NULL,NULL,NULL,1,4,2,1,0,'console/4648',3,0,NULL,'x',NULL,NULL,NULL,'Hi',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,X'0100020061020041000000000000',NULL,NULL,'default',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,NULL);
INSERT INTO "notifications" VALUES(4,'org.example.Chat','held','held',0,1795212998946,NULL,NULL,NULL,1,1,3,1,0,NULL,NULL,0,2823127734404133221,NULL,NULL,NULL,NULL,'Held',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,NULL);
CREATE TABLE streams (
  app TEXT NOT NULL PRIMARY KEY,
  last INTEGER NOT NULL,
  acknowledged INTEGER NOT NULL,
  kept INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "streams" VALUES('org.example.Chat',1,0,1);
CREATE TABLE switches (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "switches" VALUES('configuration','[{"path":"/etc/bellhop/bellhop.conf","text":"[Consent]\nDefault=ask\n","isSystem":true}]');
INSERT INTO "switches" VALUES('doNotDisturb','on');
INSERT INTO "switches" VALUES('silent','on');
CREATE TABLE tallies (
  app TEXT NOT NULL PRIMARY KEY,
  stored INTEGER NOT NULL,
  unread INTEGER NOT NULL,
  last_turn INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "tallies" VALUES('io.bellhop.Shell',1,1,1);
INSERT INTO "tallies" VALUES('org.example.Chat',2,2,3);
INSERT INTO "tallies" VALUES('org.example.Mail',1,0,0);
CREATE INDEX by_app ON notifications (app);
CREATE INDEX by_state ON notifications (state, app);
CREATE INDEX current_by_identifier ON notifications (app, identifier)
  WHERE identifier IS NOT NULL AND current;
CREATE INDEX current_by_fingerprint ON notifications (app, fingerprint)
  WHERE fingerprint IS NOT NULL AND current;
CREATE INDEX current_by_expiry ON notifications (expires) WHERE expires IS NOT NULL AND current;
CREATE INDEX unread_by_thread ON notifications (app, thread, unread) WHERE unread;
CREATE INDEX scheduled_by_due ON notifications (due) WHERE state = 'scheduled';
CREATE INDEX by_turn ON notifications (banner, turn)
  WHERE banner = 1 OR banner = 2 OR banner = 3 OR banner = 4;
CREATE INDEX by_handle ON notifications (server, handle) WHERE handle IS NOT NULL;
CREATE INDEX prunable_by_age ON notifications (posted) WHERE prunable;
CREATE TRIGGER tally_insert AFTER INSERT ON notifications BEGIN
  INSERT INTO tallies VALUES (new.app, 1, new.unread, new.turn) ON CONFLICT (app) DO UPDATE SET
    stored = stored + 1, unread = unread + excluded.unread,
    last_turn = max(last_turn, excluded.last_turn);
END;
CREATE TRIGGER tally_update AFTER UPDATE OF unread, turn ON notifications
  WHEN old.unread <> new.unread OR new.turn > old.turn BEGIN
  UPDATE tallies SET unread = unread + new.unread - old.unread, last_turn = max(last_turn, new.turn)
    WHERE app = new.app;
END;
CREATE TRIGGER tally_delete AFTER DELETE ON notifications BEGIN
  UPDATE tallies SET stored = stored - 1, unread = unread - old.unread WHERE app = old.app;
END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('notifications',4);
COMMIT;
